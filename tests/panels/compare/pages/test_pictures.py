"""Pictures of plots: as large as what is seen, in both formats, and of all languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QFileDialog

from tests.panels.compare.pages.test_pages import folder, page
from workbench.widgets.look.theme import current_theme
from workbench.widgets.plots.picture import MARGIN


def inks(image: QImage) -> set[str]:
    return {
        image.pixelColor(x, y).name() for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)
    }


@pytest.mark.parametrize("name", ["curves", "languages"])
@pytest.mark.parametrize("kind", ["png", "svg"])
def test_a_picture_is_written_whole(bench, tmp_path: Path, qtbot, name, kind):
    texts = {f"l{n:02}": f"the ab {'x' * n}\n" for n in range(40)}
    bench.panel.views.languages.folder = folder(tmp_path, **texts)
    page(bench, name)
    views = bench.panel.views
    assert views.save.isVisible()
    if name == "curves":
        plot = views.page("curves").plots["ranks"]
        qtbot.waitUntil(lambda: plot.is_built)
    widgets = views.picture()
    size = (
        max(each.width() for each in widgets) + 2 * MARGIN,
        sum(each.height() for each in widgets) + 2 * MARGIN,
    )
    told: list[str] = []
    bench.panel.saving.saved.connect(told.append)
    path = tmp_path / f"found.{kind}"
    bench.panel.saving.save_picture(str(path), name, widgets)
    bench.answer()
    assert told == [str(path)]
    if kind == "png":
        image = QImage(str(path))
        assert (image.width(), image.height()) == (2 * size[0], 2 * size[1])
        assert current_theme().surface.name() in inks(image)
        assert len(inks(image)) > 3
    else:
        drawing = QSvgRenderer(str(path))
        assert drawing.isValid()
        assert (drawing.viewBox().width(), drawing.viewBox().height()) == size
        assert name in path.read_text()
    if name == "languages":
        assert size[1] > views.languages.dots.viewport().height()
        if kind == "svg":
            assert all(language in path.read_text() for language in texts)


def test_no_page_needs_more_room_than_a_small_screen_has(bench, tmp_path):
    """Of a window of 960×540 the panel has 557 × 340 pixels; were it to need more, all would be tabs."""
    texts = {f"lang_{n:02}": f"the ab {'x' * n}\n" for n in range(40)}
    bench.panel.views.languages.folder = folder(tmp_path, **texts)
    for name in bench.panel.views.names:
        page(bench, name)
        least = bench.panel.minimumSizeHint()
        assert least.width() <= 557, name
        assert least.height() <= 340, name
    assert bench.panel.views.languages.answer is not None


def test_only_pages_with_a_picture_offer_one(bench):
    page(bench, "causes")
    assert not bench.panel.views.save.isVisible()
    shown = page(bench, "overlap")
    assert not bench.panel.views.save.isVisible()
    shown.lists.set_value("ranks")
    assert bench.panel.views.save.isVisible()
    assert bench.panel.views.picture() == (shown.ranks,)
    page(bench, "languages")  # no folder yet
    assert not bench.panel.views.save.isVisible()
    curves = page(bench, "curves")
    for kind, offers in {"ranks": True, "sizes": False, "lengths": True, "numbers": False}.items():
        curves.kind.set_value(kind)  # nothing is answered: sizes and numbers are not known yet
        assert bench.panel.views.save.isVisible() == offers, kind
    bench.answer()
    assert bench.panel.views.save.isVisible()
    numbers = curves.numbers  # what is said of the number under the pointer is not in its picture
    assert bench.panel.views.picture() == (numbers.summary, numbers.maps)
    page(bench, "text")
    assert not bench.panel.views.save.isVisible()


@pytest.mark.qt_log_ignore("grabbing the keyboard", extend=True)  # the offscreen platform, of every menu
def test_the_menu_of_the_page_asks_where_to(bench, qtbot):
    shown = page(bench, "curves")
    shown.customContextMenuRequested.emit(QPoint(5, 5))
    menu = bench.panel.views._menu
    assert menu.isVisible()
    menu.actions()[0].trigger()
    menu.close()
    dialog = bench.panel.saving.button.window().findChild(QFileDialog)
    assert dialog.nameFilters() == ["PNG (*.png)", "SVG (*.svg)"]
    assert [Path(each).name for each in dialog.selectedFiles()] == ["curves.png"]
    dialog.reject()
    qtbot.mouseClick(bench.panel.views.save, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(
        lambda: any(each.isVisible() for each in bench.panel.saving.button.window().findChildren(QFileDialog))
    )
    for each in bench.panel.saving.button.window().findChildren(QFileDialog):
        each.reject()
