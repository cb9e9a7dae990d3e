"""Another vocabulary made of one, as a file: what changes, what is refused, and what the card repeats."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import workbench
from tests.engine.adapting.toys import corpus, random_texts, toy
from tests.engine.score_toys import toy_model
from workbench import api
from workbench.api.adapting import recorded_changes, saving
from workbench.api.id_map_snippets import GGUF, RESIZE
from workbench.engine.adapting.changes import changes_of
from workbench.engine.base.errors import EngineError
from workbench.engine.chat.templates import template_name
from workbench.engine.encoding.score_tokenizer import score_tokenizer


@pytest.fixture
def base(tmp_path) -> Path:
    path = tmp_path / "base.tiktoken"
    workbench.save_tokenizer(toy("ranks"), path)
    return path


def test_words_are_added_and_the_file_says_how_it_came_about(base, tmp_path):
    text = api.TextSource("text", "to tokenize is to tokenize; the tokens")
    found = workbench.adapt(base, [api.Add((" tokenize",)), api.AddSpecial("<x>")], texts=text)
    ((name, effect),) = found.effects
    assert (name, effect.n_pieces, effect.n_changed, effect.unexplained) == ("text", 2, 1, 0)
    assert effect.pieces[0].after == (b" tokenize",)
    assert effect.before - effect.after == 2 * (len(effect.pieces[0].before) - 1)
    assert found.is_proved
    out = tmp_path / "made.tiktoken"
    files = found.save(out)
    assert [Path(file).name for file in files] == [
        "made.tiktoken", "made.tiktoken.card.json", "made.id_map.json", "made.id_map.npz",
    ]  # fmt: skip
    again = workbench.open_tokenizer(out)
    for each in random_texts(3, 10):
        assert again.encode_ordinary(each) == found.tokenizer.encode_ordinary(each)
    assert again.special_tokens == found.tokenizer.special_tokens
    told = json.loads((tmp_path / "made.tiktoken.card.json").read_text("utf-8"))["training"]["adapted"]
    assert told["from"]["file"] == str(base)
    assert [each["change"] for each in told["changes"]] == ["add", "add_special"]
    changes, moved = recorded_changes(out, workbench.open_tokenizer(base))
    assert not moved
    repeated = workbench.adapt(base, changes)
    repeated.save(tmp_path / "repeated.tiktoken")
    assert (tmp_path / "repeated.tiktoken").read_bytes() == out.read_bytes()
    with pytest.raises(EngineError) as caught:
        recorded_changes(out, again)
    assert caught.value.code == "adapt_other_base"


def test_extended_by_merges_that_a_text_teaches_as_training_goes_on(base, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text(corpus(5) + " zebras and zebras in zoos", "utf-8")
    found = workbench.adapt(base, [api.Extend((str(text),), 12)], texts=str(text))
    trained = workbench.train(str(text), extend=(base, 12))
    assert len(found.draft.added) == 12
    for each in random_texts(4, 20):
        assert found.tokenizer.encode_ordinary(each) == trained.encode_ordinary(each)
    assert found.tokenizer.special_tokens == trained.special_tokens
    assert found.effects[0][1].unexplained == 0
    out = tmp_path / "extended.tiktoken"
    found.save(out)
    changes, _ = recorded_changes(out, workbench.open_tokenizer(base))
    workbench.adapt(base, changes).save(tmp_path / "again.tiktoken")
    assert (tmp_path / "again.tiktoken").read_bytes() == out.read_bytes()


def test_a_rule_without_what_it_needs_is_refused(base):
    text = api.TextSource("text", "abc")
    for rule, code in [
        (api.RemoveBy("nonsense", "a"), "unknown_rule"),
        (api.RemoveBy("unused"), "adapt_rule_without_text"),
        (api.RemoveBy("residue", "half", (text,)), "adapt_share"),
        (api.RemoveBy("residue", 5, (text,)), "adapt_share"),
        (api.RemoveBy("pattern", ""), "pattern_empty"),
    ]:
        with pytest.raises(EngineError) as caught:
            workbench.adapt(base, [rule])
        assert caught.value.code == code
    with pytest.raises(EngineError, match="column 1: the pattern never closes the group"):
        workbench.adapt(base, [api.RemoveBy("pattern", "(a")])


def test_tokens_go_by_rule_and_another_vocabulary_comes(base, tmp_path):
    text = api.TextSource("text", corpus(2, 40))
    found = workbench.adapt(base, [api.RemoveBy("unused", sources=(text,))], texts=text)
    assert len(found.draft.removed)
    assert found.effects[0][1].n_pieces == 0
    with pytest.raises(EngineError) as caught:
        workbench.adapt(base, [api.RemoveBy("pattern", "no such")])
    assert caught.value.code == "adapt_no_match"
    smaller = workbench.adapt(base, [api.Cut(20)])
    smaller.save(tmp_path / "smaller.tiktoken")
    back = workbench.adapt(tmp_path / "smaller.tiktoken", [api.MergeWith(str(base))])
    assert back.tokenizer.vocab_size == 316
    for each in random_texts(6, 20):
        assert len(back.tokenizer.encode_ordinary(each)) == len(toy("ranks").encode_ordinary(each))


def test_nothing_is_written_over_what_was_read_or_is_anothers(base, tmp_path):
    found = workbench.adapt(base, [api.Add((" tokenize",))])
    with pytest.raises(EngineError) as caught:
        found.save(base)
    assert caught.value.code == "save_over_source"
    foreign = tmp_path / "made.id_map.json"
    foreign.write_text("mine")
    with pytest.raises(EngineError) as caught:
        found.save(tmp_path / "made.tiktoken")
    assert caught.value.code == "save_beside_foreign"
    assert foreign.read_text() == "mine"
    assert not (tmp_path / "made.tiktoken").exists()
    found.save(tmp_path / "made.tiktoken", overwrite=True)
    assert np.load(tmp_path / "made.id_map.npz")["new_to_old"][256] == 256
    found.save(tmp_path / "made.tiktoken")


@pytest.mark.parametrize(
    "change",
    [api.Add((" word",)), api.Remove((300,)), api.Remove(texts=("▁b",)), api.Cut(1), api.Renumber()],
)
def test_of_a_vocabulary_with_scores_it_is_told_what_cannot_be_done(change):
    model = toy_model(("a", -2.0), ("b", -3.0), ("ab", -4.0))
    with pytest.raises(EngineError) as caught:
        workbench.adapt(score_tokenizer(model), [change])
    assert caught.value.code == "adapt_not_possible"
    assert "scores" in str(caught.value)


def spaced(kind: str) -> dict[str, object]:
    """Return the model of a tokenizer.json: WordPiece, Unigram, or pairs of characters with word ends."""
    letters = ["<unk>", "a", "b"]
    return {
        "WordPiece": {
            "vocab": {text: i for i, text in enumerate([*letters, "ab", "##b"])}, "unk_token": "<unk>",
            "continuing_subword_prefix": "##", "max_input_chars_per_word": 100,
        },
        "Unigram": {"vocab": [[text, -float(i)] for i, text in enumerate([*letters, "ab"])], "unk_id": 0},
        "BPE": {
            "vocab": {text: i for i, text in enumerate([*letters, "b</w>", "ab</w>"])},
            "merges": [["a", "b</w>"]], "unk_token": "<unk>", "end_of_word_suffix": "</w>",
        },
    }[kind] | {"type": kind}  # fmt: skip


@pytest.mark.parametrize(
    ("kind", "why"), [("WordPiece", "the library"), ("Unigram", "the library"), ("BPE", "characters")]
)
def test_of_other_kinds_it_is_told_what_cannot_be_done(kind, why, tmp_path):
    model = {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "Whitespace"},
        "model": spaced(kind),
    }
    (tmp_path / "tokenizer.json").write_text(json.dumps(model), "utf-8")
    tokenizer = workbench.open_tokenizer(tmp_path / "tokenizer.json")
    for change in (
        api.Add((" word",)),
        api.Remove((1,)),
        api.Remove(texts=("▁b",)),
        api.Cut(1),
        api.Renumber(),
    ):
        with pytest.raises(EngineError) as caught:
            workbench.adapt(tokenizer, [change])
        assert caught.value.code == "adapt_not_possible"
        assert why in str(caught.value)
    tokenizer.close()


def test_a_word_is_added_to_clip_s_word_ends_and_special_tokens_make_room(shared):
    clip = shared / "data" / "clip_bpe_simple_vocab_16e6.txt.gz"
    with pytest.raises(EngineError) as caught:
        workbench.adapt(clip, [api.Add(("blorbify",))])
    assert caught.value.code == "extend_moves_special"
    with pytest.raises(EngineError) as caught:
        workbench.adapt(clip, [api.Add(("Blorbify",))], move_special=True)
    assert caught.value.code == "adapt_token_normalized"
    made = workbench.adapt(clip, [api.Add(("blorbify",))], move_special=True)
    n_new = len(made.draft.added)
    (token,) = made.tokenizer.encode_ordinary("a Blorbify")[1:]
    assert token == 49406 + n_new - 1
    assert made.tokenizer.framing.before == (49406 + n_new,)


def test_what_is_saved_elsewhere_later_is_not_written_over_what_it_was_made_of(base, tmp_path):
    workbench.adapt(base, [api.Add((" tokenize",))]).save(tmp_path / "made.tiktoken")
    with pytest.raises(EngineError) as caught:
        workbench.save_tokenizer(workbench.open_tokenizer(tmp_path / "made.tiktoken"), base)
    assert caught.value.code == "save_over_source"


def test_a_training_that_goes_on_has_the_tie_rule_of_the_first(tmp_path):
    text = api.TextSource("text", corpus(3))
    first = workbench.train(text, vocab_size=280, tie="huggingface", max_token_length=5)
    made = workbench.adapt(first, [api.Cut(20)]).tokenizer
    again = workbench.adapt(made, [api.Cut(18), api.Extend((text,), 4)])
    (record,) = again.tokenizer.record["adapted"]["trained"]
    assert (record["options"]["tie"], record["options"]["max_token_length"]) == ("huggingface", 5)
    with pytest.raises(EngineError) as caught:
        api.recorded_run(again.tokenizer.record)
    assert caught.value.code == "record_of_adapting"


def test_no_change_is_an_error(base):
    with pytest.raises(EngineError) as caught:
        workbench.adapt(base, [])
    assert caught.value.code == "adapt_nothing"


def test_special_tokens_of_the_other_vocabulary_are_left_out_and_named(base, tmp_path):
    other = tmp_path / "other.tiktoken"
    workbench.save_tokenizer(toy("ranks", 70, {"<|end|>": 326, "<|other|>": 327}), other)
    found = workbench.adapt(base, [api.MergeWith(str(other))])
    left_out = dict(found.draft.steps[-1][1].left_out)
    assert left_out[b"<|other|>"] == "“<|other|>” is special token 327 in that vocabulary"
    assert b"<|end|>" not in left_out
    assert "<|other|>" not in found.tokenizer.special_tokens


def test_what_cannot_be_merged_names_the_other_file(base, tmp_path):
    model = toy_model(("a", -2.0), ("b", -3.0), ("ab", -4.0))
    other = tmp_path / "other.model"
    workbench.save_tokenizer(score_tokenizer(model), other)
    with pytest.raises(EngineError) as caught:
        workbench.adapt(base, [api.MergeWith(str(other))])
    assert (caught.value.code, caught.value.file) == ("adapt_not_possible", str(other))


def test_a_vocabulary_with_scores_is_extended_and_equal_where_no_new_merge_takes_place(tmp_path):
    text = tmp_path / "text.txt"
    text.write_text(corpus(3), "utf-8")
    trained = workbench.train(str(text), preset="llama2", vocab_size=340)
    base = tmp_path / "base.model"
    workbench.save_tokenizer(trained, base)
    found = workbench.adapt(base, [api.Extend((str(text),), 15)], texts=str(text))
    added = set(found.draft.added.tolist())
    assert len(added) == 15
    assert not found.is_proved
    assert found.effects[0][1].after < found.effects[0][1].before
    for each in random_texts(8, 40):
        ids = found.tokenizer.encode_ordinary(each)
        if added.isdisjoint(ids):
            assert ids == trained.encode_ordinary(each)
    went_on = workbench.train(str(text), extend=(base, 15))
    assert went_on.encode_ordinary(corpus(9)) == found.tokenizer.encode_ordinary(corpus(9))


def test_the_code_that_takes_ids_along_is_that_of_the_manual_and_names_the_files(base, tmp_path):
    manual = (Path(__file__).parents[2] / "resources" / "manual" / "adapt.md").read_text("utf-8")
    assert f"```python\n{RESIZE}```" in manual
    assert f"```python\n{GGUF}```" in manual
    found = workbench.adapt(base, [api.Add((" tokenize",))])
    *_, exported = saving(found, tmp_path / 'a "b".json')
    code = exported.snippets[-1].code
    compile(code, "snippet", "exec")
    assert 'np.load("a \\"b\\".id_map.npz")' in code


def moved(out):
    """Return a tokenizer with a new token and new ids, saved with its map, and what the code says to do."""
    base = workbench.train(api.TextSource("text", corpus(3)), preset="gpt2", vocab_size=330)
    changes = [api.Add((" tokenize",)), api.Remove((300,), with_dependants=True), api.Renumber()]
    found = workbench.adapt(base, changes)
    *_, exported = saving(found, out, anyway=True)
    return found, {each.title: each.code for each in exported.snippets}


def test_a_gguf_model_takes_the_new_ids_along(tmp_path, monkeypatch):
    gguf = pytest.importorskip("gguf")
    monkeypatch.chdir(tmp_path)
    found, codes = moved(tmp_path / "field.gguf")
    n_old = len(found.ids().old_to_new)
    old = np.random.default_rng(1).normal(size=(n_old, 64)).astype(np.float32)
    kind = gguf.GGMLQuantizationType.Q8_0
    writer = gguf.GGUFWriter("model.gguf", "llama")
    writer.add_context_length(128)
    writer.add_vocab_size(n_old)
    writer.add_token_list([b"old"] * n_old)
    writer.add_array("own.list", ["a", "b"])
    writer.add_tensor("token_embd.weight", old)
    writer.add_tensor("blk.0.ffn_up.weight", np.ones((8, 64), np.float16))
    writer.add_tensor("output.weight", gguf.quantize(old, kind), raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    exec(codes["Give a GGUF model this vocabulary"], {})
    model = gguf.GGUFReader("model-field.gguf")
    vocab = gguf.GGUFReader("field.gguf")
    tokens = model.fields["tokenizer.ggml.tokens"].contents()
    assert tokens == vocab.fields["tokenizer.ggml.tokens"].contents()
    assert model.fields["llama.vocab_size"].contents() == len(tokens)
    assert model.fields["own.list"].contents() == ["a", "b"]
    tensors = {each.name: each for each in model.tensors}
    assert (tensors["blk.0.ffn_up.weight"].data == 1).all()
    parts = parts_of(found)
    for name, exact in (("token_embd.weight", 0.01), ("output.weight", 0.1)):
        rows = gguf.dequantize(tensors[name].data, tensors[name].tensor_type)
        for new_id, old_ids in enumerate(parts):
            if old_ids:
                np.testing.assert_allclose(rows[new_id], old[old_ids].mean(0), atol=exact)


@pytest.mark.parametrize("code", [RESIZE, GGUF])
def test_the_rows_of_the_code_share_one_array_instead_of_reading_the_map_for_each(
    code, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    found, _ = moved(tmp_path / "field.json")
    names = {"np": np}
    exec("\n".join(re.findall(r"^(?:found|starts|rows) = .*", code, re.MULTILINE)), names)
    assert [row.tolist() for row in names["rows"]] == parts_of(found)
    assert len({id(row.base) for row in names["rows"]}) == 1


def parts_of(found):
    """Return for each new id the old ids of its token, or of its text."""
    old, new = found.draft.base, found.tokenizer
    by_bytes = {old.token_bytes(i): [i] for i in range(len(found.ids().old_to_new))}
    texts = [new.token_bytes(i) or b"" for i in range(len(found.ids().new_to_old))]
    return [by_bytes.get(text) or old.encode_ordinary(text) for text in texts]


def test_a_model_of_transformers_takes_the_new_ids_along(tmp_path, monkeypatch):
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    monkeypatch.chdir(tmp_path)
    found, codes = moved(tmp_path / "field.json")
    n_old = len(found.ids().old_to_new)
    config = transformers.GPT2Config(vocab_size=n_old, n_embd=16, n_layer=1, n_head=2, n_positions=32)
    model = transformers.GPT2LMHeadModel(config)
    old = model.get_input_embeddings().weight.detach().numpy().copy()
    exec(codes["Resize the embeddings of model in transformers"], {"model": model})
    rows = model.get_input_embeddings().weight.detach().numpy()
    assert model.config.vocab_size == len(found.ids().new_to_old)
    for new_id, old_ids in enumerate(parts_of(found)):
        if old_ids:
            np.testing.assert_allclose(rows[new_id], old[old_ids].mean(0), atol=1e-5)
    assert torch.equal(model.get_output_embeddings().weight, model.get_input_embeddings().weight)


def test_an_unsaved_tokenizer_is_merged_by_the_folder_that_keeps_it(base, tmp_path):
    folder = str(tmp_path / "run")
    os.makedirs(folder)
    api.keep_result(folder, toy("ranks", 70), "mine", {"adapted": True})
    change = api.MergeWith(folder, name="mine")
    found = workbench.adapt(base, [change])
    assert len(found.draft.added) == 10
    (row,) = found.tokenizer.record["adapted"]["changes"]
    assert (row["name"], row["file"]) == ("mine", folder)
    api.keep_result(folder, toy("ranks", 75), "mine", {"adapted": True})
    with pytest.raises(EngineError) as caught:
        workbench.adapt(base, [replace(change, sha256=row["sha256"])])
    assert (caught.value.code, caught.value.file) == ("adapt_merge_changed", "mine")
    shutil.rmtree(folder)
    with pytest.raises(EngineError) as caught:
        workbench.adapt(base, [change])
    assert (caught.value.code, caught.value.facts["name"]) == ("adapt_merge_gone", "mine")


def test_the_sample_is_merged_by_its_name(base):
    found = workbench.adapt(base, [api.MergeWith("sample:")])
    sample = api.open_sample().tokenizer
    added = {found.tokenizer.token_bytes(i) for i in found.draft.added.tolist()}
    assert added
    assert added <= {sample.token_bytes(i) for i in sample.model.ids.tolist()}
    assert found.tokenizer.record["adapted"]["read"] == [str(base), "sample:"]


def test_roles_come_and_go_without_a_change_of_ids() -> None:
    roles = {"bos": "<a>", "eos": "<b>", "pad": "<a>", "user": "<b>"}
    base = workbench.train(
        "sample:", vocab_size=300, special_tokens=["<a>", "<b>"], roles=roles, add_bos=True
    )
    made = workbench.adapt(base, [api.SetRoles(("bos=", "pad=<b>", "user=", "tool=<a>"), add_eos=True)])
    assert made.tokenizer.roles.named() == {"eos": "<b>", "pad": "<b>", "tool": "<a>"}
    framing = made.tokenizer.framing
    assert (framing.adds_before, framing.adds_after) == (False, True)
    assert made.tokenizer.encode_ordinary("the cat") == base.encode_ordinary("the cat")
    assert base.roles.named() == roles
    for change, code in (
        (api.SetRoles(("eos=<no>",)), "role_token_missing"),
        (api.SetRoles(("end=<a>",)), "role_unknown"),
        (api.SetRoles(("end=",)), "role_unknown"),
        (api.SetRoles(("bos=",), add_bos=True), "role_missing"),
    ):
        with pytest.raises(workbench.EngineError) as caught:
            workbench.adapt(base, [change])
        assert caught.value.code == code


def test_a_chat_template_is_set_and_taken_away_and_in_the_record(tmp_path: Path) -> None:
    base = workbench.train("sample:", vocab_size=300, special_tokens=["<a>"])
    own = "{% for m in messages %}{{ m.content }}{{ eos_token }}{% endfor %}"
    for choice in ("chatml", "plain", own):
        made = workbench.adapt(base, [api.SetRoles(("eos=<a>",), chat_template=choice)]).tokenizer
        assert template_name(made.chat_template, made.roles) == (choice if choice != own else "own")
        workbench.save_tokenizer(made, tmp_path / "made.json", overwrite=True)
        assert workbench.open_tokenizer(tmp_path / "made.json").chat_template == made.chat_template
        recorded = made.record["adapted"]["changes"]
        assert changes_of(recorded) == [api.SetRoles(("eos=<a>",), chat_template=choice)]
    assert workbench.adapt(made, [api.SetRoles(chat_template="")]).tokenizer.chat_template is None
    assert workbench.adapt(made, [api.SetRoles(("eos=",))]).tokenizer.chat_template == own
    with pytest.raises(workbench.EngineError) as caught:
        workbench.adapt(base, [api.SetRoles(chat_template="{% for %}")])
    assert caught.value.code.startswith("chat_template_")
    with pytest.raises(TypeError, match="a chat template is a text"):
        api.SetRoles(chat_template=3)  # type: ignore[arg-type]


def test_two_tokens_of_one_role_are_refused() -> None:
    for roles in (("eos=<a>", "bos=<a>", "eos=<b>"), ("eos=<a>", "eos=")):
        with pytest.raises(workbench.EngineError, match="the role eos has two tokens"):
            api.SetRoles(roles)
    assert api.SetRoles(("eos=<a>", "eos=<a>")).named == {"eos": "<a>"}
