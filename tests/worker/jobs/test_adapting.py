"""Changing a copy of a tokenizer as a job: what it tells, what it keeps, and what Save writes of it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tests.engine.adapting.toys import corpus, toy
from tests.worker.jobs.test_encoding import answers, of
from workbench import api
from workbench.engine.adapting.changes import Add, AddSpecial, Cut, Remove, RemoveBy
from workbench.engine.base.errors import EngineError
from workbench.worker.jobs import starting
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.adapting import (
    DraftLooked,
    DraftMade,
    DraftMeasured,
    LookAtDraft,
    MakeDraft,
    OpenText,
    ReadTokenList,
    TokenListRead,
)
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.tokenizers import SaveTokenizer, TokenizerInfo, TokenizerSaved
from workbench.worker.messages.training import FindInterrupted, InterruptedFound, OpenResult, ResultOpened


def opened(store: Store, kind: str = "ranks") -> TokenizerInfo:
    return store.add(api.Opened(toy(kind)), "toy")


def looked(
    store: Store, *changes: api.Change, handle: int, text: str = ""
) -> tuple[DraftLooked, DraftMeasured]:
    texts = (OpenText("text", (text.encode(),)),) if text else ()
    found = answers(store, LookAtDraft(1, handle, changes, texts))
    return of(DraftLooked, found)[0], of(DraftMeasured, found)[0]


def test_what_changes_do_is_listed_and_measured(store: Store) -> None:
    info = opened(store)
    words = corpus(4) + " tokens"
    draft, measured = looked(
        store, Add((" zebras",)), Remove(texts=(" tokens",)), handle=info.handle, text=words
    )
    assert draft.fault is None
    assert [draft.lists["added"].token(i) for i in range(len(draft.lists["added"]))] == [b" zebras"]
    assert [each.removed for each in draft.done] == [0, 1]
    assert draft.done[0].added == 1 + len(draft.lists["needed"])
    assert draft.vocab_size[1] - draft.vocab_size[0] == len(draft.lists["needed"])
    assert draft.proved
    ((name, effect),) = measured.effects
    made = api.adapt(store.tokenizer(info.handle), [Add((" zebras",)), Remove(texts=(" tokens",))]).tokenizer
    assert (name, effect.after) == ("text", len(made.encode(words)))


def test_a_draft_whose_tokenizer_is_closed_meanwhile_is_not_kept(store: Store) -> None:
    info = opened(store)
    job = starting.start(store, LookAtDraft(1, info.handle, (Add((" zebras",)), Cut(3))))
    job.step()
    store.remove(info.handle)
    assert of(DraftLooked, list(iter(job.step, ENDED)))
    assert not store.drafts._kept


def test_what_cannot_be_done_is_said_of_its_change_and_those_before_are_shown(store: Store) -> None:
    info = opened(store)
    draft, measured = looked(
        store, AddSpecial("<x>"), Remove(ids=(97,)), Cut(3), handle=info.handle, text="words"
    )
    assert (len(draft.done), draft.fault.code, draft.fault.facts["id"]) == (1, "adapt_byte", 97)
    assert measured.effects == ()
    assert len(draft.lists["added"]) == 1


def test_the_changes_before_are_not_done_again(store: Store, monkeypatch) -> None:
    info = opened(store)
    done: list[api.Change] = []
    real = api.adapting.changed

    def _changed(last, change, moved):
        done.append(change)
        return real(last, change, moved)

    monkeypatch.setattr("workbench.worker.jobs.adapting.changed", _changed)
    first, second, third = Add((" zebras",)), AddSpecial("<x>"), AddSpecial("<y>")
    looked(store, first, second, handle=info.handle)
    looked(store, first, third, handle=info.handle)
    assert done == [first, second, third]
    store.remove(info.handle)
    other = opened(store)
    looked(store, first, handle=other.handle)
    assert done[3:] == [first]


def test_what_a_canceled_look_has_done_is_not_done_again(store: Store) -> None:
    info = opened(store)
    changes = Add((" zebras",)), AddSpecial("<x>"), AddSpecial("<y>")
    job = starting.start(store, LookAtDraft(1, info.handle, changes))
    while len(store.drafts.beginning(info.handle, changes, False)) < 2:
        assert job.step() is not ENDED
    job.close()
    assert len(store.drafts.beginning(info.handle, changes, False)) == 2


def test_a_rule_tells_the_tokens_that_it_chose(store: Store) -> None:
    info = opened(store)
    text = api.TextSource("text", corpus(2, 20))
    draft, _ = looked(store, RemoveBy("unused", sources=(text,)), handle=info.handle)
    (done,) = draft.done
    assert isinstance(done.change, Remove)
    again, _ = looked(store, done.change, handle=info.handle)
    assert again.lists["removed"].ids.tolist() == draft.lists["removed"].ids.tolist()


def test_it_is_open_kept_and_saved_with_its_map(store: Store, tmp_path: Path) -> None:
    base, runs = tmp_path / "base.tiktoken", tmp_path / "runs"
    api.save_tokenizer(toy("ranks"), base)
    info = store.add(api.open_file(base), "base")
    folder, out = str(runs / "one"), tmp_path / "new.tiktoken"
    (made,) = of(
        DraftMade, answers(store, MakeDraft(2, info.handle, (Add((" zebras",)),), False, "new", folder))
    )
    assert (made.tokenizer.name, made.tokenizer.path) == ("new", None)
    store.close()
    later = Store()
    (found,) = of(InterruptedFound, answers(later, FindInterrupted(3, str(runs))))
    assert [(run.name, run.is_adapted) for run in found.runs] == [("new", True)]
    (again,) = of(ResultOpened, answers(later, OpenResult(4, folder)))
    (saved,) = of(TokenizerSaved, answers(later, SaveTokenizer(5, again.tokenizer.handle, str(out))))
    assert [Path(file).name for file in saved.files] == [
        "new.tiktoken", "new.tiktoken.card.json", "new.id_map.json", "new.id_map.npz",
    ]  # fmt: skip
    told = json.loads((tmp_path / "new.id_map.json").read_text("utf-8"))
    assert any(each["token"] == " zebras" for each in told["added"].values())
    ids = np.load(tmp_path / "new.id_map.npz")
    assert len(ids["new_to_old"]) == told["n_new"]
    record = json.loads((tmp_path / "new.tiktoken.card.json").read_text("utf-8"))["training"]
    assert record["adapted"]["changes"][0]["texts"] == [" zebras"]
    later.close()


def test_a_list_of_tokens_is_read_and_a_line_that_is_no_text_is_named(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(b"\xef\xbb\xbf one\r\n\ntwo\n")
    (read,) = of(TokenListRead, answers(store, ReadTokenList(6, str(path))))
    assert read.texts == (" one", "two")
    path.write_bytes(b"one\n\xff\n")
    (failed,) = of(Failed, answers(store, ReadTokenList(7, str(path))))
    assert (failed.code, failed.place) == ("adapt_token_not_utf8", ("line", 2))


def test_what_a_kind_cannot_have_is_said(store: Store, shared: Path) -> None:
    clip = store.add(api.open_file(shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"), "clip")
    llama = store.add(api.open_file(shared / "data" / "llama2_tokenizer.model"), "llama")
    assert "remove" in clip.changes
    assert (llama.changes, "scores" in llama.why_not) == (("roles", "extend"), True)
    assert "remove" in opened(store).changes


def test_merges_of_characters_are_not_offered_what_only_merges_of_bytes_can_have(
    store: Store, tmp_path: Path
) -> None:
    model = {
        "type": "BPE", "vocab": {"<unk>": 0, "a": 1, "b": 2, "b</w>": 3, "ab</w>": 4},
        "merges": [["a", "b</w>"]], "unk_token": "<unk>", "end_of_word_suffix": "</w>",
    }  # fmt: skip
    path = tmp_path / "tokenizer.json"
    whole = {"version": "1.0", "added_tokens": [], "pre_tokenizer": {"type": "Whitespace"}, "model": model}
    path.write_text(json.dumps(whole), "utf-8")
    opened_file = api.open_file(path)
    info = store.add(opened_file, "words")
    assert info.changes == ("add_special", "roles")
    with pytest.raises(EngineError) as caught:
        api.adapt(opened_file.tokenizer, [api.Extend((api.TextSource("text", corpus(3)),), 5)])
    assert (caught.value.code, caught.value.facts["why"]) == ("extend_not_possible", info.why_not)
