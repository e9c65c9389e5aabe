"""Run code where the stack is deep: `mp32 tests/micropython/with_stack.py CODE ARGUMENT...`.

An import inside an import takes 4 KB of the stack on Unix and little on a Pico, which has no such path
buffers; the main thread of this port has too little for those of the whole firmware.
"""

import _thread
import sys
import time

_STACK = 256 * 1024  # bytes


def call(function):
    """Call `function` in a thread of its own and return what it returns; 1 if it raises, which is printed."""
    ended = []

    def run():
        status = 1
        try:
            status = function()
        except SystemExit as error:
            status = error.args[0] if error.args else 0
        except BaseException as error:
            sys.print_exception(error, sys.stderr)
        finally:
            ended.append(status)

    _thread.stack_size(_STACK)
    _thread.start_new_thread(run, ())
    while not ended:
        time.sleep_ms(2)
    return ended[0]


def execute():
    """Run the code of the first argument; the others are its own."""
    code = sys.argv.pop(1)
    exec(code, {"__name__": "__main__"})


if __name__ == "__main__":
    sys.exit(call(execute))
