"""Controls answer to mouse and keys, say their names, and show their focus."""

from __future__ import annotations

import pytest
import shiboken6
from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QAction, QColor, QGuiApplication, QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QToolTip, QVBoxLayout, QWidget

from workbench.widgets import controls, panel_parts, strips
from workbench.widgets.focus_ring import FocusRing, _Ring
from workbench.widgets.look import theme


@pytest.fixture(autouse=True)
def _light(qapp: QApplication):
    theme.apply_theme(qapp, "light")


def picture_of(widget: QWidget, scale: int = 1) -> QImage:
    picture = QImage(widget.size() * scale, QImage.Format.Format_ARGB32)
    picture.setDevicePixelRatio(scale)
    picture.fill(QColor("magenta"))
    widget.render(picture)
    return picture


def _shown(qtbot, widget: QWidget) -> QWidget:
    qtbot.addWidget(widget)
    with qtbot.waitActive(widget):
        widget.show()
        widget.activateWindow()
    return widget


def test_buttons_have_the_heights_of_the_guide(qtbot):
    assert controls.Button("Train", "primary").sizeHint().height() == 32
    assert controls.Button("Train", compact=True).sizeHint().height() == 28
    assert controls.IconButton("copy", "Copy").sizeHint() == QSize(28, 28)
    assert controls.Chip("All").sizeHint().height() == 24


def test_an_unknown_kind_of_button_is_refused(qtbot):
    with pytest.raises(ValueError, match="loud"):
        controls.Button("Train", "loud")


@pytest.mark.parametrize("kind", ["primary", "plain", "flat", "link"])
def test_a_button_is_clicked_by_mouse_and_space_and_not_when_off(qtbot, kind):
    button = _shown(qtbot, controls.Button("Train", kind, "play"))
    clicks: list[int] = []
    button.clicked.connect(lambda: clicks.append(1))
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    qtbot.keyClick(button, Qt.Key.Key_Space)
    assert len(clicks) == 2
    button.setEnabled(False)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert len(clicks) == 2


def test_a_primary_button_is_filled_with_the_accent_and_greyed_when_off(qtbot):
    button = _shown(qtbot, controls.Button("Train", "primary"))
    # The pointer of the offscreen platform stands where windows open.
    button.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, False)
    assert picture_of(button).pixelColor(6, 16) == theme.LIGHT.accent
    button.setEnabled(False)
    assert picture_of(button).pixelColor(6, 16) == theme.LIGHT.sunken
    theme.apply_theme(QApplication.instance(), "dark")
    button.setEnabled(True)
    assert picture_of(button).pixelColor(6, 16) == theme.DARK.accent


def test_an_icon_button_says_what_it_does(qtbot):
    button = controls.IconButton("copy", "Copy the ids")
    assert (button.accessibleName(), button.toolTip()) == ("Copy the ids", "Copy the ids")


def test_a_bound_button_follows_its_action(qtbot):
    window = _shown(qtbot, QWidget())
    action = QAction("&Save", window, iconText="Save", toolTip="Save the tokenizer", shortcut="Ctrl+S")
    button = controls.Button("", "flat", "save", parent=window)
    controls.bind(button, action)
    assert (button.text(), button.toolTip()) == ("Save", "Save the tokenizer (Ctrl+S)")
    action.setEnabled(False)
    assert not button.isEnabled()
    action.setEnabled(True)
    action.setVisible(False)
    assert button.isHidden()
    action.setVisible(True)
    with qtbot.waitSignal(action.triggered):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_segmented_control_is_walked_by_arrows(qtbot):
    view = _shown(
        qtbot, controls.Segmented([("text", "Text"), ("regex", "Regex"), ("hex", "Hex")], "Search by")
    )
    changes: list[str] = []
    view.changed.connect(changes.append)
    assert view.value() == "text"
    first = view.findChildren(controls.QAbstractButton)[0]
    first.setFocus()
    qtbot.keyClick(first, Qt.Key.Key_Right)
    assert view.value() == "regex"
    view.set_value("hex")
    assert changes == ["regex", "hex"]
    with pytest.raises(KeyError):
        view.set_value("morse")
    view.clearFocus()
    view.setFocus()
    assert view.focusWidget().text() == "Hex"  # the one that is chosen


