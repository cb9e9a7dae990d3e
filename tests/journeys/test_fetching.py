"""Fetching a published vocabulary from a server on the loopback: it opens; without a network a notice."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QLineEdit

from tests.formats.hub_stand_in import COMMIT, TOKEN, Hub
from tests.formats.test_hub import file
from tests.formats.test_hub import server as hub
from tests.formats.test_published import Server, server
from tests.journeys.conftest import Person
from tests.journeys.test_session import start
from workbench.formats import published
from workbench.shell import log_files
from workbench.shell.dialogs.export_cards import FailedCard
from workbench.shell.dialogs.fetch_dialog import FetchDialog
from workbench.shell.problem_report import report
from workbench.worker.messages.published import Fetch

__all__ = ["file", "hub", "server", "start"]


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, server: Server, shared: Path) -> Path:
    """An empty cache, and every published file offered by the test's own server."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    server.data = (shared / "data" / "r50k_base.tiktoken").read_bytes()
    here = tuple(replace(entry, address=server.address) for entry in published.PUBLISHED)
    monkeypatch.setattr(published, "PUBLISHED", here)
    return tmp_path / "tokenizer-workbench" / "published"


def opened(person: Person) -> FetchDialog:
    person.parts.window.commands["file.fetch"].trigger()
    dialog = person.parts.fetching.dialog
    assert dialog is not None
    person.wait(lambda: dialog.file_list.count() == 7, 10_000)
    return dialog


def test_a_vocabulary_is_fetched_on_request_and_opened(person: Person, cache: Path, server: Server) -> None:
    dialog = opened(person)
    assert server.asked == []
    shown = " ".join(label.text() for label in dialog.findChildren(QLabel)).replace("\u200b", "")
    assert server.address in shown
    assert "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930" in shown
    person.click(dialog.start)
    person.wait(lambda: person.tokenizer.name == "r50k_base")
    assert person.parts.fetching.dialog is None
    assert [path.name for path in cache.iterdir()] == ["r50k_base.tiktoken"]
    again = opened(person)
    assert again.start.text() == "Open"
    person.bot.keyClick(again.file_list, Qt.Key.Key_Return)
    person.wait(lambda: person.parts.fetching.dialog is None)
    assert server.asked == [None]


def test_another_file_than_the_published_is_refused(person: Person, cache: Path, server: Server) -> None:
    dialog = opened(person)
    person.bot.keyClick(dialog.file_list, Qt.Key.Key_Down)
    person.click(dialog.start)
    person.wait(lambda: dialog.findChildren(FailedCard), 10_000)
    told = " ".join(label.text() for label in dialog.findChild(FailedCard).findChildren(QLabel))
    assert "its SHA-256 differs" in told.replace("\u200b", "") or "ended after" in told
    assert not (cache / "p50k_base.tiktoken").exists()
    dialog.reject()


