"""What packaging/test runs, and that no check hides another: played by programs that note their call."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.packaging.test_environment import program

ROOT = Path(__file__).resolve().parents[2]
ENVIRONMENT = """
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
window_packages=() test_packages=() font_package=
check_python() { :; }; build_packages() { :; }; install_system_packages() { :; }; make_environment() { :; }
"""
CHECKS = ["ruff check", "ruff format", "mypy", "lint-imports", "all tests", "pure tests", "bound tests"]
PYTEST = """
[ "$2" != tests.readable ] || exit 0
called="all tests"
[ -z "$WORKBENCH_PURE" ] || called="pure tests"
[ "$3" != -m ] || called="bound tests"
"""


def run(folder: Path, failing: str, *arguments: str) -> tuple[int, list[str], str]:
    """Run packaging/test, one check failing; returns its status, the checks that ran, and what it said."""
    packaging, log = folder / "packaging", folder / "log"
    packaging.mkdir()
    shutil.copy(ROOT / "packaging" / "test", packaging)
    (packaging / "environment.sh").write_text(ENVIRONMENT)
    call = {
        "ruff": 'called="ruff $1"',
        "mypy": "called=mypy",
        "lint-imports": "called=lint-imports",
        "python": PYTEST,
        "setpriv": 'shift; exec "$@"',
    }
    for name, body in call.items():
        write = f'echo "$called" >> "{log}"; [ "$called" != "{failing}" ]'
        program(folder / ".venv" / "bin" / name, body if name == "setpriv" else f"{body}\n{write}")
    done = subprocess.run(
        ["bash", str(packaging / "test"), *arguments],
        env={**os.environ, "WORKBENCH_PURE": ""}, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    return done.returncode, log.read_text().splitlines(), done.stderr


def passes_over_permissions(folder: Path) -> bool:
    file = folder / "locked"
    file.touch(0)
    return os.access(file, os.R_OK)


@pytest.mark.parametrize("failing", ["", *CHECKS])
def test_all_checks_run_whatever_fails(tmp_path: Path, failing: str) -> None:
    checks = CHECKS if passes_over_permissions(tmp_path) else CHECKS[:-1]
    status, called, said = run(tmp_path, failing)
    assert called == checks
    assert (status == 0) == (failing not in checks)
    assert said.count("Failed: ") == (failing in checks)


def test_arguments_go_to_pytest_alone(tmp_path: Path) -> None:
    status, called, _ = run(tmp_path, "all tests", "tests/engine")
    assert called == ["all tests"]
    assert status == 1


@pytest.mark.parametrize("changed", [[], ["tests/test_new.py"]], ids=["nothing", "a test"])
def test_the_quick_lane_runs_what_changed(tmp_path: Path, changed: list[str]) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "begin"], check=True)
    for name in changed:
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).touch()
    status, called, _ = run(tmp_path, "", "--quick")
    assert called == [*CHECKS[:4], *["all tests" for _ in changed]]
    assert status == 0


def test_the_quick_lane_leaves_most_of_what_all_import_to_the_full_run(tmp_path: Path) -> None:
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    subprocess.run([*git, "init", "-q", "-b", "main"], check=True)
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "begin"], check=True)
    (tmp_path / "tests" / "engine").mkdir(parents=True)
    (tmp_path / "workbench" / "engine").mkdir(parents=True)
    (tmp_path / "workbench" / "engine" / "errors.py").touch()
    for number in range(20):
        test = tmp_path / "tests" / "engine" / f"test_{number}.py"
        test.write_text("from workbench.engine.errors import EngineError\n")
    subprocess.run([*git, "add", "tests"], check=True)
    subprocess.run([*git, "commit", "-q", "-m", "tests"], check=True)
    status, called, said = run(tmp_path, "", "--quick")
    assert called == [*CHECKS[:4], "all tests"]
    assert "Left to the full run: 8 more test files" in said
    assert status == 0
