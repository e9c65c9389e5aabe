"""Python as on Windows, as far as this project could notice: put this folder on PYTHONPATH.

What stays as it is here: paths, the encoding of the terminal, pyserial's own half for POSIX.
"""

import fcntl
import os
import select
import shutil
import signal
import socket
import stat
import subprocess  # noqa: F401 - it looks for msvcrt when it is imported
import sys
import types

import serial  # noqa: F401 - its half for POSIX wants fcntl and termios, that for Windows does not

LK_NBLCK = 2
lockf, EXCLUSIVE = fcntl.lockf, fcntl.LOCK_EX | fcntl.LOCK_NB


def locking(fd, mode, count):
    """Lock so many bytes from the file's position on."""
    assert mode == LK_NBLCK
    lockf(fd, EXCLUSIVE, count, 0, os.SEEK_CUR)


def select_sockets(reading, writing, failing, seconds=None):
    """Wait for sockets; anything else is refused, as by Winsock."""
    for one in (*reading, *writing, *failing):
        if not stat.S_ISSOCK(os.fstat(one if isinstance(one, int) else one.fileno()).st_mode):
            raise OSError(10038, "not a socket")
    return wait(reading, writing, failing, seconds)


def rename(old, new):
    """Rename, but not onto a file that is there."""
    if os.path.exists(new):
        raise FileExistsError(17, "it exists", new)
    os.replace(old, new)


def disk_usage(folder, statvfs=os.statvfs):
    """Return what the half of `shutil` for Windows does."""
    about = statvfs(folder)
    return types.SimpleNamespace(total=about.f_blocks * about.f_frsize, free=about.f_bavail * about.f_frsize)


os.rename, shutil.disk_usage = rename, disk_usage
wait, select.select = select.select, select_sockets
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=LK_NBLCK, locking=locking)
for name in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline", "curses"):
    sys.modules[name] = None
GONE = {
    os: ("fork", "forkpty", "openpty", "ttyname", "statvfs", "set_blocking", "killpg", "mkfifo", "getuid"),
    socket: ("AF_UNIX",),
    signal: ("SIGKILL", "SIGCONT", "SIGHUP", "SIGTSTP", "SIGWINCH", "SIGUSR1", "pthread_sigmask"),
}
for module, names in GONE.items():
    for name in names:
        delattr(module, name)