def test_without_a_network_a_local_file_is_offered(
    person: Person, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    away = tuple(replace(entry, address="http://127.0.0.1:9/file") for entry in published.PUBLISHED)
    monkeypatch.setattr(published, "PUBLISHED", away)
    dialog = opened(person)
    person.bot.keyClick(dialog.file_list, Qt.Key.Key_End)
    shown, last = dialog.file_list.viewport(), dialog.file_list.currentItem()
    room = shown.height()
    person.click(dialog.start)
    person.wait(lambda: dialog.findChildren(FailedCard), 10_000)
    person.wait(lambda: shown.height() < room)
    person.wait(lambda: shown.rect().contains(dialog.file_list.visualItemRect(last).center()))
    told = " ".join(label.text() for label in dialog.findChild(FailedCard).findChildren(QLabel))
    assert "127.0.0.1 cannot be reached" in told
    assert "open a local file" in told
    assert person.button("Open a local file", dialog).isVisible()
    assert person.parts.window.notices is not None
    dialog.reject()


def test_a_model_of_the_hub_is_fetched_by_its_name_and_listed(person: Person, hub: Hub) -> None:
    dialog = opened(person)
    assert not dialog.fetch_model.isEnabled()
    person.bot.keyClicks(dialog.model, "some-one/tinny")
    person.bot.keyClick(dialog.model, Qt.Key.Key_Return)
    person.wait(lambda: dialog.findChildren(FailedCard), 30_000)
    told = " ".join(label.text() for label in dialog.findChild(FailedCard).findChildren(QLabel))
    assert "the model some-one/tinny was not found on the Hub" in told.replace("\u200b", "")
    person.wait(lambda: dialog.model.hasFocus())
    dialog.model.setText(hub.name)
    person.click(dialog.fetch_model)
    person.wait(lambda: person.tokenizer.name == "tiny", 30_000)
    assert person.parts.fetching.dialog is None
    toast = person.parts.window.notices._toast.findChildren(QLabel)
    said = f"Fetched some-one/tiny, revision {COMMIT[:7]}, SHA-256 "
    assert any(label.text().startswith(said) for label in toast)
    asked = len(hub.asked)
    person.parts.window.commands["file.fetch"].trigger()
    again = person.parts.fetching.dialog
    person.wait(lambda: again.file_list.count() == 8, 10_000)
    assert again.start.text() == "Open"
    shown = " ".join(label.text() for label in again.findChildren(QLabel)).replace("\u200b", "")
    assert f"{hub.endpoint}/some-one/tiny/tree/{COMMIT}" in shown
    person.click(again.start)
    person.wait(lambda: person.parts.fetching.dialog is None)
    assert len(hub.asked) == asked


def test_a_fetch_from_the_hub_is_canceled_at_once(person: Person, hub: Hub) -> None:
    hub.hold = threading.Event()
    dialog = opened(person)
    dialog.model.setText(hub.name)
    person.click(dialog.fetch_model)
    person.wait(hub.began.is_set, 30_000)
    person.bot.keyClick(dialog, Qt.Key.Key_Escape)
    person.wait(lambda: dialog.start.isVisible(), 5_000)
    assert dialog.model.text() == hub.name
    dialog.reject()


def told(dialog: FetchDialog) -> str:
    cards = dialog.findChildren(FailedCard)
    return " ".join(label.text() for label in cards[-1].findChildren(QLabel)).replace("\u200b", "")


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    """A log of all that any part says."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    log_files.begin(tmp_path / "log")
    root.setLevel(logging.DEBUG)
    for handler in set(root.handlers) - set(handlers):
        handler.setLevel(logging.DEBUG)
    yield tmp_path / "log"
    for handler in set(root.handlers) - set(handlers):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


def test_a_gated_model_asks_for_a_token_which_is_kept_nowhere(
    start, hub: Hub, tmp_path: Path, log: Path, caplog: pytest.LogCaptureFixture
) -> None:
    hub.gated = True
    caplog.set_level(logging.DEBUG)
    with start() as person:
        dialog = opened(person)
        assert not dialog.token.isVisible()
        person.bot.keyClicks(dialog.model, hub.name)
        person.bot.keyClick(dialog.model, Qt.Key.Key_Return)
        person.wait(dialog.token.hasFocus)
        assert "some-one/tiny is gated" in told(dialog)
        assert dialog.token.echoMode() == QLineEdit.EchoMode.Password
        person.bot.keyClicks(dialog.token, "hf_wrong")
        person.bot.keyClick(dialog.token, Qt.Key.Key_Return)
        person.wait(lambda: dialog.findChildren(FailedCard) and "not accept the access token" in told(dialog))
        person.wait(dialog.token.hasFocus)
        person.bot.keyClicks(dialog.token, TOKEN)  # what was there is selected
        person.bot.keyClick(dialog.token, Qt.Key.Key_Return)
        person.wait(lambda: person.tokenizer.name == "tiny")
        assert TOKEN not in report(log)
        person.parts.window.commands["file.fetch"].trigger()
        again = person.parts.fetching.dialog
        assert not again.token.isVisible()
        assert again.token.text() == ""
        again.reject()
        assert person.parts.window.settings.recent_tokenizers
    files = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    assert {"settings.ini", "session.json", "problems.log", "fetched.json"} <= {path.name for path in files}
    for secret in (TOKEN, "hf_wrong"):
        assert [path for path, data in files.items() if secret.encode() in data] == []
        assert secret not in caplog.text
        assert secret not in repr(Fetch(1, "hf:a/b", secret))


def test_a_model_that_is_not_found_may_be_private(person: Person, hub: Hub) -> None:
    hub.private = True
    dialog = opened(person)
    person.bot.keyClicks(dialog.model, hub.name)
    person.bot.keyClick(dialog.model, Qt.Key.Key_Return)
    person.wait(dialog.token.isVisible)
    assert dialog.model.hasFocus()  # it is more often a wrong name
    dialog.token.setText(f" {TOKEN} ")  # as it comes from a page
    person.click(dialog.fetch_model)
    person.wait(lambda: person.tokenizer.name == "tiny")
