"""Conversion and its proof: what is named before, who judges, and nothing written unless all is equal."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
import tokenizers

import workbench
from tests.formats.gguf.test_scores import spelled
from tests.formats.test_registry import WRITTEN, toy_for
from tests.formats.toys import ranks_file, score_toy, toy
from workbench import api
from workbench.api import convert
from workbench.api.compat import register_special_tokens
from workbench.api.convert import Exported, Proved, Step, export, targets, with_pattern
from workbench.api.files import open_file
from workbench.cli import main as cli
from workbench.engine.base.errors import EngineError
from workbench.engine.corpus.sources import TextSource
from workbench.engine.encoding.score_tokenizer import as_in, score_tokenizer
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.framing import Framing
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.pre_tokenizers import published
from workbench.engine.splitting.split_patterns import BY_NAME
from workbench.formats import registry
from workbench.formats.format import Fit, Format, Notice, Parts, Source
from workbench.formats.minbpe import format as minbpe_model
from workbench.formats.proof import prove
from workbench.formats.proof import texts as proof_texts
from workbench.formats.proof.llama_cpp import PACKAGES, installed
from workbench.formats.snippets import Snippet

# The libraries that a snippet can be run with here.
INSTALLED = ("tokenizers", "tiktoken", "sentencepiece", "mistral_common", "workbench")
INSTALLED += ("llama-cpp-python",) if find_spec("llama_cpp") is not None else ()  # in which snippets run
TEXT = "aaabdaaabac the thé\n\n  the   <|end|> 12345\r\n日本 " * 50


def run(tokenizer: Tokenizer, path: Path, format_name: str | None = None, text: str = TEXT) -> list[object]:
    texts = (TextSource("a text", text),) if text else ()
    return list(export(tokenizer, path, format_name, texts))


def ended(events: list[object]) -> Exported:
    found = events[-1]
    assert isinstance(found, Exported)
    return found


def test_the_library_that_the_file_is_for_proves_it(tmp_path: Path) -> None:
    events = run(toy(), tmp_path / "toy.tiktoken")
    steps = {event.name: event.facts for event in events if isinstance(event, Step)}
    assert steps["written"]["bytes"] == (tmp_path / "toy.tiktoken").stat().st_size
    assert steps["read_back"]["tokens"] == 262
    assert (steps["opened"]["library"], steps["opened"]["version"]) == ("tiktoken", "0.14.0")
    done = ended(events)
    assert done.proof is not None
    assert done.proof.difference is None
    assert done.proof.decodes
    assert done.proof.n_tokens == len(toy().encode_ordinary(TEXT))
    assert done.proof.n_bytes == len(TEXT.encode())
    assert sorted(done.files) == sorted(str(path) for path in tmp_path.iterdir())
    assert open_file(done.path).tokenizer.encode_ordinary(TEXT) == toy().encode_ordinary(TEXT)
    assert [loss.code for loss in done.losses] == ["leaves_out_pattern_and_specials"]
    assert any(isinstance(event, Proved) for event in events)


@pytest.mark.parametrize("known", WRITTEN, ids=lambda known: known.name)
def test_every_format_is_proved_by_its_library(tmp_path: Path, known: Format) -> None:
    name = {"gpt2": "merges.txt", "tekken": "tekken.json"}.get(known.name, f"toy{known.suffix}")
    tokenizer = toy_for(known)
    events = run(tokenizer, tmp_path / name, known.name, "a aa aab the thé\n  the aaabdaaabac 12 日本\n" * 9)
    opened = next(event for event in events if isinstance(event, Step) and event.name == "opened")
    libraries = [library for library, _ in known.libraries]
    missing = opened.facts["missing"]
    assert missing in ("", *libraries[:-1])
    assert opened.facts["library"] == (libraries[-1] if missing else [*libraries, ""][0])
    done = ended(events)
    assert done.proof is not None
    assert done.proof.difference is None
    assert done.proof.n_tokens > 100
    assert (done.proof.in_use is not None) == bool(tokenizer.special_tokens)
    if done.proof.in_use is not None:
        assert done.proof.in_use.difference is None
        assert done.proof.in_use.n_tokens > 10
    assert sorted(done.files) == sorted(str(path) for path in tmp_path.iterdir())


LLAMA_CPP = """
import ctypes
from workbench import api

