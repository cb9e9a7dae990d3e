"""The look of the window, once: the colors in force, sizes, fonts, icons, and their application to Qt.

Read `current_theme()` at the moment of painting and repaint on `theme_signals.changed`; then nothing
must get the appearance in force.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import cast

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QFontInfo, QGuiApplication, QIcon, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from workbench.widgets.look import icons, stylesheet
from workbench.widgets.look.colors import DARK, LIGHT, Theme
from workbench.widgets.look.motion import reduced_motion

__all__ = [
    "DARK", "LIGHT", "Theme", "apply_theme", "chosen_theme", "current_theme", "icon", "interface_font",
    "keep_icon", "reduced_motion", "set_size", "set_token_family", "theme_signals", "token_font", "unstyled",
]  # fmt: skip

# Sizes in logical pixels; the grid is 4.
SPACE_1, SPACE_2, SPACE_3, SPACE_4, SPACE_6, SPACE_8 = 4, 8, 12, 16, 24, 32
GUTTER = 8
PANEL_RADIUS, CONTROL_RADIUS, TOKEN_RADIUS = 8, 6, 3
PANEL_MARGIN = 16
PANEL_HEADER = 40
CONTROL_HEIGHT, HEADER_CONTROL_HEIGHT = 32, 28
TOOLBAR_HEIGHT, STATUS_HEIGHT, MENU_HEIGHT = 48, 28, 28
ICON_SIZE, RAIL_ICON_SIZE = 16, 20
FOCUS_GAP, FOCUS_WIDTH = 1, 2

# Roles of the interface font: pixels at the usual system size, and weight.
_ROLES = {
    "plot": (10, QFont.Weight.Normal),
    "tiny": (11, QFont.Weight.Normal),
    "small": (12, QFont.Weight.Normal),
    "body": (13, QFont.Weight.Normal),
    "medium": (13, QFont.Weight.Medium),
    "title": (13, QFont.Weight.DemiBold),
    "heading": (15, QFont.Weight.DemiBold),
    "figure": (20, QFont.Weight.DemiBold),
}
_LINUX_INTERFACE = ("Inter", "Noto Sans", "Cantarell")
_GENERIC = ("Sans Serif", "Sans", "sans-serif", "DejaVu Sans", "")
_TOKEN_FAMILIES = (
    "JetBrains Mono", "Cascadia Mono", "SF Mono", "Noto Sans Mono", "Menlo", "Consolas", "DejaVu Sans Mono",
    "Noto Sans CJK SC", "WenQuanYi Micro Hei", "PingFang SC", "Microsoft YaHei", "Noto Naskh Arabic",
    "Noto Sans Arabic", "Noto Sans Devanagari", "Lohit Devanagari", "Noto Color Emoji", "Apple Color Emoji",
    "Segoe UI Emoji",
)  # fmt: skip
# A property of the application: Fusion has been set, and a style sheet may hide its name.
_STYLED = "workbench.styled"
# A property of widgets: the pixels of their own font at the usual size.
_USUAL = "workbench.usual_pixels"
_FIRST = "_q_styleSheetWidgetFont"  # Qt's (6.11.3): the font that it gives back to what it styles anew
# System sizes up to this count as usual (9 pt on Windows is 12 px, 11 pt on GNOME 14.7 px).
_USUAL_PIXELS = 15


class ThemeSignals(QObject):
    """Tells when the appearance has changed.

    Signals:
        changed: after the palette, the style sheet and `current_theme()` are new.

    """

    changed = Signal()


class _State:
    """The appearance in force: one for each process, as the palette of QApplication is."""

    theme: Theme = LIGHT
    choice: str = "system"
    size: float = 1.0
    token_family: str = ""


theme_signals = ThemeSignals()


def current_theme() -> Theme:
    """Return the colors in force."""
    return _State.theme


def chosen_theme() -> str:
    """Return what was requested last: "light", "dark" or "system"."""
    return _State.choice


def apply_theme(app: QApplication, name: str) -> None:
    """Give the whole application the appearance "light", "dark" or "system"; ValueError for another name.

    The palette is set here and not by `QStyleHints.setColorScheme`, which does nothing on the
    offscreen platform and on X11 without a desktop.
    """
    if name not in {"light", "dark", "system"}:
        raise ValueError(f"no theme is called {name}")
    _State.choice = name
    _State.theme = _system_theme() if name == "system" else {"light": LIGHT, "dark": DARK}[name]
    if app.property(_STYLED) is None:
        app.setStyle("Fusion")
        app.setProperty(_STYLED, True)
    # A sheet in place of another costs Qt five times as much as none and then the other: with every page
    # built 5.2 s against 0.9 s (6.11.3, two cores with a load of 12), and the pictures are the same.
    app.setStyleSheet("")
    app.setPalette(_palette(_State.theme))
    app.setFont(interface_font())
    app.setStyleSheet(stylesheet.style_sheet(_State.theme))
    _resize_fonts(app)
    theme_signals.changed.emit()


def set_size(app: QApplication, percent: int) -> None:
    """Show all text of the application in another size, 100 being that of the system."""
    before, now = _State.size, percent / 100
    if now == before:
        return
    for widget in app.allWidgets():
        if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont):
            _note_usual(widget, before)
    _State.size = now
    apply_theme(app, _State.choice)


def _note_usual(widget: QWidget, size: float) -> None:
    """Keep how large the own font of a widget is at the usual size; of later changes no rounding is left."""
    usual, pixels = widget.property(_USUAL), widget.font().pixelSize()
    if usual is None or round(usual * size) != pixels:
        widget.setProperty(_USUAL, pixels / size)


def _resize_fonts(app: QApplication) -> None:
    """Give widgets their own fonts in the size in force: a new style sheet gives them their first ones."""
    for widget in app.allWidgets():
        usual = widget.property(_USUAL)
        if usual is not None and usual > 0:
            font = widget.font()
            font.setPixelSize(round(usual * _State.size))
            _give_font(widget, font)
            widget.updateGeometry()


def _give_font(widget: QWidget, font: QFont) -> None:
    """Give a widget another font of its own, also for when Qt styles it anew, as in another parent."""
    widget.setFont(font)
    if widget.property(_FIRST) is not None:
        widget.setProperty(_FIRST, font)


@contextmanager
def unstyled() -> Iterator[None]:
    """Keep the style sheet off while many widgets are created.

    With it in force, Qt (6.11.3) styles all that is in a widget anew each time that it gets a parent: half
    the work of filling the window.
    """
    app = cast(QApplication, QApplication.instance())
    sheet = app.styleSheet()
    app.setStyleSheet("")
    try:
        yield
    finally:
        app.setStyleSheet(sheet)


def follow_system(app: QApplication) -> None:
    """Change with the system's appearance as long as "system" is the choice."""

    def _again() -> None:
        if _State.choice == "system":
            apply_theme(app, "system")

    app.styleHints().colorSchemeChanged.connect(_again)


