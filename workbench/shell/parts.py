"""All parts of the window: panels and what goes with them, made one by one and given to each other."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from workbench.panels.chat.panel import ChatPanel
from workbench.panels.compare.panel import ComparePanel
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.draft.panel import DraftPanel
from workbench.panels.lab.lab import RegexLab
from workbench.panels.tokens.decoder.decoder import DecoderDialog
from workbench.panels.tokens.text.strip import TokensStrip
from workbench.panels.training.options import TrainingOptionsPanel
from workbench.panels.training.run import TrainingRunPanel
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.shell.drafts import Drafts
from workbench.shell.exporting import Exporting
from workbench.shell.fetching import Fetching
from workbench.shell.first_parts import FirstParts
from workbench.shell.interrupted import InterruptedRuns
from workbench.shell.naming import Naming
from workbench.shell.pictures import Pictures
from workbench.shell.regex_lab import LabPlace
from workbench.shell.session_files import SessionFiles
from workbench.shell.text_files import TextSaving
from workbench.shell.training_place import TrainingPlace
from workbench.shell.training_runs import TrainingRuns


@dataclass(frozen=True)
class _Panels:
    """The panels that come after the text; fields as those of `Parts`."""

    corpus: CorpusPanel
    options: TrainingOptionsPanel
    run: TrainingRunPanel
    strip: TokensStrip
    vocabulary: VocabularyPanel
    dossier: DossierPanel
    draft: DraftPanel
    chat: ChatPanel
    compare: ComparePanel
    lab: RegexLab


@dataclass(frozen=True)
class Parts(_Panels, FirstParts):
    """Everything that the window is made of.

    Attributes:
        runs: those that are done again, and what a run asks.
        interrupted: runs that were interrupted, and tokenizers that were not saved, as they are offered.
        training: where training is in the window.
        naming: gives tokenizers other names.
        text_saving: saves the text. session_files: saves and opens session files. pictures: saves pictures.
        exporting, fetching: the dialogs of the File menu.
        corpus, options, run, strip, vocabulary, dossier: the panels.
        draft: changes of a copy. drafts: makes the tokenizers that they come to.
        decoder: the window for ids.
        chat: a conversation as tokens.
        compare: tokenizers held against each other; with the panels of measures.
        lab: the regex lab; with its panels. lab_place: where it is in the window.

    """

    runs: TrainingRuns
    interrupted: InterruptedRuns
    training: TrainingPlace
    naming: Naming
    text_saving: TextSaving
    session_files: SessionFiles
    pictures: Pictures
    exporting: Exporting
    fetching: Fetching
    drafts: Drafts
    decoder: DecoderDialog
    lab_place: LabPlace


def make(first: FirstParts) -> Generator[None, None, Parts]:
    """Make the other parts, and give the window its panels; a yield where something else may come first."""
    window, ask, session, tokens = first.window, first.lanes.ask, first.session, first.tokens
    panels = yield from _make_panels(first)
    corpus, options, run = panels.corpus, panels.options, panels.run
    first.word_sources.of_corpus = corpus.sources.training_sources
    return Parts(
        **vars(first),
        **vars(panels),
        runs=TrainingRuns(window, ask, session.training, session.tokenizers),
        interrupted=InterruptedRuns(window, ask, session.training, session.unsaved),
        training=TrainingPlace(window, session, corpus, options, run, ask),
        naming=Naming(window, ask, session.tokenizers),
        text_saving=TextSaving(window, ask, tokens, session.opening),
        session_files=SessionFiles(window, ask, session, tokens),
        pictures=Pictures(window, ask, first.selected, run),
        exporting=Exporting(
            window, ask, tokens.text, corpus.sources.enabled_sources, corpus.sources.readings
        ),
        fetching=Fetching(window, ask),
        drafts=Drafts(window, ask, session, panels.draft, panels.compare),
        decoder=DecoderDialog(ask, window),
        lab_place=LabPlace(window, panels.lab, corpus, options, tokens),
    )


def _make_panels(first: FirstParts) -> Generator[None, None, _Panels]:
    ask, take, document = first.lanes.ask, first.window.tasks.take_panel, first.tokens.view.document
    take("corpus", corpus := CorpusPanel(ask))
    take("corpus_preview", corpus.preview)
    yield
    take("chat", chat := ChatPanel(ask))
    yield
    sources = corpus.sources.training_sources
    take("vocabulary", vocabulary := VocabularyPanel(ask, document, sources))
    yield
    take("vocab_dossier", dossier := DossierPanel(vocabulary.counting, vocabulary.checks, ask))
    yield
    take("vocab_draft", draft := DraftPanel(ask, document, sources))
    yield
    take("compare", compare := ComparePanel(ask, document, corpus.sources.compared_sources))
    take("compare_measures", compare.measures)
    take("compare_sources", compare.sources)
    yield
    take("training_options", options := TrainingOptionsPanel(first.window.settings))
    yield
    take("training_run", run := TrainingRunPanel(ask))
    yield
    take("tokens_strip", strip := TokensStrip(ask))
    yield
    lab = RegexLab(ask, first.window.settings, first.window)
    for name in ("patterns", "editor", "pieces", "measures", "frequent"):
        take(f"lab_{name}", getattr(lab, name))
    yield
    return _Panels(
        corpus=corpus,
        options=options,
        run=run,
        strip=strip,
        vocabulary=vocabulary,
        dossier=dossier,
        draft=draft,
        chat=chat,
        compare=compare,
        lab=lab,
    )
