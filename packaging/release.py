"""Makes a release, or says why not: python packaging/release.py [--dry-run] VERSION.

Main has to be checked out, whole and committed; VERSION is the newest of CHANGELOG.md, which calls it
unreleased. In a clone beside the checkout the version and the day are written and committed; there every
check runs, and the folder, the .deb, the single file, the wheel and the source distribution are built and
tried. Only when all of it has passed does main move and get the tag, and build/release the files. What fails
changes nothing but the clone, which is left to look at. Nothing is pushed. With --dry-run the reasons against
it, what would be written and what would run are shown.
"""

from __future__ import annotations

import argparse
import datetime
import hashlib
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
CHECKS = (".ci/run", "packaging/linux", "packaging/linux-check", "packaging/wheel")
# What has to be there after them; {version} as it stands in their names.
ARTEFACTS = (
    "build/tokenizer-workbench_{version}_*.deb",
    "build/tokenizer-workbench-{version}-*.run",
    "build/dist/tokenizer_workbench-{version}-*manylinux*.whl",
    "build/dist/tokenizer_workbench-{version}.tar.gz",
    "build/sbom.cdx.json",
)
_NUMBERS = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)")
_TOP = re.compile(r"^## \[(?P<version>[^]]*)\](?P<rest>.*)\n(?P<text>(?:(?!## ).*\n?)*)", re.MULTILINE)
# File -> what stands for the version in it, and what takes its place.
_PLACES = {
    "pyproject.toml": (r'^version = ".*"$', 'version = "{version}"'),
    "workbench/version.py": (r'^__version__ = ".*"$', '__version__ = "{version}"'),
    "CHANGELOG.md": (r"^## \[{version}\] - unreleased$", "## [{version}] - {day}"),
    "resources/workbench.metainfo.xml": (
        r"^  <releases>$",
        '  <releases>\n    <release version="{version}" date="{day}"/>',
    ),
}


class Refused(Exception):
    """The release is not made; says why."""


def main(arguments: list[str]) -> int:
    """Make the release that the arguments ask for, and return the exit status: 1 if it is refused."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("version")
    parser.add_argument("--dry-run", action="store_true", help="write nothing, run nothing")
    asked = parser.parse_args(arguments)
    faults = list(reasons(ROOT, asked.version))
    for fault in faults:
        print(f"refused: {fault}", file=sys.stderr)
    if faults and not asked.dry_run:
        return 1
    day = datetime.datetime.now(datetime.UTC).date().isoformat()
    try:
        if asked.dry_run:
            tell(asked.version, day)
        else:
            make(asked.version, day)
    except Refused as fault:
        print(f"refused: {fault}", file=sys.stderr)
        return 1
    return 1 if faults else 0


def reasons(root: Path, version: str) -> Iterator[str]:
    """Yield what speaks against a release, as far as it shows without building."""
    if not _NUMBERS.fullmatch(version):
        yield f"{version} is no version of three numbers"
        return
    if (branch := git(root, "branch", "--show-current")) != "main":
        yield f"the branch is {branch or 'none'}, not main"
    if git(root, "status", "--porcelain"):
        yield "something is not committed"
    tags = [tag.removeprefix("v") for tag in git(root, "tag", "--list", "v*").splitlines()]
    released = [tag for tag in tags if _NUMBERS.fullmatch(tag)]
    if later := [tag for tag in released if _numbers(tag) >= _numbers(version)]:
        yield f"{max(later, key=_numbers)} is released already"
    top = _TOP.search((root / "CHANGELOG.md").read_text("utf-8"))
    if top is None or (top["version"], top["rest"]) != (version, " - unreleased"):
        yield f"CHANGELOG.md does not begin with: ## [{version}] - unreleased"
    elif not re.search(r"^- ", top["text"], re.MULTILINE):
        yield f"CHANGELOG.md says nothing about {version}"


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def written(root: Path, version: str, day: str) -> dict[str, str]:
    """Return the files that carry the version, by path, as they have to be."""
    texts = {}
    for name, (pattern, text) in _PLACES.items():
        pattern = pattern.replace("{version}", re.escape(version))
        put = text.format(version=version, day=day)
        before = (root / name).read_text("utf-8")
        texts[name], n_places = re.subn(pattern, lambda _, put=put: put, before, flags=re.MULTILINE)
        if n_places != 1:
            raise Refused(f"{name} has {n_places} places for the version")
    return texts


def tell(version: str, day: str) -> None:
    """Print what would be written and run."""
    for name, text in written(ROOT, version, day).items():
        was = (ROOT / name).read_text("utf-8").splitlines()
        for line in text.splitlines():
            if line not in was:
                print(f"{name}: {line}")
    for check in CHECKS:
        print(f"would run: bash {check}")
    print(f"would tag: v{version}")


def make(version: str, day: str) -> None:
    """Build and check everything in a clone; then move main, set the tag and take the files."""
    tag, tree = f"v{version}", ROOT.with_name(f"{ROOT.name}-release")
    if tree.exists():
        raise Refused(f"{tree} is there, from an earlier try; look at it and remove it")
    git(ROOT, "clone", "--quiet", "--branch", "main", str(ROOT), str(tree))
    for name, text in written(tree, version, day).items():
        (tree / name).write_text(text, "utf-8")
    git(tree, *_as_whoever(ROOT), "commit", "--quiet", "--all", "--message", f"release: {version}")
    for check in CHECKS:
        print(f"== bash {check}", flush=True)
        if subprocess.run(["bash", check], cwd=tree, check=False).returncode != 0:  # noqa: S603, S607
            raise Refused(f"{check} failed in {tree}")
    files = [artefact(tree, pattern.format(version=version)) for pattern in ARTEFACTS]
    if git(tree, "status", "--porcelain"):
        raise Refused(f"the checks changed or left files in {tree}")
    git(ROOT, "fetch", "--quiet", str(tree), "main")
    git(ROOT, "merge", "--quiet", "--ff-only", "FETCH_HEAD")
    git(ROOT, *_as_whoever(ROOT), "tag", "--annotate", tag, "--message", f"Tokenizer workbench {version}")
    target = ROOT / "build" / "release"
    shutil.rmtree(target, ignore_errors=True)
    target.mkdir(parents=True)
    for file in files:
        shutil.copy(file, target)
    sums = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (target / "SHA256SUMS").write_text("".join(sums), "utf-8")
    shutil.rmtree(tree)
    print(f"{tag} is made; its files are in {target}. To publish it: git push origin main {tag}")


def artefact(tree: Path, pattern: str) -> Path:
    """Return the one file of a pattern."""
    found = list(tree.glob(pattern))
    if len(found) != 1:
        raise Refused(f"{len(found)} files are {pattern} in {tree}")
    return found[0]


def _as_whoever(root: Path) -> list[str]:
    """Return the options by which git in a clone commits in the name that it has in the checkout."""
    name, mail = git(root, "config", "user.name"), git(root, "config", "user.email")
    return ["-c", f"user.name={name}", "-c", f"user.email={mail}"]


def git(root: Path, *arguments: str) -> str:
    """Return what git says; Refused with its complaint."""
    done = subprocess.run(["git", "-C", str(root), *arguments], capture_output=True, text=True, check=False)  # noqa: S603, S607
    if done.returncode != 0:
        raise Refused(f"git {arguments[0]}: {done.stderr.strip() or done.returncode}")
    return done.stdout.strip()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
