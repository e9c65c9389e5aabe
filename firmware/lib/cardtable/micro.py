"""The one shared leaf: what MicroPython has built in and CPython lacks.

`const` marks a module-level integer so that MicroPython's compiler can fold it into the bytecode; on CPython
it is the identity.
"""

try:
    from micropython import const
except ImportError:

    def const(value):
        """Return `value`; on MicroPython the compiler replaces the call by the number itself."""
        return value
