"""What is logged and reported: where the program failed, and nothing of what the user works with."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from workbench.shell import log_files
from workbench.shell.dialogs.report_dialog import ReportDialog
from workbench.shell.problem_report import report
from workbench.widgets.controls import Button
from workbench.widgets.strips import NoticeStrip

SECRET = "my secret diary"


def fail() -> None:
    try:
        {}[SECRET]
    except KeyError as error:
        raise ValueError(f"/home/me/{SECRET}.txt\n{SECRET}: line 2") from error


def caught() -> ValueError:
    with pytest.raises(ValueError, match=SECRET) as info:
        fail()
    return info.value


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    folder = log_files.folder_of(tmp_path / "data" / "session")
    assert log_files.begin(folder) == ""
    yield folder
    log_files.end()


def test_the_log_has_types_and_places_and_nothing_that_is_filled_in(
    folder: Path, expected_log: list[str]
) -> None:
    expected_log.append(SECRET)
    log_files.note(caught())
    logging.getLogger("workbench.x").warning("%s is odd", SECRET, extra={"job": "Train"})
    logging.getLogger("another.library").warning(f"odd: {SECRET}")
    logging.getLogger("workbench.x").info("this is no problem")
    text = (folder / log_files.LOG).read_text("utf-8")
    assert "builtins.ValueError" in text
    assert "builtins.KeyError" in text
    assert "test_log_files.py:" in text
    assert " fail" in text
    assert "%s is odd Train" in text
    assert "another.library" in text
    assert SECRET not in text
    assert "no problem" not in text


def test_a_log_stays_small_and_keeps_two_older_ones(folder: Path, monkeypatch) -> None:
    (handler,) = log_files._logs()
    monkeypatch.setattr(handler, "maxBytes", 2000)
    for _ in range(60):
        log_files.note(caught())
    sizes = {file.name: file.stat().st_size for file in folder.iterdir() if file.name.startswith("problems")}
    assert set(sizes) == {"problems.log", "problems.log.1", "problems.log.2"}
    assert max(sizes.values()) <= 2000


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a full disk")
def test_a_full_disk_stops_nothing(folder: Path, capsys) -> None:
    (handler,) = log_files._logs()
    handler.close()
    handler.stream = open("/dev/full", "w", encoding="utf-8")  # noqa: SIM115 - the handler closes it
    log_files.note(caught())
    assert capsys.readouterr().err == ""
    handler.stream = None


def test_a_report_says_what_helps_and_nothing_private(folder: Path) -> None:
    log_files.note(caught())
    text = report(folder, caught())
    assert "Python 3" in text
    assert "Compiled kernels: " in text
    assert "[this problem]\nbuiltins.ValueError\n" in text
    assert "[problems.log]" in text
    assert SECRET not in text
    assert os.path.expanduser("~") not in text
    assert str(folder) not in text


DYING = """
import os, sys
from pathlib import Path
from workbench.shell import log_files
log_files.begin(Path(sys.argv[1]))
os.abort()
"""


def test_a_death_of_the_process_is_in_the_next_report(tmp_path: Path) -> None:
    folder = tmp_path / "log"
    for _ in range(2):
        done = subprocess.run([sys.executable, "-c", DYING, str(folder)], capture_output=True, check=False)
        assert done.returncode != 0
    assert log_files.begin(folder) == ""
    log_files.end()
    found = dict(log_files.quoted(folder))
    assert "Fatal Python error: Aborted" in found["deaths.log.1"]


def test_an_internal_error_offers_a_report_of_it(window, qtbot) -> None:
    window.notices.unexpected(ValueError, caught(), None)
    qtbot.waitUntil(lambda: bool(window.findChildren(NoticeStrip)))
    (strip,) = window.findChildren(NoticeStrip)
    next(each for each in strip.findChildren(Button) if each.text() == "Report…").click()
    (dialog,) = window.findChildren(ReportDialog)
    assert dialog.isVisible()
    assert not dialog.isModal()
    dialog.copy.click()
    copied = QApplication.clipboard().text()
    assert "[this problem]\nbuiltins.ValueError\n" in copied
    assert SECRET not in copied
    dialog.close()


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_log_folder_that_may_not_be_written_stops_nothing(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    assert log_files.begin(tmp_path / "log")


def test_73_a_log_folder_that_cannot_be_stops_nothing(tmp_path: Path) -> None:
    (tmp_path / "log").write_text("a file where the folder should be")
    assert log_files.begin(tmp_path / "log" / "session") != ""
    assert log_files._logs() == []
    assert dict(log_files.quoted(tmp_path / "log" / "session")) == {}
