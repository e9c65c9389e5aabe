"""Python as on Windows, as far as this project could notice: put this folder on PYTHONPATH.

What stays as it is here: `sys.platform`, paths, the encoding of the terminal, and what is written for POSIX
in pyserial, ifaddr, asyncio and subprocess. Open files can be replaced here.
"""

import asyncio  # its half for POSIX wants fcntl, that for Windows does not
import fcntl
import os
import re
import select
import selectors
import shutil
import signal
import socket
import stat
import subprocess  # it looks for msvcrt when it is imported
import sys
import tempfile
import time
import types

import ifaddr  # noqa: F401 - its half for POSIX wants os.uname
import serial  # noqa: F401 - its half for POSIX wants fcntl and termios

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


def socketpair(family=socket.AF_INET, *_):
    """Return two sockets that are connected, as the half of `socket` for Windows does."""
    with socket.create_server(("127.0.0.1", 0), family=family) as server:
        near = socket.create_connection(server.getsockname())
        return near, server.accept()[0]


def rename(old, new):
    """Rename, but not onto a file that is there."""
    if os.path.exists(new):
        raise FileExistsError(17, "it exists", new)
    os.replace(old, new)


def symlink(*_, **__):
    """Refuse a link, as for all but administrators."""
    raise OSError(1314, "a required privilege is not held by the client")


def disk_usage(folder, statvfs=os.statvfs):
    """Return what the half of `shutil` for Windows does."""
    about = statvfs(folder)
    return types.SimpleNamespace(total=about.f_blocks * about.f_frsize, free=about.f_bavail * about.f_frsize)


class Popen(subprocess.Popen):
    """A process that inherits its three streams alone, and is ended by no signal."""

    def __init__(self, *words, pass_fds=(), preexec_fn=None, **more):
        assert not pass_fds, "pass_fds not supported on Windows."
        if preexec_fn is not None:
            raise ValueError("preexec_fn is not supported on Windows platforms")
        super().__init__(*words, **more)

    def terminate(self):
        if self.poll() is None:
            os.kill(self.pid, 9)

    kill = terminate


def refuse_names(event, about):
    """Refuse names of files that Windows has not, and folders that are opened as files."""
    name = about[0] if event in ("open", "os.mkdir") else about[1] if event == "os.rename" else None
    if isinstance(name, (str, os.PathLike)):
        if re.search(r'[<>:"|?*]|[. ]$', os.path.basename(name)) and not str(name).startswith("/proc/"):
            raise OSError(22, "the filename, directory name, or volume label syntax is incorrect", name)
        if event == "open" and about[1] is None and os.path.isdir(name):  # by `os.open`
            raise PermissionError(13, "access is denied", name)


wait = select.select
INSTEAD = {
    os: {"rename": rename, "symlink": symlink},
    select: {"select": select_sockets},
    selectors: {"DefaultSelector": selectors.SelectSelector},
    shutil: {"disk_usage": disk_usage, "_use_fd_functions": False},
    socket: {"socketpair": socketpair},
    subprocess: {"Popen": Popen},
    tempfile: {"TemporaryFile": tempfile.NamedTemporaryFile},
}
for module, names in INSTEAD.items():
    vars(module).update(names)
sys.modules["msvcrt"] = types.SimpleNamespace(LK_NBLCK=LK_NBLCK, locking=locking)
for name in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline", "curses", "syslog"):
    sys.modules[name] = None
SIGNALS = {"SIGABRT", "SIGFPE", "SIGILL", "SIGINT", "SIGSEGV", "SIGTERM", "SIG_DFL", "SIG_IGN"}  # of Windows
GONE = {
    os: """
        chown chroot confstr confstr_names copy_file_range ctermid environb eventfd fchdir fchmod fchown
        fdatasync fork forkpty fpathconf fstatvfs fwalk get_blocking getegid getenvb geteuid getgid
        getgrouplist getgroups getloadavg getpgid getpgrp getpriority getrandom getresgid getresuid getsid
        getuid getxattr initgroups killpg lchown listxattr lockf login_tty major makedev memfd_create minor
        mkfifo mknod nice openpty pathconf pidfd_open pipe2 posix_fadvise posix_fallocate posix_spawn
        posix_spawnp pread preadv pwrite pwritev readv register_at_fork removexattr sched_getaffinity
        sched_setaffinity sched_yield sendfile set_blocking setegid seteuid setgid setgroups setpgid setpgrp
        setpriority setregid setresgid setresuid setreuid setsid setuid setxattr splice statvfs sync sysconf
        sysconf_names tcgetpgrp tcsetpgrp ttyname uname wait wait3 wait4 waitid writev O_ASYNC O_CLOEXEC
        O_DIRECT O_DIRECTORY O_DSYNC O_NDELAY O_NOATIME O_NOCTTY O_NOFOLLOW O_NONBLOCK O_PATH O_RSYNC O_SYNC
        O_TMPFILE
    """.split(),
    select: ("poll", "epoll"),
    socket: ("AF_UNIX", "SO_REUSEPORT", "send_fds", "recv_fds"),
    time: ("clock_gettime", "clock_settime", "tzset", "pthread_getcpuclockid"),
    signal: [name for name in vars(signal) if name.startswith("SIG") and name not in SIGNALS]
    + """
        alarm getitimer pause pthread_kill pthread_sigmask setitimer siginterrupt sigpending sigtimedwait
        sigwait sigwaitinfo
    """.split(),
    asyncio.SelectorEventLoop: ("add_signal_handler", "remove_signal_handler"),
}
for module, names in GONE.items():
    for name in names:
        if hasattr(module, name):
            delattr(module, name)
sys.addaudithook(refuse_names)