LLAMA_VOCAB_TYPE_SPM = 1
llama_token = ctypes.c_int32
llama_model_default_params = lambda: type("Parameters", (), {{}})()
llama_model_load_from_file = lambda path, parameters: api.open_file(path.decode()).tokenizer
llama_model_get_vocab = lambda model: model
llama_vocab_n_tokens = lambda vocab: len(vocab.model.ids)
llama_vocab_type = lambda vocab: 2

def llama_tokenize(vocab, text, size, ids, room, add_special, parse_special):
    found = vocab.encode(text, allowed_special="all" if parse_special and {takes} else "none")
    found[{place}:{place} + 1] = [33] if found[{place}:] else []
    ids[: len(found)] = found
    return len(found)

def llama_token_to_piece(vocab, token, buffer, size, lstrip, special):
    token = vocab.token_bytes(token)
    buffer[: len(token)] = token
    return len(token)
"""


@pytest.mark.parametrize(("place", "takes"), [(10**9, True), (10**9, False), (4, True)])
def test_llama_cpp_is_asked_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: int, takes: bool
) -> None:
    folder = tmp_path / "packages"
    (folder / "llama_cpp_python-9.9.dist-info").mkdir(parents=True)
    (folder / "llama_cpp_python-9.9.dist-info" / "METADATA").write_text(
        "Name: llama-cpp-python\nVersion: 9.9\n"
    )
    (folder / "llama_cpp.py").write_text(LLAMA_CPP.format(place=place, takes=takes))
    (folder / "xllamacpp.py").write_text("raise ImportError('as if it were not installed')")
    monkeypatch.setenv("PYTHONPATH", str(folder))
    events = run(toy(published("gpt2")), tmp_path / "toy.gguf")
    opened = next(event for event in events if isinstance(event, Step) and event.name == "opened")
    told = {name: opened.facts[name] for name in ("library", "version", "missing", "tokens", "encodes")}
    assert told == {
        "library": "llama-cpp-python",
        "version": "9.9",
        "missing": "",
        "tokens": 262,
        "encodes": 1,
    }
    proof = ended(events).proof
    assert proof is not None
    assert (proof.judge.library, proof.judge.encodes, proof.decodes) == ("llama-cpp-python", True, True)
    if not takes:  # it does not find the special tokens of the text: nothing is written
        assert proof.in_use is not None
        assert proof.in_use.difference is not None
        assert proof.in_use.difference.ours.ids[proof.in_use.difference.before] == 300
        assert (proof.difference, ended(events).files) == (None, ())
    elif place > 4:
        assert proof.difference is None
        assert proof.in_use is not None
        assert (proof.in_use.difference, proof.in_use.decodes, proof.in_use.takes) == (None, True, True)
        assert ended(events).files
    else:
        assert proof.difference is not None
        assert proof.difference.theirs.ids[proof.difference.before] == 33
        assert ended(events).files == ()


def test_where_only_a_reader_is_installed_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in PACKAGES:
        (tmp_path / f"{name}.py").write_text("raise ImportError('as if it were not installed')")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    api.save_file(toy(published("gpt2")), tmp_path / "toy.json", "hf")
    (tmp_path / "text.txt").write_text(TEXT, "utf-8")
    paths = [str(tmp_path / name) for name in ("toy.json", "toy.gguf", "text.txt")]
    assert cli.main(["convert", *paths[:2], "--prove", paths[2]]) == 0
    told = capsys.readouterr().out
    assert "opened          in gguf 0.19.0, 301 tokens; xllamacpp, which encodes, is not installed" in told
    assert "by workbench" in told


def test_llama_cpp_itself_proves_it(tmp_path: Path) -> None:
    if (package := installed()) is None:
        pytest.skip("xllamacpp is not installed")
    name = PACKAGES[package]
    done = ended(run(toy(published("gpt2")), tmp_path / "toy.gguf"))
    assert done.proof is not None
    assert (done.proof.judge.library, done.proof.difference) == (name, None)
    assert done.proof.decodes
    scored = ended(run(score_toy("sentencepiece"), tmp_path / "scored.gguf", text="a aa aaa 日本 x\n" * 20))
    assert scored.proof is not None
    assert (scored.proof.judge.library, scored.proof.difference) == (name, None)


def test_a_program_without_a_library_is_judged_by_reading_the_file_again(tmp_path: Path) -> None:
    events = run(toy(), tmp_path / "toy.model")
    opened = next(event for event in events if isinstance(event, Step) and event.name == "opened")
    assert (opened.facts["library"], opened.facts["missing"]) == ("", "")
    proof = ended(events).proof
    assert proof is not None
    assert replace(proof, in_use=None) == prove.Proof(
        prove.Judge(), len(toy().encode_ordinary(TEXT)), len(TEXT.encode())
    )
    assert proof.in_use is not None
    assert (proof.in_use.difference, proof.in_use.decodes) == (None, True)


def with_roles(rule: str) -> Tokenizer:
    """Return a tokenizer with scores that puts its start before every text."""
    plain = as_in(spelled(), rule)
    assert isinstance(plain.model, ScoreMergedBpe)
    framing = Framing((1,), (2,), True)
    return score_tokenizer(plain.model, plain.special_tokens, framing=framing)


def test_special_tokens_and_bos_are_proved_too(tmp_path: Path) -> None:
    done = ended(run(with_roles("llama.cpp"), tmp_path / "tokenizer.json", text="a ab ba b\n"))
    assert done.proof is not None
    assert done.proof.judge.library == "tokenizers"
    assert done.proof.in_use is not None
    assert (done.proof.in_use.difference, done.proof.in_use.decodes) == (None, True)
    assert done.files
    told = ended(run(with_roles("sentencepiece"), tmp_path / "x.json", text="a ab ba b\n"))
    assert told.proof is not None
    assert told.proof.in_use is not None
    assert (told.proof.in_use.difference, told.proof.in_use.decodes) == (None, False)
    assert [loss.code for loss in told.losses] == ["leaves_out_decoding"]


def test_bos_and_eos_of_a_model_are_proved_by_sentencepiece(tmp_path: Path) -> None:
    done = ended(run(with_roles("sentencepiece"), tmp_path / "x.model", text="a ab ba b\\n"))
    assert done.proof is not None
    assert done.proof.judge.library == "sentencepiece"
    assert done.proof.in_use is not None
    assert (done.proof.in_use.difference, done.proof.in_use.takes) == (None, False)
    assert len(done.files) == 2


def test_what_was_said_of_special_tokens_does_not_fail_a_proof(tmp_path: Path) -> None:
    """llama.cpp's own reading puts a space behind them, which the level has told."""
    done = ended(run(with_roles("sentencepiece"), tmp_path / "x.gguf", text="a ab ba b\n"))
    assert [loss.code for loss in done.losses] == ["leaves_out_starts", "gguf_loose_bytes"]
    assert done.proof is not None
    assert done.proof.difference is None
    assert done.proof.in_use is not None
    assert done.proof.in_use.difference is not None
    assert done.files


