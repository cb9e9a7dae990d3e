"""Many ids are decoded in slices, with the bytes and the errors of one call."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engine.encoding.test_streamed_encoding import TOKENIZERS
from tests.points import counted, in_slices
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding import streamed_decoding
from workbench.engine.encoding.streamed_decoding import decode


def decoded(tokenizer, ids, slices=7):
    with pytest.MonkeyPatch.context() as patch:
        in_slices(patch, streamed_decoding, slices)
        return counted(lambda: decode(tokenizer, np.array(ids, np.int64)))


@pytest.mark.parametrize("name", ["cl100k", "llama2c", "sentencepiece", "flagged", "clip"])
@given(data=st.data())
def test_slices_decode_as_one_call(name, data):
    tokenizer = TOKENIZERS[name]()
    known = [*tokenizer.model.ids.tolist(), *tokenizer.special_tokens.values()]
    # The last ones are whole words, those with a space before them too.
    ids = data.draw(st.lists(st.sampled_from(known) | st.sampled_from(known[-8:]), max_size=40))
    slices = data.draw(st.integers(1, 9))
    assert decoded(tokenizer, ids, slices)[0] == tokenizer.decode_bytes(ids)


def test_it_is_done_in_slices():
    data, n_slices = decoded(TOKENIZERS["cl100k"](), [97] * 70)
    assert (data, n_slices) == (b"a" * 70, 10)


@pytest.mark.parametrize("bad", [-1, 299, 2**32, 2**40, 2**62])
@pytest.mark.parametrize("name", ["cl100k", "llama2c"])
def test_an_unknown_id_is_named_with_its_position(name, bad):
    tokenizer = TOKENIZERS[name]()
    bad = bad if name == "cl100k" or bad != 299 else 9999
    with pytest.raises(EngineError) as caught:
        decoded(tokenizer, [97] * 20 + [bad] + [97] * 20)
    error = caught.value
    assert (error.code, error.place, error.facts["position"]) == ("token_id_unknown", None, 20)
    assert str(error) == (
        f"no token has id {bad} at position 20 of the ids (from 0). "
        "Check that these are ids of this tokenizer."
    )


@pytest.mark.parametrize("bad", [-1, 2**40])
def test_an_unknown_id_at_the_very_start_is_named(bad):
    with pytest.raises(EngineError) as caught:
        decoded(TOKENIZERS["llama2c"](), [bad, 97])
    assert caught.value.facts["position"] == 0
