# Debian's packages, downloaded beside the system: to be sourced. apt runs with lists, cache and package state
# of its own, as the calling user; the system's apt and dpkg stay as they are. The mirror is the one that this
# machine already uses; signatures are checked.
#
# WORK is a folder for temporary files.

RELEASE=trixie
KEYRING=/usr/share/keyrings/debian-archive-keyring.gpg

# The machine's own Debian mirrors, one URI a line: apt itself reads both of its source formats.
mirrors() {
    apt-get -o Debug::NoLocking=1 --print-uris update 2>/dev/null |
        sed -nE "s,^'([^']*[^/])/*/dists/(oldstable|stable|bookworm|trixie|forky|testing|sid|unstable)/InRelease'.*,\1,p" |
        awk '!seen[$0]++'
}

# use_mirror MIRROR KINDS [ARCHITECTURE]: from now on apt-get works in $WORK/apt, on MIRROR's $RELEASE; KINDS: deb
# or deb-src or both. Messages go to $WORK/log.
use_mirror() {
    unset APT_CONFIG
    rm -rf "$WORK/apt"
    mkdir -p "$WORK/apt/lists/partial" "$WORK/apt/cache/archives/partial" "$WORK/apt/parts"
    : > "$WORK/apt/status"
    signed=
    [ -r "$KEYRING" ] && signed="[signed-by=$KEYRING]"
    for kind in $2; do
        echo "$kind $signed $1 $RELEASE main"
    done > "$WORK/apt/sources.list"
    # How to reach a mirror (proxies, certificates) stays as configured; hooks and pinning do not.
    apt-config dump | grep -E '^Acquire::[^:]+::' > "$WORK/apt/conf"
    cat >> "$WORK/apt/conf" <<CONF
Dir::Etc::main "/dev/null";
Dir::Etc::parts "$WORK/apt/parts";
Dir::Etc::preferences "/dev/null";
Dir::Etc::preferencesparts "$WORK/apt/parts";
Dir::Etc::sourcelist "$WORK/apt/sources.list";
Dir::Etc::sourceparts "$WORK/apt/parts";
Dir::State "$WORK/apt";
Dir::State::status "$WORK/apt/status";
Dir::Cache "$WORK/apt/cache";
Dir::Log "$WORK/apt";
APT::Install-Recommends "false";
APT::Sandbox::User "root";
Acquire::Languages "none";
Debug::NoLocking "true";
CONF
    [ -z "${3:-}" ] || printf 'APT::Architecture "%s";\nAPT::Architectures { "%s"; };\n' "$3" "$3" >> "$WORK/apt/conf"
    APT_CONFIG="$WORK/apt/conf"
    export APT_CONFIG
    apt-get -qq update > "$WORK/log" 2>&1
}

# make_tree TREE: the empty file tree of a system, with dash as its shell once its packages are unpacked.
make_tree() {
    mkdir -p "$1/usr/bin" "$1/usr/lib" "$1/usr/lib64" "$1/usr/sbin" "$1/dev/shm" "$1/proc" "$1/tmp" || return 1
    for folder in bin lib lib32 lib64 sbin; do
        ln -s "usr/$folder" "$1/$folder"
    done
    ln -s dash "$1/usr/bin/sh"
}

# unpack_packages TREE [TAR'S OPTIONS]: all packages that were downloaded, without documentation.
unpack_packages() {
    tree=$1
    shift
    for package in "$WORK"/apt/cache/archives/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$tree" --no-same-owner --exclude './usr/share/doc/*' \
            --exclude './usr/share/man' --exclude './usr/share/locale' "$@" >> "$WORK/log" 2>&1 || return 1
    done
}

# need_tree DEST FILE...: exit if DEST/tree is complete for these files, on whose text it depends; else sets DEST, WORK,
# BEGAN and WANTED. Temporary files go with the shell.
need_tree() {
    mkdir -p "$1" || exit 1
    DEST=$(cd "$1" && pwd) || exit 1
    shift
    WANTED=$(cat "$@" | sha256sum)
    [ "$(cat "$DEST/tree/complete" 2>/dev/null)" != "$WANTED" ] || exit 0
    BEGAN=$(date +%s)
    WORK=$(mktemp -d) || exit 1
    trap 'rm -rf "$WORK" "$DEST/new"' EXIT
    trap 'exit 1' HUP INT TERM
}

# get_tree NAME: put DEST/tree there by the script's own `download MIRROR` and `unpack`, which fills DEST/new. Says one
# line on stdout with megabytes and seconds, or one on stderr; exits.
get_tree() {
    why="apt-get or dpkg-deb is missing"
    if command -v apt-get > /dev/null && command -v dpkg-deb > /dev/null; then
        why="no Debian mirror in this machine's apt sources"
        mirrors > "$WORK/mirrors"
        while read -r mirror; do
            rm -rf "$DEST/new"
            if (download "$mirror") && (unpack); then
                loaded=$(find "$WORK/apt/cache/archives" "$WORK/sources" -type f -exec cat {} + 2> /dev/null | wc -c)
                echo "$WANTED" > "$DEST/new/complete"
                rm -rf "$DEST/tree" && mv "$DEST/new" "$DEST/tree" || exit 1
                echo "$1: $((loaded / 1000000)) MB downloaded, $(du -sm "$DEST/tree" | cut -f1) MB in $DEST/tree," \
                    "$(($(date +%s) - BEGAN)) s"
                exit 0
            fi
            why=$(tail -n 1 "$WORK/log")
        done < "$WORK/mirrors"
    fi
    echo "$1: none to be had ($why); to cure: add a Debian mirror to apt" >&2
    exit 1
}
