"""What threads leave free serves the others."""

import platform
import subprocess
import sys

import pytest

ARENAS = """
import ctypes, threading
from workbench.widgets import heap

if {shared}:
    heap.share_one()
libc = ctypes.CDLL(None)
libc.fdopen.restype = ctypes.c_void_p
begun = threading.Barrier(4)

def allocate():
    begun.wait()
    for _ in range(200):
        ctypes.memmove(libc_malloc(5000), b"x", 1)
        begun.wait()

libc_malloc = libc.malloc
libc_malloc.restype = ctypes.c_void_p
threads = [threading.Thread(target=allocate) for _ in range(4)]
for each in threads:
    each.start()
for each in threads:
    each.join()
libc.malloc_info(0, ctypes.c_void_p(libc.fdopen(1, b"w")))
libc.fflush(None)
"""


HOLES = """
from pathlib import Path
from workbench.widgets import heap

def held():
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096

many = [bytes(9000) for _ in range(8000)]
del many[::2]
before = held()
assert heap.free_bytes() > 4000 * 4096
heap.give_back()
print(before - held())
"""
pytestmark = pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="is of glibc")


def test_what_is_free_between_what_lives_on_is_given_back():
    done = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True)
    assert int(done.stdout) > 4000 * 4096


def test_threads_share_one_arena():
    arenas = [
        subprocess.run(
            [sys.executable, "-c", ARENAS.format(shared=shared)], capture_output=True, text=True, check=True
        ).stdout.count("<heap ")
        for shared in (True, False)
    ]
    assert arenas[0] == 1 < arenas[1]
