"""The one place where errors reach the user: as a strip in the panel that asked, never as a box.

A `Failed` is data; here it becomes a sentence (what was not done, the place, the cause), a second line
("Nothing was changed." and the remedy) and Details. The templates of `engine.base.errors` are looked up in
the translation under the context "EngineError".
"""

from __future__ import annotations

import contextlib
import sys
import threading
import traceback
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import TracebackType
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QCoreApplication, QObject, Signal

from workbench.display.escapes import for_terminal, name_of
from workbench.engine.base.english import ENGLISH
from workbench.shell import log_files
from workbench.widgets import wording
from workbench.widgets.strips import NoticeStrip, Toast
from workbench.worker.window_calls import WindowCalls

if TYPE_CHECKING:
    # Not at run time: the messages import numpy, which is to wait until the window is seen.
    from workbench.formats.format import Notice
    from workbench.worker.messages.requests import Failed

# The action of a request -> the panel that asks.
PANEL_OF: Mapping[str, str] = {
    "measure": "corpus",
    "preview": "corpus_preview",
    "scan": "corpus",
    "train": "training_run",
    "estimate": "training_run",
    "encode": "tokens",
    "read text": "tokens",
    "list": "vocabulary",
    "draft": "vocab_draft",
    "read tokens": "vocab_draft",
    "read template": "training_options",
}
_OPENED = "opened"  # no request: what is said of a tokenizer that was opened


def _tr(text: str) -> str:
    return QCoreApplication.translate("Notices", text)


def _not_done(action: str, name: str) -> str:
    """Return the clause that says what did not happen."""
    named = {
        "open": _tr("{name} was not opened"),
        "save": _tr("{name} was not saved"),
        "export": _tr("{name} was not written"),
        "fetch": _tr("{name} was not fetched"),
        "read text": _tr("{name} was not opened"),
        "encode file": _tr("No ids were written. {name}"),
        "write file": _tr("{name} was not saved"),
        "measure": _tr("{name} was not counted"),
        "encode set": _tr("The data set was not finished. {name}"),
        "count files": _tr("{name} was not counted"),
        "preview": _tr("{name} is not shown"),
        "scan": _tr("{name} was not added"),
        "train": _tr("Training stopped at {name}"),
        "read tokens": _tr("{name} was not read"),
        "read template": _tr("{name} was not read"),
    }
    unnamed = {
        "open": _tr("The tokenizer was not opened"),
        "save": _tr("The tokenizer was not saved"),
        "export": _tr("The tokenizer was not exported"),
        "fetch": _tr("The vocabulary was not fetched"),
        "read text": _tr("The text was not opened"),
        "measure": _tr("The corpus was not counted"),
        "encode set": _tr("The data set was not finished"),
        "count files": _tr("The tokens were not counted"),
        "preview": _tr("The source is not shown"),
        "scan": _tr("The sources were not added"),
        "train": _tr("The tokenizer was not trained"),
        "estimate": _tr("The training could not be estimated"),
        "encode": _tr("The text was not tokenized"),
        "draft": _tr("The changed copy was not made"),
        "read tokens": _tr("The tokens were not read"),
        "read pattern text": _tr("The text was not read"),
        "list": _tr("The vocabulary cannot be shown"),
    }
    if name and action in named:
        return named[action].format(name=name)
    return unnamed.get(action, _tr("The action failed"))


def _place(place: tuple[str, int | str] | None) -> str:
    if place is None:
        return ""
    kind, value = place
    templates = {
        "line": _tr("line {value}"),
        "byte": _tr("byte {value}"),
        "column": _tr("column {value}"),
        "character": _tr("character {value}"),
        "id": _tr("id {value}"),
        "key": _tr("key “{value}”"),
    }
    shown = wording.number(value) if isinstance(value, int) else value
    return templates.get(kind, "{value}").format(value=shown)


def sentence_of(failed: Failed) -> str:
    """Return the bold sentence: "broken.model was not opened: line 312, the file ends too early."."""
    start = _not_done(failed.action, name_of(failed.file or ""))
    reason = _tr(", ").join(
        part for part in (_place(failed.place), wording.filled(failed.cause, failed.facts)) if part
    )
    return wording.sentence(reason, start) if reason else wording.sentence(start)


def second_of(failed: Failed) -> str:
    """Return the second line: that nothing was changed, where this is so, and the way out."""
    unchanged = (
        "" if failed.code == "save_partly" or failed.action == "encode set" else _tr("Nothing was changed.")
    )
    return wording.sentences(unchanged, wording.filled(failed.remedy, failed.facts))


class StripPlace(Protocol):
    """Where a strip may be shown: a dock, or the window itself."""

    def show_strip(self, strip: NoticeStrip) -> None:
        """Show a strip above those that are there."""


