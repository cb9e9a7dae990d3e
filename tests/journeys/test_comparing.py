"""Two tokenizers held against each other: by mouse, by the keyboard alone, and at the next start."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QApplication, QFileDialog, QLineEdit, QWidget

from tests.journeys.conftest import Person, shown
from workbench import api
from workbench.settings import Settings

TEXT = b"Tokenizers take text apart.\nrare ones like unforgettableness\n12 and 345\n"


def other(folder: Path) -> str:
    """Save a tokenizer of our own that is another than the sample."""
    tokenizer = api.train([api.TextSource("text", "the tokenizers take rare words apart, 12 12 34 " * 40)],
                          vocab_size=300)  # fmt: skip
    path = folder / "other.model"
    api.save_tokenizer(tokenizer, path)
    return str(path)


def open_other(person: Person, folder: Path) -> None:
    person.parts.tokens.set_text(TEXT, "")
    person.parts.session.tokenizers.open(other(folder))
    person.wait(lambda: len(person.parts.session.tokenizers.infos) == 2)


def aligned(person: Person) -> bool:
    answer = person.parts.compare.text.aligning.answer
    return answer is not None and answer.is_whole


def measured(person: Person) -> bool:
    result = person.parts.compare.measuring.result
    return result is not None and result.compared is not None


def test_by_mouse(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, window = person.parts.compare, person.parts.window
    item = person.button("Compare", window.rail)
    person.click(item)
    person.wait(lambda: aligned(person) and measured(person))
    assert compare.columns.isVisible()
    counts = [card.count() for card in compare.columns.cards]
    assert counts == [str(len(row.ids)) for row in compare.text.aligning.answer.rows]
    view = compare.text.view
    person.click(compare.text.next_button)
    first = view.chosen
    assert first is not None
    person.click(compare.text.next_button)
    assert view.chosen != first
    person.click(compare.text.previous_button)
    assert view.chosen == first
    piece, y = view.places.placed()[0]
    rect = piece.layout.strips(0, 1)[0]
    person.click(view.viewport(), QPointF(view.places.left + rect.left + 2, y + 8).toPoint())
    assert view.chosen is not None
    assert view.chosen[0] == 0
    model = compare.measures.table.model()
    assert model.index(0, 1).data()
    assert compare.measures.isVisible()
    person.parts.session.tokenizers.use(compare.handles[1])
    person.parts.session.tokenizers.close_current()
    person.wait(lambda: len(compare.handles) == 1)
    assert compare._empty.isVisible()


def test_a_source_that_cannot_be_read_is_a_row(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, sources = person.parts.compare, person.parts.corpus.sources
    good, bad = tmp_path / "good.txt", tmp_path / "bad.txt"
    good.write_bytes(TEXT)
    bad.write_bytes(b"\0\1\2" * 50)
    sources.add_paths([str(good), str(bad)])
    person.wait(lambda: len(sources.compared_sources()) == 2)
    compare.scope.set_value("corpus")
    person.click(person.button("Compare", person.parts.window.rail))
    person.wait(lambda: measured(person))
    assert [name for name, _ in compare.sources.bars._sources] == [str(good), str(bad)]
    assert "bad.txt: it contains NUL bytes" in compare.sources.bars.accessibleDescription()


def test_a_file_that_changed_is_measured_again_when_the_corpus_is_rescanned(
    person: Person, tmp_path: Path
) -> None:
    open_other(person, tmp_path)
    compare, sources = person.parts.compare, person.parts.corpus.sources
    text = tmp_path / "text.txt"
    text.write_bytes(TEXT)
    sources.add_paths([str(text)])
    person.wait(lambda: bool(sources.compared_sources()))
    compare.scope.set_value("corpus")
    person.click(person.button("Compare", person.parts.window.rail))
    person.wait(lambda: measured(person))
    text.write_bytes(TEXT * 3)
    person.parts.corpus.look_again()
    person.wait(
        lambda: measured(person) and compare.measuring.result.total()[0].sums["bytes"] == 3 * len(TEXT)
    )


def test_by_the_keyboard_alone(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, window = person.parts.compare, person.parts.window
    window.activateWindow()
    person.bot.keyClick(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: aligned(person) and measured(person))
    reached: list[QWidget] = []
    window.raise_panel("compare")
    for _ in range(60):
        person.bot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    cards = compare.columns.cards
    wanted = {compare.text.view, compare.measures.table, compare.add_button, compare.text.next_button, *cards}
    assert wanted <= set(reached)
    first = reached.index(cards[0])
    assert reached[first : first + 2] == cards
    assert compare.columns.window() is window
    assert getattr(reached[first + 2], "text", str)() == "Text"  # the choice of pages is next
    person.bot.keyClick(window, Qt.Key.Key_F8)
    chosen = compare.text.view.chosen
    assert chosen is not None
    person.bot.keyClick(window, Qt.Key.Key_F8)
    person.bot.keyClick(window, Qt.Key.Key_F8, Qt.KeyboardModifier.ShiftModifier)
    assert compare.text.view.chosen == chosen
    first = compare.handles[0]
    compare.columns.cards[0].setFocus()
    person.bot.keyClick(compare.columns.cards[0], Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)
    assert compare.handles[1] == first
    person.wait(lambda: aligned(person) and measured(person))


def test_causes_and_drift_lead_to_their_places(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, window = person.parts.compare, person.parts.window
    person.click(person.button("Compare", window.rail))
    person.wait(lambda: aligned(person))
    view, found = compare.text.view, compare.text.aligning.answer.differences.spans.tolist()
    person.click(person.button("Causes", compare))
    causes = compare.views.page("causes")
    person.wait(lambda: causes.is_answered)
    index = causes.table.model().index(0, 0)
    n_places = int(causes.table.model().index(0, 2).data())
    seen = []
    for _ in range(n_places):
        compare.views.show_page("causes")
        person.click(causes.table.viewport(), causes.table.visualRect(index).center())
        assert compare.views.value() == "text"
        seen.append(list(view.chosen))
    assert all(span in found for span in seen)
    assert seen == sorted(seen)
    assert len({tuple(span) for span in seen}) == n_places
    drift = compare.views.page("drift")
    compare.views.show_page("drift")
    person.wait(lambda: drift.is_answered)
    table = drift.table
    rows = [row for row in range(2) if not table.model().index(row, 3).data().startswith("0.0")]
    for row in rows[:1]:
        table.setFocus()
        table.setCurrentIndex(table.model().index(row, 3))
        person.bot.keyClick(table, Qt.Key.Key_Return)
        assert compare.views.value() == "text"
        assert compare.text._chosen.isVisible()


def test_curves_numbers_and_ranks_by_mouse(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, window = person.parts.compare, person.parts.window
    person.click(person.button("Compare", window.rail))
    person.wait(lambda: aligned(person) and measured(person))
    person.click(person.button("Curves", compare))
    curves = compare.views.page("curves")
    for kind, told in (("Ranks", "tokens occur"), ("Coverage", "make 90 %"), ("Lengths", "on average"),
                       ("By size", "bytes per token at")):  # fmt: skip
        person.click(person.button(kind, curves))
        person.wait(lambda told=told: told in curves.legend.texts()[0])
        assert [text[0] for text in curves.legend.texts()] == ["A", "B"]
    person.click(person.button("Numbers", curves))
    maps = curves.numbers.maps
    person.wait(lambda: maps.isVisible() and maps._counts)
    person.bot.mouseMove(maps, maps.place_of(1).center().toPoint())
    assert maps.said.text().startswith(f"{maps.number}: A ")
    person.click(person.button("Overlap", compare))
    overlap = compare.views.page("overlap")
    person.wait(lambda: overlap.summary.text().startswith(tuple("123456789")))
    person.click(person.button("Ranks", overlap))
    assert overlap.ranks.isVisible()
    assert "shared token" in overlap.ranks.summary


def test_numbers_by_the_keyboard_alone(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, window, keys = person.parts.compare, person.parts.window, person.bot.keyClick
    window.activateWindow()
    keys(window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: aligned(person))
    window.raise_panel("compare")
    curves, wanted = compare.views.page("curves"), ["Text", "Ranks"]
    for _ in range(60):  # to each row of choices, and by the arrows to the one that is wanted
        keys(QApplication.focusWidget(), Qt.Key.Key_Tab)
        at = QApplication.focusWidget()
        if wanted and getattr(at, "text", str)() == wanted[0]:
            del wanted[0]
            for _ in range(4):
                keys(QApplication.focusWidget(), Qt.Key.Key_Right)
        if at is curves.numbers.maps:
            break
        person.wait(lambda: wanted or curves.numbers.maps.isVisible())
    assert QApplication.focusWidget() is curves.numbers.maps
    keys(curves.numbers.maps, Qt.Key.Key_End)
    assert curves.numbers.maps.said.text().startswith("9999: A ")


def test_order_and_scope_come_back_at_the_next_start(
    qapp: QApplication, qtbot, settings: Settings, tmp_path: Path
) -> None:
    with shown(qapp, qtbot, settings) as person:
        open_other(person, tmp_path)
        compare = person.parts.compare
        person.parts.window.show_task("compare")
        compare.columns.cards[1].referred.emit()
        compare.scope.set_value("corpus")
        names = [card.accessibleName() for card in compare.columns.cards]
        assert names[0].endswith("other")
        compare.scope.set_value("text")
        person.wait(lambda: measured(person))
        kept = settings.data_folder / "comparisons"
        assert list(kept.iterdir())
        written = {file.name: file.read_bytes() for file in kept.iterdir()}
        compare.scope.set_value("corpus")
    with shown(qapp, qtbot, settings) as person:
        compare = person.parts.compare
        person.wait(lambda: len(compare.handles) == 2)
        assert person.parts.window.tasks.current == "compare"
        assert [card.accessibleName() for card in compare.columns.cards] == names
        assert compare.measuring.scope == "corpus"
        person.wait(lambda: aligned(person))
        compare.scope.set_value("text")
        person.wait(lambda: measured(person))
        assert {file.name: file.read_bytes() for file in kept.iterdir()} == written


def test_a_text_opened_meanwhile_is_what_is_compared(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare = person.parts.compare
    person.parts.window.show_task("compare")
    person.wait(lambda: aligned(person))
    person.parts.tokens.set_text(b"another text\n" * 50, "")
    person.wait(lambda: aligned(person) and compare.text.aligning.answer.end == 650)
    person.parts.window.show_task("inspect")
    person.parts.tokens.set_text(b"a third\n", "")
    person.parts.window.show_task("compare")
    person.wait(lambda: aligned(person) and compare.text.aligning.answer.end == 8)


def test_measures_and_languages_by_mouse(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare = person.parts.compare
    person.parts.window.show_task("compare")
    person.wait(lambda: measured(person))
    table, view_menu = compare.measures.table, compare.measures.view_menu
    listed = [table.model().index(row, 0).data() for row in range(table.model().rowCount())]
    head = table.horizontalHeader()
    person.click(head.viewport(), QPoint(head.sectionViewportPosition(2) + 20, head.height() // 2))
    assert [table.model().index(row, 0).data() for row in range(table.model().rowCount())] != listed
    view_menu.menu.actions()[1].trigger()
    assert table.model().index(0, 2).data()[0] in "+−–"
    folder = tmp_path / "languages"
    folder.mkdir()
    for name, text in (("eng", "take\nwords\n"), ("rus", "да\nнет\n")):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    person.click(person.button("Languages", compare.views))
    compare.views.languages.set_folder(str(folder))
    person.wait(lambda: compare.views.languages.answer is not None)
    assert sorted(compare.views.languages.dots.languages) == ["eng", "rus"]
    assert compare.views.save.isVisible()
    path = tmp_path / "languages.svg"
    compare.saving.save_picture(str(path), "languages", compare.views.picture())
    person.wait(path.exists)
    page = tmp_path / "report.html"
    compare.saving.save(str(page), "html")
    person.wait(page.exists)
    assert "Languages, compared with eng" in page.read_text(encoding="utf-8")


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # the offscreen platform, of every menu
def test_measures_by_the_keyboard_alone(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, bot = person.parts.compare, person.bot
    person.parts.window.activateWindow()
    bot.keyClick(person.parts.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: measured(person))
    view_menu, table = compare.measures.view_menu, compare.measures.table
    for _ in range(80):
        if QApplication.focusWidget() is view_menu:
            break
        bot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is view_menu
    bot.keyClick(view_menu, Qt.Key.Key_Space)
    assert view_menu.menu.isVisible()
    bot.keyClick(view_menu.menu, Qt.Key.Key_Down)
    bot.keyClick(view_menu.menu, Qt.Key.Key_Down)
    bot.keyClick(view_menu.menu, Qt.Key.Key_Return)
    assert view_menu.look.shown == "difference"
    bot.keyClick(view_menu, Qt.Key.Key_Space)
    bot.keyClick(view_menu.menu, Qt.Key.Key_S)  # Sort by
    assert view_menu.sorting.isVisible()
    bot.keyClick(view_menu.sorting, Qt.Key.Key_Down)
    bot.keyClick(view_menu.sorting, Qt.Key.Key_Down)
    bot.keyClick(view_menu.sorting, Qt.Key.Key_Return)
    assert table.horizontalHeader().sortIndicatorSection() > 0
    bot.keyClick(view_menu, Qt.Key.Key_Space)
    bot.keyClick(view_menu.menu, Qt.Key.Key_L)
    assert view_menu.look.turned
    assert table.model().rowCount() == 2


def tab_to(person: Person, wanted: Callable[[QWidget], bool]) -> QWidget:
    for _ in range(80):
        focused = QApplication.focusWidget()
        if wanted(focused):
            return focused
        person.bot.keyClick(focused, Qt.Key.Key_Tab)
    raise AssertionError("Tab does not lead there")


def focus_again(person: Person) -> None:
    """Give the window the focus after a menu or dialog, as a window manager does."""
    person.parts.window.activateWindow()
    person.wait(lambda: QApplication.focusWidget() is not None)


def type_path(person: Person, path: Path) -> None:
    dialog = QApplication.activeModalWidget()
    assert isinstance(dialog, QFileDialog)
    person.wait(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
    field = QApplication.focusWidget()
    person.bot.keyClick(field, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    person.bot.keyClicks(field, str(path))
    person.bot.keyClick(field, Qt.Key.Key_Return)
    person.wait(lambda: QApplication.activeModalWidget() is None)
    focus_again(person)


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # the offscreen platform, of every menu
def test_languages_and_report_by_the_keyboard_alone(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    folder, page = tmp_path / "languages", tmp_path / "page.html"
    folder.mkdir()
    for name, text in (("eng", "take\nwords\n"), ("rus", "да\nнет\n")):
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    compare, bot = person.parts.compare, person.bot
    person.parts.window.activateWindow()
    bot.keyClick(person.parts.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: measured(person))
    tab_to(person, compare.views.isAncestorOf)
    while compare.views.value() != "languages":
        bot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right)
    languages = compare.views.languages
    bot.keyClick(tab_to(person, lambda widget: widget is languages.choose), Qt.Key.Key_Space)
    type_path(person, folder)
    person.wait(lambda: languages.answer is not None)
    assert sorted(languages.dots.languages) == ["eng", "rus"]
    bot.keyClick(tab_to(person, lambda widget: widget is languages.reference), Qt.Key.Key_Space)
    bot.keyClick(languages.reference.menu, Qt.Key.Key_Up)
    bot.keyClick(languages.reference.menu, Qt.Key.Key_Return)
    person.wait(lambda: languages.answer is not None and languages.answer.language == "rus")
    focus_again(person)
    report = compare.saving.button
    bot.keyClick(tab_to(person, lambda widget: widget is report), Qt.Key.Key_Space)
    bot.keyClick(report.menu, Qt.Key.Key_P)
    type_path(person, page)
    person.wait(page.exists)
    assert "Languages, compared with rus" in page.read_text(encoding="utf-8")


PAGES = ["text", "causes", "same", "languages", "curves", "overlap", "drift"]


def page_by_keys(person: Person, name: str) -> None:
    """Go to a page by the Tab and arrow keys."""
    compare, names = person.parts.compare, PAGES
    tab_to(person, lambda widget: widget.parent() is compare.views._switch)
    while compare.views.value() != name:
        ahead = names.index(name) > names.index(compare.views.value())
        person.bot.keyClick(QApplication.focusWidget(), Qt.Key.Key_Right if ahead else Qt.Key.Key_Left)


def test_same_overlap_and_curves_by_the_keyboard_alone(person: Person, tmp_path: Path) -> None:
    open_other(person, tmp_path)
    compare, keys = person.parts.compare, person.bot.keyClick
    person.parts.window.activateWindow()
    keys(person.parts.window, Qt.Key.Key_4, Qt.KeyboardModifier.ControlModifier)
    person.wait(lambda: aligned(person) and measured(person))
    page_by_keys(person, "same")
    same = compare.views.page("same")
    person.wait(lambda: same.is_answered)
    label = tab_to(person, lambda widget: widget is same._parting)
    keys(label, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    keys(label, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == same._parting.text() != ""
    page_by_keys(person, "overlap")
    overlap = compare.views.page("overlap")
    person.wait(lambda: overlap.is_answered)
    keys(tab_to(person, lambda widget: widget.parent() is overlap.lists), Qt.Key.Key_Right)
    assert overlap.lists.value() == "one"
    person.bot.keyClicks(tab_to(person, lambda widget: widget is overlap.search), "take")
    n_rows = overlap.table.model().rowCount()
    assert 0 < n_rows < len(overlap._answer.overlap.only_one)
    table = tab_to(person, lambda widget: widget is overlap.table)
    keys(table, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
    assert overlap.table.currentIndex().row() == n_rows - 1
    keys(tab_to(person, lambda widget: widget.parent() is overlap.lists), Qt.Key.Key_End)
    page_by_keys(person, "curves")
    curves = compare.views.page("curves")
    for kind in ("coverage", "lengths", "sizes"):
        keys(tab_to(person, lambda widget: widget.parent() is curves.kind), Qt.Key.Key_Right)
        assert curves.kind.value() == kind
    person.wait(lambda: "bytes per token at" in curves.legend.texts()[0])
    keys(tab_to(person, lambda widget: widget is compare.views.save), Qt.Key.Key_Space)
    assert isinstance(QApplication.activeModalWidget(), QFileDialog)
    keys(QApplication.activeModalWidget(), Qt.Key.Key_Escape)
    person.wait(lambda: QApplication.activeModalWidget() is None)
    focus_again(person)
    page_by_keys(person, "text")
    assert compare.text.isVisible()
