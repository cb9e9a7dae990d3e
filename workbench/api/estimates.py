"""Before a training: what it could reach, the time and memory it would take, and what is odd in the text.

The whole text is read once, for its size and for texts of special tokens; every so many bytes a chunk is put
aside. On these chunks, and on a quarter of them, the real thing is done; what the whole text would give
follows from how both grow (distinct pieces as a power of the text, Heaps' law). Where all was put aside
nothing is guessed but time and memory. tests/benchmarks/training holds estimates against what came of it.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from typing import Any

import numpy as np

from workbench.api.files import last_of
from workbench.api.recipes import Recipe
from workbench.api.source_arguments import several
from workbench.api.training_options import Options
from workbench.engine.base.pace import point
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.corpus import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.counting.compiled_counting import ALONE, processors
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.counting.piece_room import PieceRoom, memory_bytes, whole_text_bytes
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, count_pieces, named
from workbench.engine.training.trainer import Merge, Progress, TrainerOptions
from workbench.engine.training.trainer import train as train_merges

SAMPLE = 4 << 20  # bytes that are tried
READ_SECONDS = 10.0  # then the rest is taken to be as what was read
TRIED_SECONDS = 2.5  # of training on the sample
SHOWN = 200  # bytes of the longest piece
MOST_NAMED = 1000  # files that cannot be read
# Bytes that a distinct piece and a byte of one take at the peak: table, arrays, cells and pairs.
_BYTES_A_PIECE, _BYTES_A_BYTE = 60, 15
_FALLING = 0.02  # that the power of growth falls by when the text doubles, measured on the shared corpora
_AS_THE_TEXT = 0.97  # a power from here on: each document is a piece of its own, and stays so
_SHARED = 0.6  # of the time that counting takes alone, where another processor splits
_RUN = 10_000_000  # of a run, however small its text
PROGRAM = 60_000_000  # of the program itself without a window, with its libraries


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a training would come to.

    Attributes:
        n_bytes: of text, after cleaning.
        sampled: bytes of it that were tried; all of it makes counts exact.
        reachable: the largest vocabulary, where no pair is left to merge; `more_reachable`: at least.
        n_pieces: distinct pieces.
        seconds: of the whole, on so many `processors`.
        memory: bytes of the run at its peak, beside the program itself.
        memory_limit, memory_there: what the table of pieces may take, and what this computer has.
        longest_piece: its bytes; `longest_text` is how it begins.
        special_texts: (text, how often) of special tokens that stand in the text and train as plain text.
        replaced, skipped: bytes that are not UTF-8, and files left out.
        left_out: (path, error code) of the first files that cannot be read.
        too_large: without a split the text does not fit in the limit, so that the training would be refused.

    """

    n_bytes: int
    sampled: int
    reachable: int
    more_reachable: bool
    n_pieces: int
    seconds: float
    processors: int
    memory: int
    memory_limit: int
    memory_there: int
    longest_piece: int
    longest_text: bytes
    special_texts: tuple[tuple[str, int], ...]
    replaced: int
    skipped: int
    too_large: bool
    left_out: tuple[tuple[str, str], ...] = ()

    @property
    def is_exact(self) -> bool:
        """Whether reach, pieces and the longest piece are counted, not guessed."""
        return self.sampled == self.n_bytes

    def plain(self) -> dict[str, Any]:
        """Return it in plain values."""
        texts = {"longest_text": self.longest_text.decode("utf-8", "replace"), "exact": self.is_exact}
        left_out = [{"path": path, "why": why} for path, why in self.left_out]
        return {
            **asdict(self), **texts, "special_texts": dict(self.special_texts), "left_out": left_out
        }  # fmt: skip

    def lines(self) -> Iterator[str]:
        """Yield it for people."""
        about = "" if self.is_exact else "about "
        least = "at least " if self.more_reachable else about
        yield f"{self.n_bytes:,} bytes of text, {about}{self.n_pieces:,} distinct pieces"
        yield f"largest vocabulary: {least}{self.reachable:,}"
        yield f"time: about {self.seconds:.1f} s on {self.processors} processors"
        memory = (self.memory + PROGRAM) / 1e6
        yield f"memory, with the program: about {memory:,.0f} MB of {self.memory_there / 1e9:,.1f} GB"
        yield f"longest piece: {about}{self.longest_piece:,} bytes"
        for text, times in self.special_texts:
            yield f"special token in the text, trained as plain text: {text}, {times:,} times"
        if self.replaced:
            yield f"bytes that are not UTF-8 and are replaced: {self.replaced:,}"
        if self.left_out:
            path, why = self.left_out[0]
            yield f"files that cannot be read: {len(self.left_out):,}, the first {path} ({why})"
        if self.too_large:
            yield f"refused: more than the limit of {self.memory_limit / 1e6:,.0f} MB without a split"


