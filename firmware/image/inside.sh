#!/bin/sh
# inside.sh ROOT COMMAND...: run COMMAND with the file tree ROOT for its whole system, without being root: in a
# user namespace. Where users get none, root itself may still change its root.
ROOT=$1
shift
MOUNT='mount --bind /dev/null "$0/dev/null" && mount --rbind /proc "$0/proc"'
[ -e "$ROOT/dev/null" ] || : > "$ROOT/dev/null"
if unshare --user --map-root-user --mount sh -c "$MOUNT" "$ROOT" 2> /dev/null; then
    exec unshare --user --map-root-user --mount sh -c \
        "$MOUNT"' && exec env -i HOME=/tmp PATH=/usr/sbin:/usr/bin chroot "$0" "$@"' "$ROOT" "$@"
fi
if [ "$(id -u)" = 0 ]; then
    [ -c "$ROOT/dev/null" ] || { rm -f "$ROOT/dev/null" && mknod -m 666 "$ROOT/dev/null" c 1 3; } || exit 1
    exec env -i HOME=/tmp PATH=/usr/sbin:/usr/bin chroot "$ROOT" "$@"
fi
echo "firmware tools: this kernel gives users no namespaces; to cure: sysctl kernel.unprivileged_userns_clone=1," \
    "or build as root in a container" >&2
exit 1
