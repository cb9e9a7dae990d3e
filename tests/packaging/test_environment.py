"""What packaging/environment.sh does on machines unlike this one, played by programs put first in PATH."""

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "packaging" / "environment.sh"


@pytest.fixture
def play(tmp_path: Path):
    """play(script, name=body…): run lines of bash after environment.sh, with programs of these bodies."""

    def run(script: str, **programs: str) -> subprocess.CompletedProcess[str]:
        folder = tmp_path / "bin"
        for name, body in programs.items():
            program(folder / name.replace("_", "-"), body)
        return bash(script, {"PATH": f"{folder}:{os.environ['PATH']}", "LOG": str(tmp_path / "log")})

    return run


def program(path: Path, body: str) -> None:
    """Write a program of these lines of bash."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/bash\n{body}\n")
    path.chmod(0o755)


def bash(script: str, environ: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["bash", "-c", f'set -euo pipefail; source "$0"; {script}', str(SCRIPT)],
        env={**os.environ, **environ}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


NONE_INSTALLED = "exit 1"
ORDINARY_PERSON = "echo 1000"
SUPER_USER = "echo 0"


def test_a_person_without_rights_is_told_the_one_command(play):
    done = play(
        "install_system_packages one two",
        dpkg_query=NONE_INSTALLED, id=ORDINARY_PERSON, sudo="exit 1",
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.splitlines()[1] == "    sudo apt-get install --no-install-recommends one two"


def test_missing_fonts_keep_nobody_from_the_window(play):
    done = play(
        "install_system_packages $(font_packages); echo goes on",
        fc_list='[ "$1" = :lang=hi ] || echo a font',
        dpkg_query=NONE_INSTALLED, id=ORDINARY_PERSON, sudo="exit 1",
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stdout == "goes on\n"
    assert done.stderr.splitlines()[1].endswith(
        "--no-install-recommends fonts-jetbrains-mono fonts-lohit-deva"
    )


def test_what_is_missing_is_installed_even_if_one_repository_fails(play, tmp_path: Path):
    apt_get = 'echo "$@" >> "$LOG"; case "$*" in *update*) exit 100;; esac'
    done = play("install_system_packages one two", dpkg_query=NONE_INSTALLED, id=SUPER_USER, apt_get=apt_get)
    assert done.returncode == 0, done.stderr
    assert (
        (tmp_path / "log").read_text().splitlines()[-1].endswith("install -y --no-install-recommends one two")
    )


def test_a_failed_installation_says_what_apt_said(play):
    done = play(
        "install_system_packages one",
        dpkg_query=NONE_INSTALLED, id=SUPER_USER, apt_get="echo E: no such thing; exit 100",
    )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr.splitlines()[-2:] == ["E: no such thing", "apt-get could not install: one"]


def test_nothing_is_asked_for_where_all_is_installed(play):
    installed = "printf 'installed/one '; printf 'installed/twot64 '; printf 'config-files/three '; exit 1"
    done = play("missing_packages one two three", dpkg_query=installed)
    assert done.stdout == "three\n"


def test_a_python_that_is_too_old_is_named(play):
    done = play("check_python", python3='[ "$1" = --version ] && echo Python 3.10.1')
    assert done.returncode == 1
    assert "Python 3.11 or later is needed; python3 here is: Python 3.10.1." in done.stderr
    done = play("check_python", python3="exit 127")
    assert done.stderr == "Python 3.11 or later is needed; python3 here is: missing.\n"


def test_an_environment_is_usable_only_where_it_was_made(tmp_path: Path):
    here, there = tmp_path / "a b", tmp_path / "elsewhere"
    program(here / "bin" / "python", "exit 1")  # left half made: it cannot import pip
    program(here / "bin" / "pip", f"'exec' '{here}/bin/python3' \"$0\"")
    said = 'usable "$PLACE" && echo yes || echo no'
    assert bash(said, {"PLACE": str(here)}).stdout == "no\n"
    program(here / "bin" / "python", "exit 0")
    assert bash(said, {"PLACE": str(here)}).stdout == "yes\n"
    here.rename(there)
    assert bash(said, {"PLACE": str(there)}).stdout == "no\n"


def test_an_environment_that_is_a_link_is_left_as_it_is(play, tmp_path: Path):
    there, link = tmp_path / "env", tmp_path / "link"
    there.mkdir()
    link.symlink_to(there)
    script = f'install_pinned() {{ echo "$@" >> "$LOG"; }}; make_environment "{link}" test'
    done = play(script, python3='echo "$@" >> "$LOG"')
    assert done.returncode == 1
    assert f"{link} is a link to another environment" in done.stderr
    assert not (tmp_path / "log").exists()  # `venv --clear` would empty what it points to


def test_a_second_call_installs_nothing(play, tmp_path: Path):
    script = f'usable() {{ return 0; }}; install_pinned() {{ echo "$@" >> "$LOG"; }}; root="{ROOT}"; '
    made = tmp_path / "env"
    made.mkdir()
    for extra in ("test", "test", ""):
        done = play(f'{script} make_environment "{made}" "{extra}"')
        assert done.returncode == 0, done.stderr
    calls = (tmp_path / "log").read_text().splitlines()
    assert len(calls) == 2  # the build requirements, then the project; with the tests' comes the window's
    assert calls[0].removeprefix(f"{made} ").startswith("setuptools")
    assert calls[1].endswith(f"--no-build-isolation --editable {ROOT}[test]")
