"""Executes a program that may only use the named system calls, as under systemd's SystemCallFilter=:

    python3 with-filter.py read,write,… program argument…

All others fail with EPERM. Names that this kernel's architecture does not have are left out.
"""
import ctypes
import errno
import os
import sys

seccomp = ctypes.CDLL("libseccomp.so.2", use_errno=True)
seccomp.seccomp_init.restype = ctypes.c_void_p
ALLOW, REFUSE = 0x7FFF0000, 0x00050000 | errno.EPERM

names, *command = sys.argv[1:]
context = ctypes.c_void_p(seccomp.seccomp_init(ctypes.c_uint32(REFUSE)))
for name in names.split(","):
    number = seccomp.seccomp_syscall_resolve_name(name.encode())
    if number >= 0 and seccomp.seccomp_rule_add(context, ctypes.c_uint32(ALLOW), number, 0) != 0:
        sys.exit(f"no rule for {name}")
if seccomp.seccomp_load(context) != 0:
    sys.exit("the filter was not loaded")
os.execvp(command[0], command)
