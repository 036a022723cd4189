"""
The moment between fork and PostgreSQL: run as ``python -I -S launcher.py IDENTITY PARENT PROGRAM ARGUMENT...``.

A process of its own, since no step of it is safe in a forked copy of a process with threads.
PostgreSQL refuses to run as root. IDENTITY is how it is started then:

``namespace``  in a user namespace with nobody else in it, root looks like an ordinary user; files stay root's
``nobody``     where the kernel or a container forbids that: as the user nobody, who must own the files
``own``        not root, so nothing needs to change
"""

from __future__ import annotations

import ctypes
import os
import pwd
import signal
import sys
from pathlib import Path

_CLONE_NEWUSER = 0x10000000
_PR_SET_PDEATHSIG = 1
_SEEN_AS = 1000


def enter_user_namespace() -> None:
    """Raises ``OSError`` where the kernel or the container forbids it."""
    user, group = os.geteuid(), os.getegid()
    _libc_call("unshare", _CLONE_NEWUSER)
    # The kernel takes a group map from an unprivileged writer only after this (user_namespaces(7)).
    Path("/proc/self/setgroups").write_text("deny")
    Path("/proc/self/uid_map").write_text(f"{_SEEN_AS} {user} 1")
    Path("/proc/self/gid_map").write_text(f"{_SEEN_AS} {group} 1")


def become_nobody() -> None:
    nobody = pwd.getpwnam("nobody")
    os.setgroups([])
    os.setgid(nobody.pw_gid)
    os.setuid(nobody.pw_uid)


def die_with(parent: int) -> None:
    """
    Ask the kernel for SIGINT, PostgreSQL's fast shutdown, when the parent is gone.

    Comes last: changing credentials clears the request (prctl(2)).
    """
    if sys.platform != "linux":
        return
    _libc_call("prctl", _PR_SET_PDEATHSIG, signal.SIGINT)
    if os.getppid() != parent:
        sys.exit("the process that wanted PostgreSQL is gone")


def _libc_call(name: str, *arguments: int) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if getattr(libc, name)(*arguments) != 0:
        error = ctypes.get_errno()
        raise OSError(error, f"{name}: {os.strerror(error)}")


def main(identity: str, parent: str, program: str, *arguments: str) -> None:
    os.umask(0o077)
    if identity == "namespace":
        enter_user_namespace()
    elif identity == "nobody":
        become_nobody()
    die_with(int(parent))
    os.execv(program, [program, *arguments])  # noqa: S606 - becoming PostgreSQL is the purpose


if __name__ == "__main__":
    main(*sys.argv[1:])
