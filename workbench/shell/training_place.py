"""Training's place in the window: the ways to it, what is shown of the corpus next to it, and back."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal

from workbench.display.escapes import name_of
from workbench.engine.corpus.source_options import SAMPLE_CORPUS
from workbench.engine.training.options import Options
from workbench.panels.corpus.panel import CorpusPanel
from workbench.panels.training.options import TrainingOptionsPanel, of_next_run
from workbench.panels.training.run import TrainingRunPanel
from workbench.shell.files import ask_for_file
from workbench.shell.session.session import Session
from workbench.shell.window import MainWindow
from workbench.widgets.look.motion import reduced_motion
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.messages.training import ReadTemplate, TemplateRead, Trained
from workbench.worker.replies import Ask

SAMPLE_VOCAB_SIZE = 2048


class TrainingPlace(QObject):
    """Joins the run to the window, the corpus and the options.

    Signals:
        replayed(): the replay of a run has ended.

    """

    replayed = Signal()

    def __init__(
        self,
        window: MainWindow,
        session: Session,
        corpus: CorpusPanel,
        options: TrainingOptionsPanel,
        run: TrainingRunPanel,
        ask: Ask,
    ) -> None:
        super().__init__(window)
        self._window, self._session, self._ask = window, session, ask
        self._corpus, self._options, self._run = corpus, options, run
        run.replay.ended.connect(self.replayed)
        run.before_changed.connect(lambda before: options.header.set_facts("" if before else of_next_run()))
        speed, settings = run.replay.controls.speed, window.settings
        speed.setValue(settings.replay_seconds)
        speed.valueChanged.connect(lambda seconds: setattr(settings, "replay_seconds", seconds))

    def new_run(self) -> None:
        """Show what a new tokenizer is trained on and how, in place of any run."""
        self._window.show_task("train")
        self._run.show_before()

    def train_on_sample(self) -> None:
        """Train on the text that comes with the program, as the first steps offer."""
        self._window.show_task("train")
        if not self._corpus.sources.enabled_paths():
            self._corpus.sources.add_paths([SAMPLE_CORPUS])
        self._session.training.start(Options(vocab_size=SAMPLE_VOCAB_SIZE), (SAMPLE_CORPUS,))

    def replay(self) -> bool:
        """Show the run that has just ended at a speed to follow; False where nothing should move."""
        if not reduced_motion():
            self._run.replay.start()
        return self._run.replay.is_on

    def make_room(self, running: bool) -> None:
        """Give the run the place of the preview once it starts."""
        self._window.tasks.set_before_run(False)
        if running and self._window.tasks.page.is_open("training_run"):
            self._window.tasks.set_open("training_run", True)

    def show_preview(self) -> None:
        """Bring the lines of the corpus into sight."""
        if self._window.tasks.current != "all":
            self._window.show_task("train")
        self._window.tasks.set_open("corpus_preview", True)

    def show_left_out(self, trained: Trained) -> None:
        """Show what a run did not read; a count of the corpus says where the faults are."""
        self._window.raise_panel("corpus")
        self._corpus.show_left_out(trained)

    def see(self, info: TokenizerInfo) -> None:
        """Take the tokenizer of a run into use, and show the text by that tokenizer."""
        self._session.tokenizers.take(info)
        self._window.show_task("inspect")

    def remember_folder(self, path: str) -> None:
        """Look for sources there the next time too."""
        self._window.settings.last_folder = str(Path(path).parent)

    def renew_sources(self) -> None:
        """Let the page before a run follow the corpus."""
        self._run.before.set_sources(self._corpus.sources.training_sources())
        self.renew_fault()

    def renew_fault(self) -> None:
        """Let the page before a run say why none can start, where that is so."""
        self._run.before.set_fault(self._options.fault())

    def ask_for_template(self) -> None:
        """Let the user choose the file of a chat template."""
        kinds = [self._window.tr("Jinja templates (*.jinja *.jinja2 *.j2)"), self._window.tr("All files (*)")]
        title = self._window.tr("Chat template")

        def _read(path: str) -> None:
            reply = self._ask(ReadTemplate(new_request_id(), path))
            reply.tell(self._options, answered=_take)

        def _take(answer: TemplateRead) -> None:
            self._options.chat_template.take(answer.text, name_of(answer.path))

        ask_for_file(self._window, title, _read, kinds)

    def ask_to_extend(self) -> None:
        """Let the user choose the tokenizer that a run goes on with."""

        def _take(path: str) -> None:
            self._options.more.extend.take(path, self._window.settings.splits.get(path, ""))

        self._session.opening.ask_for_tokenizer(self._window.tr("Extend a tokenizer"), _take)
