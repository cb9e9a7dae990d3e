"""Every color of the window, once, light and dark.

Contrasts and color differences were computed from these very values; a change here needs a new
computation (tests/widgets/look/test_theme.py repeats the contrasts).
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtGui import QColor

Colors = tuple[QColor, ...]


@dataclass(frozen=True, eq=False)
class Theme:
    """The colors of one appearance.

    Attributes:
        name: "light" or "dark".
        bg: behind the panels; surface: of panels; sunken: of headers of tables and disabled controls.
        border: hairlines; button_edge: edges of buttons; field_edge: edges of fields that take text.
        text, text2: primary and secondary text; disabled: text of controls that are off.
        accent: the one data and action color; on_accent: text on it; soft: its tint behind a choice.
        danger, warn, ok: states; danger_soft, warnsoft: tints behind what is lost, found or replaced.
        marks: visible spaces and line ends inside token text.
        token_fills, token_lines: six of each, cycling by drawn box, not by id.
        bins: five, low to high, for the ordered color modes.

    """

    name: str
    bg: QColor
    surface: QColor
    sunken: QColor
    border: QColor
    button_edge: QColor
    field_edge: QColor
    text: QColor
    text2: QColor
    disabled: QColor
    accent: QColor
    on_accent: QColor
    soft: QColor
    danger: QColor
    danger_soft: QColor
    warn: QColor
    warnsoft: QColor
    ok: QColor
    marks: QColor
    token_fills: Colors
    token_lines: Colors
    bins: Colors

    @property
    def is_dark(self) -> bool:
        """Say whether light text is on a dark surface."""
        return self.name == "dark"

    def color(self, role: str) -> QColor:
        """Return the color of a role by its attribute's name, as "text2"; KeyError for an unknown one."""
        value = vars(self).get(role)
        if isinstance(value, QColor):
            return value
        raise KeyError(f"no color is called {role}")


def _colors(names: str) -> Colors:
    return tuple(QColor(name) for name in names.split())


LIGHT = Theme(
    name="light",
    bg=QColor("#F1F3F5"),
    surface=QColor("#FFFFFF"),
    sunken=QColor("#F7F8FA"),
    border=QColor("#E1E4E9"),
    button_edge=QColor("#C3C9D2"),
    field_edge=QColor("#8C95A1"),
    text=QColor("#14171A"),
    text2=QColor("#5B6470"),
    disabled=QColor("#8C95A1"),
    accent=QColor("#2456D6"),
    on_accent=QColor("#FFFFFF"),
    soft=QColor("#EAF0FE"),
    danger=QColor("#B3261E"),
    danger_soft=QColor("#FDECEA"),
    warn=QColor("#8A5A00"),
    warnsoft=QColor("#FFF4DC"),
    ok=QColor("#1B7F4B"),
    marks=QColor("#4A525D"),
    token_fills=_colors("#FCD7AB #A9EEE5 #D8E6B2 #BAE5FE #FED2CE #DFD8FE"),
    token_lines=_colors("#A97015 #0C8C81 #748729 #1087B8 #BA5E5A #826EBD"),
    bins=_colors("#FCF8B0 #E0E2B5 #B8CFDB #93BCE6 #77A4F6"),
)

DARK = Theme(
    name="dark",
    bg=QColor("#0E1013"),
    surface=QColor("#16181C"),
    sunken=QColor("#1C1F24"),
    border=QColor("#2A2E35"),
    button_edge=QColor("#4A515D"),
    field_edge=QColor("#6B7380"),
    text=QColor("#F4F6F8"),
    text2=QColor("#A2ABB8"),
    disabled=QColor("#6B7380"),
    accent=QColor("#8FB2FF"),
    on_accent=QColor("#0B1220"),
    soft=QColor("#1B2640"),
    danger=QColor("#FF9A92"),
    danger_soft=QColor("#3A1715"),
    warn=QColor("#F0C060"),
    warnsoft=QColor("#33290F"),
    ok=QColor("#6FD39B"),
    marks=QColor("#B9C1CC"),
    token_fills=_colors("#623F0A #06534D #424E15 #084E6C #6C3532 #4A3E6E"),
    token_lines=_colors("#C68B39 #17AFA3 #8FA347 #3BA4D7 #D87974 #9D89DB"),
    bins=_colors("#0C1955 #1D2D4C #353A3F #4D4726 #655206"),
)
