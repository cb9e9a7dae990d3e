"""Counting the tokens of a text at every size, and who goes before whom in the live lane."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.worker.jobs.test_encoding import answers, of, open_sample
from workbench import api
from workbench.engine.base.errors import EngineError
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.sizes import MARGIN
from workbench.worker.messages.explaining import Explain
from workbench.worker.messages.sizes import CountSizes, CutSizes, SizesCounted, SizesCut
from workbench.worker.messages.text import Encode
from workbench.worker.taking_turns import goes_before, may_wait


def test_the_counts_are_those_of_encoding(store: Store) -> None:
    info = open_sample(store)
    text = b"the quick brown fox, lowered"
    counted = of(SizesCounted, answers(store, CountSizes(1, info.handle, (text[:7], text[7:]))))[0]
    assert (counted.lowest, len(counted.counts)) == (256, info.vocab_size - 255)
    tokenizer = store.tokenizer(info.handle)
    for size in (256, 700, info.vocab_size):
        assert counted.counts[size - 256] == len(tokenizer.at_vocab_size(size).encode(text))


def test_what_goes_around_a_text_counts(store: Store, shared: Path) -> None:
    info = store.add(api.open_file(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"), "clip")
    plain, framed = (
        of(SizesCounted, answers(store, CountSizes(1, info.handle, b"a dog", "none", on, on)))[0]
        for on in (False, True)
    )
    assert (plain.lowest, plain.counts[-1], framed.counts[-1], framed.counts[0]) == (512, 2, 4, 6)


def test_what_is_seen_is_cut_between_borders_at_every_size(store: Store) -> None:
    info = open_sample(store)
    text = b"the quick brown fox, lowered\n" * 2000
    request = CutSizes(1, info.handle, (text[:30], text[30:]), (20_000, 20_500))
    cut = of(SizesCut, answers(store, request))[0]
    assert 15_000 < cut.start <= 20_000 - MARGIN + 30
    assert 20_500 + MARGIN <= cut.end < 26_000
    for size in (256, 700, info.vocab_size):
        there = (cut.first < size) & (cut.last >= size)
        tokenizer = store.tokenizer(info.handle).at_vocab_size(size)
        assert cut.ids[there].tolist() == tokenizer.encode(text[cut.start : cut.end])
        assert (cut.spans[there][0, 0], cut.spans[there][-1, 1]) == (cut.start, cut.end)


def test_a_text_without_borders_is_cut_where_it_is_seen(store: Store, shared: Path) -> None:
    info = store.add(api.open_file(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"), "clip")
    text = b"A dog &amp; a cat, lowered; " * 1000
    whole = store.tokenizer(info.handle).at_vocab_size(700).encode_with_offsets(text)
    for focus in ((0, 300), (12_000, 12_300), (len(text) - 200, len(text))):
        request = CutSizes(1, info.handle, text, focus, "none", True, True)
        cut = of(SizesCut, answers(store, request))[0]
        assert cut.start <= max(0, focus[0] - MARGIN) + 30
        assert cut.end >= min(len(text), focus[1] + MARGIN)
        assert (cut.n_before, cut.n_after) == (int(cut.start == 0), int(cut.end == len(text)))
        there = (cut.first < 700) & (cut.last >= 700)
        inside = (whole.spans[:, 0] >= cut.start) & (whole.spans[:, 0] < cut.end)
        last = len(cut.ids[there]) - cut.n_after
        assert cut.ids[there][cut.n_before : last].tolist() == whole.ids[inside].tolist()
        assert cut.spans[there][cut.n_before : last].tolist() == whole.spans[inside].tolist()


def test_a_large_text_without_borders_is_cut_too_and_one_that_was_repaired(
    store: Store, shared: Path
) -> None:
    info = store.add(api.open_file(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"), "clip")
    cut = of(SizesCut, answers(store, CutSizes(1, info.handle, b"A dog " * 50_000, (150_000, 150_010))))[0]
    assert 150_000 - MARGIN - 6 < cut.start <= 150_000 - MARGIN < 150_010 + MARGIN <= cut.end < 160_000
    words = cut.ids[cut.last == np.iinfo(np.int64).max]
    assert set(words.tolist()) == {320, 1929}
    cut = of(SizesCut, answers(store, CutSizes(1, info.handle, b"a \xff dog", (0, 10))))[0]
    assert (cut.start, cut.end) == (0, 7)


def test_the_counter_is_kept_until_the_tokenizer_is_closed(store: Store) -> None:
    handle = open_sample(store).handle
    assert store.size_counter(handle) is store.size_counter(handle)
    store.remove(handle)
    with pytest.raises(EngineError):
        store.size_counter(handle)


def test_who_goes_before_whom(store: Store) -> None:
    handle = open_sample(store).handle
    explain, encode = Explain(1, handle, b"", 0), Encode(2, handle, b"")
    count = CountSizes(3, handle, b"")
    order = [explain, encode, count]
    for at, one in enumerate(order):
        assert [goes_before(one, other) for other in order] == [place > at for place in range(3)]
    cut = CutSizes(4, handle, b"", (0, 0))
    assert goes_before(cut, encode)
    assert may_wait(cut)
    assert may_wait(encode)
    assert may_wait(count)
    assert not may_wait(explain)
