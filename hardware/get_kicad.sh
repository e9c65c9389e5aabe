#!/bin/sh
# get_kicad.sh DEST: put KiCad and its footprints into DEST/tree, from packages of Debian 13, unpacked beside the system:
# see firmware/image/debian.sh. Says one line on stdout with megabytes and seconds, one line on stderr when it cannot.
# What is there already is kept until this script changes.
set -u

PACKAGES="kicad kicad-footprints dash coreutils sed"

[ $# -eq 1 ] || { echo "usage: get_kicad.sh DEST" >&2; exit 2; }
HERE=$(cd "$(dirname "$0")" && pwd) || exit 1
IMAGE=$HERE/../firmware/image
. "$IMAGE/debian.sh"
need_tree "$1" "$HERE/get_kicad.sh" "$IMAGE/debian.sh"

download() {
    use_mirror "$1" deb && apt-get -qq --yes --download-only install $PACKAGES >> "$WORK/log" 2>&1
}

unpack() {
    make_tree "$DEST/new" && unpack_packages "$DEST/new"
}

get_tree KiCad
