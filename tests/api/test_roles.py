"""Roles and chat templates: chosen at training, kept in every format, and the same in other libraries."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import gguf
import pytest
import tokenizers

import workbench
from workbench import api
from workbench.api import convert
from workbench.api.chat import CHATML, apply_chat_template
from workbench.api.files import open_file
from workbench.api.tokenizer import Tokenizer
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import Roles
from workbench.engine.chat.templates import template_called, template_name
from workbench.engine.encoding.roles import role_ids, roles_of
from workbench.formats.format import Format
from workbench.formats.registry import FORMATS

WORDS = "the cat sat on the mat, and a dog ran behind them all; nobody knew whose 123 birds sang there "
TEXT = api.TextSource("text", WORDS * 9)
MESSAGES = [{"role": "user", "content": "the cat"}, {"role": "assistant", "content": "sat"}]
EVERY = {
    "bos": "<|begin|>", "eos": "<|end|>", "pad": "<|pad|>", "unk": "<|unk|>", "mask": "<|mask|>",
    "user": "<|user|>", "assistant": "<|assistant|>", "system": "<|system|>", "tool": "<|tool|>",
}  # fmt: skip


def trained(preset: str = "gpt2", **options: Any) -> Tokenizer:
    size = {"clip": 530, "llama2": 310}.get(preset, 300)
    return workbench.train(TEXT, preset=preset, vocab_size=size, **options)


def code_of(function: Any, *arguments: Any, **options: Any) -> EngineError:
    with pytest.raises(EngineError) as raised:
        function(*arguments, **options)
    return raised.value


def test_the_token_of_a_role_becomes_a_special_token() -> None:
    tokenizer = trained(special_tokens=["<x>", "<|end|>"], roles={"pad": "<|pad|>", "eos": "<|end|>"})
    first = tokenizer.vocab_size
    assert dict(tokenizer.special_tokens) == {"<x>": first, "<|end|>": first + 1, "<|pad|>": first + 2}
    assert tokenizer.roles == Roles(eos="<|end|>", pad="<|pad|>")
    assert tokenizer.framing.after == (first + 1,)
    assert tokenizer.framing.padding == first + 2


def test_one_token_may_have_several_roles() -> None:
    tokenizer = trained(roles={"bos": "<|end|>", "eos": "<|end|>", "pad": "<|end|>"})
    assert list(tokenizer.special_tokens) == ["<|end|>"]
    assert tokenizer.roles.named() == {"bos": "<|end|>", "eos": "<|end|>", "pad": "<|end|>"}


def test_presets_with_roles_of_their_own() -> None:
    assert trained("clip", roles={"pad": "<|pad|>"}).roles.named() == {
        "bos": "<|startoftext|>", "eos": "<|endoftext|>", "pad": "<|pad|>",
    }  # fmt: skip
    llama = trained("llama2", roles={"unk": "<unk>", "pad": "<|pad|>"})
    assert llama.roles.named() == {"bos": "<s>", "eos": "</s>", "pad": "<|pad|>", "unk": "<unk>"}
    assert "<unk>" not in llama.special_tokens


def test_chatml_brings_its_two_tokens() -> None:
    tokenizer = trained(chat_template="chatml")
    assert list(tokenizer.special_tokens) == ["<|im_start|>", "<|im_end|>"]
    ids = apply_chat_template(tokenizer, MESSAGES)
    assert ids.count(tokenizer.special_tokens["<|im_start|>"]) == 2


def test_the_plain_template_marks_turns_by_the_tokens_of_the_roles() -> None:
    plain = apply_chat_template(trained(chat_template="plain"), MESSAGES, tokenize=False)
    assert plain == "user: the cat\nassistant: sat\n"
    tokenizer = trained(roles=EVERY, chat_template="plain")
    marked = apply_chat_template(tokenizer, MESSAGES, tokenize=False, add_generation_prompt=True)
    assert marked == "<|user|>the cat\n<|assistant|>sat<|end|>\n<|assistant|>"


def test_which_template_it_is() -> None:
    roles = Roles(user="<|user|>", eos="<|end|>")
    assert template_name(CHATML, roles) == "chatml"
    assert template_name(template_called("plain", roles), roles) == "plain"
    assert template_name("{{ messages }}", roles) == "own"
    assert template_name(None, roles) == ""


# --- formats ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "name"),
    [
        ("gpt2", "tokenizer.json"), ("gpt2", "a.gguf"), ("gpt2", "a.tiktoken"), ("gpt2", "a.model"),
        ("llama2", "tokenizer.json"), ("llama2", "a.gguf"), ("llama2", "a.model"),
        ("clip", "a.txt.gz"),
    ],
)  # fmt: skip
def test_a_file_and_its_card_keep_roles_and_template(tmp_path: Path, preset: str, name: str) -> None:
    own = {"clip": ("<|startoftext|>", "<|endoftext|>", "<|unk|>"), "llama2": ("<s>", "</s>", "<unk>")}
    roles = EVERY | dict(zip(("bos", "eos", "unk"), own.get(preset, ()), strict=False))
    tokenizer = trained(preset, roles=roles, chat_template="plain")
    workbench.save_tokenizer(tokenizer, tmp_path / name)
    again = workbench.open_tokenizer(tmp_path / name)
    assert again.roles == tokenizer.roles
    assert again.chat_template == tokenizer.chat_template
    assert role_ids(again) == role_ids(tokenizer)


def test_a_file_next_to_a_tokenizer_json_says_more_than_its_card(tmp_path: Path) -> None:
    workbench.save_tokenizer(trained(roles={"eos": "<|end|>", "pad": "<|pad|>"}), tmp_path / "tokenizer.json")
    config = json.loads((tmp_path / "tokenizer_config.json").read_text())
    del config["pad_token"]
    (tmp_path / "tokenizer_config.json").write_text(json.dumps(config | {"mask_token": "<|pad|>"}))
    assert workbench.open_tokenizer(tmp_path / "tokenizer.json").roles == Roles(eos="<|end|>", mask="<|pad|>")


def test_an_older_folder_names_the_tokens_in_a_map(tmp_path: Path) -> None:
    workbench.save_tokenizer(trained(special_tokens=["<|end|>", "<|pad|>"]), tmp_path / "tokenizer.json")
    tokens = {"eos_token": {"content": "<|end|>", "lstrip": False}, "pad_token": "<|pad|>"}
    (tmp_path / "special_tokens_map.json").write_text(json.dumps(tokens))
    assert workbench.open_tokenizer(tmp_path / "tokenizer.json").roles == Roles(eos="<|end|>", pad="<|pad|>")


def test_gguf_has_the_ids_and_the_template(tmp_path: Path) -> None:
    tokenizer = trained(roles=EVERY, chat_template="chatml")
    workbench.save_tokenizer(tokenizer, tmp_path / "a.gguf")
    fields = gguf.GGUFReader(tmp_path / "a.gguf").fields
    keys = {"bos": "bos", "eos": "eos", "pad": "padding", "unk": "unknown", "mask": "mask"}
    found = {role: fields[f"tokenizer.ggml.{key}_token_id"].contents() for role, key in keys.items()}
    assert found == {role: tokenizer.special_tokens[EVERY[role]] for role in keys}
    assert fields["tokenizer.chat_template"].contents() == CHATML
    assert fields["tokenizer.ggml.pre"].contents() == "gpt-2"


def test_transformers_opens_the_folder_with_roles_and_template(tmp_path: Path) -> None:
    transformers = pytest.importorskip("transformers")  # not among the test's packages; 5.24 was tried
    tokenizer = trained(roles=EVERY, chat_template="chatml")
    workbench.save_tokenizer(tokenizer, tmp_path / "tokenizer.json")
    theirs = transformers.AutoTokenizer.from_pretrained(tmp_path)
    assert theirs.special_tokens_map == {f"{role}_token": text for role, text in EVERY.items()}
    assert theirs.eos_token_id == tokenizer.special_tokens["<|end|>"]
    assert theirs.pad_token_id == tokenizer.framing.padding
    ids = theirs.apply_chat_template(MESSAGES, add_generation_prompt=True)["input_ids"]
    assert ids == apply_chat_template(tokenizer, MESSAGES, add_generation_prompt=True)
    padded = tokenizer(["the cat", "a"], padding=True).input_ids.tolist()
    assert theirs(["the cat", "a"], padding=True)["input_ids"] == padded
    for kind, length in (("longest", None), ("max_length", 13), ("max_length", 2)):
        own = tokenizer(
            ["the cat", "a"], padding=kind, max_length=length, padding_side="left", pad_to_multiple_of=8
        )
        ways = {"max_length": length, "padding_side": "left", "pad_to_multiple_of": 8}
        filled = theirs(["the cat", "a"], padding=kind, **ways)
        assert filled["input_ids"] == own.input_ids.tolist()
        assert filled["attention_mask"] == own.attention_mask.tolist()


@pytest.mark.parametrize("name", ["tokenizer.json", "a.gguf", "a.model"])
def test_bos_and_eos_go_around_a_text_where_that_is_asked_for(tmp_path: Path, name: str) -> None:
    tokenizer = trained(roles={"bos": "<|begin|>", "eos": "<|end|>"}, add_bos=True, add_eos=True)
    begin, end = tokenizer.special_tokens.values()
    wanted = [begin, *tokenizer.encode("the cat"), end]
    assert tokenizer("the cat").input_ids.tolist() == wanted
    workbench.save_tokenizer(tokenizer, tmp_path / name)
    assert workbench.open_tokenizer(tmp_path / name)("the cat").input_ids.tolist() == wanted
    if name == "tokenizer.json":
        assert tokenizers.Tokenizer.from_file(str(tmp_path / name)).encode("the cat").ids == wanted


def test_what_nothing_has_the_role_of_cannot_be_put_around_a_text() -> None:
    for options in ({"add_bos": True}, {"roles": {"bos": "<x>"}, "add_eos": True}):
        assert code_of(api.train, api.SourceOptions("/no/such/file"), **options).code == "role_missing"
    assert trained("llama2", add_bos=True).framing.adds_before
    assert code_of(trained().with_roles, {}, add_eos=True).code == "role_missing"


def test_what_is_written_for_transformers(tmp_path: Path) -> None:
    workbench.save_tokenizer(trained(roles=EVERY, chat_template="chatml"), tmp_path / "tokenizer.json")
    config = json.loads((tmp_path / "tokenizer_config.json").read_text())
    assert {key: value for key, value in config.items() if key in {f"{role}_token" for role in EVERY}} == {
        f"{role}_token": text for role, text in EVERY.items()
    }
    assert (tmp_path / "chat_template.jinja").read_text() == CHATML
    theirs = tokenizers.Tokenizer.from_file(str(tmp_path / "tokenizer.json"))
    assert theirs.encode("the cat").ids == trained(roles=EVERY).encode("the cat")  # nothing is put around


# --- the command line, and other tokenizers --------------------------------------


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    template = tmp_path / "own.jinja"
    template.write_text("{% for m in messages %}{{ m.content }}{{ eos_token }}{% endfor %}")
    out = str(tmp_path / "tokenizer.json")
    words = ["--role", "eos=<|end|>", "--role", "pad=<|pad|>", "--chat-template", str(template)]
    assert main(["train", "sample:", "--vocab-size", "260", "--preset", "gpt2", "--out", out, *words]) == 0
    tokenizer = workbench.open_tokenizer(out)
    assert apply_chat_template(tokenizer, MESSAGES, tokenize=False) == "the cat<|end|>sat<|end|>"
    capsys.readouterr()
    assert main(["inspect", out, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["roles"] == {"eos": "<|end|>", "pad": "<|pad|>"}
    other = str(tmp_path / "other.gguf")
    assert main(["convert", out, other, "--role", "bos=<|end|>", "--chat-template", "plain"]) == 0
    again = workbench.open_tokenizer(other)
    assert again.roles == Roles(bos="<|end|>", eos="<|end|>", pad="<|pad|>")
    assert template_name(again.chat_template, again.roles) == "plain"


def test_a_recorded_training_has_its_roles_again(tmp_path: Path) -> None:
    source, out = tmp_path / "text.txt", tmp_path / "a.model"
    source.write_text(WORDS * 9)
    words = ["--vocab-size", "300", "--role", "eos=<|end|>", "--chat-template", "chatml"]
    assert main(["train", str(source), "--out", str(out), *words]) == 0
    again = tmp_path / "b.model"
    assert main(["train", "--repeat", f"{out}.card.json", "--out", str(again)]) == 0
    assert again.read_bytes() == out.read_bytes()
    first, second = workbench.open_tokenizer(out), workbench.open_tokenizer(again)
    assert (second.roles, second.chat_template) == (first.roles, first.chat_template)
    assert first.roles.eos == "<|end|>"


def test_a_data_set_ends_its_documents_with_the_role(tmp_path: Path) -> None:
    tokenizer = trained(roles={"eos": "<|end|>"})
    dataset = workbench.encode_dataset(tokenizer, TEXT, tmp_path / "set", form="u16")
    ids = (tmp_path / "set" / "train-00000.bin").read_bytes()
    assert int.from_bytes(ids[-2:], "little") == tokenizer.special_tokens["<|end|>"]
    assert dataset is not None


def test_an_extended_tokenizer_keeps_its_roles(tmp_path: Path) -> None:
    base = tmp_path / "base.model"
    workbench.save_tokenizer(trained(roles={"eos": "<|end|>"}, chat_template="plain"), base)
    more = workbench.train(TEXT, extend=(base, 3), move_special=True, roles={"pad": "<|pad|>"})
    assert more.roles == Roles(eos="<|end|>", pad="<|pad|>")
    assert more.chat_template == workbench.open_tokenizer(base).chat_template
    assert more.framing.after == (more.special_tokens["<|end|>"],)


def test_roles_move_with_their_tokens() -> None:
    tokenizer = trained(roles=EVERY)
    moved = workbench.api.adapt(tokenizer, [workbench.api.Renumber()]).tokenizer
    assert roles_of(moved) == tokenizer.roles
    grown = workbench.api.adapt(tokenizer, [api.Extend((TEXT,), 4)], move_special=True).tokenizer
    assert grown.special_tokens != tokenizer.special_tokens
    assert roles_of(grown) == tokenizer.roles
    error = code_of(api.adapt, tokenizer, [api.Remove(texts=("<|user|>",))])
    assert error.code == "adapt_special_around"


# --- bad input ----------------------------------------------------------------


def test_roles_that_cannot_be() -> None:
    assert code_of(trained, roles={"end": "<|end|>"}).code == "role_unknown"
    assert code_of(trained, roles={"eos": ""}).code == "role_empty"
    twice = api.Options(roles=(("eos", "<a>"), ("eos", "<b>")))
    error = code_of(api.TrainingRun, [TEXT], twice)
    assert (error.code, dict(error.facts)) == ("role_twice", {"role": "eos", "first": "<a>", "second": "<b>"})
    error = code_of(trained, "llama2", roles={"unk": "<|unk|>"})
    assert (error.code, error.facts["first"]) == ("role_twice", "<unk>")
    error = code_of(trained, special_tokens={"<x>": 900}, roles={"eos": "<|end|>"})
    assert (error.code, error.facts["token"]) == ("role_token_missing", "<|end|>")
    assert code_of(trained().with_roles, {"eos": "<|end|>"}).code == "role_token_missing"


def test_what_only_the_card_keeps_is_said_before_an_export() -> None:
    def said(tokenizer: Tokenizer, name: str) -> list[str]:
        (target,) = (each for each in convert.targets(tokenizer) if each.format == name)
        return [notice.cause for notice in target.left_to_card]

    roles = {"bos": "<s>", "eos": "<|end|>", "user": "<|user|>"}
    tokenizer = trained(roles=roles, chat_template="plain")
    assert said(tokenizer, "hf") == []
    assert said(tokenizer, "gguf") == ["the file does not say the roles user; the card does"]
    template = "the file has no chat template; the card has"
    assert said(tokenizer, "tekken") == [
        "the file does not say the roles eos, user; the card does", template,
    ]  # fmt: skip
    assert said(trained(), "tekken") == said(trained(), "minbpe") == []
    assert said(trained(roles={"eos": "<|end|>"}), "minbpe") == [
        "the file does not say the roles eos; the card does"
    ]
    assert said(trained("llama2"), "sentencepiece") == said(trained("llama2"), "llama2c") == []
    assert said(trained("clip"), "clip") == []


@pytest.mark.parametrize(
    "known",
    [known for known in FORMATS if known.write and known.name not in ("llama2c", "tekken")],  # they need more
    ids=lambda each: each.name,
)
def test_a_format_stores_the_roles_that_it_says(known: Format, tmp_path: Path) -> None:
    preset = {"clip": "clip", "sentencepiece": "llama2"}.get(known.name, "gpt2")
    own = {"clip": ("<|startoftext|>", "<|endoftext|>", "<|unk|>"), "llama2": ("<s>", "</s>", "<unk>")}
    roles = EVERY | dict(zip(("bos", "eos", "unk"), own.get(preset, ()), strict=False))
    tokenizer = trained(preset, roles=roles, chat_template="plain")
    path = workbench.save_tokenizer(tokenizer, tmp_path / f"a{known.suffix}", known.name)[0]
    Path(f"{path}.card.json").unlink()
    pattern = None if known.name in ("hf", "gguf", "minbpe") else tokenizer.pre_tokenizer.name
    again = open_file(path, pattern=pattern).tokenizer
    stored = set(roles_of(again).named()) | ({"chat_template"} if again.chat_template else set())
    assert set(known.roles) & {*roles, "chat_template"} == stored


def test_the_command_line_names_the_file_of_a_template_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    template, base, out = tmp_path / "own.jinja", str(tmp_path / "base.json"), str(tmp_path / "a.json")
    template.write_text("\n{{ messages[0].missing.more }}")
    workbench.save_tokenizer(trained(), base)
    for words in (
        ["train", "sample:", "--vocab-size", "260", "--out", out],
        ["convert", base, out],
        ["adapt", base, "--cut", "40", "--out", out],
    ):
        assert main([*words, "--chat-template", str(template)]) == 1
        assert f"{template}, line 2: the chat template cannot be run" in capsys.readouterr().err
    assert main(["train", "sample:", "--out", out, "--role", "eos=<a>", "--role", "eos=<b>",
                 "--chat-template", str(template)]) == 1  # fmt: skip
    assert str(template) not in capsys.readouterr().err


def test_the_command_line_refuses_two_tokens_of_one_role(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["train", "sample:", "--out", str(tmp_path / "a.model"), "--role", "eos=<a>", "--role", "eos=<b>"]
    assert main(words) == 1
    assert "the role eos has two tokens, “<a>” and “<b>”" in capsys.readouterr().err


def test_a_template_that_fails_is_refused_before_anything_is_read() -> None:
    missing = api.SourceOptions("/no/such/file")
    for template, code, line in (
        ("a\n{% for %}", "chat_template_syntax", 2),
        ("a\n\n{{ messages.nothing.at }}", "chat_template_failed", 3),
        ("{{ messages.__class__.__mro__ }}", "chat_template_unsafe", None),
        ("{% for i in range(99999999) %}{% for j in range(99999999) %}{% endfor %}{% endfor %}", None, None),
    ):
        error = code_of(api.TrainingRun, [missing], api.Options(chat_template=template))
        assert error.code.startswith("chat_template_")
        assert code in (None, error.code)
        assert line is None or (error.place is not None and error.place.value == line)


def test_a_template_may_refuse_a_conversation() -> None:
    strict = "{{ raise_exception('tools only') }}"
    assert trained(chat_template=strict).chat_template == strict
