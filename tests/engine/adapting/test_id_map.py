"""The map of ids: what embedding rows are made from."""

from __future__ import annotations

import io
import json

import numpy as np

from tests.engine.adapting.toys import all_applied, toy
from workbench.engine.adapting.changes import Add, AddSpecial, Remove, Renumber
from workbench.engine.adapting.id_map import id_map


def test_rows_of_an_embedding_go_with_their_tokens():
    base = toy("ranks")
    draft = all_applied(
        base, [Remove((315,)), Add((" tokenize",)), AddSpecial("<|the tokens|>"), Renumber()]
    )  # fmt: skip
    found, made = id_map(draft), draft.tokenizer
    arrays = np.load(io.BytesIO(found.to_npz()))
    # What a script does with it: a row of an embedding is the mean of the rows of its parts.
    embedding = np.random.default_rng(1).normal(size=(len(arrays["old_to_new"]), 4))
    starts = np.concatenate(([0], arrays["part_ends"][:-1]))
    rows = np.stack(
        [
            embedding[arrays["parts"][start:end]].mean(0)
            for start, end in zip(starts, arrays["part_ends"], strict=True)
        ]
    )
    assert rows.shape == (max(made.special_tokens.values()) + 1, 4)
    for old, new in enumerate(arrays["old_to_new"].tolist()):
        if new >= 0:
            assert base.token_bytes(old) == made.token_bytes(new)
            assert np.array_equal(rows[new], embedding[old])
    for new in draft.added.tolist():
        token = made.token_bytes(new) or b""
        assert b"".join(base.decode_tokens_bytes(found.parts_of(new))) == token
        assert np.allclose(rows[new], embedding[base.encode_ordinary(token)].mean(0))
    assert found.is_needed
    assert found.to_npz() == found.to_npz()


def test_json_names_what_is_new_gone_and_moved():
    base = toy("merges")
    draft = all_applied(base, [Remove((315,)), Add((" tokenizd",)), Renumber()], move_special=True)
    told = json.loads(id_map(draft).to_json(draft))
    assert told["removed"] == [315]
    assert told["n_old"] == 317
    assert told["moved"]["316"] == draft.tokenizer.special_tokens["<|end|>"]
    (own,) = (row for row in told["added"].values() if row["token"] == " tokenizd")
    assert own["old_ids"] == base.encode_ordinary(" tokenizd")
    assert bytes.fromhex(own["bytes"]) == b" tokenizd"


def test_no_map_is_needed_where_tokens_only_went():
    assert not id_map(all_applied(toy("ranks"), [Remove((315,))])).is_needed
    assert id_map(all_applied(toy("ranks"), [AddSpecial("<x>")])).is_needed