def test_a_model_of_scores_is_proved_by_sentencepiece(tmp_path: Path) -> None:
    events = run(score_toy("sentencepiece"), tmp_path / "toy.model", text="a aa aaa 日本 x\n" * 20)
    steps = {event.name: event.facts for event in events if isinstance(event, Step)}
    assert steps["read_back"]["tokens"] == steps["opened"]["tokens"] == 264, "with <s> and </s>"
    done = ended(events)
    assert done.proof is not None
    assert (done.proof.judge.library, done.proof.difference) == ("sentencepiece", None)
    assert done.format == "sentencepiece"


@pytest.mark.parametrize(("rule", "format_name"), [("sentencepiece", "llama2c"), ("llama2c", "gguf")])
def test_the_rule_of_the_program_judges_and_not_that_of_the_card(
    tmp_path: Path, rule: str, format_name: str
) -> None:
    path = tmp_path / f"toy{registry.format_named(format_name).suffix}"
    parted = ended(run(score_toy(rule), path, format_name, text="aa a\u2581a a\n"))
    assert parted.proof is not None
    assert parted.proof.difference is not None
    assert (parted.proof.difference.byte, parted.files) == (4, ())
    assert ended(run(score_toy(rule), path, format_name, text="aa a a\n")).files


def test_without_its_library_the_workbench_judges_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def not_there(*arguments: object) -> None:
        raise EngineError("judge_missing", library="tiktoken")

    monkeypatch.setattr(prove, "_reply", not_there)
    events = run(toy(), tmp_path / "toy.tiktoken")
    opened = next(event for event in events if isinstance(event, Step) and event.name == "opened")
    assert opened.facts["missing"] == "tiktoken"
    proof = ended(events).proof
    assert proof is not None
    assert (proof.judge.encodes, proof.difference) == (False, None)


