"""The one global style sheet: what Fusion's palette alone does not give."""

from __future__ import annotations

from PySide6.QtGui import QColor

from workbench.widgets.look import icons
from workbench.widgets.look.colors import Theme

# Color roles that a label may take (controls.Label).
_TONES = ("text", "text2", "accent", "danger", "warn", "ok", "surface", "disabled")

# %(name)s is a color role; the few sizes are in points.
# Docks: Qt moves them by an animation, though of no length, and may take one for under way that is not: a
# dock that was wider for a moment then stays beyond the edge of its page.
# A tooltip quotes tokens and file names, and <s> is no strike-through there.
_SHEET = """
QMainWindow { background: %(bg)s; }
QFrame#palette { background: %(surface)s; border: 1px solid %(button_edge)s; border-radius: 8px; }
QMainWindow::separator { background: %(bg)s; width: 8px; height: 8px; }
QMainWindow::separator:hover { background: %(button_edge)s; }
QDockWidget { widget-animation-duration: 0; }
QToolTip { background: %(text)s; color: %(surface)s; border: none; padding: 4px 8px;
    qproperty-textFormat: PlainText; }

%(tones)s

QMenuBar { background: %(surface)s; border-bottom: 1px solid %(border)s; padding-left: 3px; spacing: 0; }
QMenuBar::item { padding: 5px 9px; background: transparent; color: %(text)s; }
QMenuBar::item:selected { background: %(soft)s; border-radius: 4px; }
QMenu { background: %(surface)s; border: 1px solid %(border)s; padding: 4px; }
QMenu::item { padding: 6px 24px 6px 12px; border-radius: 4px; color: %(text)s; }
QMenu::item:selected { background: %(soft)s; }
QMenu::item:disabled { color: %(disabled)s; }
QMenu::icon { padding-left: 8px; }
QMenu::separator { height: 1px; background: %(border)s; margin: 4px 8px; }

QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }

QLineEdit, QSpinBox, QDoubleSpinBox, QPlainTextEdit, QTextEdit {
    background: %(surface)s; color: %(text)s; border: 1px solid %(field_edge)s; border-radius: 6px;
    selection-background-color: %(accent)s; selection-color: %(on_accent)s;
}
QLineEdit, QSpinBox, QDoubleSpinBox { min-height: 30px; padding: 0 8px; }
QAbstractSpinBox QLineEdit { min-height: 0; border: none; padding: 0 7px; background: transparent; }
QLineEdit:disabled, QSpinBox:disabled, QDoubleSpinBox:disabled, QPlainTextEdit:disabled {
    background: %(sunken)s; color: %(disabled)s; border-color: %(border)s;
}
QSpinBox::up-button, QDoubleSpinBox::up-button, QSpinBox::down-button, QDoubleSpinBox::down-button {
    border: none; background: transparent; width: 18px;
}
QSpinBox::up-arrow, QDoubleSpinBox::up-arrow { image: url(%(up)s); width: 10px; height: 10px; }
QSpinBox::down-arrow, QDoubleSpinBox::down-arrow { image: url(%(down)s); width: 10px; height: 10px; }

QComboBox {
    background: %(surface)s; color: %(text)s; border: 1px solid %(button_edge)s; border-radius: 6px;
    min-height: 26px; padding: 0 8px;
}
QComboBox:hover { background: %(sunken)s; }
QComboBox:disabled { background: %(sunken)s; color: %(disabled)s; border-color: %(border)s; }
QComboBox::drop-down { border: none; width: 22px; }
QComboBox::down-arrow { image: url(%(down)s); width: 12px; height: 12px; }
QComboBox QAbstractItemView {
    background: %(surface)s; border: 1px solid %(border)s; selection-background-color: %(soft)s;
    selection-color: %(text)s; outline: none;
}

QSlider { min-height: 20px; }
QSlider::groove:horizontal { height: 4px; background: %(border)s; border-radius: 2px; }
QSlider::sub-page:horizontal { background: %(accent)s; border-radius: 2px; }
QSlider::handle:horizontal {
    width: 12px; height: 12px; margin: -6px 0; border: 2px solid %(accent)s; border-radius: 8px;
    background: %(surface)s;
}
QSlider::handle:horizontal:hover { background: %(soft)s; }

QCheckBox, QRadioButton { spacing: 8px; color: %(text)s; }
QCheckBox:disabled, QRadioButton:disabled { color: %(disabled)s; }
QCheckBox::indicator, QGroupBox::indicator {
    width: 14px; height: 14px; border: 1px solid %(field_edge)s; border-radius: 4px; background: %(surface)s;
}
QCheckBox::indicator:checked {
    background: %(accent)s; border-color: %(accent)s; image: url(%(tick)s);
}
QCheckBox::indicator:disabled { background: %(sunken)s; border-color: %(border)s; }
QRadioButton::indicator {
    width: 14px; height: 14px; border: 1px solid %(field_edge)s; border-radius: 8px; background: %(surface)s;
}
QRadioButton::indicator:checked {
    border: 1px solid %(accent)s;
    background: qradialgradient(cx:0.5, cy:0.5, radius:0.5, fx:0.5, fy:0.5,
        stop:0 %(accent)s, stop:0.55 %(accent)s, stop:0.65 %(surface)s, stop:1 %(surface)s);
}

QAbstractItemView { background: %(surface)s; border: none; outline: none; }
QAbstractItemView::item:selected { background: %(soft)s; color: %(text)s; }
QTableView::item { padding: 0 5px; }
QHeaderView { background: %(sunken)s; border: none; }
QHeaderView::section {
    background: %(sunken)s; color: %(text2)s; border: none; border-bottom: 1px solid %(border)s;
    padding: 0 8px;
}
QHeaderView::up-arrow {
    image: url(%(up)s); width: 10px; height: 10px;
    subcontrol-origin: padding; subcontrol-position: top center;
}
QHeaderView::down-arrow {
    image: url(%(down)s); width: 10px; height: 10px;
    subcontrol-origin: padding; subcontrol-position: top center;
}
QHeaderView#sorted::up-arrow, QHeaderView#sorted::down-arrow { image: none; width: 0; height: 0; }
QHeaderView#tight::section { padding: 0 4px; }
QHeaderView#wide::section { padding: 0 15px; }
QTableCornerButton::section { background: %(sunken)s; border: none; }
QTabBar { qproperty-drawBase: 0; }
QTabBar::tab {
    background: transparent; color: %(text2)s; border: none; padding: 6px 10px; margin: 2px 1px 4px 1px;
}
QTabBar::tab:selected {
    background: %(surface)s; color: %(text)s; border: 1px solid %(border)s; border-radius: 6px;
}
QTabBar::tab:hover:!selected { color: %(text)s; }

QScrollBar { background: transparent; border: none; margin: 0; }
QScrollBar:vertical { width: 12px; }
QScrollBar:horizontal { height: 12px; }
QScrollBar::handle { background: %(button_edge)s; border-radius: 3px; margin: 3px; }
QScrollBar::handle:hover { background: %(field_edge)s; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QAbstractScrollArea::corner { background: transparent; }
QScrollArea { background: transparent; border: none; }
QSplitter::handle { background: %(border)s; }
"""


def style_sheet(theme: Theme) -> str:
    """Return the style sheet of a theme."""
    colors = {name: value for name, value in vars(theme).items() if isinstance(value, QColor)}
    values = {name: color.name() for name, color in colors.items()}
    values["tick"] = icons.icon_file("check", theme.on_accent)
    values["down"] = icons.icon_file("chevron-down", theme.text2)
    values["up"] = icons.icon_file("chevron-up", theme.text2)
    values["tones"] = "\n".join(f'QLabel[tone="{tone}"] {{ color: {values[tone]}; }}' for tone in _TONES)
    return _SHEET % values
