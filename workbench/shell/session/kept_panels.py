"""What the panels next to the text had in the last session: corpus, options, conversation, drafts, search."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.engine.training.presets import PRESETS
from workbench.panels.chat.keeping import Kept, from_plain, to_plain
from workbench.panels.chat.panel import SAMPLE, ChatPanel
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.draft.panel import DraftPanel
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.training.options import TrainingOptionsPanel
from workbench.shell.session import kept_drafts, plain
from workbench.shell.window import MainWindow
from workbench.widgets import wording


class KeptPanels(QObject):
    """Brings back what the panels had, and tells what they have; `Keeping` writes it down.

    Signals:
        changed(): there is something new to be written.

    """

    changed = Signal()

    def __init__(
        self,
        window: MainWindow,
        tokens: TokensPanel,
        corpus: CorpusPanel,
        options: TrainingOptionsPanel,
        chat: ChatPanel,
        draft: DraftPanel,
    ) -> None:
        super().__init__(window)
        self._window, self._tokens = window, tokens
        self._corpus, self._options, self._chat, self._draft = corpus, options, chat, draft
        self._conversation: Mapping[str, object] | None = None  # as it is written, None after a change
        corpus.sources.changed_since.connect(self._tell_sources)
        for signal in (
            corpus.sources_changed,
            corpus.cleaning.changed,
            corpus.view.model().dataChanged,
            options.options_changed,
            tokens.finding.bar.query_changed,
            tokens.finding.bar.replacement.textChanged,
            draft.kept_changed,
        ):
            signal.connect(self.changed)
        chat.kept_changed.connect(self._note_chat)

    def _note_chat(self) -> None:
        self._conversation = None
        self.changed.emit()

    def restore(self, facts: Mapping[str, Any]) -> None:
        """Bring back what the panels had."""
        for restore, name in (
            (self._restore_corpus, "corpus"),
            (self._restore_options, "training"),
            (self._restore_chat, "chat"),
            (self._restore_drafts, "drafts"),
            (self._tokens.finding.bar.restore, "find"),
        ):
            restore(plain.section(facts, name))

    def show(self, facts: Mapping[str, Any]) -> None:
        """Show what `sections` gave; {} as at the first start."""
        self._corpus.sources.clear()
        self._options.set_options(Options())
        self._chat.restore(Kept(SAMPLE))
        self._tokens.finding.bar.restore({"find": "", "replace": ""})
        self.restore(facts)

    def sections(self) -> dict[str, object]:
        """Return what the panels have."""
        if self._conversation is None:
            self._conversation = to_plain(self._chat.kept())
        return {
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
        self._window.notices.tell(wording.sentences(*said), "", "warning" if gone else "info", "corpus")

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


def _source(row: Mapping[str, Any]) -> SourceOptions:
    """Return a source of the corpus; where an option is out of its range, all have their defaults."""
    source = plain.fitted(SourceOptions, row)
    try:
        source.check()
    except EngineError:
        return SourceOptions(source.path, source.enabled)
    return source
