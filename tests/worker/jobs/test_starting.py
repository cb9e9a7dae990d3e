"""Requests and their answers, without Qt."""

from __future__ import annotations

import base64
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import workbench
from tests.worker.stepping import messages, run_until
from workbench.engine.encoding.vocab_table import KIND_MERGE
from workbench.engine.training.options import Options
from workbench.worker import taking_turns
from workbench.worker.jobs import job as job_module
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs import vocab as vocab_job
from workbench.worker.jobs.job import ENDED, Stopwatch
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.jobs.training import TrainingJob
from workbench.worker.lane import TrainingLane
from workbench.worker.messages.export import Export
from workbench.worker.messages.files import PathsSorted, SortPaths
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.text import Encode, Encoded, EncodedPart
from workbench.worker.messages.tokenizers import (
    ListVocab,
    OpenTokenizer,
    SaveTokenizer,
    TellToken,
    TokenizerInfo,
    TokenizerOpened,
    TokenizerSaved,
    TokenTold,
    VocabListed,
)
from workbench.worker.messages.training import (
    MergesLearned,
    Train,
    Trained,
    TrainingCancelled,
)

CORPUS = "the cat sat on the mat, the rat sat on the cat; this is that. " * 40


def answers(store: Store, request: object) -> list[object]:
    """Run a job to its end and return its messages."""
    return list(messages(jobs.start(store, request)))


def of(kind: type, found: list[object]) -> list:
    return [message for message in found if isinstance(message, kind)]


def open_sample(store: Store) -> TokenizerInfo:
    return of(TokenizerOpened, answers(store, OpenTokenizer(1, "")))[0].tokenizer


def train(vocab_size: int, sources: str, **more: object) -> Train:
    return Train(7, (sources,), Options(vocab_size=vocab_size, **more), "Run")


def test_the_sample_opens_and_lists_its_vocabulary(store: Store) -> None:
    info = open_sample(store)
    listed = of(VocabListed, answers(store, ListVocab(2, info.handle)))[0]
    assert len(listed.ids) == info.vocab_size == 256 + info.n_merges
    assert listed.ends[-1] == len(listed.blob)
    left, right = listed.pairs[300]
    tokens = vocab_job._cut(listed.blob, listed.ends)
    assert tokens[300] == tokens[left] + tokens[right]
    assert sorted(range(len(tokens)), key=tokens.__getitem__) == np.argsort(listed.byte_order).tolist()


