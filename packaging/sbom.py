"""Writes what a built folder is made of: python packaging/sbom.py FOLDER FILE.

The file is a list of components in CycloneDX 1.5 (JSON): the Python packages, by their own metadata, and the
libraries of the system that the build copied, by its packages, each with version and license. A license of
these is also there as text: nothing else of the build has it, and not all of Debian's files name it.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from workbench.api.licenses import licenses

_LIBRARY = re.compile(r"lib.+\.so(\..+)?")
_LICENSE = re.compile(r"^License: *(\S.*)$", re.MULTILINE)
_DOCUMENTS = Path("/usr/share/doc")


def main(folder: Path, file: Path) -> None:
    """Write the components of a folder to a file."""
    components = [*_python_packages(), *_system_packages(folder)]
    program, *others = components
    document = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {**program, "type": "application"}},
        "components": others,
    }
    file.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    named = sum(bool(component["licenses"]) for component in components)
    print(f"{len(components)} components, {named} with a license: {file}")


def _python_packages() -> Iterator[dict[str, object]]:
    for package in licenses():
        name = re.sub(r"[-_.]+", "-", package.name).lower()
        purl = (
            f"pkg:pypi/{name}@{package.version}"
            if name != "python"
            else f"pkg:generic/python@{package.version}"
        )
        named = [{"license": {"name": package.license}}] if package.license else []
        yield _component(package.name, package.version, purl, named)


def _system_packages(folder: Path) -> Iterator[dict[str, object]]:
    """Yield the packages of Debian whose libraries lie directly in the folder; wheels have theirs deeper."""
    names = {path.name for path in (folder / "_internal").iterdir() if _LIBRARY.fullmatch(path.name)}
    packages = {package for name in sorted(names) for package in _owners(name)}
    for package in sorted(packages):
        version = _said("dpkg-query", "-W", "-f", "${Version}", package)
        short = package.partition(":")[0]
        copyright_file = _DOCUMENTS / short / "copyright"
        text = copyright_file.read_text("utf-8", "replace") if copyright_file.is_file() else ""
        yield system_component(short, version, text)


def system_component(name: str, version: str, text: str) -> dict[str, object]:
    """Return a package of Debian, with its file of copyright."""
    named = [{"license": {"name": each}} for each in sorted(set(_LICENSE.findall(text)))]
    whole = [{"license": {"name": f"{name}: copyright", "text": {"content": text}}}] if text else []
    return _component(name, version, f"pkg:deb/debian/{name}@{version}", named + whole)


def _owners(name: str) -> list[str]:
    lines = _said("dpkg", "--search", f"*/{name}").splitlines()
    return [line.partition(": ")[0] for line in lines[:1]]


def _said(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()  # noqa: S603


def _component(name: str, version: str, purl: str, stated: list[dict[str, object]]) -> dict[str, object]:
    return {"type": "library", "name": name, "version": version, "purl": purl, "licenses": stated}


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
