"""The regex lab's place in the window: the ways to it, its texts, and what becomes of its pattern."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from workbench.display.escapes import name_of
from workbench.engine.corpus.scanning import Scanned
from workbench.engine.corpus.source_options import PYTHON_LIBRARY, SAMPLE_CORPUS, SourceOptions
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.lab.lab import RegexLab
from workbench.panels.lab.requests import Text
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.panels.training.options import TrainingOptionsPanel
from workbench.shell.window import MainWindow
from workbench.widgets import wording

TASK = "lab"


class LabPlace(QObject):
    """Joins the lab to the training options, the corpus and the text."""

    def __init__(
        self,
        window: MainWindow,
        lab: RegexLab,
        corpus: CorpusPanel,
        options: TrainingOptionsPanel,
        tokens: TokensPanel,
    ) -> None:
        super().__init__(window)
        self._window, self._lab, self._corpus = window, lab, corpus
        self._options, self._tokens = options, tokens

    def open(self) -> None:
        """Go to the lab."""
        self._window.show_task(TASK)

    def go_back(self) -> None:
        """Go back to training."""
        self._window.show_task("train")

    def use(self, pattern: str) -> None:
        """Let training split by a pattern, and go back there; a toast offers Undo."""
        before = self._options.options()
        self._options.use_pattern(pattern)
        self.go_back()
        sentence = self.tr("Training now uses the pattern of the regex lab.")
        self._window.notices.toast(sentence, lambda: self._options.set_options(before))

    def follow(self, task: str) -> None:
        """Wake the lab when it is seen, and let it sleep when it is not."""
        if task == TASK:
            self.take_texts()
            self._lab.open(self._options.pattern.text())
        else:
            self._lab.close()

    def take_texts(self, _sources: Sequence[Scanned] = ()) -> None:
        """Tell the lab which texts there are."""
        if self._window.tasks.current == TASK:
            self._lab.set_texts(self._texts())

    def _texts(self) -> list[Text]:
        """Return the sources, all of them first where there are several, or what else there is."""
        sources = self._corpus.sources.training_sources()
        each = [Text(self._name(source), (source,)) for source in sources]
        if len(each) > 1:
            each.insert(0, Text(self.tr("All {n} sources").format(n=wording.number(len(sources))), sources))
        text = self._tokens.text()
        if text:
            each.append(Text(self.tr("Text in Tokens"), data=bytes(text)))
        if all(source.path != SAMPLE_CORPUS for source in self._corpus.sources.enabled_sources()):
            each.append(Text(self.tr("Sample text"), (SAMPLE_CORPUS,)))
        return each

    def _name(self, source: str | SourceOptions) -> str:
        path = source if isinstance(source, str) else source.path
        known = {SAMPLE_CORPUS: self.tr("Sample text"), PYTHON_LIBRARY: self.tr("Python's library")}
        return known.get(path) or name_of(path)
