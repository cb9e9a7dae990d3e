"""Encodes the text with only the first merges, and counts its tokens at every size."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from workbench.display.marks import one_line, visible
from workbench.panels.tokens.sizes.cuts import SizeCuts
from workbench.panels.tokens.sizes.slider import Counts, SizeSlider
from workbench.panels.tokens.sizes.words import SizeMark, SizeWords
from workbench.panels.tokens.text.live_encoding import LiveEncoding
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.panel_parts import Hairline
from workbench.widgets.vocabulary import Vocabulary
from workbench.worker.messages.explaining import Explain
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.sizes import CountSizes, SizesCounted
from workbench.worker.messages.text import Encode, Encoded
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask, Reply

QUIET_MILLISECONDS = 200  # before the text is counted at every size
MOST_COUNTED = 1 << 26  # bytes of a text that is counted at every size; of a larger one, only the chosen one
# After a move, before what comes and goes with the whole vocabulary does: it has the layouts around it worked
# out again, which takes longer than the move itself, and would come before its paint.
SHOWN_MILLISECONDS = 40
_NO_LIMIT = (1 << 24) - 1  # Qt's QWIDGETSIZE_MAX
NARROW = 720  # pixels; in a narrower strip the last merge has the room of the title


class Sizes(QObject):
    """Keeps the chosen size, and requests encoding and counts.

    Attributes:
        strip: the slider with its words, for the foot of the panel.
        mark: says in the panel's head that the text is not encoded by the whole vocabulary, and ends that.
        size: the chosen size, 0 for the whole vocabulary.

    Signals:
        explained(object): Explained, of the word given to `take_explain`.
        changed(): another size was chosen; the text is to be encoded again.
        wanted_changed(bool): whether the tokenizer has prefixes. whole_changed(bool): whether it is whole.

    """

    explained = Signal(object)
    changed = Signal()
    wanted_changed = Signal(bool)
    whole_changed = Signal(bool)

    def __init__(self, encoding: LiveEncoding, ask: Ask, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.size = 0
        self.strip = SizeStrip()
        self.mark = SizeMark(self.tr("Encode with the whole vocabulary again"))
        self._encoding = encoding
        self._tokenizer: TokenizerInfo | None = None
        self._vocabulary: Vocabulary | None = None
        self._counts: Counts | None = None
        self._fresh = False  # whether they are those of the text as it is now
        self._accepted = False  # whether the text has been encoded, and not refused
        self._own = False  # whether a request comes because another size was chosen
        self._lowest = 0
        self._asked_size = self._encoded_size = 0  # of the last request, and of the tokens that have come
        self._last: Encode | None = None
        self._ask, self._counting, self._explaining = ask, Reply(), Reply()
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._quiet.timeout.connect(self._count)
        self._late = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._late.timeout.connect(self._tell)
        self._shown = QTimer(self, singleShot=True, interval=SHOWN_MILLISECONDS)
        self._shown.timeout.connect(self._show_sized)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._tell_changed)
        self._cuts = SizeCuts(ask, self)
        self._cuts.rest_requested.connect(encoding.ask)
        encoding.given_up.connect(self._cuts.drop)
        self.strip.slider.valueChanged.connect(self._slid)
        self.strip.slider.reset_requested.connect(self.reset)
        self.strip.slider.approached.connect(self._ask_cut)
        self.strip.reset_button.clicked.connect(self.reset)
        self.mark.clicked.connect(self.reset)
        encoding.finished.connect(self._encoded)

    # --- the tokenizer

    def set_tokenizer(self, tokenizer: TokenizerInfo) -> None:
        """Begin with the whole vocabulary of another tokenizer."""
        same = self._tokenizer is not None and self._tokenizer.handle == tokenizer.handle
        self._tokenizer = tokenizer
        if same:
            return
        self._forget()
        self._vocabulary = self._counts = None
        self.size = 0
        self._lowest = tokenizer.vocab_size - tokenizer.n_merges
        self.strip.wanted = tokenizer.merge_order and tokenizer.n_merges > 0
        self.wanted_changed.emit(self.strip.wanted)
        self._show_sizes(self._lowest)

    def set_vocabulary(self, vocabulary: Vocabulary | None) -> None:
        """Take the vocabulary, for the merge that comes at a size."""
        self._vocabulary = vocabulary
        self._tell()

    def _show_sizes(self, lowest: int) -> None:
        if self._tokenizer is None:
            return
        slider = self.strip.slider
        slider.blockSignals(True)
        slider.set_sizes(lowest, self._tokenizer.vocab_size)
        slider.setValue(self.size or self._tokenizer.vocab_size)
        slider.blockSignals(False)
        self._tell()

    # --- requests

    def take_request(self, request: Encode) -> None:
        """Pass a request on, at the chosen size."""
        self._last, self._asked_size = request, self.size
        self._cuts.drop()
        if not self._own:
            self._forget()
            self._late.start()  # then what is said of another text is taken away
        sized = replace(request, size=self.size) if self.size else request
        plain = self._without_refusal(request) if self._own else None
        part = None if plain is None else self._cuts.part(replace(plain, size=self._size()))
        if part is not None:
            self._cuts.hold(sized, part)
            self._encoding.take(part)
            return
        self._encoding.ask(sized)
        if plain is not None:
            self._cuts.ask(plain, plain.focus)

    def _without_refusal(self, request: Encode) -> Encode | None:
        """Return a request whose special tokens are plain text, where texts of such tokens are an error.

        None if not known yet whether there are any.
        """
        if request.specials != "error":
            return request
        return replace(request, specials="none") if self._accepted else None

    def _size(self) -> int:
        return self.size or (0 if self._tokenizer is None else self._tokenizer.vocab_size)

    def take_explain(self, request: Explain) -> None:
        """Ask why a word has its tokens, at the chosen size."""
        self._explaining.abandon()
        self._explaining = self._ask(replace(request, size=self.size) if self.size else request)
        self._explaining.answered.connect(self.explained)

    def _forget(self) -> None:
        """Let the counts be those of another text: they stay in sight until others come."""
        self._fresh = self._accepted = False
        self._counting.abandon()
        self._quiet.stop()
        self._cuts.forget()

    def forget_counts(self) -> None:
        """Show no curve: it is of another text, or by another tokenizer."""
        if not self._fresh:
            self._counts = None
            self.strip.slider.set_counts(None)
            self._tell()

    def _encoded(self, encoded: Encoded) -> None:
        self._late.stop()
        self._encoded_size = self._asked_size
        self._accepted = not encoded.refused
        if encoded.refused:
            self._counts = None
            self.strip.slider.set_counts(None)
        elif not self._fresh:
            self._quiet.start()
        self._tell()

    def _ask_cut(self) -> None:
        """Request the tokens at every size now: the user is about to move the slider."""
        last = None if self._last is None else self._without_refusal(self._last)
        if last is not None and self.strip.wanted:
            self._cuts.ask(last, last.focus)

    def _count(self) -> None:
        last = None if self._last is None else self._without_refusal(self._last)
        if last is None or not self.strip.wanted:
            return
        self._cuts.ask(last, last.focus)
        if _size_of(last.text) > MOST_COUNTED:
            return
        self._counting.abandon()
        self._counting = self._ask(
            CountSizes(new_request_id(), last.handle, last.text, last.specials, last.before, last.after)
        )
        self._counting.answered.connect(self.take_counted)

    def take_counted(self, counted: SizesCounted) -> None:
        """Show how many tokens the text has at every size."""
        self._counts, self._fresh = counted.counts, True
        if counted.lowest != self._lowest:
            self._lowest = counted.lowest
            self._show_sizes(counted.lowest)
        self.strip.slider.set_counts(counted.counts)
        self._tell()

    # --- choosing

    def focus(self) -> None:
        """Give the slider the keyboard, and bring it into sight."""
        self.strip.open()
        self.strip.slider.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def reset(self) -> None:
        """Take the whole vocabulary again."""
        self.strip.slider.setValue(self.strip.slider.maximum())

    def _slid(self, value: int) -> None:
        whole = 0 if self._tokenizer is None else self._tokenizer.vocab_size
        size = 0 if value >= whole else value
        if size != self.size:
            self.size = size
            self._tell()
            self._soon.start()

    def _tell_changed(self) -> None:
        self._own = True
        self.changed.emit()
        self._own = False

    def count_at(self, size: int) -> int | None:
        """Return the tokens of the text at a size, None if they are not counted yet."""
        if self._counts is None or not self._fresh or not 0 <= size - self._lowest < len(self._counts):
            return None
        return int(self._counts[size - self._lowest])

    def _tell(self) -> None:
        if self._tokenizer is None:
            return
        whole = self._tokenizer.vocab_size
        if self.mark.isHidden() == (self.size == 0):
            self.mark.show_size(self.size, whole)
        elif not self._shown.isActive():
            self._shown.start()
        self.whole_changed.emit(self.size == 0)
        now, then = self.count_at(self.size or whole), self.count_at(whole)
        encoded = self._encoding.encoded
        of_size = self._encoded_size == self.size  # else they are of the size before
        if now is None and of_size and encoded is not None and not encoded.refused:
            now = encoded.n_tokens
        refused = encoded is not None and bool(encoded.refused)
        self.strip.show_words(self.size, whole, now, then, self._merge(), "–" if refused else "…")

    def _show_sized(self) -> None:
        """Let what ends the choice of a size come, or go."""
        if self._tokenizer is not None:
            self.mark.show_size(self.size, self._tokenizer.vocab_size)
        self.strip.show_sized(self.size > 0)

    def _merge(self) -> str:
        """Return the last merge of the chosen size, as "l + o → lo"."""
        if not self.size or self._vocabulary is None:
            return ""
        row = self._vocabulary.row_of(self.size - 1)
        pair = None if row is None else self._vocabulary.pair(row)
        rows = [] if pair is None else [self._vocabulary.row_of(half) for half in pair]
        if row is None or len(rows) != 2 or None in rows:
            return self.tr("bytes only") if self.size == self._lowest else ""
        written = [
            one_line(visible(self._vocabulary.spelling(one)), 16) for one in (*rows, row) if one is not None
        ]
        return self.tr("last merge {left} + {right} → {token}").format(
            left=written[0], right=written[1], token=written[2]
        )


def _size_of(text: bytes | tuple[bytes | memoryview, ...]) -> int:
    return len(text) if isinstance(text, bytes) else sum(map(len, text))


class SizeStrip(QWidget):
    """The slider below the text, and its words.

    Attributes:
        slider: the slider. words: what it says. reset_button: takes the whole vocabulary again.

    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._wanted = self._sized = self._opened = False
        self._room = 0
        self.slider = SizeSlider()
        self.reset_button = IconButton("undo", self.tr("Use the whole vocabulary again (Esc)"), size=24)
        self.reset_button.hide()
        self._title = Label(self.tr("Vocabulary size"), "title")
        self.words = SizeWords()
        head = QHBoxLayout()
        head.setSpacing(theme.SPACE_3)
        head.addStrut(24)  # as high as the button, which comes and goes
        head.addWidget(self._title)
        head.addWidget(self.words, 1)
        head.addWidget(self.reset_button)
        body = QVBoxLayout()
        body.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        body.setSpacing(0)
        body.addLayout(head)
        body.addWidget(self.slider)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(Hairline())
        column.addLayout(body)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.hide()

    @property
    def wanted(self) -> bool:
        """Whether the tokenizer has prefixes."""
        return self._wanted

    @wanted.setter
    def wanted(self, wanted: bool) -> None:
        self._wanted, self._opened = wanted, False
        self.fit(self._room)

    def fit(self, room: int) -> int:
        """Show itself where the text can spare so many pixels for it; return what is left of them."""
        self._room = room
        needed = self.sizeHint().height()
        cut = self.slider.value() < self.slider.maximum()
        self.setVisible(self._wanted and (room >= needed or cut or self._opened))
        return room if self.isHidden() else room - needed

    def open(self) -> None:
        """Come into sight, also where another page has taken its room or the panel is low."""
        self._opened = True
        self.setMaximumHeight(_NO_LIMIT)
        self.show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave the title out where the last merge needs its room; without room Tab passes the strip by."""
        super().resizeEvent(event)
        self._show_title()
        in_sight = self.height() > 0
        self.slider.setFocusPolicy(Qt.FocusPolicy.StrongFocus if in_sight else Qt.FocusPolicy.NoFocus)
        self.reset_button.setFocusPolicy(Qt.FocusPolicy.StrongFocus if in_sight else Qt.FocusPolicy.NoFocus)

    def _show_title(self) -> None:
        shown = not self._sized or self.width() >= NARROW
        if self._title.isHidden() == shown:
            self._title.setVisible(shown)

    def show_words(
        self, size: int, whole: int, now: int | None, then: int | None, merge: str, unknown: str = "…"
    ) -> None:
        """Say how many tokens there are at a size (0 for the whole), and what was merged last."""
        said = self.tr("{size} of {whole} → {tokens}").format(
            size=wording.number(size or whole),
            whole=wording.number(whole),
            tokens=unknown if now is None else wording.tokens(now),
        )
        if size and now is not None and then is not None:
            more = f"+{wording.number(now - then)}" if now >= then else f"−{wording.number(then - now)}"
            said = f"{said} ({more})"
        self.words.show_words(merge, said)
        self.slider.setAccessibleDescription(f"{said} {merge}".strip())

    def show_sized(self, sized: bool) -> None:
        """Show the way back to the whole vocabulary where a size is chosen."""
        self._sized = sized
        self._show_title()
        if self.reset_button.isHidden() == sized:
            self.reset_button.setVisible(sized)
