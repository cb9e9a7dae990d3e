"""The first minutes: what the steps of the card do, when each is done, and what comes next."""

from __future__ import annotations

from PySide6.QtCore import QObject
from shiboken6 import isValid

from workbench.panels.tokens.text.panel import TokensPanel
from workbench.shell.first_steps import step_texts
from workbench.shell.session.training import Training
from workbench.shell.training_place import TrainingPlace
from workbench.shell.window import MainWindow
from workbench.widgets.strips import NoticeStrip


class FirstMinutes(QObject):
    """Does the steps, ticks them, and offers the last one where the second has ended: next to the run."""

    def __init__(
        self, window: MainWindow, tokens: TokensPanel, training: Training, place: TrainingPlace
    ) -> None:
        super().__init__(window)
        self._window, self._tokens, self._place = window, tokens, place
        self._steps = window.first_steps
        self._offer: NoticeStrip | None = None
        self._by_step = self._replays = False  # a run is started, or was, by the card: it is shown once more
        self._acts = {"see": self._type, "train": self._train, "compare": self._compare}
        self._steps.requested.connect(lambda step: self._acts[step]())
        self._steps.done_changed.connect(self._keep)
        self._steps.dismissed.connect(self._withdraw)
        tokens.undo_available.connect(lambda there: self._steps.tick("see") if there else None)
        training.started.connect(lambda _run: self._take_started())
        training.trained.connect(lambda _answer: self._take_trained())
        place.replayed.connect(lambda: self._offer_next() if self._replays else None)

    def _type(self) -> None:
        """Let the user type in place of the sample; undo brings it back."""
        self._window.raise_panel("tokens")
        self._tokens.view.setFocus()
        self._tokens.view.editor.select_all()
        self._steps.tick("see")

    def _train(self) -> None:
        self._by_step = True
        self._place.train_on_sample()
        self._by_step = False

    def _take_started(self) -> None:
        self._replays = self._by_step
        self._withdraw()

    def _compare(self) -> None:
        self._withdraw()
        self._window.show_task("compare")
        self._steps.tick("compare")

    def _keep(self) -> None:
        self._window.settings.first_steps = self._steps.done
        if "compare" in self._steps.done:
            self._steps.dismissed.emit()

    def _take_trained(self) -> None:
        self._steps.tick("train")
        if not (self._replays and self._place.replay()):
            self._offer_next()

    def _offer_next(self) -> None:
        """Offer the last step, after the replay."""
        self._replays = False
        if self._window.settings.first_steps_done or "compare" in self._steps.done:
            return
        if self._window.tasks.panels["training_run"].strip() is not None:  # a question comes before a hint
            return
        title, why, act = step_texts("compare")
        sentence = self.tr("Next: {title}").format(title=title)
        self._offer = self._window.notices.tell(sentence, why, panel="training_run")
        self._offer.add_link(act, self._compare)

    def _withdraw(self) -> None:
        offer, self._offer = self._offer, None
        if offer is not None and isValid(offer):
            offer.take_away()
