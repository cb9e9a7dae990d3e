"""Keeps what the user has done: written soon after each change, and brought back at the next start."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from workbench.engine.base.english import ENGLISH
from workbench.formats.files.stamps import stamp_of
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.session import plain, store
from workbench.shell.session.kept_text import KeptText
from workbench.shell.session.place import TEXT, Place
from workbench.shell.session.session import Session
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import OpenTokenizer, TokenizerInfo
from workbench.worker.messages.training import OpenResult
from workbench.worker.replies import Ask

if TYPE_CHECKING:
    # Not at run time: these panels come after the text and its tokens.
    from workbench.shell.interrupted import InterruptedRuns
    from workbench.shell.session.kept_panels import KeptPanels

SOON_MILLISECONDS = 250  # between two times that something is written; what comes in between waits
LATER_MILLISECONDS = 1000  # after which one looks whether it could be written


class Keeping(QObject):
    """Writes the session of a window to its place.

    Attributes:
        place: where.
        text: the part that is the text.

    """

    def __init__(
        self, window: MainWindow, ask: Ask, place: Place, session: Session, tokens: TokensPanel
    ) -> None:
        super().__init__(window)
        self._window, self.place = window, place
        self._session = session
        self._panels: KeptPanels | None = None
        self._interrupted: InterruptedRuns | None = None
        self._writer = store.Writer(place.folder)
        self._begun = self._settled = self._ended = self._reported = False
        self._facts: Mapping[str, Any] = {}  # of the last session, until the panels take theirs
        self._tokenizers: Mapping[str, Any] = {}  # of the last session, until all are open again
        self._come_back: frozenset[str] = frozenset()
        self.text = KeptText(tokens, ask, self)
        self.text.warned.connect(window.notices.tell)
        self.text.changed.connect(self.note)
        self.text.settled.connect(self._settle)
        self._since = QElapsedTimer()  # since something was written
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._write)
        self._later = QTimer(self, singleShot=True, interval=LATER_MILLISECONDS)
        self._later.timeout.connect(self._tell_problem)

    # --- at the start

    def restore(self) -> bool:
        """Bring text and tokenizers of the last session back; return whether there was one."""
        kept = store.read(self.place.folder)
        self._tell_of(kept)
        if not kept.facts and not (kept.aside and (self.place.folder / TEXT).exists()):
            self._settle()
            return False
        self._facts = kept.facts
        self._restore_tokenizers(plain.section(kept.facts, "tokenizers"))
        self.text.restore(
            plain.section(kept.facts, "text"), self.place.folder / TEXT, plain.text(kept.facts, "hash")
        )
        return True

    def join(self, panels: KeptPanels, interrupted: InterruptedRuns) -> None:
        """Bring back what the other panels had, and keep what they have."""
        self._panels, self._interrupted = panels, interrupted
        interrupted.come_back = self._come_back
        if self._facts:
            panels.restore(self._facts)
            self._facts = {}
        panels.changed.connect(self.note)
        self._begin()

    def show(self, facts: Mapping[str, Any]) -> None:
        """Show what the panels have as `sections` gave it; {} as at the first start."""
        if self._panels is not None:
            self._panels.show(facts)

    def open_files(self, facts: Mapping[str, Any]) -> None:
        """Open the tokenizers again that have files."""
        tokenizers = plain.section(facts, "tokenizers")
        rows = list(plain.rows(tokenizers, "open"))
        current = plain.whole(tokenizers.get("current"))
        self._session.coming_back.open(
            {place: self._opening(row) for place, row in enumerate(rows) if plain.text(row, "path")},
            current,
        )

    def _tell_of(self, session: store.KeptSession) -> None:
        tell = self._window.notices.tell
        if self._window.settings.damaged is not None:
            file, aside = self._window.settings.damaged
            said = self.tr("Some settings cannot be read: {file} is damaged.").format(file=file)
            kept = self.tr("The damaged file is kept as {file}. Missing settings have their defaults.")
            tell(said, kept.format(file=aside) if aside else "", "warning")
        if self.place.newer is not None:
            said = self.tr("The last session was written by a newer version of this program.")
            left = self.tr("It is unchanged in {folder}; this is a new session.")
            tell(said, left.format(folder=self.place.newer))
        if session.aside:
            said = self.tr("The last session cannot be read: its file is damaged.")
            tell(said, self.tr("The damaged file is kept as {file}.").format(file=session.aside), "warning")
        elif session.crashed:
            said = self.tr("The program did not exit properly last time. Your work was restored.")
            tell(said).add_link(self.tr("Report…"), self._window.report)

    def _restore_tokenizers(self, facts: Mapping[str, Any]) -> None:
        self._tokenizers = facts
        rows = list(plain.rows(facts, "open"))
        changed = [plain.text(row, "path") for row in rows if _has_changed(row)]
        if changed:
            said = self.tr("Changed since the last session and reloaded: {files}.")
            self._window.notices.tell(said.format(files=wording.listed(changed)))
        requests = [self._opening(row) for row in rows]
        if not requests:
            self._session.tokenizers.open_sample()
            return
        self._come_back = frozenset(each.folder for each in requests if isinstance(each, OpenResult))
        current = plain.whole(facts.get("current"))
        self._session.coming_back.open(dict(enumerate(requests)), min(current, len(requests) - 1))

    def _opening(self, row: Mapping[str, Any]) -> OpenTokenizer | OpenResult:
        """Return the request that opens a tokenizer again, with the split that was chosen for its file."""
        if folder := plain.text(row, "result"):
            return OpenResult(new_request_id(), folder)
        path = plain.text(row, "path")
        return OpenTokenizer(new_request_id(), path, split=self._window.settings.splits.get(path, ""))

    # --- from then on

    def _settle(self) -> None:
        """Take note that the text is there."""
        self._settled = True
        self._begin()

    def _begin(self) -> None:
        """Write down what is done from now on, once all is back."""
        if self._settled and self._panels is not None and not self._begun:
            self._begun = True
            self._session.tokenizers.changed.connect(self.note)
            self._session.saving.saved.connect(self.note)
            self.note()

    def note(self, *_what: object) -> None:
        """Take note that there is something new to be kept; it is written soon."""
        wanted = self._window.settings.keep_session
        if wanted and self._begun and not self._ended and not self._soon.isActive():
            passed = self._since.elapsed() if self._since.isValid() else SOON_MILLISECONDS
            self._soon.start(max(SOON_MILLISECONDS - passed, 0))

    def _write(self) -> None:
        self._since.start()
        self._writer.submit(self._snapshot(at_end=False))
        self._later.start()

    def _tell_problem(self) -> None:
        problem = self._writer.problem
        if problem is not None and not self._reported:
            self._reported = True
            said, prose = self.tr("This session cannot be kept for the next start."), ENGLISH[problem.code]
            cause = wording.filled(prose.cause, problem.facts)
            remedy = wording.filled(prose.remedy_for("window"), problem.facts)
            self._window.notices.tell(said, f"{problem.where}: {cause}. {remedy}", "warning")

    def _snapshot(self, at_end: bool) -> store.Snapshot:
        text, parts = self.text.snapshot(at_end)
        return store.Snapshot({"text": text, **self.sections()}, parts, at_end)

    def sections(self) -> dict[str, object]:
        """Return what is kept next to the text."""
        panels = {} if self._panels is None else self._panels.sections()
        return {"tokenizers": self._tokenizers_now(), **panels}

    def _tokenizers_now(self) -> Mapping[str, Any]:
        if self._session.coming_back.is_pending:
            return self._tokenizers
        tokenizers = self._session.tokenizers
        staying = [info for info in tokenizers.infos if not tokenizers.is_to_close(info.handle)]
        rows = [(info, self._plain_tokenizer(info)) for info in staying]
        kept = [info for info, row in rows if row]
        current = tokenizers.current
        place = kept.index(current) if current in kept else 0
        return {"open": [row for _, row in rows if row], "current": place}

    def _plain_tokenizer(self, info: TokenizerInfo) -> dict[str, object]:
        if info.path:
            return {"path": info.path, "stamp": info.stamp}
        folder = self._session.unsaved.folder_of(info.handle)
        return {"result": folder} if folder else {"sample": True} if info.format else {}

    def forget(self) -> None:
        """Remove what was written, and write down again what there is now."""
        if self._interrupted is not None:
            self._interrupted.forget_waiting()
        self._writer.forget()
        self.text.write_again()
        self.note()

    def end(self) -> None:
        """Write all down as the program ends, and let others have the place."""
        if self._ended:
            return
        self._ended = True
        self._soon.stop()
        if not self._window.settings.keep_session:
            self._writer.forget()
        elif self._begun:
            self._writer.submit(self._snapshot(at_end=True))
        self._writer.finish()
        self.place.leave()


def _has_changed(row: Mapping[str, Any]) -> bool:
    """Return whether the file of a tokenizer is there, and not as it was."""
    stamp, now = plain.span(row.get("stamp"), 2), stamp_of(plain.text(row, "path"))
    return stamp is not None and now is not None and now != tuple(stamp)