def estimate(sources: Source | Sequence[Source], options: Options) -> Estimate:
    """Return what a training would come to; raises EngineError as the training would."""
    return last_of(step for step in estimating(several(sources), options) if isinstance(step, Estimate))


def estimating(
    sources: Sequence[Source], options: Options, child: Child | None = None
) -> Iterator[Progress | Estimate]:
    """Yield `Progress` ("checking", in bytes), at last the `Estimate`.

    Raises:
        EngineError: as `TrainingRun.steps`.

    """
    base = options.base(child)
    recipe = options.recipe(base)
    options = options.settled(recipe)
    room = PieceRoom(options.memory_limit)
    looked = _Looked(options)
    yield from looked.steps(sources)
    splitter = named(*recipe.split, child)
    try:
        tried = []
        for every in (4, 1):
            chunks, fresh = looked.chunks[::every], options.recipe(base)
            tried.append(_try(chunks, options, fresh, splitter))
    finally:
        splitter.close()
    yield _estimate(looked, tried, options, room, recipe)


class _Looked:
    """The whole text, looked at once.

    Attributes:
        chunks: of the sample, and the ends of documents between them.
        n_bytes: of text; of what was read, scaled to the whole where reading took too long.
        n_sampled: bytes of the sample.
        specials: how often texts of special tokens occur.

    """

    def __init__(self, options: Options) -> None:
        self.chunks: list[list[bytes | EndOfDocument]] = []
        self.n_bytes = self.n_sampled = self.replaced = self.skipped = 0
        self.left_out: tuple[tuple[str, str], ...] = ()
        self.seconds = 0.0
        self.specials: Counter[str] = Counter()
        self._texts = {text: text.encode("utf-8", "surrogatepass") for text in options.special_tokens}
        self._tail = b""

    def steps(self, sources: Sequence[Source]) -> Iterator[Progress]:
        reading = Reading(sources)
        total = reading.size()
        stride = max(1, -(-total // SAMPLE))
        start = time.perf_counter()
        n_chunks = n_taken = 0
        for chunk in reading.read():
            if isinstance(chunk, bytes):
                self._look(chunk)
                if n_chunks % stride == 0:
                    self.chunks.append([chunk])
                    self.n_sampled += len(chunk)
                n_chunks += 1
            else:
                self._tail = b""
                if n_chunks > n_taken and self.chunks:
                    self.chunks[-1].append(END_OF_DOCUMENT)
                n_taken = n_chunks
            yield Progress("checking", reading.n_read, max(total, reading.n_read))
            if time.perf_counter() - start > READ_SECONDS:
                break
        self.seconds = time.perf_counter() - start
        reading.refuse_nothing()
        self.replaced, self.skipped = reading.replaced, len(reading.skipped)
        unread = (each for each in reading.skipped if not each.is_meant)
        self.left_out = tuple((each.path, each.code) for each in islice(unread, MOST_NAMED))
        if reading.n_read and reading.n_read < total - sum(left.n_bytes for left in reading.skipped):
            self._scale(total / reading.n_read)

    def _look(self, chunk: bytes) -> None:
        self.n_bytes += len(chunk)
        if not self._texts:
            return
        text = self._tail + chunk
        for name, special in self._texts.items():
            # What ends in the tail was counted with the chunk before.
            self.specials[name] += text.count(special) - self._tail.count(special)
        longest = max(map(len, self._texts.values()))
        self._tail = text[-longest + 1 :] if longest > 1 else b""

    def _scale(self, factor: float) -> None:
        self.n_bytes = int(self.n_bytes * factor)
        self.seconds *= factor


@dataclass(frozen=True, slots=True)
class _Tried:
    """What came of a part of the text.

    Attributes:
        n_bytes: of text.
        counted: its pieces.
        counting, merging: seconds, the latter until all merges were learned that are wanted.
        n_before: size of the vocabulary before any merge.
        n_merges: as many as could be learned.
        ended: no pair was left.

    """

    n_bytes: int
    counted: CountedPieces
    counting: float
    merging: float
    n_before: int
    n_merges: int
    ended: bool

    @property
    def n_distinct_bytes(self) -> int:
        """Bytes of all distinct pieces."""
        return len(self.counted.blob)


def _try(
    parts: Sequence[Sequence[bytes | EndOfDocument]], options: Options, recipe: Recipe, splitter: PreTokenizer
) -> _Tried:
    """Count a sample, and train on it until no pair is left."""
    chunks = [chunk for part in parts for chunk in part]
    size = sum(len(chunk) for chunk in chunks if isinstance(chunk, bytes))
    start = time.perf_counter()
    counted = finished(count_pieces(recipe.text(iter(chunks)), splitter))
    units = recipe.units(counted)
    counting = time.perf_counter() - start
    size_wanted = recipe.size_wanted(options.vocab_size)
    wanted = recipe.n_merges(size_wanted)
    n_before = size_wanted - wanted
    most = recipe.n_units + max(2 * wanted, 1_000_000)
    limits = TrainerOptions(most, options.min_count, options.longest_token, options.tie_rule)
    start, merging, n_merges = time.perf_counter(), 0.0, 0
    for event in train_merges(units, limits):
        if isinstance(event, Merge):
            n_merges += 1
        elif time.perf_counter() - start > TRIED_SECONDS and n_merges >= wanted:
            return _Tried(size, counted, counting, merging, n_before, n_merges, ended=False)
        if n_merges <= wanted:
            merging = time.perf_counter() - start
        if not isinstance(event, Merge):
            point()
    ended = n_merges < most - recipe.n_units
    return _Tried(size, counted, counting, merging, n_before, n_merges, ended)


def _grown(sizes: Sequence[int], found: Sequence[float], size: int) -> float:
    """Return what a text of some size would give, where a quarter of a sample and all of it gave these.

    What is found grows as a power of the text, and the power falls a little with each doubling, since less
    and less is new.
    """
    if size <= sizes[-1] or min(found) <= 0 or sizes[0] >= sizes[-1]:
        return found[-1]
    power = math.log(found[-1] / found[0]) / math.log(sizes[-1] / sizes[0])
    power = min(max(power, 0.0), 1.0)
    falling = 0.0 if power > _AS_THE_TEXT else _FALLING
    doublings = math.log2(size / sizes[-1])
    exponent = doublings * power - falling * doublings * (doublings + 1) / 2
    return float(found[-1] * 2.0 ** max(exponent, 0.0))


def _estimate(
    looked: _Looked, tried: Sequence[_Tried], options: Options, room: PieceRoom, recipe: Recipe
) -> Estimate:
    whole, sizes = tried[-1], [part.n_bytes for part in tried]

    def grown(found: Sequence[float]) -> float:
        return _grown(sizes, found, looked.n_bytes)

    n_pieces = grown([len(part.counted) for part in tried])
    n_bytes = grown([part.n_distinct_bytes for part in tried])
    n_merges = grown([part.n_merges for part in tried])
    times = looked.n_bytes / max(whole.n_bytes, 1)
    shared = processors() > 1 and looked.n_bytes > ALONE
    seconds = looked.seconds + whole.counting * times * (_SHARED if shared else 1.0)
    seconds += whole.merging * n_bytes / max(whole.n_distinct_bytes, 1)
    unsplit = recipe.split[0] == "none"
    memory = _RUN + int(_BYTES_A_PIECE * n_pieces + _BYTES_A_BYTE * n_bytes)
    lengths = np.diff(whole.counted.ends.astype(np.int64), prepend=0)
    longest = int(lengths.argmax()) if len(lengths) else 0
    end = int(whole.counted.ends[longest]) if len(lengths) else 0
    length = int(lengths[longest]) if len(lengths) else 0
    need = whole_text_bytes(looked.n_bytes)
    return Estimate(
        n_bytes=looked.n_bytes,
        sampled=looked.n_sampled,
        reachable=whole.n_before + int(n_merges),
        more_reachable=not whole.ended,
        n_pieces=int(n_pieces),
        seconds=seconds,
        processors=processors(),
        memory=max(memory, need) if unsplit else memory,
        memory_limit=room.limit,
        memory_there=memory_bytes(),
        longest_piece=length,
        longest_text=whole.counted.blob[end - length : end][:SHOWN],
        special_texts=tuple((text, n) for text, n in looked.specials.items() if n),
        replaced=looked.replaced,
        skipped=looked.skipped,
        left_out=looked.left_out,
        too_large=unsplit and need > room.limit,
    )
