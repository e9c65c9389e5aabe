#!/bin/sh
# get_micropython.sh DEST: put a 32-bit MicroPython 1.25 into DEST and leave the command DEST/mp32.
#
# A Pico is a 32-bit machine; only a 32-bit interpreter has its object sizes, its small integers and its
# heap. Debian 13 packages one for i386. It is unpacked beside the system, see firmware/image/debian.sh. Where
# that package is not to be had it is built from the sources and with the compiler of the firmware image.
#
# Without a Debian mirror, or on a kernel that runs no 32-bit programs, DEST/mp32 calls an installed
# `micropython` instead: good for the language, but its memory figures mean nothing.
#
# Says one line on stdout when it worked, one line on stderr when something is missing; exit status 0 if
# DEST/mp32 works, 1 if not.
set -u

BITS='import sys; print(32 if sys.maxsize < 1 << 32 else 64)'

usage() { echo "usage: get_micropython.sh DEST" >&2; exit 2; }
[ $# -eq 1 ] || usage
mkdir -p "$1" || exit 1
DEST=$(cd "$1" && pwd) || exit 1

if [ -x "$DEST/mp32" ] && [ "$("$DEST/mp32" -c "$BITS" 2>/dev/null)" = 32 ]; then
    echo "micropython: $DEST/mp32 is there already (32 bits)"
    exit 0
fi

WORK=$(mktemp -d) || exit 1
trap 'rm -rf "$WORK"' EXIT
trap 'exit 1' HUP INT TERM

HERE=$(cd "$(dirname "$0")" && pwd) || exit 1
. "$HERE/../firmware/image/debian.sh"

# unpack MIRROR: download micropython and what it needs for i386 from MIRROR, unpack into $WORK/tree.
unpack() {
    rm -rf "$WORK/tree" "$WORK/micropython-i386"
    mkdir -p "$WORK/tree"
    use_mirror "$1" deb i386 || return 1
    apt-get -qq --yes --download-only install micropython >> "$WORK/log" 2>&1 || return 1
    for package in "$WORK"/apt/cache/archives/*.deb; do
        dpkg-deb -x "$package" "$WORK/tree" >> "$WORK/log" 2>&1 || return 1
    done
}

# The wrapper finds its own folder, so that the tree may be moved and its path may hold spaces.
wrap() {
    cat > "$WORK/mp32" <<'MP32'
#!/bin/sh
R=$(dirname "$0")/micropython-i386/usr
exec "$R/lib/i386-linux-gnu/ld-linux.so.2" --library-path "$R/lib/i386-linux-gnu" "$R/bin/micropython" "$@"
MP32
    chmod +x "$WORK/mp32"
    ln -s tree "$WORK/micropython-i386"
    [ "$("$WORK/mp32" -c "$BITS" 2>> "$WORK/log")" = 32 ] ||
        { echo "this kernel does not run 32-bit programs" >> "$WORK/log"; return 1; }
}

# Documentation, locales and the like stay out; then both parts change places in one step each.
install() {
    rm -rf "$WORK/tree/usr/share" "$WORK/tree/etc" "$WORK/tree/var" "$DEST/micropython-i386" "$DEST/mp32"
    cp -a "$WORK/tree" "$DEST/micropython-i386" && cp "$WORK/mp32" "$DEST/mp32"
}

# Build it in the file tree of the image's tools; what a Pico lacks as well stays out.
build() {
    TREE=$HERE/../.tools/image/tree
    sh "$HERE/../firmware/image/get_tools.sh" "$HERE/../.tools/image" > "$WORK/tools" 2>&1 ||
        { cat "$WORK/tools" >> "$WORK/log"; return 1; }
    sh "$HERE/../firmware/image/inside.sh" "$TREE" make -C /src/micropython/ports/unix -j2 BUILD=/build/unix32 \
        MICROPY_FORCE_32BIT=1 MICROPY_PY_FFI=0 MICROPY_PY_BTREE=0 MICROPY_PY_SSL=0 MICROPY_PY_SOCKET=0 \
        MICROPY_PY_TERMIOS=0 MICROPY_USE_READLINE=0 FROZEN_MANIFEST= STRIP= >> "$WORK/log" 2>&1 || return 1
    rm -rf "$WORK/tree" "$WORK/micropython-i386"
    mkdir -p "$WORK/tree/usr/bin" "$WORK/tree/usr/lib/i386-linux-gnu" &&
        cp "$TREE/build/unix32/micropython" "$WORK/tree/usr/bin" &&
        cp "$TREE/usr/lib32/ld-linux.so.2" "$TREE"/usr/lib32/libc.so.6 "$TREE"/usr/lib32/libm.so.6 "$TREE"/usr/lib32/libgcc_s.so.1 \
            "$WORK/tree/usr/lib/i386-linux-gnu"
}

why="apt-get or dpkg-deb is missing"
if command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null; then
    why="no Debian mirror in this machine's apt sources"
    mirrors > "$WORK/mirrors"
    while read -r mirror; do
        if unpack "$mirror" && wrap && install; then
            echo "micropython: $("$DEST/mp32" -c 'import sys; print(sys.version)') (32 bits) in $DEST/mp32"
            exit 0
        fi
        why=$(tail -n 1 "$WORK/log")
    done < "$WORK/mirrors"
    if build && wrap && install; then
        echo "micropython: $("$DEST/mp32" -c 'import sys; print(sys.version)') (32 bits, built) in $DEST/mp32"
        exit 0
    fi
fi

if command -v micropython > /dev/null; then
    printf '#!/bin/sh\nexec "%s" "$@"\n' "$(command -v micropython)" > "$DEST/mp32"
    chmod +x "$DEST/mp32"
    echo "micropython: no 32-bit one ($why); using $(command -v micropython): its memory figures mean nothing" >&2
    exit 0
fi
rm -f "$DEST/mp32"
echo "micropython: none to be had ($why); to cure: add a Debian mirror to apt, or apt install micropython" >&2
exit 1
