"""The bar of counts at any width."""

import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from workbench.panels.tokens.text.counts import CountsBar


@pytest.fixture
def empty(qtbot):
    """A bar in a window that leaves its width alone: Qt makes no window narrower than what is in it."""
    window = QWidget()
    qtbot.addWidget(window)
    bar = CountsBar(window)
    bar.resize(900, 56)
    window.resize(1000, 56)
    window.show()
    yield bar
    window.close()


@pytest.fixture
def bar(empty):
    bar = empty
    bar.set_tokens(4_526_095, 9_970_000, so_far=True)
    bar.set_size(10_000_000, 7_296_943)
    bar.set_share(0.9999)
    bar.limit.set_limit(77, 77)
    bar.limit.set_over(4_544_678, 77)
    return bar


def cut(bar):
    """Return the texts that have less room than they need."""
    QCoreApplication.processEvents()
    parts = (bar._colored, bar._note, bar.selected, bar._more, bar._less, bar.limit, *bar._figures())
    return [part for part in parts if part.isVisible() and part.width() < part.sizeHint().width()]


@pytest.mark.parametrize("width", range(400, 901, 20))
def test_no_figure_is_ever_cut(bar, width):
    bar.resize(width, 56)
    assert not cut(bar)
    bar.set_selection(1_234_567, 7_654_321, 7_000_000)
    if width >= 560:
        assert not cut(bar)
    bar.set_selection(None)
    bar.set_share(None)
    assert not cut(bar)
    assert bar.tokens.isVisible()


def test_the_parts_move_together_before_one_is_left_out(qtbot, empty):
    """As with CLIP in a window of 1280 pixels, all of 10 MB being selected."""
    bar = empty
    bar.resize(822, 56)
    bar.limit.set_limit(77, 77)
    bar.limit.set_over(4_544_678, 77)
    bar.set_tokens(4_544_678, 10_000_000, so_far=False, framing="both")
    bar.set_size(10_000_000, 7_296_943)
    qtbot.waitUntil(lambda: not cut(bar))
    alone = bar._row.spacing()
    bar.set_selection(4_544_678, 10_000_000, 7_296_943)
    assert not cut(bar)
    assert all(figure.isVisible() for figure in bar._figures())
    assert (bar.selected.text(), bar._less.text()) == ("4,544,678 tokens selected", "10,000,000 bytes")
    assert (bar._less.isVisible(), bar._more.isVisible()) == (True, False)
    assert bar.selected.toolTip() == "7,296,943 characters · 10,000,000 bytes"
    bar.resize(1000, 56)
    assert not cut(bar)
    assert (bar._less.isVisible(), bar._more.isVisible()) == (False, True)
    bar.set_selection(None)
    assert bar._row.spacing() == alone


def test_what_is_left_out_comes_back(bar):
    bar.resize(640, 56)
    assert not cut(bar)
    assert not bar.ratio.isVisible()
    assert not bar._note.isVisible()
    bar.limit.set_limit(None, None)
    bar.set_share(None)
    assert not cut(bar)
    assert all(figure.isVisible() for figure in bar._figures())


def test_a_guess_leaves_the_characters_their_place(bar):
    assert bar.characters.accessibleName() == "≈ 4.5 million tokens in all"
    bar.set_guess(4_500_000, 10_000_000)
    bar.set_size(10_000_000, 7_296_943)
    assert bar.characters.accessibleName() == "7,296,943 characters"


@pytest.mark.parametrize(
    ("share", "words"), [(0.004, "0 %"), (0.994, "99 %"), (0.9999, "99 %"), (1.0, "100 %")]
)
def test_a_share_is_whole_only_where_nothing_is_left(bar, share, words):
    bar.set_share(share)
    assert bar._colored.text() == f"{words} colored"
