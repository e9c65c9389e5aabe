"""Run code where the stack is deep: `mp32 tests/micropython/with_stack.py CODE ARGUMENT...`.

An import inside an import takes 4 KB of the stack on Unix and little on a Pico, which has no such path
buffers; the main thread of this port has too little for those of the whole firmware.
"""

import _thread
import sys

_STACK = 256 * 1024  # bytes


def call(function):
    """Call `function` in a thread of its own and return what it returns; 1 if it raises, which is printed."""
    ended = [1]
    lock = _thread.allocate_lock()  # no sleeping: where `time` is that of the chip models it would pass

    def run():
        try:
            ended[0] = function()
        except SystemExit as error:
            ended[0] = error.args[0] if error.args else 0
        except BaseException as error:
            sys.print_exception(error, sys.stderr)
        lock.release()

    lock.acquire()
    _thread.stack_size(_STACK)
    _thread.start_new_thread(run, ())
    lock.acquire()
    return ended[0]


def execute():
    """Run the code of the first argument; the others are its own."""
    code = sys.argv.pop(1)
    exec(code, {"__name__": "__main__"})


if __name__ == "__main__":
    sys.exit(call(execute))