def other_ids(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Tokenizer:
    """Register a format that forgets the split pattern, as GPT-2's does; return what it cannot hold."""

    def forgetful(source: Source) -> Parts:
        return replace(minbpe_model.read(source), pattern_name="none", pattern="")

    lossy = replace(
        minbpe_model.FORMAT,
        name="lossy",
        suffix=".lossy",
        read=forgetful,
        judge=lambda tokenizer: Fit("other_ids", (Notice("cannot_hold_pattern_line_end"),)),
    )
    monkeypatch.setattr(registry, "FORMATS", (*registry.FORMATS, lossy))
    # The merge "e t" never happens across the pieces of a pattern.
    return toy(published("gpt2"), merges=[(116, 104), (256, 101), (257, 32), (258, 97)])


def test_a_format_that_gives_other_ids_is_tried_and_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokenizer = other_ids(tmp_path, monkeypatch)
    text = "x\nthe\nb b b b b b the aaa"
    done = ended(run(tokenizer, tmp_path / "toy.lossy", text=text))
    assert done.proof is not None
    found = done.proof.difference
    assert found is not None
    # "x", "\n", "the", "\n" and eleven of "b" and " b": then "the␣a" is one token there and not here.
    ids = tokenizer.encode_ordinary(text)
    n_equal = ids.index(257, 4)
    assert (found.n_equal, found.line, found.byte) == (n_equal, 3, text.index("the a"))
    assert found.before == 8
    assert found.ours.tokens[8:] == (b"the", b" ", b"a", b"a", b"a")
    assert found.theirs.tokens[8:] == (b"the a", b"a", b"a")
    assert found.ours.ids[:8] == found.theirs.ids[:8] == tuple(ids[n_equal - 8 : n_equal])
    assert done.files == ()
    assert list(tmp_path.iterdir()) == []


def test_a_difference_is_placed_in_the_whole_document(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(proof_texts, "STRETCH", 20)
    text = "x the\n" * 10 + "x\nb the a"
    done = ended(run(other_ids(tmp_path, monkeypatch), tmp_path / "toy.lossy", text=text))
    assert done.proof is not None
    found = done.proof.difference
    assert found is not None
    assert (found.line, found.byte) == (12, text.index("the a"))


def test_one_encoding_may_be_the_beginning_of_the_other() -> None:
    longer, shorter = np.array([1, 2, 3], np.uint32), np.array([1, 2], np.uint32)
    assert prove._first_difference(longer, shorter) == prove._first_difference(shorter, longer) == 2
    assert prove._first_difference(longer, longer.copy()) is None


def test_without_a_text_such_a_format_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = other_ids(tmp_path, monkeypatch)
    with pytest.raises(EngineError, match="line end"):
        run(tokenizer, tmp_path / "toy.lossy", text="")
    assert list(tmp_path.iterdir()) == []


def test_an_equal_text_does_not_make_such_a_format_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = ended(run(other_ids(tmp_path, monkeypatch), tmp_path / "toy.lossy", text="x"))
    assert done.proof is not None
    assert done.proof.difference is None
    assert done.files == ()
    assert list(tmp_path.iterdir()) == []


def test_cancelling_leaves_no_file(tmp_path: Path) -> None:
    (tmp_path / "toy.tiktoken").write_text("before")
    steps = export(toy(), tmp_path / "toy.tiktoken", None, (TextSource("a text", TEXT),))
    for event in steps:
        if isinstance(event, Step) and event.name == "opened":
            break
    assert len(list(tmp_path.iterdir())) > 1
    steps.close()
    assert [path.name for path in tmp_path.iterdir()] == ["toy.tiktoken"]
    assert (tmp_path / "toy.tiktoken").read_text() == "before"


def test_a_library_that_refuses_the_file_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = replace(minbpe_model.FORMAT, libraries=(("sentencepiece", "sentencepiece"),))
    monkeypatch.setattr(registry, "FORMATS", (wrong,))
    with pytest.raises(EngineError) as caught:
        run(toy(), tmp_path / "toy.model")
    assert caught.value.code == "judge_refuses"
    assert str(caught.value).startswith(
        f"{tmp_path / 'toy.model'}: sentencepiece cannot use the written file"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_long_document_is_proved_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(proof_texts, "STRETCH", 100)
    folder = tmp_path / "texts"
    folder.mkdir()
    (folder / "a.txt").write_text(TEXT)
    (folder / "b.txt").write_bytes(b"no line end " * 40 + b"\xff")
    events = [
        event for event in export(toy(), tmp_path / "toy.tiktoken", None, (str(folder),)) if event is not None
    ]
    proof = ended(events).proof
    assert proof is not None
    assert proof.difference is None
    # The byte that is not UTF-8 counts as the three of U+FFFD.
    assert proof.n_bytes == len(TEXT.encode()) + 480 + 3
    assert sum(isinstance(event, Proved) for event in events) > 10


def test_the_targets_are_named_with_what_they_leave_out() -> None:
    found = {target.format: target for target in targets(toy())}
    assert (found["minbpe"].level, [loss.code for loss in found["minbpe"].losses]) == (
        "whole", ["minbpe_splits_ends"]
    )  # fmt: skip
    assert found["tiktoken"].level == "part"
    assert found["llama2c"].level == "cannot"
    assert "scores" in found["llama2c"].losses[0].cause
    levels = [convert.LEVELS.index(target.level) for target in targets(toy())]
    assert levels == sorted(levels)


@pytest.mark.parametrize(
    ("pattern", "name"),
    [
        ("gpt2", "gpt2"), ("none", "none"), (r"\w+|\W+", "custom"), (published("o200k").pattern, "o200k"),
        ("gpt4", "cl100k"), ("r50k", "gpt2"), ("qwen2", "custom"), ("(?:gpt4)", "custom"),
    ],
)  # fmt: skip
def test_another_pattern_takes_the_place_of_the_files(pattern: str, name: str) -> None:
    changed = with_pattern(toy(), pattern)
    assert changed.pre_tokenizer.name == name
    assert dict(changed.special_tokens) == dict(toy().special_tokens)
    changed.close()


def test_a_pattern_that_cannot_be_used_is_refused_before_anything_is_written() -> None:
    with pytest.raises(EngineError) as caught:
        with_pattern(toy(), "(")
    assert caught.value.code == "pattern_open_group"


@pytest.mark.parametrize("name", BY_NAME)
def test_whatever_an_unknown_name_is_told_can_be_typed(name: str) -> None:
    with pytest.raises(EngineError) as caught:
        with_pattern(toy(), "gpt-4")
    assert caught.value.code == "unknown_pre_tokenizer"
    assert name in caught.value.facts["names"]
    changed = with_pattern(toy(), name)
    assert changed.pre_tokenizer.pattern == BY_NAME[name].pattern
    assert changed.encode_ordinary("ab c") != []


def test_a_proof_over_no_tokens_fails_and_writes_nothing(tmp_path: Path) -> None:
    lossy = with_pattern(toy(), "(?:never)")
    with pytest.raises(EngineError) as caught:
        run(lossy, tmp_path / "toy.json", "hf")
    lossy.close()
    assert caught.value.code == "proof_of_nothing"
    assert list(tmp_path.iterdir()) == []


# --- on the command line ------------------------------------------------------------------------


def saved(tmp_path: Path) -> Path:
    list(export(toy(), tmp_path / "in.model"))
    (tmp_path / "text.txt").write_text(TEXT)
    return tmp_path / "in.model"


def test_ranks_want_a_split_that_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.tiktoken").write_bytes(ranks_file(b"ab"))
    source, text = str(tmp_path / "a.tiktoken"), saved(tmp_path).with_name("text.txt")
    convert_it = ["convert", source, str(tmp_path / "b.json"), "--to", "hf", "--prove", str(text)]
    for words in (
        convert_it,
        ["encode", "--tokenizer", source, str(text)],
        ["explain", "--tokenizer", source, "ab"],
    ):
        assert cli.main(words) == 1
        assert "--pattern" in capsys.readouterr().err
        assert cli.main([*words, "--pattern", "gpt2"]) == 0
        assert capsys.readouterr().err == ""
    assert open_file(tmp_path / "b.json").tokenizer.pre_tokenizer.name == "gpt2"
    assert cli.main(["inspect", source]) == 0
    assert "text cannot be encoded" in capsys.readouterr().out


def test_a_pattern_that_is_not_the_files_own_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = str(tmp_path / "text.txt")
    encode = ["encode", "--tokenizer", str(saved(tmp_path)), text, "--special", "none", "--pattern"]
    assert cli.main([*encode, "cl100k"]) == 0
    assert capsys.readouterr().err == ""
    assert cli.main([*encode, "gpt2"]) == 0
    assert "split pattern is cl100k; gpt2 is used" in capsys.readouterr().err


def test_convert_writes_and_proves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, text = tmp_path / "out.tiktoken", tmp_path / "text.txt"
    assert cli.main(["convert", str(saved(tmp_path)), str(out), "--prove", str(text)]) == 0
    shown = capsys.readouterr().out
    n_tokens = len(toy().encode_ordinary(TEXT))
    assert "left out        the file has no pattern or special tokens" in shown
    assert f"equal on {n_tokens:,} tokens, {len(TEXT.encode()):,} bytes, by tiktoken" in shown
    assert f"wrote           {out}, {out}.card.json" in shown
    assert "import tiktoken" in shown
    assert open_file(out).tokenizer.pre_tokenizer.name == "cl100k"


def test_convert_for_old_readers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = tmp_path / "text.txt"
    for arguments, kind in (([], list), (["--old-readers"], str)):
        out = tmp_path / f"{kind.__name__}.json"
        command = ["convert", str(saved(tmp_path)), str(out), "--to", "hf", "--prove", str(text)]
        assert cli.main([*command, *arguments]) == 0
        assert "by tokenizers" in capsys.readouterr().out
        assert {type(merge) for merge in json.loads(out.read_bytes())["model"]["merges"]} == {kind}
    refused = ["convert", str(saved(tmp_path)), str(tmp_path / "x.tiktoken"), "--old-readers"]
    assert cli.main(refused) == 1
    assert "only tokenizer.json has a form for older programs" in capsys.readouterr().err


def test_convert_tells_machines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out, text = tmp_path / "out", tmp_path / "text.txt"
    arguments = ["convert", str(saved(tmp_path)), str(out), "--to", "tiktoken", "--pattern", "gpt2"]
    assert cli.main([*arguments, "--prove", str(text), "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["written"], result["format"], result["level"]) == (True, "tiktoken", "part")
    assert result["proof"]["equal"]
    assert (result["proof"]["by"], result["proof"]["judged"]) == ("tiktoken", True)
    assert result["proof"]["told"] == ["split", "special_tokens"]  # which ranks do not hold
    assert result["proof"]["n_tokens"] == len(toy(published("gpt2")).encode_ordinary(TEXT))
    assert result["snippets"][0]["title"] == "Python: tiktoken"


def test_what_no_library_encodes_is_not_called_equal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out, text = tmp_path / "out.model", tmp_path / "text.txt"  # minbpe is a program, not a package
    arguments = ["convert", str(saved(tmp_path)), str(out), "--to", "minbpe", "--pattern", "gpt2"]
    assert cli.main([*arguments, "--prove", str(text), "--json"]) == 0
    proof = json.loads(capsys.readouterr().out)["proof"]
    assert (proof["equal"], proof["judged"], proof["by"], proof["told"]) == (None, False, "workbench", [])
    assert proof["n_tokens"] > 0
    assert cli.main([*arguments, "--prove", str(text)]) == 0
    assert "proof           not checked by a library: equal on" in capsys.readouterr().out


def test_a_judge_that_is_missing_leaves_it_not_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def missing(*_: object) -> None:
        raise EngineError("judge_missing", library="tiktoken")

    monkeypatch.setattr(prove, "_reply", missing)
    arguments = ["convert", str(saved(tmp_path)), str(tmp_path / "out.tiktoken"), "--prove"]
    assert cli.main([*arguments, str(tmp_path / "text.txt"), "--json"]) == 0
    proof = json.loads(capsys.readouterr().out)["proof"]
    assert (proof["equal"], proof["judged"], proof["told"]) == (None, False, [])


def test_convert_fails_with_one_line_where_the_ids_differ(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    tokenizer = other_ids(tmp_path, monkeypatch)
    list(export(tokenizer, tmp_path / "in.model", "minbpe"))
    (tmp_path / "text.txt").write_text("x the a")
    out = tmp_path / "out.lossy"
    arguments = ["convert", str(tmp_path / "in.model"), str(out), "--prove", str(tmp_path / "text.txt")]
    assert cli.main(arguments) == 1
    captured = capsys.readouterr()
    assert captured.err == (
        f"workbench: {out}: after 2 equal tokens, ids differ in line 1 of "
        f"{tmp_path / 'text.txt'}. Nothing was written. Choose a format that holds everything.\n"
    )
    assert "here" in captured.out
    assert not out.exists()


def test_convert_refuses_what_the_format_cannot_hold(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["convert", str(saved(tmp_path)), str(tmp_path / "out.bin")]) == 1
    assert "cannot store this tokenizer: llama2.c needs scores; this one has ranks" in capsys.readouterr().err
    with pytest.raises(SystemExit) as usage:
        cli.main(["convert", "only-one"])
    assert usage.value.code == 2
    assert not (tmp_path / "out.bin").exists()


# --- the snippets -------------------------------------------------------------------------------


@pytest.mark.parametrize("known", WRITTEN, ids=lambda known: known.name)
def test_a_snippet_gives_the_ids_that_it_says(tmp_path: Path, known: Format) -> None:
    name = {"gpt2": "merges.txt", "tekken": "tekken.json"}.get(known.name, f"toy{known.suffix}")
    done = ended(run(toy_for(known), tmp_path / name, known.name, text=""))
    usable = [snippet for snippet in done.snippets if snippet.title.partition(": ")[2] in INSTALLED]
    assert usable
    remarks = [line for snippet in usable for line in snippet.code.splitlines() if "# " in line]
    assert all(len(line) <= 60 or line.startswith("# ") for line in remarks)
    for snippet in usable:
        _check_ids(snippet, tmp_path)


def test_a_snippet_of_an_exact_copy_neither_cuts_nor_fills_up(tmp_path: Path) -> None:
    library = tokenizers.Tokenizer(tokenizers.models.WordPiece({"[UNK]": 0, "Hello": 1}, unk_token="[UNK]"))
    library.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    library.enable_truncation(2)
    library.enable_padding(length=8)
    library.save(str(tmp_path / "padded.json"))
    tokenizer = workbench.open_tokenizer(tmp_path / "padded.json")
    try:
        done = ended(run(tokenizer, tmp_path / "copy.json", "hf", text=""))
    finally:
        tokenizer.close()
    _check_ids(done.snippets[0], tmp_path)


def _check_ids(snippet: Snippet, folder: Path) -> None:
    """Run the lines of a snippet: the ids are those that its remark says."""
    code = f"{snippet.code}\nprint(list(ids))"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).resolve().parents[2])}
    found = subprocess.run(
        [sys.executable, "-c", code],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    said = snippet.code.split("\nids = ")[1].split("# ")[1].splitlines()[0]
    assert found.stdout.strip() == said


def test_a_cut_tokenizer_stays_one_with_another_split_or_special_tokens() -> None:
    cut = toy().at_vocab_size(toy().vocab_size - 1)
    assert cut.is_cut
    assert with_pattern(cut, "gpt2").is_cut
    assert register_special_tokens(cut, {"<end>": 1000}).is_cut
    assert not with_pattern(toy(), "gpt2").is_cut
