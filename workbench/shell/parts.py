"""The parts of the window: panels, session and lanes, made and given to each other."""

from __future__ import annotations

from dataclasses import dataclass

from workbench.engine.corpus.source_options import SAMPLE_CORPUS, SourceOptions
from workbench.panels.chat.panel import ChatPanel
from workbench.panels.compare.panel import ComparePanel
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.draft.panel import DraftPanel
from workbench.panels.lab.lab import RegexLab
from workbench.panels.tokens.decoder.decoder import DecoderDialog
from workbench.panels.tokens.pipeline.pipeline import PipelinePage
from workbench.panels.tokens.selected.selected import SelectedTokenPanel
from workbench.panels.tokens.text.ids_panel import IdsPanel
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.tokens.text.strip import TokensStrip
from workbench.panels.training.options import TrainingOptionsPanel
from workbench.panels.training.run import TrainingRunPanel
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.shell.drafts import Drafts
from workbench.shell.exporting import Exporting
from workbench.shell.fetching import Fetching
from workbench.shell.interrupted import InterruptedRuns
from workbench.shell.jobs import Jobs
from workbench.shell.naming import Naming
from workbench.shell.pictures import Pictures
from workbench.shell.regex_lab import LabPlace, add_lab_panels
from workbench.shell.session.keeping import Keeping
from workbench.shell.session.place import claim
from workbench.shell.session.session import Session, begin
from workbench.shell.session_files import SessionFiles
from workbench.shell.text_files import TextSaving
from workbench.shell.training_place import TrainingPlace
from workbench.shell.training_runs import TrainingRuns
from workbench.shell.window import MainWindow
from workbench.worker.lanes import Lanes


@dataclass(frozen=True)
class Parts:
    """Everything that the window is made of.

    Attributes:
        window: the main window.
        session: what is open and what runs.
        runs: those that are done again, and what a run asks.
        interrupted: runs that were interrupted, and tokenizers that were not saved, as they are offered.
        training: where training is in the window.
        naming: gives tokenizers other names.
        text_saving: saves the text. session_files: saves and opens session files. pictures: saves pictures.
        exporting, fetching: the dialogs of the File menu.
        lanes: the worker threads.
        corpus, options, run, tokens, selected, strip, vocabulary, dossier: the panels.
        draft: changes of a copy. drafts: makes the tokenizers that they come to.
        decoder: the window for ids.
        pipeline: the stages of a line of the text.
        chat: a conversation as tokens.
        compare: tokenizers held against each other; its panels of measures are in it.
        ids: the ids next to the text.
        lab: the regex lab; its panels are in it. lab_place: where it is in the window.
        keeping: brings back what the last session was, and writes down what this one is.

    """

    window: MainWindow
    session: Session
    runs: TrainingRuns
    interrupted: InterruptedRuns
    training: TrainingPlace
    naming: Naming
    text_saving: TextSaving
    session_files: SessionFiles
    pictures: Pictures
    exporting: Exporting
    fetching: Fetching
    lanes: Lanes
    corpus: CorpusPanel
    options: TrainingOptionsPanel
    run: TrainingRunPanel
    tokens: TokensPanel
    selected: SelectedTokenPanel
    strip: TokensStrip
    vocabulary: VocabularyPanel
    dossier: DossierPanel
    draft: DraftPanel
    drafts: Drafts
    decoder: DecoderDialog
    pipeline: PipelinePage
    chat: ChatPanel
    compare: ComparePanel
    ids: IdsPanel
    lab: RegexLab
    lab_place: LabPlace
    keeping: Keeping


