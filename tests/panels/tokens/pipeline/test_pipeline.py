"""The pipeline page without lanes: asking, painting, keyboard, words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QFontMetricsF, QImage, QPainter

from tests.fake_lanes import Asked
from workbench.engine.explaining.pipeline import Row
from workbench.engine.explaining.stage_grid import Box
from workbench.panels.tokens.pipeline import shapes as pipeline_shapes
from workbench.panels.tokens.pipeline import words as pipeline_words
from workbench.panels.tokens.pipeline.grid import font, lay_out
from workbench.panels.tokens.pipeline.paint import LABELS
from workbench.panels.tokens.pipeline.pipeline import PipelinePage
from workbench.panels.tokens.pipeline.shapes import shapes
from workbench.panels.tokens.text.changes import fitting
from workbench.panels.tokens.text.excerpts import MARGIN, WHOLE
from workbench.panels.tokens.text.panel import TokensPanel
from workbench.widgets.look import theme
from workbench.widgets.look.theme import interface_font
from workbench.worker.messages.pipeline import PipelineShown, ShowPipeline
from workbench.worker.messages.requests import Failed

TEXT = b"aB  c"


def box(left: float, right: float, text: bytes, change: str = "", id_: int = -1, kind: str = "") -> Box:
    return Box(left, right, text, change, id_, kind)


def stages(request_id: int = 0, added: bool = True) -> PipelineShown:
    """The line "aB  c" through white space and lower case, with a start put before it."""
    start = [box(0, 1, b"<s>", id_=1, kind="added")] if added else []
    tokens = [box(1, 3, b"ab", id_=300), box(3, 4, b" ", id_=32), box(5, 6, b"c", id_=99)]
    return PipelineShown(
        request_id, 1, 0, 5, ((0, 0), (0, 1), (1, 2), (2, 3), (3, 4), (4, 5)),
        (
            Row("raw", tuple(box(n, n + 1, TEXT[n - 1 : n]) for n in range(1, 6))),
            Row("whitespace", (
                box(1, 2, b"a"), box(2, 3, b"B"), box(3, 4, b" "), box(4, 5, b"", "delete"),
                box(5, 6, b"c"))),
            Row("lowercase", (
                box(1, 2, b"a"), box(2, 3, b"b", "replace"), box(3, 4, b" "), box(5, 6, b"c"))),
            Row("pieces", (box(1, 3, b"ab"), box(5, 6, b"c")), lost=b" "),
            Row("bytes", (box(1, 2, b"a"), box(2, 3, b"b"), box(5, 6, b"c"))),
            Row("tokens", tuple(tokens)),
            Row("ids", (*start, *tokens)),
        ),
        first_character=0,
    )  # fmt: skip


@pytest.fixture
def page(qtbot):
    panel = TokensPanel(Asked())
    qtbot.addWidget(panel)
    page = PipelinePage(panel, asks := Asked())
    page.asks = asks
    panel.resize(820, 700)
    panel.show()
    panel.set_text(TEXT)
    panel.encoding.handle = 1
    return page


def asked(page: PipelinePage, qtbot) -> ShowPipeline:
    with qtbot.waitSignal(page.asks.requested) as told:
        page.toggle()
    return told.args[0]


@pytest.fixture
def shown(page, qtbot):
    request = asked(page, qtbot)
    page.show_pipeline(stages(request.request_id))
    qtbot.waitUntil(lambda: page.section.canvas.isVisible())
    return page


def test_some_lines_of_the_text_stay_in_a_low_panel(shown, qtbot):
    panel, section = shown._panel, shown.section
    high = section.height()
    assert high >= section.canvas.grid.height
    panel.resize(820, 400)
    qtbot.waitUntil(lambda: section.height() < high)
    assert panel.view.height() >= 90
    assert section.geometry().bottom() < panel.height()
    panel.resize(820, 700)
    qtbot.waitUntil(lambda: section.height() == high)


def test_it_asks_only_when_it_is_seen(page, qtbot):
    assert not page.section.isVisible()
    assert not page.waiting
    request = asked(page, qtbot)
    assert (request.text, request.at, request.handle, request.n_bytes) == (TEXT, 0, 1, 5)
    assert page.section.isVisible()
    assert page._panel.view.isVisible()
    page.toggle()
    assert not page.section.isVisible()


def test_an_answer_to_an_older_question_is_dropped(page, qtbot):
    older = asked(page, qtbot)
    with qtbot.waitSignal(page.asks.requested) as told:
        page._panel.view.editor.place(2)
    page.asks.tell(stages(older.request_id))
    assert page.section.canvas.shown is None
    page.asks.tell(stages(told.args[0].request_id))
    assert page.section.canvas.shown is not None
    assert not page.waiting


def test_the_caret_decides_which_line(shown, qtbot):
    with qtbot.waitSignal(shown.asks.requested) as told:
        shown._panel.view.editor.place(4)
    assert told.args[0].at == 4


def test_of_a_large_text_only_what_is_around_the_caret_goes_to_the_worker(page, qtbot):
    text = "é".encode() * WHOLE
    page._panel.set_text(text)
    page._panel.view.editor.place(WHOLE + 2)
    request = asked(page, qtbot)
    assert len(request.text) <= 2 * MARGIN
    assert request.n_bytes == len(text)
    assert text[request.offset : request.offset + len(request.text)] == request.text
    request.text.decode()


def test_rows_names_and_remarks(shown):
    rows = shown.section.canvas.grid.rows
    assert [(pipeline_words.name(row), pipeline_words.remark(row)) for row in rows] == [
        ("Raw", "5 characters"),
        ("Whitespace", "lossy: 1 character removed"),
        ("Lower case", "lossy: 1 character changed"),
        ("Pieces", "lossy: spaces dropped"),
        ("Bytes", "3 bytes"),
        ("Merges", "3 tokens"),
        ("Special tokens", "start added; ids below"),
    ]
    assert shown.section.where() == "characters 0 to 5"


def test_tokens_have_one_row_where_nothing_is_put_around_them():
    grid = lay_out(stages(added=False))
    assert [row.name for row in grid.rows][-2:] == ["bytes", "ids"]
    assert (pipeline_words.name(grid.rows[-1]), pipeline_words.remark(grid.rows[-1])) == (
        "Tokens", "3 tokens; ids below"
    )  # fmt: skip


def test_what_is_put_around_a_text_is_said_in_the_room_there_is(qapp):
    ends = box(0, 0, b"<s>", id_=1, kind="added"), box(1, 1, b"</s>", id_=2, kind="added")
    remark = pipeline_words.remark(Row("ids", (ends[0], box(0, 1, b"a", id_=97), ends[1])))
    assert remark == "start and end added"
    room = LABELS - theme.PANEL_MARGIN - theme.SPACE_2
    assert QFontMetrics(interface_font("tiny")).horizontalAdvance(remark) <= room


def test_what_a_stage_did_is_said_in_the_room_there_is(qapp):
    boxes = box(0, 1, b"a", "replace"), box(1, 2, b"", "delete"), box(2, 3, b"", "delete")
    metrics, room = QFontMetricsF(interface_font("tiny")), LABELS - theme.PANEL_MARGIN - theme.SPACE_2
    said = pipeline_words.remarks(Row("whitespace", boxes))
    assert said[0] == "lossy: 1 character changed, 2 removed"
    assert fitting(said, metrics, room) == "lossy: 1 changed, 2 removed"
    said = pipeline_words.remarks(Row("whitespace", (*boxes * 99, box(3, 3, b"xyz", "insert"))))
    assert fitting(said, metrics, room) == "lossy: 300 characters"
    spaces = pipeline_words.remarks(Row("pieces", boxes, lost=b"\t"))
    assert fitting(spaces, metrics, room) == "lossy: white space dropped"


def test_columns_are_as_wide_as_the_widest_of_their_boxes():
    grid = lay_out(stages())
    assert list(grid.edges) == sorted(grid.edges)
    assert grid.x(1) - grid.x(0) > grid.x(2) - grid.x(1)  # "<s>" and its id need more than an "a"
    assert all(grid.x(n + 1) - grid.x(n) >= 10 for n in range(6))
    assert grid.x(1.5) == pytest.approx((grid.x(1) + grid.x(2)) / 2)


def test_the_pointer_lights_a_span_in_every_row(shown, qtbot):
    canvas = shown.section.canvas
    x, y = int(LABELS + canvas.grid.x(2.5)), 8 + canvas.grid.top(2) + 12
    qtbot.mouseMove(canvas.viewport(), QPoint(x, y))
    qtbot.waitUntil(lambda: canvas.lit_span == (2, 3))
    assert shown.section.says() == "B → b → ab"


def test_a_click_selects_the_raw_text(shown, qtbot):
    canvas = shown.section.canvas
    x, y = int(LABELS + canvas.grid.x(2)), 8 + canvas.grid.top(3) + 12
    qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, y))
    assert shown._panel.view.editor.selected_bytes() == b"aB"
    assert canvas.lit_span == (1, 3)


def test_by_keyboard_alone(shown, qtbot):
    canvas = shown.section.canvas

    def press(*keys):
        for key in keys:
            qtbot.keyClick(canvas, key)
        return canvas.lit_span

    key = Qt.Key
    assert press(key.Key_Right) == (1, 2)
    assert press(key.Key_Right, key.Key_Right) == (3, 4)
    assert press(key.Key_Down) == (3, 4)
    assert press(key.Key_Down, key.Key_Down) == (1, 3)  # the piece that begins before it
    assert "Pieces: ab" in canvas.accessibleDescription()
    assert press(key.Key_End) == (5, 6)
    assert press(key.Key_Home) == (1, 3)
    assert press(key.Key_Up) == (1, 2)
    assert press(key.Key_Down, key.Key_Return) == (1, 3)
    assert shown._panel.view.editor.selected_bytes() == b"aB"
    assert press(key.Key_Escape) is None
    press(key.Key_Up, key.Key_Up, key.Key_Up, key.Key_Up, key.Key_Up, key.Key_Left, key.Key_Left)
    assert canvas.lit_span == (1, 2)  # there is nothing further up or to the left


@pytest.mark.parametrize("by_click", [False, True])
def test_the_row_stays_where_the_same_stretch_is_shown_anew(shown, qtbot, by_click):
    canvas = shown.section.canvas
    with qtbot.waitSignal(shown.asks.requested) as told:
        if by_click:
            x, y = int(LABELS + canvas.grid.x(1.5)), 8 + canvas.grid.top(3) + 12
            qtbot.mouseClick(canvas.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(x, y))
        else:
            for key in (*[Qt.Key.Key_Down] * 3, Qt.Key.Key_Home, Qt.Key.Key_Return):
                qtbot.keyClick(canvas, key)
    shown.show_pipeline(stages(told.args[0].request_id))
    assert canvas.lit_span == (1, 3)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.lit_span == (5, 6)
    assert canvas.accessibleDescription().startswith("Pieces: c")


def test_the_keyboard_begins_anew_with_other_boxes_or_another_span_of_the_text(shown, qtbot):
    canvas, view = shown.section.canvas, shown._panel.view

    def select(start, end, added=True):
        with qtbot.waitSignal(shown.asks.requested) as told:
            view.editor.select(start, end)
        shown.show_pipeline(stages(told.args[0].request_id, added))

    qtbot.keyClick(canvas, Qt.Key.Key_Down)
    qtbot.keyClick(canvas, Qt.Key.Key_End)
    select(0, 1)
    qtbot.keyClick(canvas, Qt.Key.Key_Right)
    assert canvas.lit_span == (2, 3)
    for _ in range(6):
        qtbot.keyClick(canvas, Qt.Key.Key_Down)
    qtbot.keyClick(canvas, Qt.Key.Key_End)
    select(4, 5, added=False)  # one row fewer than the one that was reached
    canvas.setFocus()
    canvas.grab()
    qtbot.keyClick(canvas, Qt.Key.Key_Left)
    assert canvas.accessibleDescription().startswith("Raw: ")


def test_pages_turn_to_the_next_stretch(shown, qtbot):
    shown._panel.set_text(b"one\ntwo\n")
    with qtbot.waitSignal(shown.asks.requested) as told:
        shown._panel.view.editor.place(0)
    first = PipelineShown(told.args[0].request_id, 1, 0, 4, stages().columns, stages().rows)
    shown.show_pipeline(first)
    with qtbot.waitSignal(shown.asks.requested) as told:
        qtbot.keyClick(shown.section.canvas, Qt.Key.Key_PageDown)
    assert told.args[0].at == 4
    with qtbot.assertNotEmitted(shown.asks.requested):
        shown.show_pipeline(first)
        qtbot.keyClick(shown.section.canvas, Qt.Key.Key_PageUp)


def test_an_empty_text_says_what_the_page_is_for(page, qtbot):
    page._panel.set_text(b"")
    request = asked(page, qtbot)
    nothing = PipelineShown(request.request_id, 1, 0, 0, (), (Row("raw", ()), Row("ids", ())))
    page.show_pipeline(nothing)
    assert not page.section.canvas.isVisible()
    assert not page.section.next_button.isVisible()


def test_no_text_is_asked_for_where_there_is_one(page, qtbot):
    asked_for = asked(page, qtbot)
    assert page.section._empty.text() == ""
    assert page.section.says() == ""
    nothing = PipelineShown(
        asked_for.request_id,
        1,
        0,
        1,
        ((0, 1),),
        (Row("raw", (box(0, 1, b" "),)), Row("ids", ())),
    )
    page.show_pipeline(nothing)
    assert page.section._empty.isVisible()
    assert page.section._empty.text() == "Nothing of this text is left to encode."


def test_why_there_are_no_stages_stands_in_their_place(shown, qtbot):
    with qtbot.waitSignal(shown.asks.requested) as told:
        shown._panel.view.editor.place(2)
    request_id = told.args[0].request_id
    shown.show_pipeline(
        PipelineShown(request_id, 1, 2, 2, (), (), cause="{what} is slow", facts={"what": "it"})
    )
    assert shown.section._empty.text() == "The stages of this text cannot be shown: it is slow."
    assert not shown.section.canvas.isVisible()


@pytest.mark.parametrize(
    ("text", "remark", "begins"),
    [
        ("ab c", "4 characters", ""),
        ("a مرح", "5 characters, words ←", "Columns are in byte order. Words"),
        ("a של", "4 characters, letters →", "Columns are in byte order, with each"),
    ],
)
def test_a_row_says_where_it_is_read_against_its_columns(page, qtbot, text, remark, begins):
    boxes = tuple(Box(at, at + 1, letter.encode()) for at, letter in enumerate(text))
    row = Row("raw", boxes)
    assert pipeline_words.remark(row) == remark
    page._panel.set_text(text.encode())
    request = asked(page, qtbot)
    columns = tuple((at, at + 1) for at in range(len(text)))
    page.show_pipeline(PipelineShown(request.request_id, 1, 0, 9, columns, (row, Row("ids", boxes))))
    tip = page.section.canvas.tip_at(QPointF(20, 8 + 5)).split("\n")
    assert tip[0] == f"Raw: {remark}"
    assert (tip[1] if begins else "").startswith(begins)
    assert len(tip) == 1 + bool(begins)


def test_tooltips_say_it_in_full(shown):
    canvas = shown.section.canvas
    assert canvas.tip_at(QPointF(20, 8 + canvas.grid.top(2) + 5)) == "Lower case: lossy: 1 character changed"
    over = QPointF(LABELS + canvas.grid.x(2.5), 8 + canvas.grid.top(2) + 12)
    assert canvas.tip_at(over) == "Lower case: b, ⟨62⟩, from B, raw bytes 1 to 2"
    assert canvas.tip_at(QPointF(LABELS + canvas.grid.width + 50, 20)) == ""


def test_a_failure_leaves_no_old_stages(shown, qtbot):
    with qtbot.waitSignal(shown.asks.requested) as told:
        shown._panel.view.editor.place(2)
    failed = Failed(told.args[0].request_id, "", "x", None, None, "", "")
    shown.asks.tell(failed)
    assert shown.section.canvas.shown is None
    assert not shown.waiting


@pytest.mark.parametrize("dark", [False, True])
def test_it_paints_in_both_appearances(shown, qapp, dark):
    from workbench.widgets.look import theme

    theme.apply_theme(qapp, "dark" if dark else "light")
    canvas = shown.section.canvas
    canvas.light_bytes(1, 2)
    picture = canvas.grab().toImage()
    x = int((LABELS + canvas.grid.x(2)) * picture.devicePixelRatio())
    colors = {picture.pixelColor(x + dx, 60).name() for dx in range(-4, 4)}
    assert theme.current_theme().accent.name() in colors
    theme.apply_theme(qapp, "light")


def test_a_guess_is_said_to_be_one():
    row = Row("ftfy", (box(0, 1, b"x", "replace"),), approximate=True)
    shown = PipelineShown(1, 1, 0, 2, ((0, 2),), (Row("raw", (box(0, 1, "é".encode()),)), row))
    assert "is approximate" in pipeline_words.sentence(shown, row, row.boxes[0])
    assert pipeline_words.where(PipelineShown(1, 1, 5, 9, ((5, 9),), (), False)) == (
        "bytes 5 to 9, read by itself"
    )


# --- letters that have their shape together -----------------------------------------------------


def letters(text: str, *changed: int) -> Row:
    """A row with a column for each character."""
    boxes = [
        box(n, n + 1, letter.encode(), "replace" if n in changed else "") for n, letter in enumerate(text)
    ]
    return Row("raw", tuple(boxes))


def shown_as_one(text: str) -> list[str]:
    return [text[one.first : one.last] for one in shapes(letters(text), font(13))]


@pytest.mark.parametrize(
    ("text", "together"),
    [
        ("abc \u00e9 \u65e5\u672c", []),
        ("xe\u0301x", ["e\u0301"]),
        ("x" + "\u0301" * 40, ["x" + "\u0301" * 40]),
        (
            "\u0915\u094d\u0937\u0924\u094d\u0930\u093f\u092f",
            ["\u0915\u094d\u0937", "\u0924\u094d\u0930\u093f"],
        ),
        ("a \u0645\u0631\u062d\u0628\u0627 b", ["\u0645\u0631\u062d\u0628\u0627"]),
        ("\u0645\u064e\u0631", ["\u0645\u064e\u0631"]),
        ("\u05e9\u05b8\u05c1\u05dc\u05d5", ["\u05e9\u05b8\u05c1"]),
        ("\u0e17\u0e35\u0e48\u0e19", ["\u0e17\u0e35\u0e48"]),
        ("\u0ba8\u0bbf", ["\u0ba8\u0bbf"]),
        (
            "\U0001f469\u200d\U0001f467 \U0001f44d\U0001f3fd",
            ["\U0001f469\u200d\U0001f467", "\U0001f44d\U0001f3fd"],
        ),
        ("\U0001f1e8\U0001f1ff\U0001f1ef\U0001f1f5", ["\U0001f1e8\U0001f1ff", "\U0001f1ef\U0001f1f5"]),
        ("1\ufe0f\u20e3", ["1\ufe0f\u20e3"]),
        ("\u202eabc", []),
    ],
)  # fmt: skip
def test_clusters_and_joined_words_are_one_shape(qapp, text, together):
    assert shown_as_one(text) == together


def test_a_shape_ends_where_a_column_is_left_out_and_in_rows_of_tokens(qapp):
    row = letters("e\u0301")
    apart = Row("raw", (row.boxes[0], box(2, 3, "\u0301".encode())))
    assert shapes(apart, font(13)) == ()
    assert shapes(Row("tokens", row.boxes), font(13)) == ()
    loose = Row("raw", (box(0, 1, b"\xd9"), box(1, 2, b"\xff"), box(2, 3, "\u0645".encode())))
    assert shapes(loose, font(13)) == ()


def test_a_shape_has_room_and_its_letters_are_where_they_are_read(qapp):
    row = letters("\u0645\u0631\u062d\u0628\u0627")
    shown = PipelineShown(1, 1, 0, 10, tuple((2 * n, 2 * n + 2) for n in range(5)), (row,))
    grid = lay_out(shown)
    (shape,) = grid.shapes[0]
    assert grid.x(shape.right) - grid.x(shape.left) >= shape.width
    places = [
        pipeline_shapes._letters(shape.layout.lineAt(0), *shape.at[n : n + 2]).center().x() for n in range(5)
    ]
    assert places == sorted(places, reverse=True)


def test_the_lit_letter_of_a_word_stands_out(page, qtbot):
    text = "\u0645\u0631\u062d\u0628\u0627"
    row = letters(text)
    request = asked(page, qtbot)
    page.show_pipeline(
        PipelineShown(request.request_id, 1, 0, 10, tuple((2 * n, 2 * n + 2) for n in range(5)), (row,))
    )
    canvas = page.section.canvas
    qtbot.waitUntil(canvas.isVisible)
    shape = canvas.grid.shapes[0][0]
    for marked in ([False] * 5, [True, *[False] * 4], [True] * 5):
        image = QImage(200, 40, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        shape.paint(painter, QRectF(0, 0, 200, 40), QColor("black"), QColor("red"), marked)
        painter.end()
        pixels = [QColor(image.pixel(x, y)) for x in range(200) for y in range(40)]
        assert any(ink.red() - ink.blue() > 100 for ink in pixels) == any(marked)
        assert any(ink.red() < 100 for ink in pixels) == (not all(marked))
    canvas.light_bytes(0, 2)
    canvas.grab()


def test_labels_keep_shapes_and_do_not_turn_their_neighbors():
    family = "\U0001f469\u200d\U0001f467"
    assert pipeline_shapes.shaped(family.encode()) == family
    assert (
        pipeline_shapes.shaped("\u200dx\u00e9\u00a0 \t\n".encode())
        == "\u27e8ZWJ\u27e9x\u00e9\u237d\u00b7\u2192\u21b5"
    )
    assert pipeline_shapes.shaped(b"a\xc3") == "a\u27e8C3\u27e9"
    row = letters("\u0645\u0631")
    shown = PipelineShown(1, 1, 0, 4, ((0, 2), (2, 4)), (row, Row("tokens", row.boxes)))
    assert pipeline_words.lit(shown, (0, 2)) == "\u2068\u0645\u0631\u2069 \u2192 \u2068\u0645 | \u0631\u2069"