def _system_theme() -> Theme:
    return DARK if QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark else LIGHT


def _palette(theme: Theme) -> QPalette:
    role = QPalette.ColorRole
    palette = QPalette()
    for color_role, color in (
        (role.Window, theme.surface), (role.WindowText, theme.text), (role.Base, theme.surface),
        (role.AlternateBase, theme.sunken), (role.Text, theme.text), (role.Button, theme.surface),
        (role.ButtonText, theme.text), (role.BrightText, theme.danger), (role.Highlight, theme.accent),
        (role.HighlightedText, theme.on_accent), (role.Link, theme.accent), (role.LinkVisited, theme.accent),
        (role.ToolTipBase, theme.text), (role.ToolTipText, theme.surface),
        (role.PlaceholderText, theme.text2),
        (role.Light, theme.surface), (role.Midlight, theme.sunken), (role.Mid, theme.button_edge),
        (role.Dark, theme.field_edge), (role.Shadow, QColor("#000000")), (role.Accent, theme.accent),
    ):  # fmt: skip
        palette.setColor(color_role, color)
    for color_role in (role.WindowText, role.Text, role.ButtonText, role.HighlightedText):
        palette.setColor(QPalette.ColorGroup.Disabled, color_role, theme.disabled)
    palette.setColor(QPalette.ColorGroup.Disabled, role.Highlight, theme.border)
    palette.setColor(QPalette.ColorGroup.Disabled, role.Base, theme.sunken)
    return palette


