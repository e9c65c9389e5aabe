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
. "$HERE/debian.sh"
need_tree "$1" "$HERE/get_tools.sh" "$HERE/debian.sh"

download() {
    use_mirror "$1" "deb deb-src" &&
        apt-get -qq --yes --download-only install $TOOLS >> "$WORK/log" 2>&1 &&
        (cd "$WORK/apt/cache/archives" && apt-get -qq download $LOOSE >> "$WORK/log" 2>&1) &&
        mkdir -p "$WORK/sources" && cd "$WORK/sources" &&
        apt-get -qq --download-only source $SOURCES >> "$WORK/log" 2>&1
}

# Left out: documentation, and libraries for other processors than those of a Pico and a Pico 2.
unpack() {
    make_tree "$DEST/new" && mkdir "$DEST/new/src" &&
        unpack_packages "$DEST/new" --exclude '*/thumb/v[57]*' --exclude '*/thumb/v8-[ar]*' --exclude '*/thumb/v8.1*' \
            --exclude '*-lto-dump*' || return 1
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

get_tree "firmware tools"
