#!/bin/sh
# mpy_cross.sh -s FILE ...: mpy-cross, as MicroPython's build calls it for one module. Those that $NATIVE names
# (build.py) become machine code for $ARCH.
case " $NATIVE " in
*" $2 "*) set -- -march="$ARCH" -X emit=native "$@" ;;
esac
exec /src/micropython/mpy-cross/build/mpy-cross "$@"
