"""The parts of the window that show the text and its tokens: they come first, and `parts` adds the others."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from workbench.engine.corpus.source_options import SAMPLE_CORPUS, SourceOptions
from workbench.panels.tokens.pipeline.pipeline import PipelinePage
from workbench.panels.tokens.selected.selected import SelectedTokenPanel
from workbench.panels.tokens.text.ids_panel import IdsPanel
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.jobs import Jobs
from workbench.shell.pages.arrangements import titles
from workbench.shell.session.keeping import Keeping
from workbench.shell.session.place import claim
from workbench.shell.session.session import Session, begin
from workbench.shell.window import MainWindow
from workbench.worker.lanes import Lanes


class WordSources:
    """What is trained on until a word is one token: the corpus, or the sample without one.

    Attributes:
        of_corpus: gives the sources of the corpus.

    """

    def __init__(self) -> None:
        self.of_corpus: Callable[[], tuple[str | SourceOptions, ...]] = tuple

    def __call__(self) -> tuple[str | SourceOptions, ...]:
        """Return them."""
        return self.of_corpus() or (SAMPLE_CORPUS,)


@dataclass(frozen=True)
class FirstParts:
    """What shows the text and its tokens.

    Attributes:
        window: the main window.
        session: what is open and what runs.
        lanes: the worker threads.
        keeping: brings back what the last session was, and writes down what this one is.
        tokens, selected: the panels.
        pipeline: the stages of a line of the text.
        ids: the ids next to the text.
        word_sources: what the selected token's word is trained on.

    """

    window: MainWindow
    session: Session
    lanes: Lanes
    keeping: Keeping
    tokens: TokensPanel
    selected: SelectedTokenPanel
    pipeline: PipelinePage
    ids: IdsPanel
    word_sources: WordSources


def make_first(window: MainWindow) -> FirstParts:
    """Make the first parts, start the lanes, and give the window the places of all panels."""
    lanes = Lanes(window, str(window.settings.data_folder / "comparisons"))
    ask = lanes.ask
    session = begin(window, lanes)
    Jobs(window, lanes, session.tokenizers.splits)
    tokens, word_sources = TokensPanel(ask), WordSources()
    place = window.place or claim(window.settings.data_folder)
    first = FirstParts(
        window=window,
        session=session,
        lanes=lanes,
        keeping=Keeping(window, ask, place, session, tokens),
        tokens=tokens,
        selected=SelectedTokenPanel(ask, word_sources),
        pipeline=PipelinePage(tokens, ask),
        ids=IdsPanel(tokens),
        word_sources=word_sources,
    )
    panels: dict[str, QWidget] = {"tokens": first.tokens, "selected_token": first.selected, "ids": first.ids}
    for name, title, manual in titles():
        window.add_panel(name, title, panels.get(name), manual, bare=name == "training_run")
    return first
