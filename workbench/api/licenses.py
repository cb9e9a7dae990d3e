"""The licenses of all that comes with the program, as the installed packages state them."""

from __future__ import annotations

import re
import sys
import sysconfig
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from workbench.engine.base.pace import paced, point

_PROGRAM = "tokenizer-workbench"
_NAME = re.compile(r"[A-Za-z0-9._-]+")
_LICENSE_FILE = re.compile(r"(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
_LONGEST = 1 << 20  # characters of one text
# Some wheels state a license that asks for its text, and carry none. The LGPL also asks for the text of the
# GPL, which it refers to, and for a notice (section 4).
_TEXTS = {"LGPL-3.0": ("LGPL-3.txt", "GPL-3.txt"), "Apache": ("Apache-2.0.txt",)}
_LGPL_NOTICE = """This program uses {name} under the GNU Lesser General Public License, version 3.
Its text and that of the GNU General Public License follow. Qt and PySide6 are libraries in files of their
own, which you may replace by others that work with the program. They are in
{folder}
Their sources: https://download.qt.io and https://code.qt.io/cgit/pyside/pyside-setup.git"""


@dataclass(frozen=True, slots=True)
class License:
    """The license of a package.

    Attributes:
        name, version: of the package.
        license: its short name, as "MIT"; "" where none is stated.
        text: the license files, one after another; "" where the package has none.

    """

    name: str
    version: str
    license: str
    text: str


def licenses() -> Iterator[License]:
    """Yield the licenses of the program, of Python, and of all packages needed, by name."""
    packages = _needed()
    program = packages.pop(_PROGRAM, None)
    if program is not None:
        yield _license_of(program)
    python = sys.version.split()[0]
    yield License("Python", python, "PSF-2.0", _python_text())
    for _name, package in paced(sorted(packages.items())):
        yield _license_of(package)


def _needed() -> dict[str, Distribution]:
    """Return the program and all packages that it needs, directly or not, by normalized name."""
    packages: dict[str, Distribution] = {}
    waiting = [_PROGRAM]
    while waiting:
        point()
        name = re.sub(r"[-_.]+", "-", waiting.pop()).lower()
        if name in packages:
            continue
        try:
            packages[name] = distribution(name)
        except (
            PackageNotFoundError
        ):  # of another platform or version of Python, or the program in a bare checkout
            continue
        for each in packages[name].requires or ():
            match = _NAME.match(each)
            if match is not None and "extra ==" not in each:
                waiting.append(match[0])
    return packages


def _license_of(package: Distribution) -> License:
    stated = package.metadata
    short: str = _stated(package, "License-Expression")
    if not short:
        classes = [each for each in stated.get_all("Classifier") or [] if each.startswith("License ::")]
        named = _stated(package, "License")
        short = named if named and "\n" not in named else ", ".join(c.rpartition(" :: ")[2] for c in classes)
    return License(stated["Name"], stated["Version"], short, _texts(package) or _common_text(package, short))


def _stated(package: Distribution, name: str) -> str:
    return next(iter(package.metadata.get_all(name) or []), "")


def _texts(package: Distribution) -> str:
    files = sorted({str(file) for file in package.files or [] if _LICENSE_FILE.search(str(file))})
    texts = [
        package.read_text(Path(*Path(file).parts[1:]).as_posix()) for file in files if ".dist-info/" in file
    ]
    return "\n\n".join(text.strip() for text in texts if text)[:_LONGEST]


def _common_text(package: Distribution, short: str) -> str:
    """Return the text of a common license for a package that carries none, "" for another license."""
    names = next((names for license_, names in _TEXTS.items() if license_ in short), ())
    try:
        root = resources.files("workbench_resources")
    except ModuleNotFoundError:  # in a checkout that is not installed
        root = Path(__file__).parents[2] / "resources"
    texts = [root.joinpath("licenses", name).read_text("utf-8").strip() for name in names]
    if "LGPL-3.txt" in names:
        folder = str(package.locate_file("")).rstrip("/")
        texts.insert(0, _LGPL_NOTICE.format(name=package.metadata["Name"], folder=folder))
    return "\n\n".join(texts)


def _python_text() -> str:
    """Return Python's own license, from the built program or from where Python is installed."""
    places = (
        Path(getattr(sys, "_MEIPASS", ""), "python-license", "LICENSE.txt"),
        Path(sysconfig.get_path("stdlib"), "LICENSE.txt"),
    )
    for place in places:
        try:
            return place.read_text("utf-8", "replace")
        except OSError:
            continue
    return ""
