"""Encoding for a view: what goes around a text, special tokens by choice, rules, stages; and explaining."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.points import counted
from tests.worker.jobs.test_starting import CORPUS, answers, of, open_sample, train
from workbench.engine.encoding.encoding import Encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import Framing
from workbench.panels.tokens.pipeline import words as pipeline_words
from workbench.panels.tokens.text import changes
from workbench.worker.jobs import encoding as encoding_job
from workbench.worker.jobs import explaining as explaining_job
from workbench.worker.jobs import stages_shown
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.text_part import text_window
from workbench.worker.messages.explaining import Explain, Explained
from workbench.worker.messages.pipeline import PipelineShown, ShowPipeline
from workbench.worker.messages.requests import JobProgress
from workbench.worker.messages.text import Encode, Encoded, EncodedPart
from workbench.worker.messages.tokenizers import FramingInfo, OpenTokenizer, TokenizerInfo, TokenizerOpened
from workbench.worker.messages.training import Trained


@pytest.fixture
def framed(store: Store, tmp_path: Path) -> TokenizerInfo:
    """A tokenizer with two special tokens, of which one goes before a text and one after it."""
    source = tmp_path / "corpus.txt"
    source.write_text(CORPUS, encoding="utf-8")
    trained = of(Trained, answers(store, train(270, str(source), special_tokens=("<s>", "</s>"))))[
        0
    ].tokenizer
    store.tokenizer(trained.handle).framing = Framing((270,), (271,), context=9)
    return trained


def llama(store: Store, shared: Path, name: str = "llama2_tokenizer.bin") -> TokenizerInfo:
    path = str(shared / "data" / name)
    return of(TokenizerOpened, answers(store, OpenTokenizer(1, path)))[0].tokenizer


def encoded(
    store: Store, info: TokenizerInfo, text: bytes, **more: object
) -> tuple[list[int], list, Encoded]:
    found = answers(store, Encode(3, info.handle, text, **more))
    parts = sorted(of(EncodedPart, found), key=lambda part: part.start)
    ids = [int(token) for part in parts for token in part.ids]
    return ids, parts, of(Encoded, found)[0]


def test_ids_go_around_the_whole_text_once_with_empty_spans(
    store: Store, framed: TokenizerInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding_job, "PART_BYTES", 16)
    monkeypatch.setattr(encoding_job, "FOCUS_MARGIN", 8)
    text = b"the cat sat on the mat, the rat sat on the cat" * 3
    plain, _, _ = encoded(store, framed, text)
    ids, parts, done = encoded(store, framed, text, focus=(60, 70), before=True, after=True)
    assert len(parts) > 4
    assert ids == [270, *plain, 271]
    assert done.n_tokens == len(ids)
    assert (parts[0].n_before, parts[0].n_after, parts[-1].n_before, parts[-1].n_after) == (1, 0, 0, 1)
    assert parts[0].spans[0].tolist() == [0, 0]
    assert parts[-1].spans[-1].tolist() == [len(text), len(text)]
    spans = np.concatenate([part.spans for part in parts]).astype(np.int64)
    assert (np.diff(spans[:, 0]) >= 0).all()


def test_a_text_without_borders_is_sent_as_it_is_encoded(
    store: Store, framed: TokenizerInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokenizer = store.tokenizer(framed.handle)
    text = b" the cat sat on the mat, the rat sat on the cat." * 40
    truth, _, _ = encoded(store, framed, text, before=True, after=True)
    cuts = list(range(0, len(text), 480))
    n_encoded = 0

    def parts(self: Tokenizer, *_: object) -> Iterator[Encoding | None]:
        nonlocal n_encoded
        for cut in cuts:
            made = self.encode_with_offsets(text[cut : cut + 480])
            n_encoded += 1
            yield dataclasses.replace(made, spans=made.spans + np.uint64(cut))

    monkeypatch.setattr(Tokenizer, "encode_parts", parts)
    monkeypatch.setattr(encoding_job, "PART_TOKENS", 50)
    left, counts = [(len(text), len(text) + 5)], encoding_job._Counts()
    whole = text_window(text, 0, len(text))
    request = Encode(3, framed.handle, text, before=True, after=True)
    found, waited = [], []
    for part in encoding_job._stretch(tokenizer, request, whole, (0, len(text)), left, counts):
        found.append(part)
        waited.append(n_encoded)
    assert [token_id for part in found for token_id in part.ids.tolist()] == truth
    assert counts.n_tokens == len(truth)
    assert counts.n_lost == 0
    assert waited[0] < len(cuts) // 2
    assert [part.start for part in found] == [0, *(part.end for part in found[:-1])]
    assert found[-1].end == len(text)
    assert [part.left[0] for part in found] == [*((part.end, len(text)) for part in found[:-1]), left[0]]
    assert [(part.n_before, part.n_after) for part in found] == [(1, 0), *[(0, 0)] * (len(found) - 2), (0, 1)]


def test_a_part_of_many_tokens_is_sent_in_slices(
    store: Store, framed: TokenizerInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = np.concatenate((np.arange(1, 501), np.full(500, 500), np.arange(501, 1001))).astype(np.uint64)
    spans = np.stack((np.concatenate(([0], ends[:-1])).astype(np.uint64), ends), axis=1)
    whole = Encoding(np.arange(1500, dtype=np.uint32), spans, spans, replaced=2)
    monkeypatch.setattr(Tokenizer, "encode_parts", lambda *_: iter([whole]))
    monkeypatch.setattr(encoding_job, "PART_TOKENS", 50)
    request, counts = Encode(3, framed.handle, b"x" * 1000), encoding_job._Counts()
    text = text_window(request.text, 0, 1000)
    work = encoding_job._stretch(store.tokenizer(framed.handle), request, text, (0, 1000), [], counts)
    found, n_points = counted(lambda: list(work))
    assert np.concatenate([part.ids for part in found]).tolist() == whole.ids.tolist()
    assert np.concatenate([part.spans for part in found]).tolist() == spans.tolist()
    assert [len(part.ids) for part in found] == [*[50] * 9, 551, *[50] * 9, 49]
    assert [part.start for part in found] == [0, *(part.end for part in found[:-1])]
    assert (counts.n_tokens, counts.n_lost, counts.n_replaced) == (1500, 0, 2)
    assert sum(part.replaced for part in found) == 2
    assert n_points >= 1500 // 50


def test_an_encoding_of_which_nothing_comes_says_that_it_goes_on(
    store: Store, framed: TokenizerInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(encoding_job, "PART_BYTES", 16)
    text = b"the cat sat on the mat, the rat sat on the cat" * 3

    def told() -> list[tuple[int, int]]:
        found = of(JobProgress, answers(store, Encode(3, framed.handle, text)))
        assert all(progress.name == store.tokenizer(framed.handle).name for progress in found)
        return [(progress.done, progress.total) for progress in found]

    known = told()
    assert known
    assert all(total == len(text) for _, total in known)
    monkeypatch.setattr(encoding_job, "SILENT", -1.0)
    silent = told()
    n_unknown = len(silent) - len(known)
    assert n_unknown
    assert silent == [(0, 0)] * n_unknown + known


def test_an_empty_text_has_what_goes_around_it(store: Store, framed: TokenizerInfo) -> None:
    assert encoded(store, framed, b"", before=True, after=True)[0] == [270, 271]
    assert encoded(store, framed, b"")[0] == []


def test_special_tokens_may_be_chosen_or_be_an_error(store: Store, framed: TokenizerInfo) -> None:
    text = b"the <s> cat </s>"
    ids, _, done = encoded(store, framed, text, specials=("<s>",))
    assert ids.count(270) == 1
    assert ids.count(271) == 0
    assert done.special_texts == (("</s>", 1),)
    ids, parts, done = encoded(store, framed, text, specials="error")
    assert (ids, parts, done.refused) == ([], [], True)
    assert done.special_texts == (("<s>", 1), ("</s>", 1))
    ids, _, done = encoded(store, framed, b"the cat", specials="error")
    assert ids
    assert not done.refused


def test_the_window_is_told_of_framing_rule_and_scores(store: Store, shared: Path) -> None:
    info = llama(store, shared)
    assert (info.rule, info.scored) == ("llama2c", True)
    assert info.framing.before == (("<s>", 1),)
    assert info.framing.after == (("</s>", 2),)
    sample = open_sample(store)
    assert (sample.rule, sample.scored, sample.framing) == ("", False, FramingInfo())


def test_a_rule_is_taken_and_kept_until_the_tokenizer_is_closed(store: Store, shared: Path) -> None:
    info = llama(store, shared)
    text = "a▁b".encode()
    assert encoded(store, info, text)[0] == [263, 229, 153, 132, 29890]
    assert encoded(store, info, text, rule="sentencepiece")[0] == [263, 289]
    assert store.by_rule(info.handle, "sentencepiece") is not None
    store.remove(info.handle)
    assert store.by_rule(info.handle, "sentencepiece") is None


@pytest.mark.parametrize(("text", "prefix"), [(b"Hello", True), (b" Hello", True), (b"", False)])
def test_the_space_put_before_a_text_is_told(store: Store, shared: Path, text: bytes, prefix: bool) -> None:
    _, parts, done = encoded(store, llama(store, shared), text)
    assert parts[0].prefix is prefix
    assert [stage.text for stage in done.stages] == ([b" " + text] if text else [])


def test_the_beginning_that_is_shown_ends_with_a_word(store: Store, shared: Path) -> None:
    info = llama(store, shared)
    text = b"word &amp; " * 100
    stage = encoded(store, info, text)[2].stages[-1]
    assert not stage.whole
    assert len(stage.text) <= stages_shown.STAGE_BYTES + 1
    assert text.startswith(stage.text[1:])
    assert stage.text.endswith((b"word", b"&amp;"))
    long = ("日" * 300).encode()
    assert encoded(store, info, long)[2].stages[-1].text[1:].decode()


@pytest.mark.parametrize(
    "text",
    [
        "  A caf&amp;eacute;   <b>", "  “Ｂ” ﬁn &lt;C&gt; ÉE\u3000\t ", "A&amp;eacute;" * 5, "plain",
    ],
)  # fmt: skip
def test_the_steps_count_what_the_pipeline_counts(store: Store, shared: Path, text: str) -> None:
    info = llama(store, shared, "clip_bpe_simple_vocab_16e6.txt.gz")
    data = text.encode()
    stages = encoded(store, info, data)[2].stages
    shown = of(PipelineShown, answers(store, ShowPipeline(7, info.handle, data, 0)))[0]
    assert (shown.start, shown.end) == (0, len(data))
    names = {stage.name for stage in stages}
    in_strip = [(stage.name, changes.remark(stage)) for stage in stages if stage.kinds]
    rows = [(row.name, pipeline_words.remark(row)) for row in shown.rows if row.name in names]
    assert in_strip == [(name, said) for name, said in rows if said != "unchanged"]


# --- explaining


def explained(store: Store, info: TokenizerInfo, text: bytes, at: int, **more: object) -> Explained:
    return of(Explained, answers(store, Explain(4, info.handle, text, at, **more)))[0]


def test_the_word_around_a_byte_is_explained_and_no_other(store: Store, framed: TokenizerInfo) -> None:
    text = b"the cat sat on the mat"
    for at in range(len(text)):
        answer = explained(store, framed, text, at)
        assert answer.start <= at < answer.end
        assert answer.word == text[answer.start : answer.end]
        ids = list(answer.rounds[-1].ids)
        assert ids == list(store.tokenizer(framed.handle).model.encode_piece(answer.word))
        assert answer.rounds[-1].chosen is None


def test_a_word_that_is_too_long_is_not_explained(store: Store, framed: TokenizerInfo) -> None:
    answer = explained(store, framed, b"x" * (explaining_job.LONGEST + 1), 5)
    assert (answer.rounds, answer.longest) == ((), explaining_job.LONGEST)


def test_all_candidates_are_told_and_how_each_is_written(store: Store) -> None:
    info = open_sample(store)
    answer = explained(store, info, b"abcdefghijklmnopqrstuvwxyz" * 2, 3)
    model = store.tokenizer(info.handle).model
    first = answer.rounds[0]
    pairs = [answer.word[at : at + 2] for at in range(len(answer.word) - 1)]
    able = [(at, model.token_id(pair)) for at, pair in enumerate(pairs) if model.token_id(pair) is not None]
    assert [(at, token_id) for at, token_id, _ in first.candidates] == able
    assert len(able) > 12
    assert min(first.candidates, key=lambda found: found[2]) == first.candidates[first.chosen]
    assert all(answer.tokens[token_id] == (pairs[at], 2) for at, token_id in able)


def test_hello_has_what_goes_around_it_and_the_sorted_vocabulary(store: Store, shared: Path) -> None:
    answer = explained(store, llama(store, shared), b"Hello", 2, before=True, after=True)
    assert [dataclasses.astuple(symbol) for symbol in answer.before] == [(1, b"<s>")]
    assert [symbol.id for symbol in (*answer.prefix, *answer.after)] == [29871, 2]
    assert [(row.token, row.id) for row in answer.vocabulary] == [
        (b"\n</s>\n", 2), (b"\n<s>\n", 1), (b"\r", 30004), (b" ", 29871), (b" \r", 6756),
    ]  # fmt: skip
    scores = [found.candidates[found.chosen][2] for found in answer.rounds[:-1]]
    assert scores == [-36, -120, -158, -2897, -14784]
    assert answer.scored


def test_far_into_a_long_text_only_the_part_around_is_explained(store: Store, shared: Path) -> None:
    text = b"I love you, baby. " * 200
    answer = explained(store, llama(store, shared), text, 1803, before=True)
    assert answer.start <= 1803 < answer.end
    assert answer.end - answer.start < 40
    assert answer.before == answer.prefix == ()
    assert text[answer.start : answer.end] == answer.word


@pytest.mark.parametrize("at", [0, 40, 2_000, 3_999])
def test_what_is_around_a_byte_explains_it_as_the_whole_text_does(
    store: Store, framed: TokenizerInfo, at: int
) -> None:
    text = b"the cat sat on the mat\n" * 200
    at = min(at, len(text) - 1)
    whole = explained(store, framed, text, at, before=True, after=True)
    offset = max(0, at - 300)
    near = text[offset : at + 300]
    part = explained(store, framed, near, at, before=True, after=True, offset=offset, n_bytes=len(text))
    assert (part.word, part.start, part.end) == (whole.word, whole.start, whole.end)
    assert (part.before, part.after, part.rounds) == (whole.before, whole.after, whole.rounds)


def test_what_is_around_a_byte_has_no_dummy_prefix_of_its_own(store: Store, shared: Path) -> None:
    text = b"I love you, baby. " * 200
    info = llama(store, shared)
    whole = explained(store, info, text, 1803)
    part = explained(store, info, text[1500:2100], 1803, offset=1500, n_bytes=len(text))
    assert part.prefix == ()
    assert text[part.start : part.end] == part.word
    assert whole.word.strip() in part.word
