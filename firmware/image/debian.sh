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
