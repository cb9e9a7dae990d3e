"""The public face: training, opening and saving from Python, and the training run step by step."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

import workbench
from workbench import api
from workbench.api import counting
from workbench.engine.base.errors import EngineError
from workbench.engine.training.merges import train_reference

ROOT = Path(__file__).parents[2]


def run_of(text: str | bytes, **options: object) -> api.TrainingRun:
    return api.TrainingRun([api.TextSource("text", text)], api.Options(**options))  # type: ignore[arg-type]


# --- the public face ------------------------------------------------------------------------------------


def test_the_public_face_is_loaded_when_it_is_asked_for() -> None:
    code = (
        "import sys, workbench\n"
        "assert 'workbench.api' not in sys.modules and 'numpy' not in sys.modules\n"
        "assert {'train', 'open_tokenizer', 'save_tokenizer'} <= set(dir(workbench))\n"
        "workbench.train\n"
        "assert 'workbench.api' in sys.modules\n"
        "assert not any(name.startswith('PySide6') for name in sys.modules)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT)


def test_a_name_is_looked_up_once() -> None:
    """A loop over events or documents asks for it each time."""
    for module, names in ((workbench, ("train", "Tokenizer")), (api, ("Progress", "TrainingRun"))):
        for name in names:
            assert getattr(module, name) is vars(module)[name]


def test_a_server_needs_few_libraries(tmp_path: Path) -> None:
    """Those of resources/manual/python.md, On a server."""
    (tmp_path / "texts.jsonl").write_text('{"text": "the cat sat on the mat"}\n' * 300)
    code = (
        "import importlib.metadata, sys\n"
        "here = importlib.metadata.packages_distributions()\n"
        "needed = {'numpy', 'regex', 'backports', 'workbench', 'workbench_resources'}\n"
        "for name in set(here) - needed: sys.modules[name] = None\n"
        "import workbench\n"
        "folder = sys.argv[1]\n"
        "tokenizer = workbench.train(f'{folder}/texts.jsonl', vocab_size=270, special_tokens=['<|end|>'])\n"
        "workbench.save_tokenizer(tokenizer, f'{folder}/own.json')\n"
        "tokenizer = workbench.open_tokenizer(f'{folder}/own.json')\n"
        "found = workbench.encode_dataset(tokenizer, f'{folder}/texts.jsonl', f'{folder}/set')\n"
        "assert found.splits['train'].n_documents == 300\n"
        "assert tokenizer(['the cat', 'the'], padding=True, pad_id=0).input_ids.shape[0] == 2\n"
    )
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, cwd=ROOT)


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="teach"):
        _ = workbench.teach  # type: ignore[attr-defined]


def test_the_version_is_the_projects() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert workbench.__version__ == project["version"]


def test_train_save_open(tmp_path: Path) -> None:
    events: list[object] = []
    tokenizer = workbench.train("sample:", vocab_size=700, special_tokens=["<|end|>"], progress=events.append)
    assert tokenizer.vocab_size == 700
    assert tokenizer.special_tokens == {"<|end|>": 700}
    assert sum(isinstance(event, api.Merge) for event in events) == 700 - 256
    assert {event.phase for event in events if isinstance(event, api.Progress)} <= {
        "reading",
        "building",
        "merging",
    }
    files = workbench.save_tokenizer(tokenizer, tmp_path / "mine.model")
    assert [Path(file).name for file in files] == ["mine.model", "mine.vocab", "mine.model.card.json"]
    again = workbench.open_tokenizer(tmp_path / "mine.model")
    text = "Wer am Fluss wohnt, hört ihn. 水 😉"
    assert again.encode(text) == tokenizer.encode(text)
    assert again.decode(again.encode(text)) == text


def test_minbpes_example() -> None:
    tokenizer = workbench.train(api.TextSource("example", "aaabdaaabac"), preset="basic", vocab_size=259)
    assert tokenizer.encode("aaabdaaabac") == [258, 100, 258, 97, 99]
    assert tokenizer.decode([258, 100, 258, 97, 99]) == "aaabdaaabac"


def test_files_folders_and_several_sources(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one two three\n" * 20, encoding="utf-8")
    folder = tmp_path / "more"
    folder.mkdir()
    (folder / "b.txt").write_text("one two four\n" * 20, encoding="utf-8")
    apart = workbench.train([str(tmp_path / "a.txt"), folder], vocab_size=270)
    together = workbench.train(tmp_path, vocab_size=270)
    assert apart.model.pairs().tolist() == together.model.pairs().tolist()


def test_the_same_run_gives_the_same_files(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        tokenizer = workbench.train("sample:", vocab_size=400, tie="huggingface")
        workbench.save_tokenizer(tokenizer, tmp_path / name / "t.model")
    for name in ("t.model", "t.model.card.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


# --- options --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "pattern", "name"),
    [
        ("basic", None, "none"),
        ("gpt2", None, "gpt2"),
        ("gpt4", None, "cl100k"),
        ("gpt4o", None, "o200k"),
        ("custom", r"\w+|\W", "custom"),
        ("gpt4", r"\w+|\W", "custom"),
        ("gpt4", "gpt2", "gpt2"),
        ("gpt4", "r50k", "gpt2"),
    ],
)
def test_presets(preset: str, pattern: str | None, name: str) -> None:
    tokenizer = workbench.train(
        api.TextSource("", "one two one two"), preset=preset, pattern=pattern, vocab_size=260
    )
    try:
        assert tokenizer.pre_tokenizer.name == name
        assert tokenizer.decode(tokenizer.encode("one two")) == "one two"
    finally:
        tokenizer.close()


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"preset": "gpt5"}, "unknown_preset"),
        ({"preset": "custom"}, "pattern_empty"),
        ({"vocab_size": 255}, "vocab_size_too_small"),
        ({"tie": "longest"}, "unknown_tie_rule"),
        ({"special_tokens": [""]}, "special_token_empty"),
        ({"special_tokens": {"<s>": 300}}, "special_token_id_taken"),
        ({"special_tokens": {"<s>": 5000, "</s>": 5000}}, "special_token_id_twice"),
        ({"pattern": "(a"}, "pattern_open_group"),
        ({"pattern": "(?:z)"}, "pattern_leaves_nothing"),
        ({"pattern": "gpt5"}, "unknown_pre_tokenizer"),
    ],
)
def test_options_that_cannot_be_met(options: dict[str, object], code: str) -> None:
    with pytest.raises(EngineError) as caught:
        workbench.train(api.TextSource("", "some text"), **options)  # type: ignore[arg-type]
    assert caught.value.code == code
    assert caught.value.cause
    assert caught.value.remedy


def test_nothing_to_train_on(tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    for source in (tmp_path / "empty.txt", tmp_path, api.TextSource("", "")):
        with pytest.raises(EngineError) as caught:
            workbench.train(source)
        assert caught.value.code == "nothing_to_train_on"


@pytest.mark.parametrize(("preset", "n_merges"), [("basic", 0), ("gpt4", 0), ("clip", 0), ("llama2", 1)])
@pytest.mark.parametrize("text", ["a", "日"])
def test_one_character_is_a_text(preset: str, n_merges: int, text: str) -> None:
    trained = workbench.train(api.TextSource("", text), preset=preset, vocab_size=600)
    n_merges += len(text.encode()) - 1 if preset != "llama2" else 0
    assert trained.model.n_merges == n_merges
    assert trained.decode(trained.encode(text)).strip() == text


def test_reasons_of_the_same_words_are_added_up() -> None:
    left_out = {"packed_cut": 1000, "held_out": 1500, "zip_checksum": 600, "packed_damaged": 1}
    assert counting._amounts(left_out) == "damaged files (1,601 bytes), held out (1,500 bytes)"


def test_all_that_is_left_out_or_dropped_says_why(tmp_path: Path) -> None:
    path = tmp_path / "t.jsonl"
    path.write_text('{"a": "some text"}\nbroken\n', encoding="ascii")
    with pytest.raises(EngineError) as caught:
        workbench.train(api.SourceOptions(str(path), field="b"))
    assert caught.value.code == "all_text_left_out"
    told = "no text is left to train on; left out: without the field (19 bytes), broken lines (7 bytes)."
    assert told in str(caught.value)
    with pytest.raises(EngineError) as caught:
        workbench.train(api.SourceOptions(str(path), field="a", held_out=0.999999))
    assert "held out (9 bytes)" in str(caught.value)
    letters = str.maketrans("0123456789", "abcdefghij")
    text = "\n".join(f"w{i}".translate(letters) for i in range(20_000))
    with pytest.raises(EngineError) as caught:
        workbench.train(api.TextSource("", text), memory_limit=100_000, when_full="drop")
    assert caught.value.code == "every_piece_dropped"


def test_nothing_but_what_is_left_out_says_why(tmp_path: Path) -> None:
    (tmp_path / "picture.txt").write_bytes(b"a\0b")
    for source in (tmp_path / "picture.txt", tmp_path):
        with pytest.raises(EngineError) as caught:
            workbench.train(source)
        assert caught.value.code == "looks_binary"
        assert "picture.txt: it contains NUL bytes" in str(caught.value)


def test_a_source_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(EngineError) as caught:
        workbench.train(tmp_path / "gone.txt")
    assert caught.value.code == "cannot_read_file"
    assert "gone.txt" in str(caught.value)


def test_special_tokens_take_the_ids_after_what_came_out() -> None:
    run = run_of("abab", special_tokens=("<a>", "<b>"))
    list(run.steps())
    assert run.ended_by == "pairs"
    assert run.tokenizer().special_tokens == {"<a>": 258, "<b>": 259}


# --- a run, step by step --------------------------------------------------------------------------------


def test_a_run_tells_its_phases_and_its_numbers() -> None:
    run = run_of("the cat sat on the mat\n" * 3, vocab_size=262)
    events = list(run.steps())
    phases = [event.phase for event in events if isinstance(event, api.Progress)]
    assert phases[0] == "reading"
    merges = [event for event in events if isinstance(event, api.Merge)]
    assert run.merges == [(merge.left, merge.right) for merge in merges]
    assert (run.n_tokens, run.corpus_bytes, run.ended_by) == (merges[-1].n_tokens, 69, "size")
    assert run.learned.token_bytes(256) == bytes([merges[0].left, merges[0].right])
    assert run.counted is not None
    reference = train_reference(run.counted, 6)
    assert run.merges == [pair for pair, _, _ in reference]


def test_stopping_here_keeps_the_merges_so_far() -> None:
    whole = run_of("the cat sat on the mat\n" * 3, vocab_size=270)
    list(whole.steps())
    part = run_of("the cat sat on the mat\n" * 3, vocab_size=270)
    steps = part.steps()
    for event in steps:
        if isinstance(event, api.Merge) and event.rank == 4:
            break
    steps.close()  # type: ignore[attr-defined]
    assert part.merges == whole.merges[:5]
    assert part.tokenizer().vocab_size == 261
    assert part.tokenizer().encode("the cat") == whole.tokenizer().at_vocab_size(261).encode("the cat")
    assert part.record()["ended_by"] == "stopped"


@pytest.mark.parametrize("phase", ["reading", "building", "merging"])
def test_a_run_can_be_left_in_each_phase_and_begun_again(phase: str) -> None:
    run = run_of("the cat sat on the mat\n" * 3000, preset="basic", vocab_size=270)
    steps = run.steps()
    assert any(isinstance(event, api.Progress) and event.phase == phase for event in steps)
    steps.close()  # type: ignore[attr-defined]
    list(run.steps())
    other = run_of("the cat sat on the mat\n" * 3000, preset="basic", vocab_size=270)
    list(other.steps())
    assert run.merges == other.merges
    assert run.ended_by == "size"


def test_every_byte_is_accounted_for(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfgood \xff\xfe bad\n")
    (tmp_path / "b.bin").write_bytes(b"\0\1\2")
    run = api.TrainingRun([tmp_path], api.Options(vocab_size=260))
    list(run.steps())
    (account,) = run.reading.accounts
    assert (account.accounting.used, run.reading.replaced, account.accounting.removed) == (10, 2, 3)
    assert [(skipped.path, skipped.code) for skipped in run.reading.skipped] == [
        (str(tmp_path / "b.bin"), "looks_binary")
    ]
    assert run.corpus_bytes == 10 + 2 * len("\ufffd".encode())


def test_text_in_memory_is_read_as_a_file_is(tmp_path: Path) -> None:
    data = b"\xef\xbb\xbf" + "naïve ☃ 水\n".encode() * 9000 + b"\xe6\x97"
    (tmp_path / "text.txt").write_bytes(data)
    runs = [run_of(data), api.TrainingRun([tmp_path / "text.txt"], api.Options())]
    for run in runs:
        list(run.steps())
    assert runs[0].merges == runs[1].merges
    files = [run.reading.accounts[0].accounting.files[0] for run in runs]
    assert files[0].sha256 == files[1].sha256
    assert (files[0].used, files[0].replaced, files[0].removed) == (
        files[1].used,
        files[1].replaced,
        files[1].removed,
    )


def test_the_record_names_files_below_their_source_and_no_folder_of_this_computer() -> None:
    run = api.TrainingRun(["sample:"], api.Options(vocab_size=260, special_tokens=("<s>",)))
    list(run.steps())
    record = run.record()
    text = json.dumps(record)
    assert str(ROOT) not in text
    (source,) = record["sources"]  # type: ignore[misc]
    assert source["source"] == "sample:"
    assert "zh.txt" in [file["name"] for file in source["files"]]
    assert len(source["files"]) == source["n_files"] > 10
    assert record["options"]["special_tokens"] == [["<s>", 260]]  # type: ignore[index]
    assert record["unicode"] == "16.0.0"
    assert record["repeatable"] is True


def test_pythons_library_is_a_source() -> None:
    scanned = [api.scan("python:")]
    assert scanned[0].kind == "python"
    assert scanned[0].n_files > 100
    run = api.TrainingRun(["python:"], api.Options(vocab_size=260))
    steps = run.steps()
    while run.reading.n_read < 200_000:
        next(steps)
    steps.close()  # type: ignore[attr-defined]
    paths = [record.path for account in run.reading.accounts for record in account.accounting.files]
    assert paths
    assert not any("site-packages" in path or "__pycache__" in path for path in paths)


# --- files ----------------------------------------------------------------------------------------------


def test_scanning_names_a_source(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"abc")
    results = {}
    for source in (str(tmp_path), str(tmp_path / "a.txt"), "sample:", str(tmp_path / "gone")):
        results[source] = api.scan(source)
    kinds = [(found.kind, found.name, found.problem) for found in results.values()]
    assert kinds == [
        ("folder", tmp_path.name, ""),
        ("file", "a.txt", ""),
        ("sample", "", ""),
        ("file", "gone", "cannot_read_file"),
    ]


def test_tokenizer_files_are_told_from_texts(tmp_path: Path) -> None:
    tokenizer = workbench.train(api.TextSource("", "abababab cdcdcd"), vocab_size=260)
    for name in ("t.model", "t.tiktoken"):
        workbench.save_tokenizer(tokenizer, tmp_path / name)
        assert api.is_tokenizer_file(tmp_path / name)
    (tmp_path / "text.txt").write_text("minced words", encoding="utf-8")
    for name in ("text.txt", "gone.txt", "."):
        assert not api.is_tokenizer_file(tmp_path / name)


def test_opening_and_saving_tell_the_format(tmp_path: Path) -> None:
    tokenizer = workbench.train(api.TextSource("", "abababab cdcdcd"), vocab_size=260)
    saved = api.save_file(tokenizer, tmp_path / "t.tiktoken")
    assert (saved.opened.format, saved.opened.path) == ("tiktoken", str(tmp_path / "t.tiktoken"))
    opened = api.open_file(tmp_path / "t.tiktoken")
    assert (opened.format, opened.path, opened.notices) == ("tiktoken", str(tmp_path / "t.tiktoken"), ())


@pytest.mark.parametrize(
    ("name", "format_name", "options", "code"),
    [
        ("t.docx", None, {}, "suffix_unknown"),
        ("t.model", "zip", {}, "format_unknown"),
        ("nowhere/t.model", None, {}, "save_folder_missing"),
        ("t.model", None, {"special_tokens": ["<a b>"]}, "cannot_hold_special_space"),
        ("t.model", None, {"pattern": r"(\s+)|\S+"}, "cannot_hold_pattern_group"),
        ("t.docx", "minbpe", {"pattern": r"\S+| "}, "cannot_hold_pattern_edge_space"),
    ],
)
def test_a_target_that_cannot_be_written_is_known_before_the_training(
    tmp_path: Path, name: str, format_name: str | None, options: dict[str, Any], code: str
) -> None:
    run = api.TrainingRun(["sample:"], api.Options(**options))
    with pytest.raises(EngineError) as caught:
        run.check_target(tmp_path / name, format_name)
    assert caught.value.code == code
    assert "cannot_hold" not in code or caught.value.file == str(tmp_path / name)
    assert code != "format_unknown" or "hf (Hugging Face tokenizer), gpt2 (" in caught.value.remedy
    run.check_target(tmp_path / "t.tiktoken")


def test_reading_bytes_changes_none(tmp_path: Path) -> None:
    data = bytes(range(256)) * 10_000
    (tmp_path / "data").write_bytes(data)
    portions = list(api.read_bytes(tmp_path / "data"))
    assert b"".join(portions) == data
    assert len(portions) > 1
    with pytest.raises(EngineError) as caught:
        list(api.read_bytes(tmp_path))
    assert caught.value.code == "file_is_folder"
