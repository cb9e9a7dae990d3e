"""The Vocabulary panel with 200,000 tokens: `python -m tests.benchmarks.vocabulary`.

Milliseconds that the window's thread works from a key of the search, a chip, a cell of the map or a click on
a head to the painted rows (the aim is 50), and from a selected row to its dossier (the aim is 100), the best
of some runs; seconds until the health is checked while the window waits (the aim is 60). Works offscreen
(QT_QPA_PLATFORM=offscreen), needs the data beside the repository.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial

from PySide6.QtCore import QEventLoop, Qt, QTimer
from PySide6.QtWidgets import QApplication

from tests.benchmarks.rows import DATA, Row, best_of, show, text_of
from workbench.panels.vocab.dossier import DossierPanel
from workbench.panels.vocab.model import COLUMNS
from workbench.panels.vocab.panel import VocabularyPanel
from workbench.widgets.look import theme
from workbench.widgets.token_view.document.document import Document
from workbench.worker.lanes import Lanes
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import OpenTokenizer, TokenizerOpened

RUNS = 5
PATIENCE = 300.0  # seconds
FALLING = Qt.SortOrder.DescendingOrder


def turn(app: QApplication, until: Callable[[], object]) -> float:
    """Turn the event loop until something holds, and return the seconds that it took."""
    started = time.perf_counter()
    waker = QTimer(interval=20)  # with a time limit, processEvents does not sleep
    waker.start()
    while not until():
        app.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)
        if time.perf_counter() - started > PATIENCE:
            raise SystemExit("it does not come to an end")
    return time.perf_counter() - started


def rows(app: QApplication, lanes: Lanes) -> Iterator[Row]:
    document, opened = Document(text_of("en_10MB", 1_000_000).encode()), []
    panel = VocabularyPanel(lanes.ask, document, tuple)
    dossier = DossierPanel(panel.counting, panel.checks, lanes.ask)
    panel.vocabulary_changed.connect(dossier.set_vocabulary)
    panel.known_changed.connect(dossier.set_known)
    for each, width in ((panel, 776), (dossier, 408)):
        each.resize(width, 620)
        each.show()
    lanes.ask(OpenTokenizer(new_request_id(), str(DATA / "o200k_base.tiktoken"))).answered.connect(
        opened.append
    )
    turn(app, lambda: opened)
    answer: TokenizerOpened = opened[0]
    panel.set_tokenizer(answer.tokenizer)
    known = lambda: panel.table.rows.known  # noqa: E731
    turn(app, lambda: known().counted is not None and known().grouped is not None)
    panel.health.check()
    yield Row("health of o200k", turn(app, lambda: known().judged is not None), "s", 60, "lower")
    filters, table = panel.filters, panel.table
    for name, begin, work, target in (
        ("a key: “e”", filters.clear, partial(filters.search.setText, "e"), 50),
        ("a key: “er”", filters.clear, partial(filters.search.setText, "er"), 50),
        ("a chip", filters.clear, partial(filters.choose, "near-twin"), 50),
        ("a cell of the map", filters.clear, partial(filters.set_map, "Latin", 3), 50),
        ("sorting by counts", partial(_sort, panel, "id"), partial(_sort, panel, "count"), 50),
        ("sorting by health", partial(_sort, panel, "id"), partial(_sort, panel, "health"), 50),
        ("selecting all", table.clearSelection, table.selectAll, 50),
        ("the dossier of “t”, of which most is built", lambda: None, partial(dossier.show_token, 83), 100),
        ("the dossier of “ the”", lambda: None, partial(dossier.show_token, 290), 100),
    ):
        yield Row(name, _best(app, begin, work), "ms", target, "lower")


def _sort(panel: VocabularyPanel, column: str) -> None:
    panel.table.sortByColumn(COLUMNS.index(column), FALLING)


def _best(app: QApplication, begin: Callable[[], object], work: Callable[[], object]) -> float:
    """Return the shortest time of some work to the painted window, in milliseconds."""
    times = []
    for _ in range(RUNS):
        begin()
        app.processEvents()
        times += best_of(1, lambda: (work(), app.processEvents()), clock=time.thread_time)
    return 1000 * min(times)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    app = QApplication([])
    theme.apply_theme(app, "light")
    with tempfile.TemporaryDirectory() as folder:
        lanes = Lanes(None, folder)
        show(rows(app, lanes), given.json)
        lanes.shut_down()


if __name__ == "__main__":
    main()