class Notices(QObject):
    """Shows messages in the window.

    Attributes:
        place_of: for the name of a panel the place of its strip, None if the panel is not in sight.

    Signals:
        report_requested(object, str): the user wants to report an exception, or None; and what happened.

    """

    report_requested = Signal(object, str)

    def __init__(
        self, window_place: StripPlace, place_of: Callable[[str], StripPlace | None], toast: Toast
    ) -> None:
        super().__init__(toast)
        self._window_place = window_place
        self.place_of = place_of
        self._toast = toast
        self._undo: Callable[[], object] | None = None
        self._faults: set[str] = set()  # of the program itself, that are still in the window
        # Shown until it succeeds, or is tried again; of a tokenizer that was opened, until another one is.
        self._passing: dict[str, list[NoticeStrip]] = {
            "encode": [],
            "train": [],
            "estimate": [],
            _OPENED: [],
        }
        toast.undo_requested.connect(self._run_undo)
        self._calls = WindowCalls(self)  # an exception may come from any thread
        self.destroyed.connect(self._calls.close)

    def failed(self, failed: Failed, panel: str | None = None) -> NoticeStrip:
        """Show an error where it was requested, and return its strip so that a remedy's link may be added."""
        strip = NoticeStrip(sentence_of(failed), second_of(failed), "error", _details(failed))
        if failed.action in self._passing:
            self._take_away(failed.action)
        if failed.code == "internal":
            self._offer_report(strip, None)
        self._show(strip, panel or PANEL_OF.get(failed.action, ""))
        if failed.action in self._passing:
            self._keep(failed.action, strip)
        return strip

    def _keep(self, what: str, strip: NoticeStrip) -> None:
        self._passing[what].append(strip)
        strip.destroyed.connect(lambda: self._forget(what, strip))

    def _forget(self, what: str, strip: NoticeStrip) -> None:
        self._passing[what] = [other for other in self._passing[what] if other is not strip]

    def text_encoded(self) -> None:
        """Take away what was said of a text that could not be encoded: now it is."""
        self._take_away("encode")

    def training_started(self) -> None:
        """Take away what was said of trainings that failed: another one is on."""
        self._take_away("train")
        self.estimated()

    def estimated(self, _answer: object = None) -> None:
        """Remove why nothing could be said before a start: now it can, or another choice is made."""
        self._take_away("estimate")

    def _take_away(self, what: str) -> None:
        for strip in self._passing[what][:]:
            strip.take_away()
        self._passing[what] = []

    def tell(self, sentence: str, second: str = "", kind: str = "info", panel: str = "") -> NoticeStrip:
        """Show a message of kind "info", "warning" or "error" in a panel, or else in the window."""
        strip = NoticeStrip(sentence, second, kind)
        self._show(strip, panel)
        return strip

    def opened(self, name: str, notices: Sequence[Notice]) -> None:
        """Say what was tolerated or left out when a tokenizer was opened."""
        self._take_away(_OPENED)
        if not notices:
            return
        causes = [wording.filled(ENGLISH[notice.code].cause, notice.facts) for notice in notices]
        remedies = [wording.filled(ENGLISH[notice.code].remedy, notice.facts) for notice in notices]
        sentence = self.tr("{name} was opened: {cause}.").format(name=name, cause=wording.clauses(causes))
        self._keep(_OPENED, self.tell(sentence, wording.sentences(*dict.fromkeys(remedies)), "info"))

    def saved(self, names: str, losses: Sequence[Notice]) -> None:
        """Say what the files of a saved tokenizer do not hold, or are for others."""
        causes = wording.clauses(wording.filled(ENGLISH[loss.code].cause, loss.facts) for loss in losses)
        remedies = wording.sentences(
            *(wording.filled(ENGLISH[loss.code].remedy, loss.facts) for loss in losses)
        )
        self.tell(self.tr("Saved {names}: {cause}.").format(names=names, cause=causes), remedies, "warning")

    def toast(self, sentence: str, undo: Callable[[], object] | None = None) -> None:
        """Say for ten seconds what was done, with Undo where `undo` can take it back."""
        self._undo = undo
        self._toast.show_text(sentence, can_undo=undo is not None)

    def withdraw(self, undo: Callable[[], object]) -> None:
        """Take a toast away whose Undo would by now do harm, unless another one is in its place."""
        if self._undo == undo:
            self._undo = None
            self._toast.hide()

    def unexpected(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        """Report a fault of the program itself, from any thread: on stderr and in the window."""
        text = "".join(traceback.format_exception(kind, error, trace))
        # Python keeps the last printed exception and its frames. A painter that lives on there floods stderr
        # with Qt's warnings, and ends the program when the window goes before it does.
        for name in ("last_exc", "last_type", "last_value", "last_traceback"):
            vars(sys).pop(name, None)
        with contextlib.suppress(OSError, AttributeError):
            sys.stderr.write(for_terminal(text))
        log_files.note(error)
        traceback.clear_frames(trace)  # the report keeps the exception, and would keep that painter
        self._calls.post(partial(self._show_unexpected, f"{kind.__name__}: {error}", text, error))

    def catch_everything(self) -> None:
        """Let every exception that was not caught come here."""
        sys.excepthook = self.unexpected

        def _from_thread(args: threading.ExceptHookArgs) -> None:
            if args.exc_value is not None:
                self.unexpected(args.exc_type, args.exc_value, args.exc_traceback)

        threading.excepthook = _from_thread

    def _show(self, strip: NoticeStrip, panel: str) -> None:
        place = self.place_of(panel) if panel else None
        (place or self._window_place).show_strip(strip)

    def _offer_report(self, strip: NoticeStrip, error: BaseException | None) -> None:
        strip.add_link(self.tr("Report…"), lambda: self.report_requested.emit(error, strip.sentence))

    def _show_unexpected(self, summary: str, text: str, error: BaseException) -> None:
        if summary in self._faults:  # of a paint, perhaps: a new strip would paint again, and so on for ever
            return
        sentence = self.tr("Internal error: {summary}").format(summary=summary)
        second = self.tr("Your work is still here: save now. Please report this.")
        strip = NoticeStrip(sentence, second, "error", text)
        self._offer_report(strip, error)
        self._faults.add(summary)
        strip.gone.connect(lambda _strip: self._faults.discard(summary))
        self._window_place.show_strip(strip)

    def _run_undo(self) -> None:
        undo, self._undo = self._undo, None
        if undo is not None:
            undo()


def _details(failed: Failed) -> str:
    rows = [f"{failed.action}: {failed.code}" if failed.action else failed.code]
    if failed.file:
        rows.append(failed.file)
    rows.extend(f"{name} = {value}" for name, value in failed.facts.items())
    return "\n".join([*rows, "", failed.details]).strip() + "\n"
