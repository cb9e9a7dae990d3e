"""The bar of counts above the text: tokens, characters, bytes, their ratio, and how far the colors are."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.panels.tokens.text.limit import LimitControl
from workbench.widgets import wording
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.look.theme import current_theme
from workbench.widgets.panel_parts import Figure, FittedRow

HEIGHT = 56
_PROGRESS = 2  # thickness of the line that says how far
# Room of a figure, so that the figures stand still while the user types, and the gap after it; narrower
# ones for where not all has room.
_WIDE, _NARROW, _NARROWEST = (72, theme.SPACE_6), (0, theme.SPACE_4), (0, theme.SPACE_3)


class CountsBar(FittedRow):
    """Four figures and, while a large text is being encoded, how much of it is colored."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Counts"))
        self.tokens = Figure(self.tr("tokens"), word="token")
        self.characters = Figure(self.tr("characters"))
        self.byte_count = Figure(self.tr("bytes"), word="byte-character-grapheme")
        self.ratio = Figure(self.tr("bytes per token"), word="bytes-per-token")
        self._share: float | None = None
        self._rate: float | None = None  # tokens a byte, as long as the text is being encoded
        self._has_selection = False
        self._colored = Label("", "title")
        self._note = Label("", "small", "text2")
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(theme.PANEL_MARGIN, 0, theme.PANEL_MARGIN, 0)
        for figure in self._figures():
            self._row.addWidget(figure)
        self._row.addStretch(1)
        self._row.addLayout(self._progress_words())
        self.selected, self._more = Label("", "title", "accent"), Label("", "small", "text2")
        self._less = Label("", "small", "text2")  # in the place of `_more` where that has no room
        self._row.addLayout(self._selection_words())
        self.limit = LimitControl()
        self._row.addWidget(self.limit)
        self.set_share(None)
        self.set_selection(None)

    def _figures(self) -> tuple[Figure, ...]:
        return self.tokens, self.characters, self.byte_count, self.ratio

    def _progress_words(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        for label in (self._colored, self._note):
            label.setAlignment(Qt.AlignmentFlag.AlignRight)
            column.addWidget(label)
        column.addStretch(1)
        return column

    def _selection_words(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(0)
        column.addStretch(1)
        for label in (self.selected, self._more, self._less):
            column.addWidget(label)
        column.addStretch(1)
        return column

    # --- what it says

    def set_tokens(self, n_tokens: int, n_bytes: int, so_far: bool, framing: str = "") -> None:
        """Show the tokens of `n_bytes` bytes; `so_far` where the text goes on.

        `around` says which ids around the text are among them: "start", "end", "both" or "" for none.
        """
        with_ids = {
            "start": wording.plural(n_tokens, "token with start", "tokens with start", "CountsBar"),
            "end": wording.plural(n_tokens, "token with end", "tokens with end", "CountsBar"),
            "both": self.tr("tokens with start, end"),
        }
        label = with_ids.get(framing) or wording.plural(n_tokens, "token", "tokens")
        label = self.tr("tokens so far") if so_far else label
        self._rate = n_tokens / n_bytes if so_far and n_bytes else None
        self.tokens.set_value(wording.number(n_tokens), label)
        self.ratio.set_value(wording.number(n_bytes / n_tokens, 2) if n_tokens else "–")

    def set_guess(self, n_tokens: int, n_bytes: int) -> None:
        """Show about how many tokens a text has whose tokens are being worked out again."""
        self._rate = None
        self.tokens.set_value(wording.about(n_tokens), wording.plural(n_tokens, "token", "tokens"))
        self.ratio.set_value("≈ " + wording.number(n_bytes / n_tokens, 2) if n_tokens else "–")

    def set_awaited(self) -> None:
        """Show that no token of the text has come yet."""
        self._rate = None
        self.tokens.set_value("…", self.tr("tokens"))
        self.ratio.set_value("–")

    def set_refused(self) -> None:
        """Show that the text was not encoded."""
        self.tokens.set_value("–", self.tr("not encoded"))
        self.ratio.set_value("–")

    def set_size(self, n_bytes: int, n_characters: int | None) -> None:
        """Show the size of the text; None while its characters are being counted.

        While the text is being encoded, the tokens that it will have take the place of the characters.
        """
        self.byte_count.set_value(wording.number(n_bytes), wording.plural(n_bytes, "byte", "bytes"))
        if self._rate is not None:
            self.characters.set_value(wording.about(self._rate * n_bytes), self.tr("tokens in all"))
            return
        shown = "…" if n_characters is None else wording.number(n_characters)
        self.characters.set_value(shown, wording.plural(n_characters or 0, "character", "characters"))

    def set_share(self, share: float | None, stopped: bool = False) -> None:
        """Show how much of the text is colored, from 0 to 1, and whether it stays so; None hides it all."""
        self._share = share
        if share is not None:
            rounded = share if share == 1 else min(share, 0.99)  # something is left to do
            words = self.tr("stopped at {share}") if stopped else self.tr("{share} colored")
            self._colored.setText(words.format(share=wording.percent(rounded)))
            first, rest = self.tr("what you see is encoded first"), self.tr("the rest is not encoded")
            self._note.setText(rest if stopped else first)
        self.fit()
        self.update()

    def set_selection(
        self, n_tokens: int | None, n_bytes: int = 0, n_characters: int | None = None, whole: bool = True
    ) -> None:
        """Show the counts of what is selected: tokens that have a byte in it; None for no selection.

        They are not `whole` where the first or the last is selected in part.
        """
        self._has_selection = n_tokens is not None
        if n_tokens is not None:
            said = wording.plural(n_tokens, "%n token selected", "%n tokens selected", "CountsBar")
            if not whole:
                said = wording.plural(n_tokens, "part of %n token", "parts of %n tokens", "CountsBar")
            self.selected.setText(said)
            sizes = wording.plural(n_bytes, "%n byte", "%n bytes")
            self._less.setText(sizes)
            if n_characters is not None:
                letters = wording.plural(n_characters, "%n character", "%n characters", "CountsBar")
                sizes = f"{letters} · {sizes}"
            self._more.setText(sizes)
            self.selected.setToolTip(sizes)
        self.fit()

    # --- how it looks

    def sizeHint(self) -> QSize:
        """Return the height of the bar."""
        return QSize(super().sizeHint().width(), max(HEIGHT, super().sizeHint().height()))

    def minimumSizeHint(self) -> QSize:
        """Let the words at the right be cut before the panel is kept wide."""
        return QSize(0, self.sizeHint().height())

    def fit(self) -> None:
        """Move the parts together, and leave out what can be spared best: a figure that is cut tells lies."""
        shown: dict[QWidget, bool] = dict.fromkeys(self._figures(), True)
        shown |= dict.fromkeys((self._colored, self._note), self._share is not None)
        shown |= dict.fromkeys((self.selected, self._more), self._has_selection)
        shown[self._less] = False
        for spare in (self._note, self._more, self.ratio, self.characters, self.byte_count):
            if self._width_of(shown, *_NARROWEST) <= self.width():
                break
            shown[spare] = False
            shown[self._less] = self._has_selection and not shown[self._more]
        fitting = (each for each in (_WIDE, _NARROW) if self._width_of(shown, *each) <= self.width())
        room, gap = next(fitting, _NARROWEST)
        if gap != self._row.spacing():  # to set it asks for a layout, which comes here again
            self._row.setSpacing(gap)
        for figure in self._figures():
            figure.setMinimumWidth(room)
        for part, is_shown in shown.items():
            part.setVisible(is_shown)

    def _width_of(self, shown: dict[QWidget, bool], room: int, gap: int) -> int:
        """Return how wide the bar has to be for some of its parts, `room` being the least of a figure."""
        widths = [max(room, self._room_of(figure)) for figure in self._figures() if shown[figure]]
        for group in ((self._colored, self._note), (self.selected, self._more, self._less)):
            rooms = [self._room_of(part) for part in group if shown[part]]
            widths += [max(rooms)] if rooms else []
        widths += [] if self.limit.isHidden() else [self._room_of(self.limit)]
        margins = self._row.contentsMargins()
        return sum(widths) + gap * (len(widths) - 1) + margins.left() + margins.right()

    @staticmethod
    def _room_of(part: QWidget) -> int:
        return part.sizeHint().width()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the hairline below, over it the share in accent."""
        painter = QPainter(self)
        now = current_theme()
        painter.fillRect(0, self.height() - 1, self.width(), 1, now.border)
        if self._share is not None:
            width = round(self.width() * self._share)
            painter.fillRect(0, self.height() - _PROGRESS, width, _PROGRESS, now.accent)
