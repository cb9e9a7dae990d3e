"""Keeps what the user has done: written soon after each change, and brought back at the next start."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from PySide6.QtCore import QElapsedTimer, QObject, QTimer

from workbench.engine.base.english import ENGLISH
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.engine.training.presets import PRESETS
from workbench.formats.overwriting import stamp_of
from workbench.panels.chat.keeping import Kept, from_plain, to_plain
from workbench.panels.chat.panel import SAMPLE, ChatPanel
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.draft.panel import DraftPanel
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.training.options import TrainingOptionsPanel
from workbench.shell.interrupted import InterruptedRuns
from workbench.shell.session import kept_drafts, plain, store
from workbench.shell.session.kept_text import KeptText
from workbench.shell.session.place import TEXT, Place
from workbench.shell.session.session import Session
from workbench.shell.window import MainWindow
from workbench.widgets import wording
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import OpenTokenizer, TokenizerInfo
from workbench.worker.messages.training import OpenResult
from workbench.worker.replies import Ask

SOON_MILLISECONDS = 250  # between two times that something is written; what comes in between waits
LATER_MILLISECONDS = 1000  # after which one looks whether it could be written


class Keeping(QObject):
    """Writes the session of a window to its place.

    Attributes:
        place: where.
        text: the part that is the text.

    """

    def __init__(
        self,
        window: MainWindow,
        ask: Ask,
        place: Place,
        session: Session,
        interrupted: InterruptedRuns,
        tokens: TokensPanel,
        corpus: CorpusPanel,
        options: TrainingOptionsPanel,
        chat: ChatPanel,
        draft: DraftPanel,
    ) -> None:
        super().__init__(window)
        self._window, self.place = window, place
        self._session, self._interrupted = session, interrupted
        self._tokens, self._corpus, self._options, self._chat = tokens, corpus, options, chat
        self._draft = draft
        self._conversation: Mapping[str, object] | None = None  # as it is written, None after a change
        self._writer = store.Writer(place.folder)
        self._begun = self._ended = self._reported = False
        self._tokenizers: Mapping[str, Any] = {}  # of the last session, until all are open again
        self.text = KeptText(tokens, ask, self)
        self.text.warned.connect(window.notices.tell)
        self.text.changed.connect(self.note)
        self.text.settled.connect(self._begin)
        corpus.sources.changed_since.connect(self._tell_sources)
        self._since = QElapsedTimer()  # since something was written
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._write)
        self._later = QTimer(self, singleShot=True, interval=LATER_MILLISECONDS)
        self._later.timeout.connect(self._tell_problem)

    # --- at the start

    def restore(self) -> bool:
        """Bring the last session back; return whether there was one."""
        kept = store.read(self.place.folder)
        self._tell_of(kept)
        if not kept.facts and not (kept.aside and (self.place.folder / TEXT).exists()):
            self._begin()
            return False
        self._restore_tokenizers(plain.section(kept.facts, "tokenizers"))
        self._restore_sections(kept.facts)
        self.text.restore(
            plain.section(kept.facts, "text"), self.place.folder / TEXT, plain.text(kept.facts, "hash")
        )
        return True

    def _restore_sections(self, facts: Mapping[str, Any]) -> None:
        for restore, name in (
            (self._restore_corpus, "corpus"),
            (self._restore_options, "training"),
            (self._restore_chat, "chat"),
            (self._restore_drafts, "drafts"),
            (self._tokens.finding.bar.restore, "find"),
        ):
            restore(plain.section(facts, name))

    def show(self, facts: Mapping[str, Any]) -> None:
        """Show corpus, options, conversation and search as `sections` gave them; {} as at the first start."""
        self._corpus.sources.clear()
        self._options.set_options(Options())
        self._chat.restore(Kept(SAMPLE))
        self._tokens.finding.bar.restore({"find": "", "replace": ""})
        self._restore_sections(facts)

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
            self._window.notices.tell(said.format(files=", ".join(changed)))
        requests = [self._opening(row) for row in rows]
        if not requests:
            self._session.tokenizers.open_sample()
            return
        self._interrupted.come_back = frozenset(
            each.folder for each in requests if isinstance(each, OpenResult)
        )
        current = plain.whole(facts.get("current"))
        self._session.coming_back.open(dict(enumerate(requests)), min(current, len(requests) - 1))

    def _opening(self, row: Mapping[str, Any]) -> OpenTokenizer | OpenResult:
        """Return the request that opens a tokenizer again, with the split that was chosen for its file."""
        if folder := plain.text(row, "result"):
            return OpenResult(new_request_id(), folder)
        path = plain.text(row, "path")
        return OpenTokenizer(new_request_id(), path, split=self._window.settings.splits.get(path, ""))

    def _restore_corpus(self, facts: Mapping[str, Any]) -> None:
        rows = [row for row in plain.rows(facts, "sources") if row.get("path")]
        sources = [_source(row) for row in rows]
        stamps = [plain.span(row.get("stamp"), 3) for row in rows]
        held_out = facts.get("held_out")
        steps = facts.get("clean")
        self._corpus.sources.restore(
            sources,
            [step for step in steps if isinstance(step, str)] if isinstance(steps, list) else [],
            held_out if isinstance(held_out, float) and 0 <= held_out < 1 else 0.0,
            [None if stamp is None else tuple(stamp) for stamp in stamps],
        )

    def _tell_sources(self, changed: list[str], gone: list[str]) -> None:
        """Say which sources of the corpus are not what they were in the last session."""
        said = [
            words.format(names=wording.some(names))
            for words, names in (
                (self.tr("Changed since the last session and reloaded: {names}."), changed),
                (self.tr("Missing since the last session: {names}."), gone),
            )
            if names
        ]
        self._window.notices.tell(" ".join(said), "", "warning" if gone else "info", "corpus")

    def _restore_options(self, facts: Mapping[str, Any]) -> None:
        options = plain.fitted(Options, facts)
        if not facts or options.preset not in PRESETS:
            return
        pattern = plain.text(facts, "custom_pattern")
        if "extend_split" in facts:  # before 0.2
            pattern = plain.text(facts, "pattern")
            split = plain.text(facts, "extend_split")
            options = replace(options, pattern=split or None) if options.extend else options
        self._options.set_options(options, pattern)

    def _restore_chat(self, facts: Mapping[str, Any]) -> None:
        with contextlib.suppress(TypeError, ValueError):  # then it begins with its sample
            self._chat.restore(from_plain(facts))

    def _restore_drafts(self, facts: Mapping[str, Any]) -> None:
        kept, lost = kept_drafts.from_plain(facts)
        self._draft.drafts.restore(kept)
        self._draft.renew()
        if lost:
            said = self.tr("Some changes of a draft cannot be restored: {changes}.")
            changes = wording.plural(lost, "%n change", "%n changes")
            second = self.tr("They need a text that was not kept, or are of a newer version.")
            self._window.notices.tell(said.format(changes=changes), second, "warning")

    # --- from then on

    def _begin(self) -> None:
        self._begun = True
        self._note_when_changed()
        self.note()

    def _note_when_changed(self) -> None:
        for signal in (
            self._session.tokenizers.changed,
            self._session.saving.saved,
            self._corpus.sources_changed,
            self._corpus.cleaning.changed,
            self._corpus.view.model().dataChanged,
            self._options.options_changed,
            self._tokens.finding.bar.query_changed,
            self._tokens.finding.bar.replacement.textChanged,
        ):
            signal.connect(self.note)
        self._chat.kept_changed.connect(self._note_chat)
        self._draft.kept_changed.connect(self.note)

    def _note_chat(self) -> None:
        self._conversation = None
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
        if self._conversation is None:
            self._conversation = to_plain(self._chat.kept())
        return {
            "tokenizers": self._tokenizers_now(),
            "corpus": {
                "sources": [
                    {**asdict(source), "stamp": stamp}
                    for source, stamp in zip(
                        self._corpus.sources.kept(), self._corpus.sources.stamps(), strict=True
                    )
                ],
                "clean": list(self._corpus.cleaning.steps()),
                "held_out": self._corpus.cleaning.held_out(),
            },
            "training": self._options.kept(),
            "find": self._tokens.finding.bar.kept(),
            "chat": self._conversation,
            "drafts": {"rows": kept_drafts.to_plain(self._draft.drafts.kept())},
        }

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


def _source(row: Mapping[str, Any]) -> SourceOptions:
    """Return a source of the corpus; where an option is out of its range, all have their defaults."""
    source = plain.fitted(SourceOptions, row)
    try:
        source.check()
    except EngineError:
        return SourceOptions(source.path, source.enabled)
    return source


def _has_changed(row: Mapping[str, Any]) -> bool:
    """Return whether the file of a tokenizer is there, and not as it was."""
    stamp, now = plain.span(row.get("stamp"), 2), stamp_of(plain.text(row, "path"))
    return stamp is not None and now is not None and now != tuple(stamp)
