"""Motion is welcome unless the desktop was told otherwise."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from workbench.widgets.look import motion, theme


def environment(home: Path, desktop: str = "", **more: str) -> dict[str, str]:
    return {"HOME": str(home), "XDG_CURRENT_DESKTOP": desktop, "PATH": str(home), **more}


def write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


@pytest.mark.parametrize("desktop", ["", "KDE", "GNOME", "ubuntu:GNOME", "XFCE"])
def test_where_nothing_is_said_motion_is_welcome(tmp_path: Path, desktop: str) -> None:
    assert not motion.desktop_reduces_motion(environment(tmp_path, desktop))


@pytest.mark.parametrize(("factor", "reduced"), [("0", True), ("0.5", False), ("%x", False)])
def test_kde(tmp_path: Path, factor: str, reduced: bool) -> None:
    write(tmp_path / ".config" / "kdeglobals", f"[$Version]\nx=1\n[KDE]\nAnimationDurationFactor={factor}\n")
    assert motion.desktop_reduces_motion(environment(tmp_path, "KDE")) is reduced


@pytest.mark.parametrize(("value", "reduced"), [("0", True), ("false", True), ("1", False), ("true", False)])
@pytest.mark.parametrize("version", ["gtk-3.0", "gtk-4.0"])
def test_gtk(tmp_path: Path, version: str, value: str, reduced: bool) -> None:
    write(tmp_path / "own" / version / "settings.ini", f"[Settings]\ngtk-enable-animations={value}\n")
    there = environment(tmp_path, "XFCE", XDG_CONFIG_HOME=str(tmp_path / "own"))
    assert motion.desktop_reduces_motion(there) is reduced


@pytest.mark.parametrize(("answer", "reduced"), [("false", True), ("true", False), ("", False)])
def test_gnome_is_asked_by_its_own_program(tmp_path: Path, answer: str, reduced: bool) -> None:
    program = tmp_path / "gsettings"
    program.write_text(f'#!/bin/sh\n[ "$*" = "{" ".join(motion._GSETTINGS)}" ] && echo {answer}\n')
    program.chmod(0o755)
    assert motion.desktop_reduces_motion(environment(tmp_path, "ubuntu:GNOME")) is reduced


def test_files_that_are_garbage_say_nothing(tmp_path: Path) -> None:
    write(tmp_path / ".config" / "kdeglobals", "no section\n=\n[KDE")
    (tmp_path / ".config" / "gtk-3.0").mkdir()
    (tmp_path / ".config" / "gtk-3.0" / "settings.ini").write_bytes(b"\xff\xfe[")
    assert not motion.desktop_reduces_motion(environment(tmp_path, "KDE"))
    assert not motion.desktop_reduces_motion(environment(tmp_path))


def test_a_plain_x11_or_offscreen_start_moves(qapp: QApplication, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CURRENT_DESKTOP", raising=False)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nowhere")
    motion._system_reduces_motion.cache_clear()
    try:
        assert not theme.reduced_motion()
    finally:
        motion._system_reduces_motion.cache_clear()
