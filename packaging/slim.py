"""Takes from a folder built on Linux what nothing in it needs: python packaging/slim.py FOLDER.

- Symbols: libpython and some packages' modules carry those for a debugger.
- pyarrow's libraries of plans and data sets: its modules name them, none calls them (it reads their symbols).
- ICU's data, of which Qt only sorts text: without texts, currencies, units, time zones and line breaks of 700
  languages, and without encodings of before Unicode, for which the program has other means.
Needs binutils, patchelf, icu-devtools and a C compiler. Says what is over 5 MB in the end.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

_LARGE = 5_000_000  # bytes
_UNUSED_ARROW = ("libarrow_substrait", "libarrow_dataset")
_ICU = re.compile(r"libicudata\.so\.(\d+)")
_OF_ICU = re.compile(
    r"(curr|lang|region|unit|zone|rbnf|translit|brkitr)/.*|.*\.cnv|unames\.icu|confusables\.cfu"
    r"|(?!(en|zh|zh_Hans|zh_Hans_CN|zh_CN|res_index)\.)[a-z]{2,3}(_\w+)?\.res"
)
_SOURCE = """
    .section .rodata
    .globl {name}_dat
    .type {name}_dat, @object
    .balign 16
{name}_dat:
    .incbin "{file}"
    .size {name}_dat, . - {name}_dat
    .section .note.GNU-stack,"",@progbits
"""


def main(folder: Path) -> None:
    """Make a folder smaller."""
    before = _size(folder)
    libraries = [file for file in folder.rglob("*") if _is_library(file)]
    for file in libraries:
        strip(file)
    unlink_arrow(folder, libraries)
    for file in libraries:
        if found := _ICU.fullmatch(file.name):
            shrink_icu(file, found[1])
    print(f"{before / 1e6:.0f} MB -> {_size(folder) / 1e6:.0f} MB, of which")
    files = sorted((file.stat().st_size, file) for file in folder.rglob("*") if _is_file(file))
    for size, file in reversed(files):
        if size > _LARGE:
            print(f"{size / 1e6:7.1f} MB {file.relative_to(folder)}")


def _is_file(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()


def _is_library(file: Path) -> bool:
    return bool(re.search(r"\.so(\.[\d.]+)?$", file.name)) and _is_file(file)


def _size(folder: Path) -> int:
    return sum(file.stat().st_size for file in folder.rglob("*") if _is_file(file))


def strip(file: Path) -> None:
    """Remove the symbols of a library, unless that would break it, as with what auditwheel has moved."""
    if ".symtab" not in _table("--section-headers", file):
        return
    smaller = file.with_name(f"{file.name}.stripped")
    said("strip", "--strip-unneeded", "-o", smaller, file)
    loads = re.findall(r"LOAD +(\w+) (\w+) .* (\w+)$", _table("--program-headers", smaller), re.MULTILINE)
    if loads and all((int(at, 16) - int(address, 16)) % int(page, 16) == 0 for at, address, page in loads):
        smaller.replace(file)
    else:
        smaller.unlink()


def unlink_arrow(folder: Path, libraries: list[Path]) -> None:
    """Remove libraries of pyarrow that no other calls; raises SystemExit where one does."""
    unused = [file for file in libraries if file.name.startswith(_UNUSED_ARROW)]
    others = [file for file in libraries if file.parent.name == "pyarrow" and file not in unused]
    alone = _symbols(unused, "--defined-only") - _symbols(others, "--defined-only")
    for file in others:
        if called := alone & _symbols([file], "--undefined-only"):
            sys.exit(f"{file} calls {min(called)}")
        names = said("readelf", "--dynamic", file)
        for each in unused:
            if f"[{each.name}]" in names:
                said("patchelf", "--remove-needed", each.name, file)
    for file in list(folder.rglob("*.so*")):  # and the links to them
        if file.name.startswith(_UNUSED_ARROW):
            file.unlink()


def _symbols(files: list[Path], kind: str) -> set[str]:
    lines = said("nm", "--dynamic", "--format=posix", kind, *files).splitlines()
    # What every C++ program may define, the C++ library has too.
    return {
        line.split()[0].partition("@")[0] for line in lines if not re.match(r"_ZN?[KVr]?(St|9__gnu)", line)
    }


def shrink_icu(file: Path, version: str) -> None:
    """Write ICU's library of data again with less of it."""
    name = f"icudt{version}"
    with tempfile.TemporaryDirectory() as place:
        whole, part, left_out, source = (
            Path(place, each) for each in (f"whole/{name}l.dat", f"{name}l.dat", "left-out.txt", "data.S")
        )
        whole.parent.mkdir()
        whole.write_bytes(_data_in(file, f"{name}_dat"))
        listed = said("icupkg", "--list", whole).split()
        left_out.write_text("\n".join(each for each in listed if _OF_ICU.fullmatch(each)))
        # The name of the file is also in it, and that by which ICU finds its data.
        said("icupkg", "--remove", left_out, whole, part)
        source.write_text(_SOURCE.format(name=name, file=part))
        said("cc", "-shared", "-nostdlib", f"-Wl,-soname,{file.name}", "-o", file, source)


def _data_in(library: Path, symbol: str) -> bytes:
    """Return the bytes of a symbol to the end of its section."""
    found = re.search(
        rf"([0-9a-f]+) +\w+ +OBJECT .* (\d+) {symbol}$", _table("--dyn-syms", library), re.MULTILINE
    )
    if found is None:
        sys.exit(f"{library} has no {symbol}")
    section = re.search(
        rf"\[ *{found[2]}\] \S+ +\w+ +([0-9a-f]+) ([0-9a-f]+) ([0-9a-f]+)",
        _table("--section-headers", library),
    )
    if section is None:
        sys.exit(f"{library} has no section {found[2]}")
    address, offset, size = (int(number, 16) for number in section.groups())
    start = int(found[1], 16) - address
    return library.read_bytes()[offset + start : offset + size]


def _table(kind: str, library: Path) -> str:
    return said("readelf", "--wide", kind, library)


def said(*command: str | Path) -> str:
    """Run a program and return what it prints; raises SystemExit with its complaint."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


if __name__ == "__main__":
    main(Path(sys.argv[1]))
