"""Estimates a training before it starts: vocabulary, time, memory, and oddities of the text.

The whole text is read once, for its size and for special tokens in it, and chunks at regular intervals are
kept as a sample. The sample, and a quarter of it, are counted and trained on; the whole text is extrapolated
from the two (distinct pieces grow as a power of the text, Heaps' law). If the sample is the whole text, only
time and memory are estimated. The sample of counted pieces is a share of them.
tests/benchmarks/training compares estimates with real runs.
"""

from __future__ import annotations

import math
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

import numpy as np

from workbench.api.counting import refuse_too_large
from workbench.api.counts_checks import check_counted
from workbench.api.files import last_of
from workbench.api.recipes import Recipe
from workbench.api.seeds import Seeds, seeds_of
from workbench.api.source_arguments import several
from workbench.api.training_options import base_of, recipe_of, settled
from workbench.api.vetoes import check_vetoes, vetoes_of
from workbench.engine.base.pace import point
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.counts_facts import CountsFacts
from workbench.engine.corpus.documents import END_OF_DOCUMENT, EndOfDocument
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.counting.compiled_counting import ALONE, processors
from workbench.engine.counting.piece_counts import CountedPieces
from workbench.engine.counting.piece_room import PieceRoom, memory_bytes, whole_text_bytes
from workbench.engine.counting.weighted_counts import join_parts
from workbench.engine.splitting.pre_tokenizers import PreTokenizer, named
from workbench.engine.splitting.slow_patterns import slow_part
from workbench.engine.training.estimate import Estimate
from workbench.engine.training.options import Options
from workbench.engine.training.trainer import Merge, Progress, TrainerOptions
from workbench.engine.training.trainer import train as train_merges

SAMPLE = 4 << 20  # bytes that are tried
READ_SECONDS = 10.0  # then the rest is taken to be as what was read
TRIED_SECONDS = 2.5  # of training on the sample
TABLE = 100_000  # counted pieces that are tried
SHOWN = 200  # bytes of the longest piece
MOST_NAMED = 1000  # files that cannot be read
# Bytes that a distinct piece and a byte of one take at the peak: table, arrays, cells and pairs.
_BYTES_A_PIECE, _BYTES_A_BYTE = 60, 15
_FALLING = 0.02  # that the power of growth falls by when the text doubles, measured on the shared corpora
_AS_THE_TEXT = 0.97  # a power from here on: each document is a piece of its own, and stays so
_SHARED = 0.6  # of the time of counting without splitting, if another processor splits
_RUN = 10_000_000  # of a run, however small its text


def estimate(sources: Source | Sequence[Source], options: Options) -> Estimate:
    """Return the estimate of a training; raises EngineError, as the training would."""
    return last_of(step for step in estimating(several(sources), options) if isinstance(step, Estimate))


def estimating(
    sources: Sequence[Source], options: Options, child: Child | None = None
) -> Iterator[Progress | Estimate]:
    """Yield `Progress` ("checking", in bytes), at last the `Estimate`.

    Raises:
        EngineError: as `TrainingRun.steps`.

    """
    base = base_of(options, child)
    recipe = recipe_of(options, base)
    options = settled(options, recipe)
    check_vetoes(options, recipe)
    seeds = seeds_of(options, recipe, child)
    room = PieceRoom(options.memory_limit)
    looked = _Looked(options)
    yield from looked.steps(sources)
    if looked.facts:
        check_counted(looked.facts, recipe)
    if looked.table is not None:
        refuse_too_large(looked.table, room.limit)
    splitter = named(*recipe.split, child)
    try:
        tried = []
        for every in (4, 1):
            chunks, fresh = looked.chunks[::every], recipe_of(options, base)
            tried.append(_try(chunks, options, fresh, splitter, seeds, child, table=looked.pieces(every)))
    finally:
        splitter.close()
    yield _estimate(looked, tried, room, recipe)


