"""The pages *Text* and *Drift* of Compare in the window: how soon they show something, and the window's gaps.

`python -m tests.benchmarks.compare 10 --text` runs it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence

from tests.benchmarks.rows import DATA, Row, text_of
from tests.benchmarks.window import Gaps, measure, opened
from workbench import api
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.drift import drift
from workbench.shell.parts import Parts

CHANGING = ("llama2_tokenizer.model", "clip_bpe_simple_vocab_16e6.txt.gz")  # they change the text first
_DRIFT = 100_000  # bytes


def rows(megabytes: float, tokenizers: Sequence[Tokenizer]) -> Iterator[Row]:
    """Yield the figures of an English text under tokenizers, and of the drift of those that change it."""
    text = text_of("en_10MB", int(megabytes * 1e6)).encode()
    yield from _drifts(text[:_DRIFT], tokenizers)
    with opened() as (parts, folder):
        for number, tokenizer in enumerate(tokenizers):
            path = folder / f"{number}.tiktoken"
            api.save_tokenizer(tokenizer, path)
            parts.session.tokenizers.open(str(path))
            others = number + 1
            measure(_nothing, lambda others=others: len(parts.session.tokenizers.infos) > others)
        parts.tokens.set_text(text, "")
        measure(_nothing, lambda: parts.tokens.encoding.encoded)
        yield from _window(parts, f"{len(tokenizers) + 1} tokenizers × {len(text) / 1e6:.0f} MB", len(text))


def _nothing() -> None:
    """Ask for nothing: it has been asked for."""


def _window(parts: Parts, what: str, n_bytes: int) -> Iterator[Row]:
    text = parts.compare.text
    start = time.perf_counter()
    seen, jumped = _Moment(start), _Moment(start)

    def _is_whole() -> bool:
        answer = text.aligning.answer
        seen.note(answer is not None)
        if answer is not None and jumped.began is None:
            jumped.begin()
            text.view.scrolling.show_from(n_bytes // 2)
        jumped.note(answer is not None and answer.start <= n_bytes // 2 < answer.end)
        return answer is not None and answer.is_whole

    whole = measure(lambda: parts.window.show_task("compare"), _is_whole)
    yield Row(f"{what}: what is seen is aligned", 1000 * seen.seconds, "ms", 300, "lower")
    yield Row(f"{what}: so it is in the middle, meanwhile", 1000 * jumped.seconds, "ms", 300, "lower")
    yield from _gaps(f"{what}: all of it is aligned", whole)
    page = parts.compare.views.page("drift")
    found = measure(lambda: parts.compare.views.show_page("drift"), lambda: page.is_answered)
    yield from _gaps(f"{what}: drift", found)


class _Moment:
    """When something has come about, from a beginning on."""

    def __init__(self, began: float) -> None:
        self._origin = began
        self.began: float | None = None
        self._ended: float | None = None

    def begin(self) -> None:
        """Begin later than at first."""
        self.began = self._origin = time.perf_counter()

    def note(self, has_come: bool) -> None:
        """Take note whether it has come."""
        if has_come and self._ended is None:
            self._ended = time.perf_counter()

    @property
    def seconds(self) -> float:
        """How long it took."""
        return (self._ended or float("inf")) - self._origin


def _gaps(what: str, gaps: Gaps) -> Iterator[Row]:
    found = gaps.figures()
    yield Row(what, found["seconds"], "s", better="lower")
    yield Row(f"{what}, longest gap of the window", found["longest"], "ms", 50, "lower")


def _drifts(text: bytes, tokenizers: Sequence[Tokenizer]) -> Iterator[Row]:
    plain = tokenizers[-1]
    chosen: list[tuple[str, Callable[[], object]]] = [
        (plain.name, lambda: drift(plain, text)),
        (f"{plain.name}, special tokens", lambda: drift(plain, text, "all")),
    ]
    for name in CHANGING:
        tokenizer = api.open_file(DATA / name).tokenizer
        chosen.append((tokenizer.name, lambda tokenizer=tokenizer: drift(tokenizer, text)))
    for name, work in chosen:
        start = time.process_time()
        work()
        taken = (time.process_time() - start) * 1e6 / len(text)
        yield Row(f"drift, {name}", taken, "s of CPU a MB", better="lower")