def make(window: MainWindow) -> Parts:
    """Make the parts of a window, start the lanes, and give the window its panels."""
    lanes = Lanes(window, str(window.settings.data_folder / "comparisons"))
    ask = lanes.ask
    session = begin(window, lanes)
    Jobs(window, lanes, session.tokenizers.splits)
    corpus, tokens, chat = CorpusPanel(ask), TokensPanel(ask), ChatPanel(ask)
    sources, document = corpus.sources.training_sources, tokens.view.document
    vocabulary = VocabularyPanel(ask, document, sources)
    draft = DraftPanel(ask, document, sources)
    compare = ComparePanel(ask, document, corpus.sources.compared_sources)
    options, run = TrainingOptionsPanel(window.settings), TrainingRunPanel(ask)
    interrupted = InterruptedRuns(window, ask, session.training, session.unsaved)
    place = window.place or claim(window.settings.data_folder)
    lab = RegexLab(ask, window.settings, window)

    def _word_sources() -> tuple[str | SourceOptions, ...]:
        """Return what is trained on until a word is one token: the corpus, or the sample without one."""
        return corpus.sources.training_sources() or (SAMPLE_CORPUS,)

    selected = SelectedTokenPanel(ask, _word_sources)
    parts = Parts(
        window=window,
        session=session,
        runs=TrainingRuns(window, ask, session.training, session.tokenizers),
        interrupted=interrupted,
        training=TrainingPlace(window, session, corpus, options, run, ask),
        naming=Naming(window, ask, session.tokenizers),
        text_saving=TextSaving(window, ask, tokens, session.opening),
        session_files=SessionFiles(window, ask, session, tokens),
        pictures=Pictures(window, ask, selected, run),
        exporting=Exporting(
            window, ask, tokens.text, corpus.sources.enabled_sources, corpus.sources.readings
        ),
        fetching=Fetching(window, ask),
        lanes=lanes,
        corpus=corpus,
        options=options,
        run=run,
        tokens=tokens,
        selected=selected,
        strip=TokensStrip(ask),
        vocabulary=vocabulary,
        dossier=DossierPanel(vocabulary.counting, vocabulary.checks, ask),
        draft=draft,
        drafts=Drafts(window, ask, session, draft, compare),
        decoder=DecoderDialog(ask, window),
        pipeline=PipelinePage(tokens, ask),
        chat=chat,
        compare=compare,
        ids=IdsPanel(tokens),
        lab=lab,
        lab_place=LabPlace(window, lab, corpus, options, tokens),
        keeping=Keeping(
            window, ask, place, session, interrupted,
            tokens=tokens, corpus=corpus, options=options, chat=chat, draft=draft,
        ),
    )  # fmt: skip
    _add_panels(parts)
    return parts


def _add_panels(parts: Parts) -> None:
    add, window = parts.window.add_panel, parts.window
    add("tokens", window.tr("Tokens"), parts.tokens, "inspect#tokens")
    add("selected_token", window.tr("Selected token"), parts.selected, "inspect#token")
    add("corpus", window.tr("Corpus"), parts.corpus, "corpus#corpus")
    add("corpus_preview", window.tr("Preview"), parts.corpus.preview, "corpus#preview")
    add("training_options", window.tr("Options"), parts.options, "corpus#options")
    add("training_run", window.tr("Training"), parts.run, "corpus#run", bare=True)
    add("tokens_strip", window.tr("Your text"), parts.strip, "inspect#tokens")
    add("vocabulary", window.tr("Vocabulary"), parts.vocabulary, "health#in-the-window")
    add("vocab_dossier", window.tr("Token"), parts.dossier, "health#in-the-window")
    add("vocab_draft", window.tr("Draft"), parts.draft, "adapt#in-the-window")
    add("chat", window.tr("Chat"), parts.chat, "inspect#chat")
    add("ids", window.tr("Ids"), parts.ids, "inspect#ids")
    add("compare", window.tr("Compare"), parts.compare, "compare")
    add("compare_measures", window.tr("Measures"), parts.compare.measures, "compare#measures")
    add("compare_sources", window.tr("By source"), parts.compare.sources, "compare#measures")
    add_lab_panels(window, parts.lab)
