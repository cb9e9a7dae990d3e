"""What the training panel shows before a run: what it is for, and the way to start."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QVBoxLayout

from workbench.panels.training.cards import Card
from workbench.panels.training.presets import run_text
from workbench.widgets import theme, wording
from workbench.widgets.controls import Button
from workbench.widgets.labels import Label
from workbench.widgets.strips import Picture
from workbench.worker.messages import SourceInfo, TrainingOptions

TEXT_WIDTH, LEAST_WIDTH = 460, 280
_TALL = 10_000


class BeforeRun(Card):
    """The page before a run.

    Attributes:
        start_button: the filled one.

    Signals:
        start_clicked(): the person wants to train.

    """

    start_clicked = Signal()

    def __init__(self) -> None:
        super().__init__((theme.SPACE_6,) * 4)
        self._corpus = self._goal = ""
        self._has_corpus = False
        heading = Label(self.tr("Train a tokenizer on your own text"), "heading")
        purpose = Label(
            self.tr(
                "It learns which pieces your text repeats most and joins them, merge by merge. Here you see"
                " it learn: how well it compresses, what it merges, and when it is good enough to stop."
            ),
            tone="text2",
        )
        self._facts = Label("", "medium")
        self.start_button = Button(self.tr("Start training"), "primary", "play")
        self.start_button.clicked.connect(self.start_clicked)
        middle = QVBoxLayout()
        middle.setSpacing(theme.SPACE_3)
        middle.addWidget(Picture("train", size=32), 0, Qt.AlignmentFlag.AlignHCenter)
        for label in (heading, purpose, self._facts):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setWordWrap(True)
            middle.addWidget(label, 0, Qt.AlignmentFlag.AlignHCenter)
        self._texts = (heading, purpose, self._facts)
        middle.addWidget(self.start_button, 0, Qt.AlignmentFlag.AlignHCenter)
        self.column.addStretch(1)
        self.column.addLayout(middle)
        self.column.addStretch(1)
        self.set_corpus(())

    def minimumSizeHint(self) -> QSize:
        """Return the least room; the text, which takes what there is, must not hold its width."""
        return QSize(LEAST_WIDTH, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the text in lines that are good to read."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        width = min(TEXT_WIDTH, max(120, self.width() - 2 * theme.SPACE_6))
        for label in self._texts:
            # Not heightForWidth, which answers for the width that was fixed before.
            room = QRect(0, 0, width, _TALL)
            text = label.fontMetrics().boundingRect(room, Qt.TextFlag.TextWordWrap, label.text())
            label.setFixedSize(width, text.height() + 2)

    def set_corpus(self, sources: tuple[SourceInfo, ...]) -> None:
        """Say how much text there is."""
        self._has_corpus = any(source.n_files for source in sources)
        n_bytes = sum(source.n_bytes for source in sources)
        text = wording.plural(len(sources), "{size} in %n source", "{size} in %n sources", "BeforeRun")
        self._corpus = text.format(size=wording.size(n_bytes))
        self._update()

    def set_options(self, options: TrainingOptions) -> None:
        """Say what would be trained."""
        self._goal = run_text(options)
        self._update()

    def _update(self) -> None:
        if self._has_corpus:
            self._facts.setText("\n".join(part for part in (self._corpus, self._goal) if part))
        else:
            self._facts.setText(self.tr("Add text to the corpus first."))
        self.start_button.setEnabled(self._has_corpus)
        self._fit()
