"""What a Parquet file of counted pieces says of itself in its footer, so that parts can be added up."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.shards import MOST_SHARDS

KEY = "tokenizer-workbench.counts"  # of the footer
FORMAT = 1
LONGEST = 1 << 24  # characters of the facts
COLUMNS = ("piece", "count", "documents", "source")
_MOST = 1 << 63
_NUMBERS = ("used", "replaced", "removed", "left_out", "skipped", "lost", "documents")


@dataclass(frozen=True, slots=True)
class Corpus:
    """The shards of a corpus that a file counts.

    Attributes:
        listing: hash of the names and sizes of all files of all sources.
        n: shards that it was divided into.
        shards: ranges of their numbers, first and last, in order.
        read: hash of the bytes that were read, of one shard.

    """

    listing: str
    n: int
    shards: tuple[tuple[int, int], ...]
    read: str = ""

    @property
    def numbers(self) -> set[int]:
        """Return the numbers of the shards."""
        return {number for first, last in self.shards for number in range(first, last + 1)}

    @property
    def missing(self) -> list[int]:
        """Return the numbers of the shards that are not counted."""
        return sorted(set(range(self.n)) - self.numbers)

    @property
    def n_shards(self) -> int:
        """Return how many shards are counted."""
        return sum(last - first + 1 for first, last in self.shards)


@dataclass(frozen=True, slots=True)
class CountsFacts:
    """What was counted, and how.

    Attributes:
        split: name and pattern of the split.
        normalizer: what was done to the text before, "" for nothing.
        clean: steps of cleaning, and how the sources were read otherwise, as plain JSON.
        unicode: version of the classes of characters.
        program: version of the program.
        corpora: what was counted.
        sources: name -> its bytes by what became of them, and its documents.
        dropped_pieces, dropped_times, dropped_bytes: what `--min-count` left out.
        incomplete: shards are missing, and this was accepted.

    """

    split: tuple[str, str]
    normalizer: str
    clean: str
    unicode: str
    program: str
    corpora: tuple[Corpus, ...]
    sources: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    dropped_pieces: int = 0
    dropped_times: int = 0
    dropped_bytes: int = 0
    incomplete: bool = False

    def plain(self) -> str:
        """Return the facts as JSON."""
        return json.dumps({"format": FORMAT, **asdict(self)}, ensure_ascii=False, sort_keys=True)

    @property
    def n_used(self) -> int:
        """Return how many bytes of text were counted."""
        return sum(amounts["used"] for amounts in self.sources.values())

    @property
    def shares(self) -> list[tuple[str, float]]:
        """Return the sources with the share of each in the text, the largest first; none of a single one."""
        if len(self.sources) < 2 or not self.n_used:
            return []
        shares = [(name, amounts["used"] / self.n_used) for name, amounts in self.sources.items()]
        return sorted(shares, key=lambda each: -each[1])

    @property
    def largest(self) -> tuple[str, float] | None:
        """The source of over half of the text, three times what others give on average, with its share."""
        for name, share in self.shares[:1]:
            own = self.sources[name]["used"]
            others = self.n_used - own
            if own > others and own * (len(self.sources) - 1) >= 3 * others:
                return name, share
        return None

    @property
    def n_documents(self) -> int:
        """Return how many documents were counted."""
        return sum(amounts["documents"] for amounts in self.sources.values())

    @property
    def n_lost(self) -> int:
        """Return how many bytes of the text are in no piece."""
        return sum(amounts["lost"] for amounts in self.sources.values())

    @property
    def hidden(self) -> int:
        """Return how often any one pair of tokens occurs in what was dropped, at most."""
        return max(0, self.dropped_bytes - self.dropped_times)


def facts_of(text: str) -> CountsFacts:
    """Return the facts that a footer holds; raises EngineError "counts_footer"."""
    try:
        values = json.loads(text)
        if values.pop("format") != FORMAT:
            raise ValueError("another version of the program wrote it")
        corpora = tuple(_corpus(each) for each in values["corpora"])
        if not corpora or not all(corpus.shards for corpus in corpora):
            raise ValueError("it names no shard")
        if sum(last - first + 1 for corpus in corpora for first, last in corpus.shards) > MOST_SHARDS:
            raise ValueError("it has too many shards")
        return CountsFacts(
            split=_strings(values.pop("split"), 2),
            corpora=corpora,
            sources={str(name): _numbers(each) for name, each in values.pop("sources").items()},
            normalizer=_string(values["normalizer"]),
            clean=_string(values["clean"]),
            unicode=_string(values["unicode"]),
            program=_string(values["program"]),
            **{name: _number(values[name]) for name in _DROPPED},
            incomplete=values["incomplete"] is True,
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        raise EngineError("counts_footer", reason=str(error)[:200]) from error


_DROPPED = ("dropped_pieces", "dropped_times", "dropped_bytes")


def _string(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("a text is missing")
    return value


def _strings(values: Any, n: int) -> Any:  # noqa: ANN401
    if not isinstance(values, list) or len(values) != n:
        raise TypeError("a list has another length")
    return tuple(map(_string, values))


def _numbers(values: Any) -> dict[str, int]:  # noqa: ANN401
    return {name: _number(values.get(name, 0)) for name in _NUMBERS}


def _number(value: object) -> int:
    if type(value) is not int or not 0 <= value < _MOST:
        raise ValueError("a number in it is impossible")
    return value


def _corpus(values: Any) -> Corpus:  # noqa: ANN401
    n = int(values["n"])
    ranges = tuple((int(first), int(last)) for first, last in values["shards"])
    end = -1
    for first, last in ranges:
        if not end < first <= last < n <= MOST_SHARDS:
            raise ValueError("the numbers of its shards are impossible")
        end = last
    return Corpus(_string(values["listing"]), n, ranges, _string(values["read"]))


def in_ranges(numbers: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """Return numbers as ranges."""
    ranges: list[tuple[int, int]] = []
    for number in sorted(numbers):
        if ranges and number == ranges[-1][1] + 1:
            ranges[-1] = (ranges[-1][0], number)
        else:
            ranges.append((number, number))
    return tuple(ranges)


def added(several: Mapping[str, CountsFacts]) -> CountsFacts:
    """Return the facts of files, by their paths, as those of their sum.

    Raises:
        EngineError: "counts_differ", they were counted in another way; "counts_part_twice"; "counts_other_n",
            a corpus was divided into another number of shards; "counts_footer", a sum is over 2^63 - 1.

    """
    first_path, first = next(iter(several.items()))
    owners: dict[tuple[str, int], str] = {}
    shards: dict[str, tuple[int, str]] = {}
    for path, facts in several.items():
        _check_same(first_path, first, path, facts)
        for corpus in facts.corpora:
            n, owner = shards.setdefault(corpus.listing, (corpus.n, path))
            if n != corpus.n:
                raise EngineError("counts_other_n", file=path, n=corpus.n, other=owner, first=n)
            for number in corpus.numbers:
                owner = owners.setdefault((corpus.listing, number), path)
                if owner is not path:
                    raise EngineError("counts_part_twice", file=path, number=number, other=owner)
    numbers = {listing: in_ranges(n for each, n in owners if each == listing) for listing in shards}
    corpora = [Corpus(listing, n, numbers[listing]) for listing, (n, _) in shards.items()]
    sources: dict[str, dict[str, int]] = {}
    for facts in several.values():
        for name, amounts in facts.sources.items():
            sums = sources.setdefault(name, dict.fromkeys(_NUMBERS, 0))
            for key, n in amounts.items():
                sums[key] += n
    dropped = {name: sum(getattr(facts, name) for facts in several.values()) for name in _DROPPED}
    if max(*dropped.values(), *(n for sums in sources.values() for n in sums.values())) >= _MOST:
        reason = "added to the others, a number in it is over 2^63 - 1"
        raise EngineError("counts_footer", file=path, reason=reason)
    accepted = any(facts.incomplete for facts in several.values())
    return replace(first, corpora=tuple(corpora), sources=sources, incomplete=accepted, **dropped)


def _check_same(first_path: str, first: CountsFacts, path: str, facts: CountsFacts) -> None:
    for what, name in (
        ("split pattern", "split"),
        ("normalizer", "normalizer"),
        ("cleaning or reading", "clean"),
        ("Unicode version", "unicode"),
    ):
        ours, others = (_shown(getattr(each, name)) for each in (first, facts))
        if ours != others:
            raise EngineError("counts_differ", file=path, what=what, this=others, other=first_path, that=ours)


def _shown(value: str | tuple[str, ...]) -> str:
    text = value if isinstance(value, str) else " ".join(filter(None, value))
    return text[:300] or "none"
