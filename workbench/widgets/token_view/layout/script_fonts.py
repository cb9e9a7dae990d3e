"""Loads the fonts of other scripts while the user is idle.

The first letters of a script take 2 to 8 ms to lay out, since a font for them is looked for and read; a line
in which many scripts are met for the first time took 50.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QTextLayout

from workbench.widgets.look.theme import token_font
from workbench.widgets.token_view.layout.layout import TEXT_SIZE

_FIRST, _BETWEEN = 1000, 40  # ms until the first is loaded, and from one to the next
SAMPLES = (
    "汉字", "ひらカタ", "한국", "مرحبا", "שלום", "नमस्ते", "ไทย", "😀👍🏽", "বাংলা", "தமிழ்", "తెలుగు",
    "ಕನ್ನಡ", "മലയാളം", "ગુજરાતી", "ਪੰਜਾਬੀ", "ଓଡ଼ିଆ", "සිංහල", "ລາວ", "မြန်မာ", "ខ្មែរ", "བོད",
    "ქართული", "Բարեւ", "አማርኛ", "ᠮᠣᠩ", "∑𝔸", "→★", "─█", "αβ", "где",
)  # fmt: skip


class ScriptFonts(QObject):
    """Lays a few letters of each script out, one script between two events."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._left = list(reversed(SAMPLES))
        self._timer = QTimer(self, interval=_FIRST)
        self._timer.timeout.connect(self._load_next)
        self._timer.start()

    @property
    def running(self) -> bool:
        """Whether there are scripts left."""
        return bool(self._left)

    def _load_next(self) -> None:
        layout = QTextLayout(self._left.pop(), token_font(TEXT_SIZE))
        layout.beginLayout()
        layout.createLine()
        layout.endLayout()
        self._timer.setInterval(_BETWEEN)
        if not self._left:
            self._timer.stop()
