"""The fonts of other scripts are loaded one by one, each script once."""

from PySide6.QtCore import QObject

from workbench.widgets.token_view.layout import script_fonts
from workbench.widgets.token_view.layout.script_fonts import SAMPLES, ScriptFonts


def test_one_script_is_laid_out_at_a_time(qtbot, monkeypatch):
    laid_out = []

    class Layout(script_fonts.QTextLayout):
        def __init__(self, text, font):
            super().__init__(text, font)
            laid_out.append(text)

    monkeypatch.setattr(script_fonts, "QTextLayout", Layout)
    parent = QObject()
    fonts = ScriptFonts(parent)
    assert not laid_out
    fonts._timer.timeout.emit()
    assert laid_out == [SAMPLES[0]]
    fonts._timer.setInterval(0)
    monkeypatch.setattr(script_fonts, "_BETWEEN", 0)
    qtbot.waitUntil(lambda: not fonts.running, timeout=30_000)
    assert laid_out == list(SAMPLES)
    assert not fonts._timer.isActive()
