"""A walk inside the process: what a person could do next, drawn from a seed."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QEventLoop, QMimeData, QPoint, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QDropEvent, QGuiApplication, QKeyEvent, QWheelEvent, QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from tests.walks.watching import Watch
from workbench.shell.parts import Parts

SAMPLES = (
    "hello world ", "日本語", "👨‍👩‍👧‍👦", "a" * 3000, "\n" * 200, "<|endoftext|>", "é" * 50, "\t",
    "(a|aa)+$", "[", "99999999999999999999", "نص عربي", "क्ष",
)  # fmt: skip
KEYS = tuple(getattr(Qt.Key, f"Key_{name}") for name in (
    "Tab", "Backspace", "Delete", "Return", "Escape", "Left", "Right", "Up", "Down", "Home", "End", "PageUp",
    "PageDown", "Space", "A", "Z", "N", "P", "F3", "F6", "F8",
))  # fmt: skip
HELD = (*[Qt.KeyboardModifier.NoModifier] * 5, Qt.KeyboardModifier.ControlModifier,
        Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.AltModifier)  # fmt: skip
BUTTONS = (*[Qt.MouseButton.LeftButton] * 6, Qt.MouseButton.RightButton)
# The network; another file over one that is there; the desktop's own windows; the end.
LEFT_OUT = {"file.fetch", "file.quit", "view.full_screen"}
TYPED = ("the quick ", "Zz9 ", "é日", "x\ty", "  ")
_PAGES = ("inspect", "train", "vocabulary", "compare", "compare", "all", "lab", "reset")
SETTLED_MILLISECONDS = 8
NESTED_SECONDS = 1.0  # a step that takes longer waits in a loop of its own, as a drag does: others go on


def type_into(widget: QWidget, text: str) -> None:
    """Press a key for each letter, whatever the keyboard has; QTest aborts where a letter is not Latin."""
    for letter in text:
        key = Qt.Key.Key_Tab if letter == "\t" else Qt.Key.Key_unknown
        for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
            QApplication.sendEvent(widget, QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, letter))


class Walk:
    """A user who does anything at all with a window.

    Attributes:
        watch: what was found.
        done: the steps, by name.

    """

    def __init__(self, parts: Parts, seed: str, files: Sequence[Path], texts: Sequence[Path]) -> None:
        self._parts, self._seed = parts, seed
        self._files, self._texts = [str(path) for path in files], [str(path) for path in texts]
        self._random = random.Random(seed)
        self.watch = Watch()
        self.done: list[str] = []
        self._since = 0.0  # when the step that is under way began
        ways: tuple[tuple[int, Callable[[], object]], ...] = (
            (8, self._command), (6, self._type), (8, self._keys), (14, self._click), (3, self._drag),
            (3, self._double_click), (4, self._wheel), (4, self._fill_field), (3, self._open),
            (1, self._text), (2, self._drop), (3, self._paste), (3, self._train), (2, self._resize),
            (2, self._task), (3, self._close), (3, self._escape), (2, self._choose),
        )  # fmt: skip
        self._ways = [way for weight, way in ways for _ in range(weight)]

    def steps(self, count: int | None = None, seconds: float | None = None) -> None:
        """Take so many steps, or walk so long; ends at the first fault."""
        loop, walking = QEventLoop(), True
        end = time.monotonic() + (float("inf") if seconds is None else seconds)

        def _tick() -> None:
            if not walking:
                return
            # Each time another one: a timer waits for its own slot, also where that has begun a loop.
            QTimer.singleShot(SETTLED_MILLISECONDS, _tick)
            past = time.monotonic() > end or (count is not None and len(self.done) >= count)
            if self.watch.found or past:
                self._leave()
                loop.quit()
            elif time.monotonic() > self._since + NESTED_SECONDS:
                self._step()

        with self.watch.listening():
            _tick()
            loop.exec()
            walking = False

    def _step(self) -> None:
        """Do one thing, drawn from its number, so that one that went otherwise shifts no other."""
        self._random = random.Random(f"{self._seed} {len(self.done)}")
        self.watch.begin_step()
        self._since = time.monotonic()
        try:
            popup = QApplication.activePopupWidget()
            modal = QApplication.activeModalWidget()
            if popup is not None and self._random.random() < 0.4:
                way: Callable[[], object] = popup.close
            elif isinstance(modal, QDialog) and self._random.random() < 0.3:
                way = modal.reject
            else:
                way = self._random.choice(self._ways)
            self.done.append(getattr(way, "__name__", "close").strip("_"))
            way()
            if not self._parts.window.isVisible():
                self._parts.window.show()
            self._since = float("inf")  # nothing is done while it is looked at
            self.watch.look(self._parts.window)
        finally:
            self._since = 0.0

    def _leave(self) -> None:
        while (open_one := QApplication.activePopupWidget() or QApplication.activeModalWidget()) is not None:
            open_one.close()

    # --- places -----------------------------------------------------------------------------------

    def _window(self) -> QWindow | None:
        shown = [each for each in QGuiApplication.topLevelWindows() if each.isVisible()]
        return self._random.choice(shown) if shown else None

    def _place(self, of: QWindow | QWidget) -> QPoint:
        return QPoint(self._random.randrange(max(1, of.width())), self._random.randrange(max(1, of.height())))

    def _one_of(self, *kinds: type[QWidget]) -> QWidget | None:
        root = QApplication.activeModalWidget() or self._parts.window
        found = [each for kind in kinds for each in root.findChildren(kind)]
        usable = [each for each in found if each.isVisible() and each.isEnabled()]
        return self._random.choice(usable) if usable else None

    # --- what is done -----------------------------------------------------------------------------

    def _command(self) -> None:
        if QApplication.activeModalWidget() is not None:
            return
        commands = self._parts.window.commands
        ready = [each for each in commands if each.isEnabled() and each.objectName() not in LEFT_OUT]
        self._random.choice(ready).trigger()

    def _type(self) -> None:
        """Type at the end of the text; what was typed has to be there."""
        tokens, view = self._parts.tokens, self._parts.tokens.view
        if QApplication.activeModalWidget() is not None or not view.isVisible() or view.editor.read_only:
            return
        view.setFocus()
        if not view.hasFocus():
            return
        QTest.keyClick(view, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
        before, typed = tokens.text(), self._random.choice(TYPED)
        type_into(view, typed)
        if tokens.text() != before + typed.encode():
            self.watch.found.append(f"typed {typed!r}, the text ends with {tokens.text()[-40:]!r}")

    def _keys(self) -> None:
        of, key, held = QApplication.focusWidget(), self._random.choice(KEYS), self._random.choice(HELD)
        for _ in range(self._random.choice((1, 1, 5, 20))):
            if of is None:
                break
            QTest.keyClick(of, key, held)
            of = QApplication.focusWidget()

    def _click(self) -> None:
        if (of := self._window()) is not None:
            QTest.mouseClick(
                of, self._random.choice(BUTTONS), Qt.KeyboardModifier.NoModifier, self._place(of)
            )

    def _double_click(self) -> None:
        if (of := self._window()) is not None:
            QTest.mouseDClick(of, BUTTONS[0], Qt.KeyboardModifier.NoModifier, self._place(of))

    def _drag(self) -> None:
        if (of := self._window()) is not None:
            QTest.mousePress(of, BUTTONS[0], Qt.KeyboardModifier.NoModifier, self._place(of))
            for _ in range(3):
                QTest.mouseMove(of, self._place(of))
            QTest.mouseRelease(of, BUTTONS[0], Qt.KeyboardModifier.NoModifier, self._place(of))

    def _wheel(self) -> None:
        if (of := self._window()) is None:
            return
        at, turn = QPointF(self._place(of)), QPoint(0, self._random.choice((-1200, -120, 120, 1200)))
        held = self._random.choice(HELD)
        QApplication.sendEvent(
            of,
            QWheelEvent(at, of.mapToGlobal(at), QPoint(), turn, Qt.MouseButton.NoButton, held,
                        Qt.ScrollPhase.NoScrollPhase, False),
        )  # fmt: skip

    def _fill_field(self) -> None:
        of = self._one_of(QLineEdit, QPlainTextEdit, QAbstractSpinBox)
        if of is not None:
            of.setFocus()
            QTest.keyClick(of, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
            type_into(of, self._random.choice(SAMPLES)[:40])

    def _choose(self) -> None:
        of = self._one_of(QComboBox)
        if isinstance(of, QComboBox) and of.count():
            of.setCurrentIndex(self._random.randrange(of.count()))
            of.activated.emit(of.currentIndex())

    def _open(self) -> None:
        self._parts.session.tokenizers.open(self._random.choice(self._files))

    def _text(self) -> None:
        self._parts.session.opening.text_wanted.emit(self._random.choice(self._texts))

    def _drop(self) -> None:
        window = self._parts.window
        if QApplication.activeModalWidget() is not None:
            return
        mime = QMimeData()
        some = self._random.choices(self._files + self._texts, k=self._random.choice((1, 1, 3)))
        mime.setUrls([QUrl.fromLocalFile(path) for path in some])
        copy = Qt.DropAction.CopyAction
        held = Qt.KeyboardModifier.NoModifier
        window.dropEvent(
            QDropEvent(QPointF(self._place(window)), copy, mime, Qt.MouseButton.LeftButton, held)
        )

    def _paste(self) -> None:
        QGuiApplication.clipboard().setText(self._random.choice(SAMPLES))
        self._trigger("edit.paste")

    def _train(self) -> None:
        self._trigger(self._random.choice(("train.sample", "train.start", "train.pause", "train.stop",
                                           "train.cancel", "train.add_sample")))  # fmt: skip

    def _task(self) -> None:
        self._trigger(f"view.{self._random.choice(_PAGES)}")

    def _close(self) -> None:
        if self._random.random() < 0.5:
            self._trigger("file.close_tokenizer")
        else:
            self._parts.session.tokenizers.use_next(self._random.choice((1, -1)))

    def _trigger(self, name: str) -> None:
        action = self._parts.window.commands[name]
        if action.isEnabled() and QApplication.activeModalWidget() is None:
            action.trigger()

    def _resize(self) -> None:
        self._parts.window.resize(self._random.randrange(600, 2000), self._random.randrange(340, 1200))

    def _escape(self) -> None:
        of = QApplication.activeModalWidget() or QApplication.focusWidget()
        if of is not None:
            QTest.keyClick(of, Qt.Key.Key_Escape)
