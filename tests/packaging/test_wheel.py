"""The wheel holds every module and resource of the tree and nothing else, and works where it is installed."""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = {"workbench": "workbench", "resources": "workbench_resources"}  # folder of the tree -> package
LITTER = ("__pycache__/x.cpython-311.pyc", "corpus/english.txt~", "icons/.hidden.svg", "tokenizers/old.bak")


def run(command: Sequence[str | Path], folder: Path, **environment: str) -> str:
    """Run a program in a folder, with nothing of this tree in reach; its output. Fails with what it said."""
    environ = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | environment
    done = subprocess.run(command, cwd=folder, env=environ, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def in_tree() -> set[Path]:
    """The files under workbench/ and resources/ of the program; not caches, copies, maps, .ts files."""
    files = (file for room in ROOMS for file in (ROOT / room).rglob("*") if file.is_file())
    return {
        file.relative_to(ROOT)
        for file in files
        if "__pycache__" not in file.parts
        and not re.search(r"^\.|~$|\.(bak|orig|swp|tmp|c|so|ts)$|^(README|GLOSSARY)\.md$", file.name)
    }


# Compiles nothing of what the tree has, and links by copying that.
IN_A_HURRY = """#!{python}
import os, shutil, sys
from pathlib import Path
from sysconfig import get_config_var

target = Path(sys.argv[sys.argv.index("-o") + 1]) if "-o" in sys.argv else Path()
made = Path({tree!r}, "workbench", "kernels", target.name.split(".")[0] + get_config_var("EXT_SUFFIX"))
if made.is_file() and target.suffix == ".o":
    target.touch()
elif made.is_file() and target.name == made.name:
    shutil.copyfile(made, target)
else:
    os.execvp({compiler!r}, [{compiler!r}, *sys.argv[1:], "-O0"])
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without network from a copy of the tree in which some litter lies about."""
    tree = tmp_path_factory.mktemp("tree")
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    for room in ROOMS:
        shutil.copytree(
            ROOT / room, tree / room, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.pyd")
        )
    for name in LITTER:
        (tree / "resources" / name).parent.mkdir(exist_ok=True)
        (tree / "resources" / name).write_bytes(b"litter")
    # What is compiled is tried elsewhere; here it is only packed. So what this tree has compiled of the same
    # text is taken, and the rest compiled in a third of the time.
    if (ROOT / "build" / "cython").is_dir():
        shutil.copytree(ROOT / "build" / "cython", tree / "build" / "cython")
    compiler = tree / "cc-in-a-hurry"
    compiler.write_text(
        IN_A_HURRY.format(python=sys.executable, compiler=os.environ.get("CC", "cc"), tree=str(ROOT)), "utf-8"
    )
    compiler.chmod(0o755)
    target = tmp_path_factory.mktemp("wheel")
    offline = ("--no-index", "--no-deps", "--no-build-isolation", "--quiet")
    run([sys.executable, "-m", "pip", "wheel", *offline, "--wheel-dir", target, tree], tree, CC=str(compiler))
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment that holds the wheel, and what it needs from this one."""
    place = tmp_path_factory.mktemp("installed")
    venv.create(place, with_pip=False, symlinks=True)
    run([sys.executable, "-m", "pip", "--python", place / "bin" / "python", "install", "--quiet",
         "--no-index", "--no-deps", wheel], place)  # fmt: skip
    (packages,) = place.glob("lib/python*/site-packages")
    # A .pth inside a folder that a .pth adds is not read, so the checkout, which is in this
    # environment by such a file, stays out of reach.
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return place / "bin"


def test_the_wheel_holds_the_tree_and_nothing_else(wheel: Path):
    files = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    # What a compiler adds differs from machine to machine.
    of_the_wheel = {
        file
        for file in files
        if not file.parts[0].endswith(".dist-info") and file.suffix not in (".so", ".pyd")
    }
    assert of_the_wheel == {Path(ROOMS[file.parts[0]], *file.parts[1:]) for file in in_tree()}


@pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
def test_what_can_be_compiled_is_compiled(wheel: Path):
    compiled = {
        Path(name).name.split(".")[0] for name in zipfile.ZipFile(wheel).namelist() if ".cpython" in name
    }
    kernels = (ROOT / "workbench" / "kernels").glob("*.py")
    assert compiled == {file.stem for file in kernels if "import cython\n" in file.read_text("utf-8")}


def test_every_package_has_an_init():
    folders = {file.parent for file in in_tree() if file.suffix == ".py"}
    assert not [folder for folder in folders if not (ROOT / folder / "__init__.py").is_file()]


def test_what_is_imported_is_the_installed_one(installed: Path, tmp_path: Path):
    script = (
        "import workbench, workbench_resources as r; print(workbench.__path__[0], r.__path__[0], sep='\\n')"
    )
    for line in run([installed / "python", "-c", script], tmp_path).splitlines():
        assert Path(line).is_relative_to(installed.parent)


def test_the_installed_program_explains_itself(installed: Path, tmp_path: Path):
    assert "train" in run([installed / "workbench", "--help"], tmp_path)


def test_the_installed_sample_tokenizer_and_corpus_are_there(installed: Path, tmp_path: Path):
    script = """
from importlib.resources import files
from workbench import api
tokenizer = api.open_sample().tokenizer
text = files("workbench_resources").joinpath("sample_text.txt").read_text("utf-8")
assert tokenizer.decode(tokenizer.encode_ordinary(text)) == text
print(tokenizer.vocab_size, len(list(files("workbench_resources").joinpath("corpus").iterdir())))
"""
    n_tokens, n_texts = run([installed / "python", "-c", script], tmp_path).split()
    assert int(n_tokens) > 256
    assert int(n_texts) == len(list((ROOT / "resources" / "corpus").glob("*.txt")))


def test_the_installed_child_splits_by_a_foreign_pattern(installed: Path, tmp_path: Path):
    script = """
from workbench.engine.child.isolation import Child
from workbench.engine.splitting.pre_tokenizers import custom
with Child() as child:
    print(custom(r"[a-z]+|\\d+", child).split(b"abc123").tolist())
"""
    assert run([installed / "python", "-c", script], tmp_path).strip() == "[[0, 3], [3, 6]]"


def test_only_what_a_person_installs_may_lack_a_module(tmp_path: Path) -> None:
    kernels = tmp_path / "workbench" / "kernels"
    kernels.mkdir(parents=True)
    for file in ("setup.py", "workbench/__init__.py", "workbench/kernels/__init__.py"):
        shutil.copyfile(ROOT / file, tmp_path / file)
    (kernels / "processor.py").write_text("def answer() -> int:\n    return 42\n")
    build = [sys.executable, "setup.py", "-q", "build_ext", "--inplace"]
    environ = {**os.environ, "CC": "/bin/false", "WORKBENCH_PURE": ""}
    for wanted in ("", "1"):
        strict = {**environ, "WORKBENCH_COMPILED": wanted}
        done = subprocess.run(build, cwd=tmp_path, env=strict, capture_output=True, text=True, timeout=120)
        assert "workbench.kernels.processor is not compiled" in done.stderr
        assert done.returncode == int(bool(wanted)), done.stderr
