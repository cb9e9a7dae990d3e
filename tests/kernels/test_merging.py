"""The kernel that merges long pieces, held against looking for the best pair again and again."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Iterator
from itertools import accumulate, pairwise

import numpy as np
import pytest

from tests.engine.models.test_pair_merged import Lists, lists, plainly
from workbench import kernels
from workbench.engine.models import compiled_encoding
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.pair_merged import PairMergedBpe

pytestmark = pytest.mark.skipif(
    kernels.kernel("encoding") is None, reason=f"the kernels are not in use: {kernels.why_not()}"
)

BYTES = [bytes((byte,)) for byte in range(256)]
ALPHABETS = (b"a", b"ab", b"ab", b"abc", b"abcd")


@pytest.fixture(autouse=True)
def always_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_encoding, "_PAYS", 0)


def encoded(model: RankMergedBpe | PairMergedBpe, pieces: list[bytes]) -> list[int]:
    """Return the ids of pieces, by one encoder."""
    ends = [*accumulate(map(len, pieces), initial=0)]
    spans = np.array([*pairwise(ends)], np.uint64).reshape(-1, 2)
    return [i for part in model.encode_pieces(b"".join(pieces), spans) for i in part.tolist()]


def long_pieces(chance: random.Random, alphabet: bytes) -> Iterator[bytes]:
    """Yield a piece at random, one of a few letters again and again, and such a one with some others."""
    length = chance.choice((128, 129, 200, 400))
    yield bytes(chance.choices(alphabet, k=length))
    for others in (0, chance.randint(1, 6)):
        unit = bytes(chance.choices(alphabet, k=chance.randint(1, 9)))
        piece = bytearray((unit * length)[:length])
        for _ in range(others):
            piece[chance.randrange(length)] = chance.choice(alphabet)
        yield bytes(piece)


def merged_by_ranks(ranks: dict[bytes, int], piece: bytes) -> list[int]:
    parts = [piece[at : at + 1] for at in range(len(piece))]
    while found := [(ranks[a + b], at) for at, (a, b) in enumerate(pairwise(parts)) if a + b in ranks]:
        at = min(found)[1]
        parts[at : at + 2] = [parts[at] + parts[at + 1]]
    return [ranks[part] for part in parts]


@pytest.mark.parametrize("budget", [1, 6_000_000])
@pytest.mark.parametrize("seed", range(40))
def test_ranks_in_any_order(seed: int, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A merge may make a lower rank possible, which comes before what else waits for the rank."""
    monkeypatch.setattr(compiled_encoding, "_BUDGET", budget)
    chance = random.Random(seed)
    alphabet = chance.choice(ALPHABETS)
    lengths = (2, 2, 2, 3, 3, 4, 5, 6, 8, 13, 20)
    n_tokens = chance.choice((5, 30))
    tokens = {bytes(chance.choices(alphabet, k=chance.choice(lengths))) for _ in range(n_tokens)}
    names = [*BYTES, *sorted(tokens)]
    ids = chance.sample(range(2 * len(names)), len(names))
    ranks = dict(zip(names, ids, strict=True))
    pieces = [*long_pieces(chance, alphabet)]
    expected = [i for piece in pieces for i in merged_by_ranks(ranks, piece)]
    assert encoded(RankMergedBpe.from_ranks(ranks), pieces) == expected


def pairs_of(chance: random.Random, alphabet: bytes, ends: bool) -> list[tuple[bytes, bytes]]:
    """Return pairs of what earlier ones make, shuffled or not; some make the same token."""
    names = [bytes((byte,)) for byte in alphabet]
    pairs: list[tuple[bytes, bytes]] = []
    for _ in range(chance.choice((3, 10, 40))):
        left, right = chance.choice(names), chance.choice(names)
        if len(left + right) > 24:
            continue
        names.append(left + right)
        pairs.append((left, right))
        if ends and len(right) == 1:
            pairs.append((left, right + b"/"))
    pairs = [*dict.fromkeys(pairs)]
    if chance.random() < 0.6:
        chance.shuffle(pairs)
    return pairs


@pytest.mark.parametrize("budget", [1, 6_000_000])
@pytest.mark.parametrize("ends", [False, True])
@pytest.mark.parametrize("seed", range(20))
def test_pairs_in_any_order(seed: int, ends: bool, budget: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled_encoding, "_BUDGET", budget)
    chance = random.Random(seed)
    alphabet = chance.choice(ALPHABETS)
    given = lists(pairs_of(chance, alphabet, ends), ends=ends, seed=chance.choice((0, seed)))
    pieces = [*long_pieces(chance, alphabet)]
    assert encoded(model_of(given), pieces) == [i for piece in pieces for i in plainly(given, piece)]


def model_of(given: Lists) -> RankMergedBpe | PairMergedBpe:
    tokens, merges, byte_ids, end_ids = given
    return PairMergedBpe.from_pairs(tokens, merges, byte_ids, end_byte_ids=end_ids)


@pytest.mark.parametrize("ends", [False, True])
def test_more_pairs_than_tokens(ends: bool) -> None:
    """A pair that makes a token again has a rank above all ids of tokens."""
    first = [(b"a", b"a" * n) for n in range(1, 60)]
    again = [(b"a" * n, b"a" * m) for n in range(2, 60) for m in range(1, 60 - n)]
    given = lists(first + again, ends=ends)
    pieces = [b"a" * 600, b"ab" * 100]
    assert encoded(model_of(given), pieces) == [i for piece in pieces for i in plainly(given, piece)]


def test_a_token_that_may_end_a_piece_or_not() -> None:
    """The last one comes about before those on its left, which merge before it."""
    tokens, merges, byte_ids, end_ids = lists([(b"a", b"b"), (b"ab", b"cab"), (b"c", b"ab")], ends=True)
    assert end_ids is not None
    merges.insert(0, (byte_ids[ord("a")], end_ids[ord("b")], merges[0][2]))
    given = tokens, merges, byte_ids, end_ids
    assert encoded(model_of(given), [b"cab" * 60]) == plainly(given, b"cab" * 60)


_MEMORY = """
import numpy as np
from workbench.engine.models.bpe import RankMergedBpe

def most():
    return int(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))) << 10

piece = b"abc" * 4_000_000
model = RankMergedBpe.from_merges([(97, 98), (99, 256), (256, 99), (98, 99), (99, 97)])
spans = np.array([[0, len(piece)]], np.uint64)
for _ in model.encode_pieces(piece[:30_000], np.array([[0, 30_000]], np.uint64)):
    pass
before = most()
for _ in model.encode_pieces(piece, spans):
    pass
print((most() - before) / len(piece))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_the_memory_of_a_long_piece() -> None:
    """Both neighbors of a merge wait again while what waited before is still in the queue."""
    program = [sys.executable, "-c", _MEMORY]
    done = subprocess.run(program, capture_output=True, text=True, check=True, timeout=300)
    assert float(done.stdout) < compiled_encoding._EACH
