"""The stages of a line, as the window gets them."""

from __future__ import annotations

import json
from pathlib import Path

from tests.worker.jobs.test_starting import answers, of, open_sample
from workbench import api
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.pipeline import PipelineShown, ShowPipeline

WORDPIECE = {
    "version": "1.0",
    "added_tokens": [],
    "normalizer": None,
    "pre_tokenizer": {"type": "Whitespace"},
    "post_processor": None,
    "decoder": {"type": "WordPiece", "prefix": "##", "cleanup": True},
    "model": {
        "type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##",
        "max_input_chars_per_word": 100, "vocab": {"[UNK]": 0, "un": 1, "##able": 2},
    },
}  # fmt: skip


def shown(store: Store, handle: int, text: bytes, at: int = 0, **more) -> PipelineShown:
    return of(PipelineShown, answers(store, ShowPipeline(7, handle, text, at, **more)))[0]


def test_a_line_of_the_sample_tokenizer(store: Store) -> None:
    made = shown(store, open_sample(store).handle, "één\nHey you\nend".encode(), 8)
    assert (made.start, made.end, made.first_character) == (6, 14, 4)
    assert [row.name for row in made.rows] == ["raw", "pieces", "bytes", "tokens", "ids"]
    assert b"".join(box.text for box in made.rows[-1].boxes) == b"Hey you\n"
    assert made.in_context


def test_clips_idle_steps_are_left_out(store: Store, shared: Path) -> None:
    opened = api.open_file(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz")
    handle = store.add(opened, "clip").handle
    made = shown(store, handle, b"A  b", before=True, after=True)
    assert [row.name for row in made.rows] == [
        "raw", "ftfy", "unescape", "whitespace", "lowercase", "pieces", "bytes", "tokens", "ids"
    ]  # fmt: skip
    assert [box.kind for box in made.rows[-1].boxes] == ["added", "", "", "added"]
    stripped = shown(store, handle, b" A ")
    assert [row.name for row in stripped.rows].count("strip") == 1


def test_where_special_tokens_are_refused_they_are_plain_text(store: Store) -> None:
    made = shown(store, open_sample(store).handle, b"<|endoftext|>", specials="error")
    assert not [box for box in made.rows[-1].boxes if box.kind == "special"]


def test_far_down_a_large_text_bytes_are_told(store: Store) -> None:
    made = shown(store, open_sample(store).handle, b"some words\n" * 200_000, 2_000_000)
    assert made.first_character == -1
    assert made.start <= 2_000_000 < made.end


def test_a_foreign_tokenizer_shows_what_is_known(store: Store, tmp_path: Path) -> None:
    """WordPiece runs in `tokenizers`: how it cleans and splits is not known here, tokens and offsets are."""
    path = tmp_path / "tokenizer.json"
    path.write_text(json.dumps(WORDPIECE), encoding="utf-8")
    opened = api.open_file(path, child=store.live_child)
    made = shown(store, store.add(opened, "wordpiece").handle, b"unable")
    assert [row.name for row in made.rows if row.boxes][-2:] == ["tokens", "ids"]
    assert [(box.left, box.right, box.id) for box in made.rows[-1].boxes] == [(0, 2, 1), (2, 6, 2)]


def test_what_cannot_be_split_says_why_once(store: Store) -> None:
    slow = api.train(api.TextSource("toy", b"aaaa b"), preset="custom", pattern=r"(a|aa)+$|.", vocab_size=257)
    handle = store.add(api.Opened(slow, None, ""), "slow").handle
    try:
        made = shown(store, handle, b"a" * 60 + b"!")
    finally:
        slow.close()
    assert (made.rows, "slow" in made.cause) == ((), True)
