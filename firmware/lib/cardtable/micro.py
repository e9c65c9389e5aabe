"""The one shared leaf: what MicroPython has built in and CPython lacks.

`const` marks a module-level integer so that MicroPython's compiler can fold it into the bytecode; on CPython
it is the identity. So is the decorator `micropython.native`, which MicroPython's compiler replaces: it makes
machine code of the function. Which functions: docs/develop/building-an-image.md.
"""

try:
    import micropython
    from micropython import const
except ImportError:

    def const(value):
        """Return `value`; on MicroPython the compiler replaces the call by the number itself."""
        return value

    class micropython:
        """MicroPython's module of this name."""

        @staticmethod
        def native(function):
            """Return `function`; on MicroPython it is compiled to machine code."""
            return function
