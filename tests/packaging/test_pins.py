"""Every version is pinned, the pins agree with pyproject.toml, and no pin is superfluous."""

import re
import tomllib
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[2]
PIN = re.compile(r"(?P<name>[A-Za-z0-9._-]+)==(?P<version>[A-Za-z0-9.!+]+)")


def pins(name: str) -> dict[str, str]:
    """Canonical name -> version of a constraints file that holds exact pins and comments only."""
    lines = (ROOT / "packaging" / name).read_text("utf-8").splitlines()
    matches = [PIN.fullmatch(line) for line in lines if line and not line.startswith("#")]
    assert all(matches), f"{name} has a line that is no exact pin"
    found = {canonicalize_name(match["name"]): match["version"] for match in matches if match}
    assert len(found) == len(matches), f"{name} pins something twice"
    return found


def declared(*extras: str) -> list[Requirement]:
    """What pyproject.toml asks for: to build, to run, and for the extras."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    lines = project["build-system"]["requires"] + project["project"]["dependencies"]
    for extra in extras:
        lines += project["project"]["optional-dependencies"][extra]
    return [Requirement(line) for line in lines]


def required_by(requirement: Requirement) -> Iterator[Requirement]:
    """What an installed package asks for, with the extras asked of it; for any Python and system."""
    for line in metadata.requires(requirement.name) or []:
        child = Requirement(line)
        if "extra" not in str(child.marker) or any(
            child.marker.evaluate({"extra": extra}) for extra in requirement.extras
        ):
            yield child


def closure(requirements: list[Requirement]) -> dict[str, bool]:
    """Canonical names of all that is needed -> whether it is needed on this system."""
    needed: dict[str, bool] = {}
    waiting = [(requirement, True) for requirement in requirements]
    while waiting:
        requirement, here = waiting.pop()
        here = here and (requirement.marker is None or requirement.marker.evaluate({"extra": ""}))
        name = canonicalize_name(requirement.name)
        if needed.get(name, False) or (name in needed and not here):
            continue
        needed[name] = here
        try:
            waiting += [(child, here) for child in required_by(requirement)]
        except metadata.PackageNotFoundError:
            assert not here, f"{name} is not installed"
    return needed


def test_all_that_is_needed_is_pinned():
    needed = closure(declared("test"))
    assert {name for name, here in needed.items() if here} <= set(pins("constraints.txt"))


def test_no_pin_is_superfluous():
    assert set(pins("constraints.txt")) <= set(closure(declared("test")))


def test_this_environment_has_the_pinned_versions():
    wanted = pins("constraints.txt")
    installed = {name: metadata.version(name) for name, here in closure(declared("test")).items() if here}
    assert installed == {name: wanted[name] for name in installed}


@pytest.mark.parametrize("extra", ["test", "builds"])
def test_pins_satisfy_what_the_project_declares(extra: str):
    wanted = pins("constraints.txt")
    if extra != "test":
        wanted |= pins(f"constraints-{extra}.txt")
    for requirement in declared(extra):
        version = wanted[canonicalize_name(requirement.name)]
        assert requirement.specifier.contains(version), f"{requirement} against {version}"


def test_the_two_constraints_files_share_nothing():
    assert not set(pins("constraints.txt")) & set(pins("constraints-builds.txt"))


def test_only_qt_is_wanted_in_one_release():
    """Ranges let it be installed beside other libraries; what was tested stands in the constraints."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = map(Requirement, project["dependencies"])
    exact = {item.name for item in wanted if any(each.operator == "==" for each in item.specifier)}
    assert exact == {"PySide6-Essentials", "shiboken6"}


def test_nothing_that_the_window_says_tells_to_use_pip():
    said = [path for path in (ROOT / "workbench").rglob("*.py") if "pip install" in path.read_text("utf-8")]
    assert said == []
