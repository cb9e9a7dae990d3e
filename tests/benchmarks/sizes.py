"""The slider of the vocabulary's size and the steps of a word: `python -m tests.benchmarks.sizes`.

For each tokenizer and text, while the slider is dragged from the whole vocabulary to the bytes: milliseconds
from a move to the painted screenful (median, 99th percentile; the aim is 16), what of it the window's thread
works itself, and from the last move to the whole text. Milliseconds that counting the tokens at every size
takes (the aim is 1,000 for 1 MB), and that the window's thread works to show the steps of the longest word
(the aim is 8). Works offscreen (QT_QPA_PLATFORM=offscreen), needs the data beside the repository; `--quick`
and `--json` as those of the engine's benchmark.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop

from tests.benchmarks.window import opened
from workbench.shell.parts import Parts
from workbench.worker.jobs.explaining import LONGEST

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
MOVES = 200
TOKENIZERS = {
    "sample": "",
    "cl100k": "cl100k_base.tiktoken",
    "o200k": "o200k_base.tiktoken",
    "clip": "clip_bpe_simple_vocab_16e6.txt.gz",
}
# Name of a tokenizer, and bytes of text. CLIP cleans a text first, and reads 77 tokens of it: the longer
# ones say what the cleaning costs.
CASES = [
    ("sample", 1_000_000),
    ("cl100k", 1_000_000),
    ("o200k", 1_000_000),
    ("clip", 2_000),
    ("clip", 100_000),
    ("clip", 1_000_000),
    ("clip", 10_000_000),
]
QUICK = [("sample", 100_000)]


@dataclass(frozen=True)
class Row:
    """What was measured with one tokenizer and text, in milliseconds."""

    tokenizer: str
    n_bytes: int
    move_median: float
    move_p99: float
    move_window: float
    whole_text: float
    counting: float
    longest_word: float


def turn(until: Callable[[], object], limit: float = 60.0) -> float:
    """Turn the event loop until something holds, and return the milliseconds that it took."""
    started = time.perf_counter()
    while not until():
        if time.perf_counter() - started > limit:
            raise SystemExit("what was waited for has not come")
        QCoreApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 1)
    return (time.perf_counter() - started) * 1000


def use(parts: Parts, name: str) -> None:
    """Open a tokenizer, unless it is the sample, which is open already."""
    if TOKENIZERS[name]:
        path = str(DATA / TOKENIZERS[name])
        tokenizers = parts.session.tokenizers
        tokenizers.open(path)
        turn(lambda: tokenizers.current is not None and tokenizers.current.path == path)


def drag(parts: Parts) -> tuple[list[float], float, float]:
    """Move the slider from the whole vocabulary to the bytes.

    Returns the milliseconds of each move, what the window's thread worked in one, and how long the whole text
    took in the end.
    """
    view, slider = parts.tokens.view, parts.tokens.sizes.strip.slider
    came: list[bool] = []
    parts.tokens.encoding.part_taken.connect(lambda _part: came.append(True))
    low, high = slider.minimum(), slider.maximum()
    moves: list[float] = []
    worked = time.thread_time()
    for move in range(1, MOVES + 1):
        came.clear()
        started = time.perf_counter()
        slider.setValue(round(high * (low / high) ** (move / MOVES)))
        turn(lambda: came)
        view.viewport().repaint()
        moves.append((time.perf_counter() - started) * 1000)
    worked = (time.thread_time() - worked) * 1000 / MOVES
    return moves, worked, turn(lambda: parts.tokens.encoding.encoded)


def longest_word(parts: Parts) -> float:
    """Return how long the window's thread takes to show the steps of a word of the greatest length."""
    steps = parts.selected.steps
    word = (b"antidisestablishmentarianism" * LONGEST)[: LONGEST - 1]
    explained: list[object] = []
    parts.tokens.explained.connect(explained.append)
    parts.tokens.set_text(word)
    turn(lambda: parts.tokens.encoding.encoded)
    parts.tokens.view.selected.select(0)
    turn(lambda: explained)
    answer = explained[-1]
    steps.clear()
    started = time.thread_time()
    steps.show_explained(answer)  # type: ignore[arg-type]  # an Explained, as the signal says
    return (time.thread_time() - started) * 1000


def measure(parts: Parts, name: str, n_bytes: int) -> Row:
    """Measure one case."""
    use(parts, name)
    sizes = parts.tokens.sizes
    article = (DATA / "taylorswift.txt").read_bytes()
    text = article * (n_bytes // len(article) + 1)
    sizes.reset()
    parts.tokens.set_text(text[:n_bytes])
    turn(lambda: parts.tokens.encoding.encoded)
    turn(lambda: sizes.count_at(sizes.strip.slider.maximum()) is not None)
    counter = parts.lanes._store.size_counter(parts.session.tokenizers.current.handle)  # type: ignore[union-attr]
    started = time.perf_counter()
    counter.counts(text[:n_bytes])
    counting = (time.perf_counter() - started) * 1000
    moves, worked, whole = drag(parts)
    sizes.reset()
    turn(lambda: parts.tokens.encoding.encoded)
    p99 = sorted(moves)[int(len(moves) * 0.99)]
    return Row(name, n_bytes, statistics.median(moves), p99, worked, whole, counting, longest_word(parts))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="100 KB with the sample tokenizer alone")
    parser.add_argument("--json", action="store_true", help="print the rows as JSON")
    chosen = parser.parse_args()
    with opened() as (parts, _):
        turn(lambda: parts.tokens.encoding.encoded)
        rows = [measure(parts, *case) for case in (QUICK if chosen.quick else CASES)]
    if chosen.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
        return
    for row in rows:
        print(
            f"{row.tokenizer:7} {row.n_bytes:>9,} bytes   a move {row.move_median:5.1f} ms, "
            f"p99 {row.move_p99:5.1f}, in the window {row.move_window:4.1f}   "
            f"whole text {row.whole_text:6.0f}   counting {row.counting:6.0f}   "
            f"longest word {row.longest_word:4.1f}"
        )


if __name__ == "__main__":
    main()