class _Looked:
    """The result of one pass over the whole text.

    Attributes:
        chunks: of the sample, and the ends of documents between them.
        n_bytes: of text; scaled up from what was read if reading took too long.
        n_sampled: bytes of the sample.
        specials: how often texts of special tokens occur.
        table: counted pieces among the sources, None for none.
        facts: path -> the facts in the footer of a file of counts.

    """

    def __init__(self, options: Options) -> None:
        self.chunks: list[list[bytes | EndOfDocument]] = []
        self.n_bytes = self.n_sampled = self.replaced = self.skipped = self.n_faults = 0
        self.left_out: tuple[tuple[str, str], ...] = ()
        self.seconds = 0.0
        self.specials: Counter[str] = Counter()
        self.table: CountedPieces | None = None
        self.facts: dict[str, CountsFacts] = {}
        self._texts = {text: text.encode("utf-8", "surrogatepass") for text in options.special_tokens}
        self._tail = b""

    def steps(self, sources: Sequence[Source]) -> Iterator[Progress]:
        reading = Reading(sources, takes_counts=True)
        total = reading.size()
        stride = max(1, -(-total // SAMPLE))
        start = time.perf_counter()
        n_chunks = n_taken = 0
        for chunk in reading.read():
            if chunk == b"":  # of counted pieces, which are read to their end
                yield Progress("checking", reading.n_read, max(total, reading.n_read))
                continue
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
        else:
            total = reading.n_read  # all was read, though not each byte of a file of counts is
        self.seconds = time.perf_counter() - start
        reading.refuse_nothing()
        self.replaced, self.skipped = reading.replaced, len(reading.skipped)
        self.n_faults = sum(account.accounting.n_faults.total() for account in reading.accounts)
        unread = (each for each in reading.skipped if not each.is_meant)
        self.left_out = tuple((each.path, each.code) for each in islice(unread, MOST_NAMED))
        if reading.n_read and reading.n_read < total - sum(left.n_bytes for left in reading.skipped):
            self._scale(total / reading.n_read)
        if reading.tables:
            self.table = join_parts([(CountedPieces(*each), Fraction(1)) for each in reading.tables])
            self.facts = reading.tables.facts
            self.n_bytes += self.table.n_bytes
            self.n_sampled += _thinned(self.table, 1).n_bytes

    def pieces(self, every: int) -> CountedPieces | None:
        """Return one in `every` of the counted pieces of the sample, None where there are none."""
        return None if self.table is None else _thinned(self.table, every)

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


def _thinned(table: CountedPieces, every: int) -> CountedPieces:
    """Return one in `every` of the `TABLE` counted pieces that are tried, at regular intervals."""
    step = every * max(1, -(-len(table) // TABLE))
    if step == 1:
        return table
    ends = table.ends.astype(np.int64)
    starts = np.concatenate((np.zeros(1, np.int64), ends[:-1]))[::step]
    parts = [table.blob[a:b] for a, b in zip(starts.tolist(), ends[::step].tolist(), strict=True)]
    point()
    lengths = np.fromiter(map(len, parts), np.uint64, len(parts))
    return CountedPieces(b"".join(parts), np.cumsum(lengths, dtype=np.uint64), table.counts[::step])


@dataclass(frozen=True, slots=True)
class _Tried:
    """The result of training on a part of the text.

    Attributes:
        n_bytes: of text.
        counted: its pieces.
        counting, merging: seconds; merging until all requested merges were learned.
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
    parts: Sequence[Sequence[bytes | EndOfDocument]],
    options: Options,
    recipe: Recipe,
    splitter: PreTokenizer,
    seeds: Seeds,
    child: Child | None,
    table: CountedPieces | None,
) -> _Tried:
    """Count a sample, add counted pieces to it, and train on it until no pair is left."""
    chunks = [chunk for part in parts for chunk in part]
    size = sum(len(chunk) for chunk in chunks if isinstance(chunk, bytes))
    start = time.perf_counter()
    counted = finished(splitter.count(recipe.text(iter(chunks))))
    if table is not None:
        counted = join_parts([(counted, Fraction(1)), (table, Fraction(1))])
        size += table.n_bytes
    units = recipe.units(counted)
    counting = time.perf_counter() - start
    size_wanted = recipe.size_wanted(options.vocab_size)
    wanted = recipe.n_merges(size_wanted)
    n_before = size_wanted - wanted
    most = recipe.n_units + max(2 * wanted, 1_000_000)
    limits = TrainerOptions(most, options.min_count, options.longest_token, options.tie_rule)
    start, merging, n_merges = time.perf_counter(), 0.0, 0
    with vetoes_of(options, recipe, child) as vetoes:
        for event in train_merges(units, limits, vetoes=vetoes, first=seeds.on(recipe, counted)):
            if isinstance(event, Merge):
                n_merges += 1
            elif time.perf_counter() - start > TRIED_SECONDS and n_merges >= wanted:
                return _Tried(size, counted, counting, merging, n_before, n_merges, ended=False)
            if n_merges <= wanted:
                merging = time.perf_counter() - start
            if not isinstance(event, Merge):
                point()
    ended = n_merges < most - recipe.n_units
    return _Tried(
        size, counted, counting=counting, merging=merging, n_before=n_before, n_merges=n_merges, ended=ended
    )


def _grown(sizes: Sequence[int], measured: Sequence[float], size: int) -> float:
    """Extrapolate to a text of some size from the results of a quarter of a sample and of the sample.

    Results grow as a power of the size, and the power falls a little with each doubling.
    """
    if size <= sizes[-1] or min(measured) <= 0 or sizes[0] >= sizes[-1]:
        return measured[-1]
    power = math.log(measured[-1] / measured[0]) / math.log(sizes[-1] / sizes[0])
    power = min(max(power, 0.0), 1.0)
    falling = 0.0 if power > _AS_THE_TEXT else _FALLING
    doublings = math.log2(size / sizes[-1])
    exponent = doublings * power - falling * doublings * (doublings + 1) / 2
    return float(measured[-1] * 2.0 ** max(exponent, 0.0))


def _estimate(looked: _Looked, tried: Sequence[_Tried], room: PieceRoom, recipe: Recipe) -> Estimate:
    whole, sizes = tried[-1], [part.n_bytes for part in tried]

    def grown(measured: Sequence[float]) -> float:
        return _grown(sizes, measured, looked.n_bytes)

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
        n_faults=looked.n_faults,
        too_large=unsplit and need > room.limit,
        slow_part=slow_part(recipe.split[1]) if recipe.split[0] == "custom" else "",
    )
