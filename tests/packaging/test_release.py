"""The release script, in a small checkout whose checks and builds are programs that note their call."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.test_environment import program

ROOT = Path(__file__).resolve().parents[2]
VERSION = "1.2.0"
CHECKS = (".ci/run", "packaging/linux", "packaging/linux-check", "packaging/wheel")
BUILT = {
    "packaging/linux": (f"build/tokenizer-workbench_{VERSION}_amd64.deb",
                        f"build/tokenizer-workbench-{VERSION}-x86_64.run", "build/sbom.cdx.json"),
    "packaging/wheel": (f"build/dist/tokenizer_workbench-{VERSION}-cp311-cp311-manylinux_2_17_x86_64.whl",
                        f"build/dist/tokenizer_workbench-{VERSION}.tar.gz"),
}  # fmt: skip
CHANGES = (
    f"# Changelog\n\n## [{VERSION}] - unreleased\n\n### Added\n\n- Something.\n\n## [1.1.0]\n\n- Before.\n"
)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout that may be released; what it runs writes its name to `log` beside it."""
    root = tmp_path / "program"
    files = {
        "pyproject.toml": '[project]\nversion = "1.1.0"\n',
        "workbench/version.py": '__version__ = "1.1.0"\n',
        "CHANGELOG.md": CHANGES,
        "resources/workbench.metainfo.xml": "<component>\n  <releases>\n  </releases>\n</component>\n",
        ".gitignore": "build/\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    for check in CHECKS:
        makes = "".join(f"mkdir -p $(dirname {file}); touch {file}\n" for file in BUILT.get(check, ()))
        program(root / check, f"{makes}echo {check} >> ../log\n[ ! -e ../fails-{check.replace('/', '-')} ]")
    shutil.copy(ROOT / "packaging" / "release.py", root / "packaging")
    git(root, "init", "--quiet", "--initial-branch", "main")
    git(root, "config", "user.name", "A Person")
    git(root, "config", "user.email", "a@example.org")
    commit(root)
    git(root, "tag", "v1.1.0")
    return root


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(root), *arguments], capture_output=True, text=True, check=True
    ).stdout.strip()


def commit(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "commit", "--quiet", "--message", "a change")


def release(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environ = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, "packaging/release.py", *arguments],
        cwd=root, env=environ, capture_output=True, text=True, timeout=120,
    )  # fmt: skip


def test_a_release_has_its_version_everywhere_its_tag_and_its_files(checkout: Path) -> None:
    done = release(checkout, VERSION)
    assert done.returncode == 0, done.stderr
    assert (checkout.parent / "log").read_text().split() == list(CHECKS)
    assert git(checkout, "describe", "--exact-match") == f"v{VERSION}"
    assert git(checkout, "log", "--format=%an %s", "-1") == f"A Person release: {VERSION}"
    assert git(checkout, "status", "--porcelain") == ""
    assert f'version = "{VERSION}"' in (checkout / "pyproject.toml").read_text()
    assert (checkout / "workbench" / "version.py").read_text() == f'__version__ = "{VERSION}"\n'
    changes = (checkout / "CHANGELOG.md").read_text()
    day = re.search(rf"## \[{re.escape(VERSION)}\] - (\d{{4}}-\d\d-\d\d)\n", changes)
    assert day is not None
    info = (checkout / "resources" / "workbench.metainfo.xml").read_text()
    assert f'<release version="{VERSION}" date="{day[1]}"/>' in info
    folder = checkout / "build" / "release"
    names = {Path(file).name for files in BUILT.values() for file in files}
    assert {file.name for file in folder.iterdir()} == names | {"SHA256SUMS"}
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=folder, check=True)
    assert not checkout.with_name("program-release").exists()


@pytest.mark.parametrize("check", CHECKS)
def test_a_check_that_fails_leaves_main_without_release_and_tag(checkout: Path, check: str) -> None:
    before = git(checkout, "rev-parse", "main")
    (checkout.parent / f"fails-{check.replace('/', '-')}").touch()
    done = release(checkout, VERSION)
    assert done.returncode == 1
    assert f"refused: {check} failed" in done.stderr
    assert (checkout.parent / "log").read_text().split()[-1] == check
    assert git(checkout, "rev-parse", "main") == before
    assert git(checkout, "tag") == "v1.1.0"
    assert git(checkout, "status", "--porcelain") == ""
    again = release(checkout, VERSION)
    assert "from an earlier try" in again.stderr


def test_an_artefact_that_is_missing_refuses(checkout: Path) -> None:
    program(checkout / "packaging" / "wheel", "mkdir -p build/dist")
    commit(checkout)
    done = release(checkout, VERSION)
    assert done.returncode == 1
    assert "0 files are build/dist/tokenizer_workbench-1.2.0-*manylinux*.whl" in done.stderr
    assert git(checkout, "tag") == "v1.1.0"


def other_branch(root: Path) -> None:
    git(root, "switch", "--quiet", "--create", "other")


def change(root: Path) -> None:
    (root / "pyproject.toml").write_text("changed")


def released(root: Path) -> None:
    git(root, "tag", "v1.10.0")


def no_changes(root: Path) -> None:
    (root / "CHANGELOG.md").write_text(CHANGES.replace("- Something.", "Nothing."))
    commit(root)


def older_changes(root: Path) -> None:
    (root / "CHANGELOG.md").write_text(CHANGES.replace(f"[{VERSION}]", "[1.2.1]"))
    commit(root)


@pytest.mark.parametrize(
    ("prepare", "reason"),
    [
        (other_branch, "the branch is other, not main"),
        (change, "something is not committed"),
        (released, "1.10.0 is released already"),
        (no_changes, "CHANGELOG.md says nothing about 1.2.0"),
        (older_changes, "CHANGELOG.md does not begin with: ## [1.2.0] - unreleased"),
    ],
)
def test_what_may_not_be_released_is_refused_before_anything_runs(
    checkout: Path, prepare, reason: str
) -> None:
    prepare(checkout)
    done = release(checkout, VERSION)
    assert done.returncode == 1
    assert done.stderr.strip() == f"refused: {reason}"
    assert not (checkout.parent / "log").exists()


@pytest.mark.parametrize("version", ["1.2", "v1.2.0", "1.2.0rc1", "01.2.0"])
def test_a_version_has_three_numbers(checkout: Path, version: str) -> None:
    assert f"{version} is no version of three numbers" in release(checkout, version).stderr


def test_a_dry_run_shows_what_would_be_done_and_does_nothing(checkout: Path) -> None:
    done = release(checkout, "--dry-run", VERSION)
    assert done.returncode == 0, done.stderr
    assert f'pyproject.toml: version = "{VERSION}"' in done.stdout
    assert "would run: bash .ci/run" in done.stdout
    assert f"would tag: v{VERSION}" in done.stdout
    assert git(checkout, "status", "--porcelain") == ""
    assert git(checkout, "tag") == "v1.1.0"
    assert not (checkout.parent / "log").exists()


def test_this_checkout_has_a_place_for_the_version_in_every_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT / "packaging")
    import release as script

    (version,) = re.findall(r'^version = "(.*)"$', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    if f"## [{version}] - unreleased" not in (ROOT / "CHANGELOG.md").read_text("utf-8"):
        pytest.skip("this version is released")
    texts = script.written(ROOT, version, "2030-01-02")
    assert f"## [{version}] - 2030-01-02" in texts["CHANGELOG.md"]