@lru_cache(maxsize=1)
def _interface_families() -> tuple[str, ...]:
    own = QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont).family()
    if sys.platform in {"win32", "darwin"} or own not in _GENERIC:
        return (own, *_LINUX_INTERFACE)
    return (*_LINUX_INTERFACE, own)


def text_scale() -> float:
    """Return how much larger than usual text is, by the system's font and by the size chosen here."""
    return _system_scale() * _State.size


def scaled(pixels: int) -> int:
    """Return how high at the size of the text is what has this height at the usual one."""
    return round(pixels * text_scale())


@lru_cache(maxsize=1)
def _system_scale() -> float:
    """Return how much larger than usual the user has set the system's font."""
    pixels = QFontInfo(QFontDatabase.systemFont(QFontDatabase.SystemFont.GeneralFont)).pixelSize()
    return 1.0 if pixels <= _USUAL_PIXELS else min(pixels / 13, 2.5)


def interface_font(role: str = "body") -> QFont:
    """Return the interface font of a role: plot, tiny, small, body, medium, title, heading or figure."""
    pixels, weight = _ROLES[role]
    font = QFont()
    font.setFamilies(_interface_families())
    font.setPixelSize(round(pixels * text_scale()))
    font.setWeight(weight)
    return font


def _token_families() -> tuple[str, ...]:
    own = _State.token_family
    return (own, *_TOKEN_FAMILIES) if own else _TOKEN_FAMILIES


def set_token_family(app: QApplication, family: str) -> None:
    """Write tokens, bytes and ids in another font, "" for the usual one; what it lacks, the usual one has."""
    if family == _State.token_family:
        return
    before = list(_token_families())
    _State.token_family = family
    for widget in app.allWidgets():
        font = widget.font()
        if widget.testAttribute(Qt.WidgetAttribute.WA_SetFont) and font.families() == before:
            font.setFamilies(_token_families())
            _give_font(widget, font)
    theme_signals.changed.emit()


def token_font(pixels: int = 15) -> QFont:
    """Return the font of tokens, bytes and ids, `pixels` high at the usual system size; no ligatures."""
    font = QFont()
    font.setFamilies(_token_families())
    font.setStyleHint(QFont.StyleHint.Monospace)
    font.setPixelSize(round(pixels * text_scale()))
    # Contextual alternates would draw "->" as one arrow across the edge of two tokens.
    font.setFeature(QFont.Tag.fromString("calt"), 0)
    return font


def icon(name: str, color: str | None = None, size: int = ICON_SIZE) -> QIcon:
    """Return an icon in a color role (default "text2"), sharp at every scale, in the theme in force.

    It does not follow a later change of theme: see `keep_icon`. KeyError for an unknown name.
    """
    return icons.make_icon(name, current_theme(), color or "text2", size)


class _IconKeeper(QObject):
    """Lives as a child of its target, so its connection ends with the target."""

    def __init__(self, target: QObject, name: str, color: str | None, size: int) -> None:
        super().__init__(target)
        self._target, self._icon = target, (name, color, size)
        self.renew()
        theme_signals.changed.connect(self.renew)

    def renew(self) -> None:
        self._target.setIcon(icon(*self._icon))  # type: ignore[attr-defined]


def keep_icon(target: QObject, name: str, color: str | None = None, size: int = ICON_SIZE) -> None:
    """Give `target` (anything with setIcon) an icon, again at every change of theme while it lives."""
    _IconKeeper(target, name, color, size)
