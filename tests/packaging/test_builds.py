"""The builds agree with each other, and with the files that they name; the single file's installation."""

import os
import re
import runpy
import shutil
import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
import yaml

from tests.packaging.test_environment import program

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_hosted_machines_run_what_is_there(file: Path) -> None:
    jobs = yaml.safe_load(file.read_text("utf-8"))["jobs"]
    steps = [step["run"] for job in jobs.values() for step in job["steps"] if "run" in step]
    named = {name for step in steps for name in re.findall(r"(?:packaging|\.ci)/[\w.-]+", step)}
    assert named
    assert not [name for name in named if not (ROOT / name).is_file()]
    for step in steps:
        script = re.sub(r"\$\{\{.*?\}\}", "x", step)
        subprocess.run(["bash", "-n", "-c", script], check=True)
    needed = {name for job in jobs.values() for name in [job.get("needs", [])]
              for name in ([name] if isinstance(name, str) else name)}  # fmt: skip
    assert needed <= set(jobs)


def test_every_system_opens_the_same_kinds_of_files() -> None:
    xml = ET.fromstring((ROOT / "resources" / "workbench-mime.xml").read_text("utf-8"))
    linux = {glob.attrib["pattern"].removeprefix("*.") for glob in xml.findall(".//{*}glob")}
    windows = set(
        re.findall(r"^ *!insertmacro Kind (\w+)", (PACKAGING / "windows.nsi").read_text(), re.MULTILINE)
    )
    gone = set(
        re.findall(r"^ *!insertmacro NoKind (\w+)", (PACKAGING / "windows.nsi").read_text(), re.MULTILINE)
    )
    spec = (PACKAGING / "workbench.spec").read_text("utf-8")
    mac = set(re.findall(r'^    \(".*", "(\w+)", .*, (?:True|False)\),$', spec, re.MULTILINE))
    assert linux == windows == gone == mac == {"workbench", "tiktoken", "model", "gguf"}


@pytest.mark.skipif(not shutil.which("makensis"), reason="needs makensis (Debian: nsis)")
def test_the_installer_of_windows_compiles(tmp_path: Path) -> None:
    (tmp_path / "folder" / "_internal").mkdir(parents=True)
    (tmp_path / "folder" / "workbench.exe").touch()
    defined = (f"-DFOLDER={tmp_path / 'folder'}", f"-DOUT={tmp_path / 'out.exe'}", "-DVERSION=1.2.3")
    done = subprocess.run(
        ["makensis", "-V2", "-WX", *defined, PACKAGING / "windows.nsi"],
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "out.exe").read_bytes().startswith(b"MZ")


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """What the single file unpacks before it calls its script."""
    tree = tmp_path / "unpacked"
    program(tree / "lib" / "tokenizer-workbench" / "workbench", "echo started")
    (tree / "bin").mkdir()
    (tree / "bin" / "workbench").symlink_to("../lib/tokenizer-workbench/workbench")
    (tree / "share" / "applications").mkdir(parents=True)
    shutil.copy(ROOT / "resources" / "workbench.desktop", tree / "share" / "applications")
    shutil.copy(PACKAGING / "install", tree)
    return tree


def install(tree: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    home.mkdir(exist_ok=True)
    environ = {**os.environ, "HOME": str(home), "USER_PWD": str(home)}
    return subprocess.run(
        ["sh", tree / "install", *arguments], env=environ, capture_output=True, text=True, timeout=60
    )


def files(folder: Path) -> set[str]:
    """All files, without the lists that the desktop's own programs make."""
    names = {
        str(file.relative_to(folder)) for file in folder.rglob("*") if not file.is_dir() or file.is_symlink()
    }
    return {name for name in names if "mimeinfo" not in name and not name.startswith(".local/share/mime")}


@pytest.mark.parametrize("folder", [".local", "it's a | & folder"])
def test_the_single_file_installs_and_goes_without_a_trace(
    tmp_path: Path, unpacked: Path, folder: str
) -> None:
    home = tmp_path / "a home"
    (home / folder / "bin").mkdir(parents=True)
    (home / folder / "bin" / "other").touch()
    before = files(home)
    arguments = [] if folder == ".local" else [folder]
    for _ in range(2):  # the second time over the first
        done = install(unpacked, home, *arguments)
        assert done.returncode == 0, done.stderr
    installed = home / folder / "bin" / "workbench"
    assert subprocess.run([installed], capture_output=True, text=True, check=True).stdout == "started\n"
    entry = (home / folder / "share" / "applications" / "workbench.desktop").read_text("utf-8")
    assert f'Exec="{installed}" %F' in entry
    subprocess.run([home / folder / "lib" / "tokenizer-workbench" / "uninstall"], check=True)
    assert files(home) == before


def test_a_folder_that_is_not_its_own_is_left_alone(tmp_path: Path, unpacked: Path) -> None:
    other = tmp_path / "home" / ".local" / "lib" / "tokenizer-workbench" / "mine"
    other.parent.mkdir(parents=True)
    other.write_text("mine")
    done = install(unpacked, tmp_path / "home")
    assert done.returncode == 1
    assert "nothing is installed" in done.stderr
    assert other.read_text() == "mine"
    assert not (tmp_path / "home" / ".local" / "bin").exists()


def test_the_license_of_each_library_of_the_system_is_there_as_text() -> None:
    system_component = runpy.run_path(str(PACKAGING / "sbom.py"))["system_component"]
    old = "Permission to use this software is hereby granted."
    named = "Files: *\nLicense: Expat\n Permission is hereby granted.\n"
    for text, names in ((old, []), (named, ["Expat"])):
        stated = [each["license"] for each in system_component("libold1", "1.0-1", text)["licenses"]]
        assert [each["name"] for each in stated if "text" not in each] == names
        assert stated[-1]["text"] == {"content": text}
    assert system_component("libold1", "1.0-1", "")["licenses"] == []