@pytest.mark.parametrize(
    "name", ["", "r50k_base.tiktoken", "clip_bpe_simple_vocab_16e6.txt.gz", "llama2_tokenizer.model"]
)
def test_one_token_is_told_of_as_the_whole_vocabulary_tells_of_it(
    store: Store, shared: Path, name: str
) -> None:
    path = str(shared / "data" / name) if name else ""
    info = of(TokenizerOpened, answers(store, OpenTokenizer(1, path)))[0].tokenizer
    whole = of(VocabListed, answers(store, ListVocab(2, info.handle)))[0]
    tokens = vocab_job._cut(whole.blob, whole.ends)
    specials = [token_id for _, token_id in info.special_tokens]
    for token_id in [*whole.ids[:: len(whole.ids) // 40].tolist(), *specials]:
        told = of(TokenTold, answers(store, TellToken(3, info.handle, token_id)))[0].listed
        assert token_id in told.ids
        assert told.n_merges == int((whole.kinds == KIND_MERGE).sum())
        rows = np.searchsorted(whole.ids, told.ids)
        assert vocab_job._cut(told.blob, told.ends) == [tokens[row] for row in rows]
        for name_of in ("ids", "ranks", "pairs", "kinds", "partial"):
            assert np.array_equal(getattr(told, name_of), getattr(whole, name_of)[rows]), name_of
        for some, all_ in ((told.scores, whole.scores), (told.word_ends, whole.word_ends)):
            assert (some is None and all_ is None) or np.array_equal(some, all_[rows])
        parts = told.pairs[told.pairs >= 0]
        assert np.isin(parts, told.ids).all()  # each has its tree


def test_an_id_that_no_token_has_is_not_told_of(store: Store) -> None:
    told = of(TokenTold, answers(store, TellToken(3, open_sample(store).handle, 99_999)))[0]
    assert len(told.listed.ids) == 0


def test_the_vocabulary_is_sorted_in_slices(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    info = open_sample(store)
    monkeypatch.setattr(vocab_job, "FOLD_TOKENS", 64)
    job = jobs.start(store, ListVocab(2, info.handle))
    found = list(iter(job.step, ENDED))
    listed = of(VocabListed, found)[0]
    portions = info.vocab_size // 64
    assert len(found) > 3 * portions  # folded, sorted and merged, each with a step a portion
    tokens = vocab_job._cut(listed.blob, listed.ends)
    assert sorted(range(len(tokens)), key=tokens.__getitem__) == np.argsort(listed.byte_order).tolist()


def test_texts_of_special_tokens_are_counted_as_they_would_be_taken(store: Store, corpus: str) -> None:
    trained = of(Trained, answers(store, train(260, corpus, special_tokens=("<a>", "<a>b", "<c>"))))[0]
    encoded = answers(store, Encode(3, trained.tokenizer.handle, b"<a>b <a> <a>b", (0, 0)))[-1]
    assert encoded.special_texts == (("<a>", 1), ("<a>b", 2))


def test_what_is_closed_while_it_is_saved_is_saved(store: Store, tmp_path: Path) -> None:
    info = open_sample(store)
    job = jobs.start(store, SaveTokenizer(2, info.handle, str(tmp_path / "t.model"), None))
    job.step()
    job.step()
    store.remove(info.handle)
    assert of(TokenizerSaved, list(iter(job.step, ENDED)))
    assert workbench.open_tokenizer(tmp_path / "t.model").vocab_size == info.vocab_size


@given(text=st.text(max_size=300), focus=st.tuples(st.integers(0, 900), st.integers(0, 900)))
def test_the_parts_of_an_encoding_cover_the_text_once_and_are_the_whole_encoding(
    text: str, focus: tuple[int, int]
) -> None:
    store = Store()
    info = open_sample(store)
    data = (text * 60).encode()
    start, end = sorted(min(place, len(data)) for place in focus)
    found = answers(store, Encode(3, info.handle, data, focus=(start, end)))
    parts = sorted(of(EncodedPart, found), key=lambda part: part.start)
    assert [part.start for part in parts] == [0, *[part.end for part in parts[:-1]]] if parts else not data
    ids = [int(token) for part in parts for token in part.ids]
    assert ids == store.tokenizer(info.handle).encode_ordinary(data)
    done = of(Encoded, found)[0]
    assert (done.n_tokens, done.n_bytes, done.n_characters) == (len(ids), len(data), len(text * 60))
    store.close()


def test_what_is_seen_comes_first(store: Store) -> None:
    info = open_sample(store)
    data = b"some words and more " * 20_000
    found = of(EncodedPart, answers(store, Encode(3, info.handle, data, focus=(200_000, 201_000))))
    assert found[0].start <= 200_000
    assert found[0].end >= 201_000


def test_special_text_is_counted_and_taken_as_text_or_token(store: Store, corpus: str) -> None:
    trained = of(Trained, answers(store, train(280, corpus, special_tokens=("<|end|>",))))[0].tokenizer
    data = b"one<|end|>two<|end|>"
    plain = of(Encoded, answers(store, Encode(3, trained.handle, data)))[0]
    taken = answers(store, Encode(4, trained.handle, data, specials="all"))
    assert plain.special_texts == (("<|end|>", 2),)
    ids = [int(token) for part in of(EncodedPart, taken) for token in part.ids]
    assert ids.count(trained.special_tokens[0][1]) == 2
    assert of(Encoded, taken)[0].special_texts == ()


def test_a_run_tells_every_merge_once_and_gives_the_same_tokenizer_as_the_api(
    store: Store, corpus: str
) -> None:
    found = answers(store, train(270, corpus))
    learned = of(MergesLearned, found)
    assert [batch.first_rank for batch in learned] == np.cumsum(
        [0, *(len(b.pairs) for b in learned[:-1])]
    ).tolist()
    pairs = [tuple(pair) for batch in learned for pair in batch.pairs.tolist()]
    direct = workbench.train(corpus, vocab_size=270)
    assert pairs == [direct.model.pair_of(token) for token in range(256, 270)]
    assert learned[-1].n_tokens[-1] == len(direct.encode_ordinary(CORPUS))
    trained = of(Trained, found)[0]
    assert (trained.reason, trained.tokenizer.n_merges) == ("size", 14)
    assert store.tokenizer(trained.tokenizer.handle).encode_ordinary(CORPUS) == direct.encode_ordinary(CORPUS)


def test_stop_keeps_the_merges_so_far(store: Store, corpus: str) -> None:
    job = jobs.start(store, train(5000, corpus))
    assert isinstance(job, TrainingJob)
    run_until(job, lambda _: job._n_merges)
    job.stop()
    trained = of(Trained, list(messages(job)))[0]
    assert trained.reason == "stopped"
    assert 0 < trained.tokenizer.n_merges < 100


def test_a_cancelled_run_leaves_no_tokenizer(store: Store, corpus: str) -> None:
    job = jobs.start(store, train(5000, corpus))
    assert isinstance(job, TrainingJob)
    run_until(job, lambda _: job._n_merges)
    job.close()
    assert isinstance(job.cancelled(), TrainingCancelled)
    assert store._open == {}


def test_a_split_that_is_unknown_is_told_with_the_file(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "unknown.tiktoken"
    file.write_bytes(b"".join(base64.b64encode(bytes([byte])) + b" %d\n" % byte for byte in range(256)))
    failed = of(Failed, answers(store, OpenTokenizer(5, str(file), split="nonesuch")))[0]
    assert failed.file == str(file)


def test_a_fault_is_told_as_data(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "bad.model"
    file.write_text("minbpe v1\n\n0\n97 98\n400 97\n", encoding="utf-8")
    failed = of(Failed, answers(store, OpenTokenizer(5, str(file))))[0]
    assert (failed.request_id, failed.action, failed.file) == (5, "open", str(file))
    assert failed.place == ("line", 5)
    assert failed.cause
    assert "Traceback" in failed.details


def test_a_fault_of_the_program_is_told_and_logged(
    store: Store, monkeypatch: pytest.MonkeyPatch, expected_log: list[str]
) -> None:
    expected_log.append("ListVocab failed")

    def _broken(_handle: int) -> None:
        raise ZeroDivisionError("by zero")

    monkeypatch.setattr(store, "tokenizer", _broken)
    failed = of(Failed, answers(store, ListVocab(6, 1)))[0]
    assert failed.code == "internal"
    assert "ZeroDivisionError" in failed.details


def test_dropped_files_are_told_apart_by_content(store: Store, tmp_path: Path, corpus: str) -> None:
    model = tmp_path / "named.txt"
    model.write_text("minbpe v1\n\n0\n97 98\n", encoding="utf-8")
    found = of(PathsSorted, answers(store, SortPaths(8, (corpus, str(model), str(tmp_path)))))[0]
    assert found.tokenizers == (str(model),)
    assert found.others == (corpus, str(tmp_path))


def test_counts_that_are_dropped_on_the_text_are_a_source(store: Store, tmp_path: Path, corpus: str) -> None:
    counts = str(tmp_path / "counts.parquet")
    workbench.count_pieces(corpus, counts)
    for path, use in ((counts, "corpus"), (corpus, "text")):
        assert of(PathsSorted, answers(store, SortPaths(8, (path,), "text")))[0].use == use


def test_saving_gives_the_tokenizer_its_file(store: Store, tmp_path: Path, corpus: str) -> None:
    trained = of(Trained, answers(store, train(270, corpus)))[0].tokenizer
    path = str(tmp_path / "mine.tiktoken")
    saved = of(TokenizerSaved, answers(store, SaveTokenizer(9, trained.handle, path)))[0]
    assert saved.tokenizer.path == path
    assert saved.tokenizer.format == "tiktoken"
    assert all(Path(file).exists() for file in saved.files)
    again = workbench.open_tokenizer(path)
    assert again.encode_ordinary(CORPUS) == store.tokenizer(trained.handle).encode_ordinary(CORPUS)


def test_an_export_replaces_no_file_that_was_opened(store: Store, tmp_path: Path, corpus: str) -> None:
    path = tmp_path / "t.model"
    answers(store, SaveTokenizer(1, open_sample(store).handle, str(path)))
    (opened,) = of(TokenizerOpened, answers(store, OpenTokenizer(2, str(path))))
    before = path.read_bytes()
    (tmp_path / "link.json").symlink_to(path)
    for name, form in (("t.model", "minbpe"), ("t.model", "hf"), ("link.json", "hf")):
        request = Export(3, opened.tokenizer.handle, str(tmp_path / name), form, (), False)
        (failed,) = of(Failed, answers(store, request))
        assert failed.code == "save_over_source"
    assert path.read_bytes() == before


def test_a_stopwatch_leaves_pauses_out(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [10.0]
    monkeypatch.setattr(job_module.time, "perf_counter", lambda: now[0])
    watch = Stopwatch()
    now[0] = 12.0
    watch.pause()
    now[0] = 50.0
    assert (watch.seconds, watch.paused) == (2.0, True)
    watch.resume()
    now[0] = 51.0
    assert (watch.seconds, watch.paused) == (3.0, False)


@pytest.mark.parametrize("name", [*jobs.STEPS.values(), *jobs._JOBS.values()])
def test_every_job_is_where_the_table_says(name: str) -> None:
    """The table names modules, so that none is imported before it is asked for."""
    assert callable(jobs.named(name))


def test_requests_that_take_turns_are_requests() -> None:
    turns = {*taking_turns._SHORT, *taking_turns._LONG, *taking_turns._ENDING, *sum(taking_turns._JOBS, ())}
    assert turns | TrainingLane.USELESS <= {*jobs.STEPS, *jobs._JOBS}
