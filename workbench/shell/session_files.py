"""Session files in the window: saved with text, tokenizer and view, and opened to the same state."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Qt

from workbench.api.session_file import SUFFIX
from workbench.display.escapes import for_label, name_of
from workbench.panels.tokens.text.choices import Choices, from_plain, remembered, to_plain
from workbench.panels.tokens.text.coloring import MODES
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.files import OF_SESSIONS, file_name, save_dialog
from workbench.shell.session import plain
from workbench.shell.session.kept_text import place_of, show_place
from workbench.shell.session.session import Session
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.widgets.token_view.document.origin import Origin
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.session_files import (
    OpenSessionFile,
    SaveSessionFile,
    SessionFileOpened,
    SessionFileSaved,
)
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask, Reply

_TASKS = frozenset({"inspect", "train", "vocabulary", "compare", "all"})


class SessionFiles(QObject):
    """Saves and opens session files."""

    def __init__(self, window: MainWindow, ask: Ask, session: Session, tokens: TokensPanel) -> None:
        super().__init__(window)
        self._window, self._ask, self._tokenizers, self._tokens = window, ask, session.tokenizers, tokens
        self._path = ""  # of the last one
        self._size: tuple[str | None, int] | None = (
            None  # path of a tokenizer and its size, until it is in use
        )
        self._reading = Reply()
        window.commands.wire("session.save_as", self.save_as)
        session.opening.session_wanted.connect(self.open)
        # Queued: the panel of the text takes the tokenizer first.
        self._tokenizers.changed.connect(self._take_size, Qt.ConnectionType.QueuedConnection)

    # --- saving

    def save_as(self) -> None:
        """Ask for a file and save the session there."""
        stem = Path(self._tokens.view.document.origin.name).stem
        new = file_name(stem) if stem else self.tr("session")
        name = Path(self._path).name or f"{new}{SUFFIX}"
        folder = str(Path(self._path).parent) if self._path else ""
        filters = [self.tr("Sessions (*{suffix})").format(suffix=SUFFIX)]
        dialog = save_dialog(self._window, self.tr("Save the session"), name, folder, filters)
        dialog.setDefaultSuffix(SUFFIX.removeprefix("."))
        dialog.fileSelected.connect(self.save_to)
        dialog.open()

    def save_to(self, path: str) -> None:
        """Save the session to a file."""
        info = self._tokenizers.current
        handle, split = (0, "") if info is None else (info.handle, self._split_of(info))
        parts = self._tokens.view.document.parts()
        request = SaveSessionFile(new_request_id(), path, handle, split, self._facts(), parts)
        self._ask(request).answered.connect(self._show_saved)

    def _split_of(self, info: TokenizerInfo) -> str:
        return self._window.settings.splits.get(info.path or "", "")

    def _show_saved(self, answer: SessionFileSaved) -> None:
        self._path = answer.path
        self._window.settings.add_recent_session(answer.path)
        said = self.tr("Saved {names}.").format(names=name_of(answer.path))
        if not answer.whole:
            large = self.tr("The tokenizer is large: the session has only its SHA-256.")
            said = wording.sentences(said, large)
        self._window.notices.toast(said)

    def _facts(self) -> dict[str, Any]:
        """Return how the text is shown, for JSON."""
        view, info = self._tokens.view, self._tokenizers.current
        facts: dict[str, Any] = {
            "text": {"name": view.document.origin.name, **place_of(self._tokens)},
            "view": {
                "task": self._window.tasks.current,
                "page": self._tokens.pages.current(),
                "color": self._tokens.coloring.mode,
                "marks": self._tokens.marks_button.isChecked(),
                "numbers": self._window.commands["view.numbers"].isChecked(),
                "zoom": view.rows.zoom,
            },
        }
        if info is not None:
            choices = self._tokens.choices.choices
            specials = choices.specials
            facts["choices"] = {
                **to_plain({"": choices})[""],
                "specials": specials if isinstance(specials, str) else list(specials),
            }
            facts["size"] = self._tokens.sizes.size
        return facts

    # --- opening

    def open(self, path: str) -> None:
        """Open a session file instead of the text; Undo brings back what was."""
        known = [info.path for info in self._tokenizers.infos if info.path]
        known += [each for each in self._window.settings.recent_tokenizers if each not in known]
        folder = str(self._window.settings.data_folder / OF_SESSIONS)
        self._reading.abandon()
        self._reading = self._ask(OpenSessionFile(new_request_id(), path, tuple(known), folder))
        self._reading.answered.connect(self._show)

    def _show(self, answer: SessionFileOpened) -> None:
        self._path = answer.path
        self._window.settings.add_recent_session(answer.path)
        before, info = self._facts(), self._tokenizers.current
        facts, text = answer.facts, plain.section(answer.facts, "text")
        said = self.tr("Opened {name}.").format(name=name_of(answer.path))
        origin = Origin(for_label(Path(plain.text(text, "name")).name))
        and_back = partial(self._back, info, before)
        self._tokens.exchange.take(said, answer.data, origin, answer.line_feeds, and_back)
        self._show_view(plain.section(facts, "view"))
        show_place(self._tokens, text)
        if answer.tokenizer is not None:
            self._use(answer.tokenizer, answer.split, facts)
        elif answer.sha256:
            lacks = self.tr("{name}, the tokenizer of this session, is not on this computer.")
            way = self.tr("Open or fetch it, then open the session again. Its SHA-256: {hash}")
            self._window.notices.tell(
                lacks.format(name=for_label(answer.name)),
                way.format(hash=for_label(answer.sha256)),
                "warning",
            )

    def _use(self, path: str, split: str, facts: Mapping[str, Any]) -> None:
        """Take the tokenizer of a session into use, with its choices."""
        settings, here = (
            self._window.settings,
            next((i for i in self._tokenizers.infos if i.path == path), None),
        )
        if split:
            settings.splits = {**settings.splits, path: split}
        if not path:
            here = next((i for i in self._tokenizers.infos if i.format and not i.path), None)
        key = path if here is None else remembered(here)
        if key:
            self._tokens.choices.kept[key] = _choices(plain.section(facts, "choices"))
        self._size = (path or None, plain.whole(facts.get("size")))
        if here is not None:
            self._tokenizers.use(here.handle)
        else:
            self._tokenizers.open(path)

    def _take_size(self, info: TokenizerInfo) -> None:
        """Encode by the size of the session, once the text has its tokenizer."""
        if self._size is None or info.path != self._size[0]:
            return
        size, self._size = self._size[1], None
        slider = self._tokens.sizes.strip.slider
        if self._tokens.sizes.strip.wanted and slider.minimum() <= size < slider.maximum():
            slider.setValue(size)

    def _back(self, info: TokenizerInfo | None, before: Mapping[str, Any]) -> None:
        """Take the tokenizer and the view from before a session was opened; the text is back already."""
        self._show_view(plain.section(before, "view"))
        show_place(self._tokens, plain.section(before, "text"))
        if info is not None and self._tokenizers.get(info.handle) is not None:
            self._size = (info.path, plain.whole(before.get("size")))
            self._tokenizers.use(info.handle)

    def _show_view(self, view: Mapping[str, Any]) -> None:
        """Show the text as a session says, as far as it can be."""
        task, page, mode = (plain.text(view, key) for key in ("task", "page", "color"))
        if task in _TASKS:
            self._window.show_task(task)
        if page in self._tokens.pages.names():
            self._tokens.pages.show_page(page)
        if mode in MODES:
            self._tokens.coloring.set_mode(mode)
        if isinstance(view.get("marks"), bool):
            self._tokens.marks_button.setChecked(view["marks"])
        numbers = self._window.commands["view.numbers"]
        if isinstance(view.get("numbers"), bool) and numbers.isChecked() != view["numbers"]:
            numbers.trigger()
        zoom = view.get("zoom")
        if isinstance(zoom, int | float) and not isinstance(zoom, bool):
            self._tokens.view.rows.set_zoom(zoom)


def _choices(stored: Mapping[str, Any]) -> Choices:
    """Return what was chosen for a tokenizer; what does not fit has its default."""
    chosen, specials = from_plain({"": stored})[""], stored.get("specials")
    if specials in ("all", "error"):
        return Choices(chosen.before, chosen.after, chosen.rule, str(specials), chosen.limit)
    if isinstance(specials, list) and all(isinstance(each, str) for each in specials):
        return Choices(chosen.before, chosen.after, chosen.rule, tuple(specials), chosen.limit)
    return chosen
