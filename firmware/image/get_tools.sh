#!/bin/sh
# get_tools.sh DEST: put into DEST/tree what the firmware image is built from and with: sources of MicroPython,
# pico-sdk, tinyusb and mbedtls; compilers, cmake, make, Python, picotool. All are packages of Debian 13, unpacked
# beside the system, see debian.sh; nothing of it runs on this system's own libraries, see inside.sh.
#
# Says one line on stdout with megabytes and seconds, one line on stderr when something is missing; exit status 0
# if DEST/tree is complete, 1 if not. What is there already is kept until this script changes.
set -u

TOOLS="gcc libc6-dev make cmake python3 dash coreutils sed gcc-arm-none-eabi libnewlib-arm-none-eabi picotool"
LOOSE="pico-sdk-source tinyusb-source libstdc++-arm-none-eabi-dev" # without what they depend on
LOOSE="$LOOSE libc6-dev-i386 libc6-i386 lib32gcc-14-dev lib32gcc-s1" # for the tests' 32-bit MicroPython
SOURCES="micropython mbedtls"

[ $# -eq 1 ] || { echo "usage: get_tools.sh DEST" >&2; exit 2; }
HERE=$(cd "$(dirname "$0")" && pwd) || exit 1
mkdir -p "$1" || exit 1
DEST=$(cd "$1" && pwd) || exit 1
WANTED=$(cat "$HERE/get_tools.sh" "$HERE/debian.sh" | sha256sum)
if [ "$(cat "$DEST/tree/complete" 2>/dev/null)" = "$WANTED" ]; then
    exit 0
fi

BEGAN=$(date +%s)
WORK=$(mktemp -d) || exit 1
trap 'rm -rf "$WORK" "$DEST/new"' EXIT
trap 'exit 1' HUP INT TERM
. "$HERE/debian.sh"

download() {
    use_mirror "$1" "deb deb-src" &&
        apt-get -qq --yes --download-only install $TOOLS >> "$WORK/log" 2>&1 &&
        (cd "$WORK/apt/cache/archives" && apt-get -qq download $LOOSE >> "$WORK/log" 2>&1) &&
        mkdir -p "$WORK/sources" && cd "$WORK/sources" &&
        apt-get -qq --download-only source $SOURCES >> "$WORK/log" 2>&1
}

# Left out: documentation, and libraries for other processors than those of a Pico and a Pico 2.
unpack() {
    rm -rf "$DEST/new"
    mkdir -p "$DEST/new/usr/bin" "$DEST/new/usr/lib" "$DEST/new/usr/lib64" "$DEST/new/usr/sbin" "$DEST/new/dev/shm" \
        "$DEST/new/proc" "$DEST/new/tmp" "$DEST/new/src" || return 1
    for folder in bin lib lib32 lib64 sbin; do
        ln -s "usr/$folder" "$DEST/new/$folder"
    done
    for package in "$WORK"/apt/cache/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$DEST/new" --no-same-owner --exclude './usr/share/doc/*' \
            --exclude './usr/share/man' --exclude './usr/share/locale' --exclude '*/thumb/v[57]*' \
            --exclude '*/thumb/v8-[ar]*' --exclude '*/thumb/v8.1*' --exclude '*-lto-dump*' >> "$WORK/log" 2>&1 || return 1
    done
    ln -sf dash "$DEST/new/usr/bin/sh"
    ln -sf ../lib32/ld-linux.so.2 "$DEST/new/usr/lib/ld-linux.so.2"
    cd "$DEST/new/src" || return 1
    for archive in "$WORK"/sources/*.orig.tar.*; do # by the Python in there: a small system has neither xz nor bzip2
        name=$(basename "$archive")
        cp "$archive" . && sh "$HERE/inside.sh" "$DEST/new" python3 -m tarfile --filter data -e "/src/$name" /src \
            >> "$WORK/log" 2>&1 && rm "$name" || return 1
    done
    mv micropython-* micropython && rmdir micropython/lib/mbedtls && mv mbedtls-* micropython/lib/mbedtls &&
        rmdir micropython/lib/tinyusb && mv ../usr/src/tinyusb micropython/lib/tinyusb || return 1
    # What update-alternatives does when the packages are installed.
    ln -s ../../include/newlib ../usr/lib/arm-none-eabi/include && ln -s newlib ../usr/lib/arm-none-eabi/lib || return 1
    : > micropython/lib/micropython-lib/README.md # which cmake looks for; the manifest takes nothing from there
    # MicroPython is C; the one C++ file of pico-sdk needs nothing of this library, whose package has 440 MB.
    find ../usr/lib/arm-none-eabi/newlib -name libc.a | while read -r library; do
        folder=$(dirname "$library")
        printf '!<arch>\n' | tee "$folder/libstdc++.a" > "$folder/libstdc++_nano.a" || return 1
    done
    (cd "$WORK" && ls sources/*.dsc apt/cache/archives/*.deb) | sed 's,.*/,,' > "$DEST/new/packages"
}

why="apt-get or dpkg-deb is missing"
if command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null; then
    why="no Debian mirror in this machine's apt sources"
    mirrors > "$WORK/mirrors"
    while read -r mirror; do
        if (download "$mirror") && (unpack); then
            loaded=$(cat "$WORK"/apt/cache/archives/*.deb "$WORK"/sources/* | wc -c)
            echo "$WANTED" > "$DEST/new/complete"
            rm -rf "$DEST/tree" && mv "$DEST/new" "$DEST/tree" || exit 1
            echo "firmware tools: $((loaded / 1000000)) MB downloaded," \
                "$(du -sm "$DEST/tree" | cut -f1) MB in $DEST/tree, $(($(date +%s) - BEGAN)) s"
            exit 0
        fi
        why=$(tail -n 1 "$WORK/log")
    done < "$WORK/mirrors"
fi
echo "firmware tools: none to be had ($why); to cure: add a Debian mirror to apt" >&2
exit 1
