"""What PyInstaller is told on each system, by stand-ins for it: the names that scripts and installers use."""

import re
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"


class Asked(SimpleNamespace):
    """What the file of PyInstaller asked for: programs, the folder, the bundle of macOS."""

    programs: list[str]
    folder: str
    bundle: dict[str, Any]


class StandIn(ModuleType):
    """A module of functions and modules that return nothing."""

    def __getattr__(self, name: str) -> Any:
        return MagicMock(side_effect=lambda *_, **__: [])


def asked_for(system: str, monkeypatch: pytest.MonkeyPatch) -> Asked:
    """Run the file as PyInstaller does on a system."""
    for name in ("", ".utils", ".utils.hooks", ".utils.win32"):
        monkeypatch.setitem(sys.modules, f"PyInstaller{name}", StandIn(name))
    asked = Asked(programs=[], folder="", bundle={})

    def exe(*_: object, name: str, console: bool = True, **__: object) -> str:
        asked.programs.append(name if console else f"{name} without a console")
        return name

    def collect(*_: object, name: str) -> str:
        asked.folder = name
        return name

    names = {
        "SPECPATH": str(PACKAGING), "EXE": exe, "COLLECT": collect, "PYZ": lambda pure: pure,
        "Analysis": lambda *_, **__: SimpleNamespace(pure=[], scripts=[], binaries=[], datas=[]),
        "BUNDLE": lambda *_, **options: asked.bundle.update(options),
    }  # fmt: skip
    monkeypatch.setattr(sys, "platform", system)
    spec = PACKAGING / "workbench.spec"
    exec(compile(spec.read_text("utf-8"), str(spec), "exec"), names)
    return asked


def steps(job: str) -> str:
    """The lines that a job of the hosted machines runs."""
    jobs = yaml.safe_load((ROOT / ".github" / "workflows" / "release.yml").read_text("utf-8"))["jobs"]
    return "\n".join(step.get("run", "") for step in jobs[job]["steps"])


def test_the_folder_has_one_name(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked_for("linux", monkeypatch).programs == ["workbench"]
    folder = asked_for("linux", monkeypatch).folder
    for name in ("linux", "linux-check", "appimage", "desktop", "windows.nsi"):
        text = (PACKAGING / name).read_text("utf-8").replace("\\", "/")
        assert f"build/{folder}" in text, name
    assert f"--directory build {folder}" in steps("linux")
    assert f'portable.zip" {folder}' in steps("windows")


def test_windows_has_a_program_with_and_without_a_console(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_for("win32", monkeypatch)
    assert asked.programs == ["workbench", "Tokenizer workbench without a console"]
    installer = (PACKAGING / "windows.nsi").read_text("utf-8")
    (name,) = re.findall(r'^!define NAME "(.*)"$', installer, re.MULTILINE)
    assert name == "Tokenizer workbench"
    assert set(re.findall(r"\$INSTDIR\\([\w ${}]+\.exe)", installer)) == {
        "workbench.exe", "${NAME}.exe", "uninstall.exe",
    }  # fmt: skip
    assert 'InstallDir "$LOCALAPPDATA\\Programs\\${NAME}"' in installer
    assert f"$LOCALAPPDATA\\\\Programs\\\\{name}" in steps("windows")
    assert set(re.findall(r"\$place/(\w+\.exe)", steps("windows"))) == {"workbench.exe", "uninstall.exe"}


def test_macos_has_a_bundle_with_a_menu(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = asked_for("darwin", monkeypatch)
    assert asked.programs == ["workbench"]
    # One of a console otherwise: PyInstaller then makes a bundle that has no menu and no place in the dock.
    assert asked.bundle["info_plist"]["LSBackgroundOnly"] is False
    app = f"build/{asked.bundle['name']}"
    assert app in steps("macos")
    assert f"{app}/Contents/MacOS/workbench" in (PACKAGING / "desktop").read_text("utf-8")