def test_a_chip_shows_its_count(qtbot):
    chip = controls.Chip("Merges", "7,936")
    narrow = controls.Chip("Merges").sizeHint().width()
    assert chip.text() == chip.accessibleName() == "Merges 7,936"
    assert chip.sizeHint().width() > narrow


def test_a_label_that_is_cut_says_the_whole_where_somebody_points_at_it(qtbot):
    label = controls.Label("long words that are cut", elided=True)
    qtbot.addWidget(label)
    label.show()
    for width, said in ((60, "long words that are cut"), (600, "")):
        label.resize(width, 20)
        here = QPoint(5, 5)
        QApplication.sendEvent(label, QHelpEvent(QEvent.Type.ToolTip, here, label.mapToGlobal(here)))
        qtbot.waitUntil(lambda text=said: QToolTip.text() == text)


def test_a_label_gives_way_only_when_elided(qtbot):
    assert controls.Label("long words", elided=True).minimumSizeHint().width() == 0
    assert controls.Label("long words").minimumSizeHint().width() > 20


def test_a_label_takes_the_color_of_its_tone(qtbot):
    label = _shown(qtbot, controls.Label("██████", tone="danger"))
    colors = {picture_of(label).pixelColor(x, label.height() // 2).name() for x in range(4, 12)}
    assert theme.LIGHT.danger.name() in colors
    label.set_tone("ok")
    colors = {picture_of(label).pixelColor(x, label.height() // 2).name() for x in range(4, 12)}
    assert theme.LIGHT.ok.name() in colors


def test_a_header_is_forty_high_and_keeps_its_order(qtbot):
    header = panel_parts.PanelHeader("Tokens", "your text")
    header.add_left(controls.Segmented([("a", "Text"), ("b", "Ids")], "View"))
    copy = controls.IconButton("copy", "Copy")
    header.add_right(copy)
    header.resize(500, header.sizeHint().height())
    _shown(qtbot, header)
    assert header.height() == 40
    assert copy.x() + copy.width() == 500 - theme.SPACE_2
    header.set_facts("166 tokens")
    assert header.facts() == "166 tokens"


def test_a_figure_is_read_as_one(qtbot):
    figure = panel_parts.Figure("tokens")
    figure.set_value("1", "token")
    assert figure.accessibleName() == "1 token"


def test_a_bar_shows_its_share(qtbot):
    bar = panel_parts.ThinBar("Progress", width=100)
    bar.set_progress(30, 120)
    assert bar.share() == 0.25
    assert bar.accessibleDescription() == "25 %"
    _shown(qtbot, bar)
    picture = picture_of(bar)
    assert picture.pixelColor(15, 4) == theme.LIGHT.accent
    assert picture.pixelColor(60, 4) == theme.LIGHT.border
    bar.set_progress(5, 0)
    assert bar.share() == 0.0


def test_a_strip_shows_details_adds_links_and_closes(qtbot):
    strip = _shown(
        qtbot, strips.NoticeStrip("broken.model was not opened.", "Nothing was changed.", details="Trace")
    )
    details = strip.findChild(QPlainTextEdit)
    assert details.isHidden()
    links = {b.text(): b for b in strip.findChildren(controls.Button)}
    qtbot.mouseClick(links["Details"], Qt.MouseButton.LeftButton)
    assert details.isVisible()
    assert details.textCursor().selectedText() == "Trace"
    tried: list[int] = []
    retry = strip.add_link("Open as text", lambda: tried.append(1))
    qtbot.mouseClick(retry, Qt.MouseButton.LeftButton)
    assert tried == [1]
    close = strip.findChild(controls.IconButton)
    with qtbot.waitSignal(strip.closed):
        qtbot.mouseClick(close, Qt.MouseButton.LeftButton)


def test_a_click_that_closes_a_strip_leaves_the_keyboard_where_it_is(qtbot):
    panel = QWidget()
    column = QVBoxLayout(panel)
    strip, field = strips.NoticeStrip("It was interrupted."), QLineEdit()
    column.addWidget(field)
    column.addWidget(strip)
    column.addWidget(controls.Button("Discard"))
    _shown(qtbot, panel)
    field.setFocus()
    qtbot.mouseClick(strip.findChild(controls.IconButton), Qt.MouseButton.LeftButton)
    assert strip.isHidden()
    assert panel.focusWidget() is field


@pytest.mark.parametrize("width", [260, 320, 700])
def test_a_strip_shows_every_line_in_a_narrow_panel(qtbot, width):
    name = "a_very_long_name-of.a.file-without/one\\space_" + "x" * 80 + ".model"
    panel = QWidget()
    column = QVBoxLayout(panel)
    strip = strips.NoticeStrip(
        f"{name} was not opened: line 312 names a token that does not exist yet.",
        "Nothing was changed. The file may be cut; ask whoever made it for a whole copy.",
        details="Trace",
    )
    column.addWidget(strip)
    column.addStretch(1)
    panel.resize(width, 600)
    strip.show_behind(2)
    _shown(qtbot, panel)
    assert panel.width() == width, "the strip has widened its panel"
    for label in strip.findChildren(controls.Label):
        assert label.height() >= label.heightForWidth(label.width()), label.text()
        assert strip.rect().contains(label.geometry())


def test_messages_are_as_high_as_their_lines_up_to_a_bound_and_then_scroll(qtbot):
    panel = QWidget()
    column = QVBoxLayout(panel)
    column.setContentsMargins(0, 0, 0, 0)
    stack, below = strips.StripStack(8, 8, 8, 8, scroll=True), QWidget()
    below.setMinimumHeight(100)
    column.addWidget(stack)
    column.addWidget(below, 1)
    panel.resize(400, 600)
    _shown(qtbot, panel)
    stack.show_strip(
        strip := strips.NoticeStrip("It was not opened: some of its lines are too long.", "But why?")
    )
    qtbot.waitUntil(lambda: stack.height() == strip.height() + 16)
    low = stack.height()
    panel.resize(220, 600)
    qtbot.waitUntil(lambda: stack.height() == strip.height() + 16 > low)
    assert stack.verticalScrollBar().maximum() == 0
    stack.show_strip(strips.NoticeStrip("It was not opened. " * 50))
    qtbot.waitUntil(lambda: stack.height() == strips.MOST_HIGH)
    assert stack.verticalScrollBar().maximum() > 0
    panel.resize(220, 190)
    qtbot.waitUntil(lambda: below.geometry().bottom() < panel.height())
    assert stack.height() >= strips.LEAST_HIGH


def test_a_message_in_a_panel_which_scrolls_itself_is_whole(qtbot):
    column = QVBoxLayout(panel := QWidget())
    column.addWidget(stack := strips.StripStack(8, 8, 8, 8))
    column.addWidget(below := QWidget(), 1)
    below.setMinimumHeight(100)
    panel.resize(220, 600)
    _shown(qtbot, panel)
    stack.show_strip(strip := strips.NoticeStrip("It was not opened. " * 20))
    qtbot.waitUntil(lambda: stack.height() == strip.height() + 16)
    assert stack.minimumSizeHint().height() == stack.height() > strips.LEAST_HIGH


def test_a_toast_goes_by_itself_and_takes_back(qtbot, monkeypatch):
    window = _shown(qtbot, QWidget())
    window.resize(600, 400)
    toast = strips.Toast(window)
    toast._timer.setInterval(50)
    toast.show_text("Training canceled.", can_undo=True)
    assert toast.isVisible()
    qtbot.waitUntil(lambda: toast.isHidden(), timeout=30_000)
    toast.show_text("Training canceled.", can_undo=True)
    with qtbot.waitSignal(toast.undo_requested):
        qtbot.mouseClick(toast.findChild(controls.Button), Qt.MouseButton.LeftButton)
    assert toast.isHidden()
    toast.show_text("Copied.")
    assert toast.findChild(controls.Button).isHidden()


def test_a_toast_lasts_ten_seconds(qtbot):
    assert strips.Toast(_shown(qtbot, QWidget()))._timer.interval() == 10_000


def test_an_empty_state_offers_its_buttons(qtbot):
    state = strips.EmptyState("files", "Drop text files or a folder here", "Files are read, never changed.")
    button = state.add_button("Add files…", "primary", "add")
    _shown(qtbot, state)
    with qtbot.waitSignal(button.clicked):
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)


def test_a_bound_tile_is_chosen_by_click(qtbot):
    tile = _shown(qtbot, controls.PresetTile("GPT-4", "cl100k"))
    assert tile.accessibleName() == "GPT-4, cl100k"
    qtbot.mouseClick(tile, Qt.MouseButton.LeftButton)
    assert tile.isChecked()
    tile.resize(130, 44)
    assert picture_of(tile).pixelColor(65, 1) == theme.LIGHT.accent


class _Form(QWidget):
    def __init__(self) -> None:
        super().__init__()
        self.field, self.button = QLineEdit(), controls.Button("Train")
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 20, 20, 20)
        column.addWidget(self.field)
        column.addWidget(self.button)
        self.resize(300, 160)

    def rings(self) -> list[_Ring]:
        return [ring for ring in self.findChildren(_Ring) if ring.isVisible()]


@pytest.fixture
def form(qtbot, qapp) -> _Form:
    window = _Form()
    ring = FocusRing(qapp, window)
    qtbot.addWidget(window)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    yield window
    qapp.focusChanged.disconnect(ring._focus_changed)


def test_the_focus_ring_stands_one_pixel_off_and_follows(form, qtbot):
    form.field.setFocus()
    qtbot.keyClick(form.field, Qt.Key.Key_Tab)
    assert form.button.hasFocus()
    (ring,) = form.rings()
    corner = form.button.mapTo(form, QPoint(0, 0))
    assert ring.pos() == corner - QPoint(3, 3)
    assert ring.size() == form.button.size() + QSize(6, 6)
    middle = corner.y() + form.button.height() // 2
    picture = picture_of(form)
    assert picture.pixelColor(corner.x() - 2, middle) == theme.LIGHT.accent
    assert picture.pixelColor(corner.x() - 1, middle) == theme.LIGHT.surface
    form.button.move(corner + QPoint(10, 0))
    assert ring.pos() == corner + QPoint(7, -3)
    form.button.hide()
    assert form.rings() == [] or form.rings()[0].geometry() != ring.geometry()


def test_a_click_needs_no_ring_but_a_text_field_has_one(form, qtbot):
    qtbot.mousePress(form.button, Qt.MouseButton.LeftButton)
    form.field.clearFocus()
    assert QGuiApplication.mouseButtons() in {Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton}
    qtbot.mouseRelease(form.button, Qt.MouseButton.LeftButton)
    form.field.setFocus()
    assert len(form.rings()) == 1


@pytest.mark.parametrize("gone", ["holder", "ring"])
def test_the_ring_bears_that_what_it_follows_is_gone(form, qtbot, gone):
    """As at the end of the program, when windows go before those that follow the keyboard."""
    holder = QWidget(form)
    field = QLineEdit(holder)
    holder.show()
    field.setFocus()
    (ring,) = form.rings()
    shiboken6.delete(holder if gone == "holder" else ring)
    theme.theme_signals.changed.emit()
    if gone == "ring":
        field.move(5, 5)
    form.field.setFocus()
    assert len(form.rings()) == 1
    assert form.field.hasFocus()


def test_a_widget_may_show_its_focus_itself(form, qtbot):
    form.button.setProperty("focusRing", False)
    form.field.setFocus()
    form.button.setFocus(Qt.FocusReason.TabFocusReason)
    assert form.rings() == []


def test_a_choice_without_room_ends_with_an_ellipsis(qtbot, monkeypatch):
    painted = []
    choice = controls.Choice()
    qtbot.addWidget(choice)
    choice.addItem("the name of a source that is long")
    monkeypatch.setattr(
        controls.QStylePainter, "drawControl", lambda _, __, option: painted.append(option.currentText)
    )
    for width in (90, 900):
        choice.resize(width, 30)
        choice.grab()
    cut, whole = painted[0], painted[-1]
    assert whole == choice.currentText()
    assert "…" in cut
    assert choice.fontMetrics().horizontalAdvance(cut) <= 90
