"""Opening by content, saving by suffix or by name, and the battery over all formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.toys import TEXT, clip_toy, codes, opened, ranks_file, score_toy, toy, unsplit
from tests.points import counted
from workbench import kernels
from workbench.engine.base.errors import ENGLISH, EngineError, Fact
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.splitting.pre_tokenizers import no_split, published
from workbench.formats import registry
from workbench.formats.format import Format, Notice, Written
from workbench.formats.registry import FORMATS, open_file, save_file

MERGED = [known for known in FORMATS if known.name in registry.writable_as(toy())]


WRITTEN = [known for known in FORMATS if known.write is not None]


def toy_for(known: Format) -> Tokenizer:
    """Return a tokenizer that a format holds, with all that it has where there is one."""
    tekken = toy(specials={}, merges=[(97, 97), (98, 98)])
    scored = (score_toy(), score_toy("sentencepiece"))
    toys = (toy(), *scored, clip_toy(), toy(published("gpt2")), tekken)
    return next(made for level in ("whole", "part") for made in toys if known.fit(made).level == level)


@pytest.mark.parametrize("known", MERGED, ids=lambda known: known.name)
@pytest.mark.parametrize("split", ["none", "gpt2", "cl100k", "o200k"])
def test_every_format_gives_the_same_ids_back(tmp_path: Path, known: Format, split: str) -> None:
    tokenizer = toy(no_split() if split == "none" else published(split))
    files = save_file(tokenizer, tmp_path / f"toy{known.suffix}")
    assert files[0] == str(tmp_path / f"toy{known.suffix}")
    assert sorted(files) == sorted(str(path) for path in tmp_path.iterdir())
    found = open_file(files[0])
    assert (found.format, found.notices) == (known.name, ())
    assert found.tokenizer.pre_tokenizer.name == split
    assert found.tokenizer.name == "toy"
    for special in ("all", "none"):
        assert found.tokenizer.encode(TEXT, allowed_special=special) == tokenizer.encode(
            TEXT, allowed_special=special
        )


@pytest.mark.parametrize("known", WRITTEN, ids=lambda known: known.name)
def test_every_format_is_recognized_whatever_its_name(tmp_path: Path, known: Format) -> None:
    files = save_file(toy_for(known), tmp_path / "toy.json", known.name)
    assert open_file(files[0]).format == known.name
    assert sum(other.sniff(Path(files[0]).read_bytes()) for other in FORMATS) == 1
    assert known.name in registry.writable_as(toy_for(known))


def test_only_pickles_and_vocabularies_of_bert_are_read_and_not_written() -> None:
    assert [known.name for known in FORMATS if known not in WRITTEN] == ["nanochat", "bert"]


@pytest.mark.parametrize("known", FORMATS, ids=lambda known: known.name)
def test_a_format_refuses_what_it_cannot_hold(tmp_path: Path, known: Format) -> None:
    for other in (toy(), score_toy(), clip_toy()):
        judged = known.fit(other)
        if judged.level in ("cannot", "other_ids") or known.write is None:
            assert known.name not in registry.writable_as(other)
            with pytest.raises(EngineError) as caught:
                save_file(other, tmp_path / f"toy{known.suffix}", known.name)
            assert caught.value.code in ("format_read_only", *(loss.code for loss in judged.losses))
    assert list(tmp_path.iterdir()) == []


def test_the_suffix_names_the_format(tmp_path: Path) -> None:
    save_file(toy(), tmp_path / "A.MODEL")
    assert open_file(tmp_path / "A.MODEL").format == "minbpe"
    save_file(score_toy("sentencepiece"), tmp_path / "B.model")
    assert open_file(tmp_path / "B.model").format == "sentencepiece"
    choices = ", ".join(f"{known.suffix} ({known.name})" for known in FORMATS if known.write)
    with pytest.raises(EngineError) as caught:
        save_file(toy(), tmp_path / "toy.odt")
    assert str(caught.value) == (
        f"{tmp_path / 'toy.odt'}: no tokenizer file ends in “.odt”. Use one of {choices}, or choose a format."
    )
    with pytest.raises(
        EngineError, match=r"there is no format “odt”. Choose one of these: minbpe \(minbpe model\), clip "
    ):
        save_file(toy(), tmp_path / "toy.odt", "odt")


def test_a_model_is_not_saved_over_its_own_vocab(tmp_path: Path) -> None:
    with pytest.raises(
        EngineError, match=r"toy\.vocab: a file that minbpe model puts next to it would have the same name"
    ):
        save_file(toy(), tmp_path / "toy.vocab", "minbpe")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("known", MERGED, ids=lambda known: known.name)
def test_what_would_read_back_as_another_tokenizer_is_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, known: Format
) -> None:
    def other(_: Tokenizer):
        return Written(known.write(toy(merges=[(98, 98), (97, 97)])).data)

    wrong = Format(known.name, known.title, known.suffix, known.sniff, known.read, other, known.fit)
    monkeypatch.setattr(registry, "FORMATS", (wrong,))
    with pytest.raises(EngineError, match=r"reads back differently. Nothing was written."):
        save_file(toy(merges=[(97, 97), (98, 98)]), tmp_path / f"toy{known.suffix}")
    assert list(tmp_path.iterdir()) == []


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    assert unsplit(opened(tmp_path, "a.tiktoken", ranks_file(b"ab"))).encode("ab") == [256]
    assert unsplit(opened(tmp_path, "a.tiktoken", ranks_file(b"cd"))).encode("ab") == [97, 98]


def test_opening_and_saving_come_in_slices(tmp_path: Path, shared: Path) -> None:
    found, n_points = counted(lambda: open_file(shared / "data" / "r50k_base.tiktoken"))
    assert n_points > (2 if kernels.kernel("rank_lines") is not None else 10)
    _, n_points = counted(lambda: save_file(found.tokenizer, tmp_path / "a.tiktoken"))
    assert n_points > 50


def test_a_vocabulary_of_bytes_alone(tmp_path: Path) -> None:
    assert unsplit(opened(tmp_path, "a.tiktoken", ranks_file())).encode("ab") == [97, 98]
    assert opened(tmp_path, "a.model", "minbpe v1\n\n0\n").tokenizer.encode("ab") == [97, 98]
    for name in ("b.model", "b.tiktoken"):
        save_file(toy(merges=[]), tmp_path / name)
        assert open_file(tmp_path / name).tokenizer.vocab_size == 256


def test_a_token_of_ten_megabytes(tmp_path: Path) -> None:
    found = opened(tmp_path, "big.tiktoken", ranks_file(b"ab", b"x" * 10_000_000))
    assert codes(found) == ["notice_pattern_unknown"]
    assert unsplit(found).encode("x" * 10_000_000) == [257]
    assert unsplit(found).encode("ab") == [256]


def test_notices_speak_english() -> None:
    notice = Notice("notice_no_end_of_line", {"merges": 17})
    assert str(notice) == (
        "the last line has no end: lines may be missing (17 merges). Compare it with a copy from its source."
    )
    assert all(prose.remedy.endswith(".") and not prose.cause.endswith(".") for prose in ENGLISH.values())


def test_flags_that_a_format_does_not_hold_are_said() -> None:
    mask = AddedTokens({"<mask>": 300, "<end>": 301}, {"<mask>": Flags(lstrip=True)})
    always = AddedTokens({"<mask>": 300}, {"<mask>": Flags(special=False, single_word=True)})
    for known in FORMATS:
        fit = known.fit(toy(published("gpt2"), mask))
        said = [loss for loss in fit.losses if loss.code == "leaves_out_flags"]
        assert bool(said) == (known.name != "hf" and fit.level != "cannot"), known.name
        if said:
            assert fit.level in ("part", "other_ids")
            assert "how to match 1 added token, such as “<mask>”" in said[0].cause
        assert known.fit(toy(published("gpt2"), always)).level in ("other_ids", "cannot") or not said
    assert writable_format("gguf").fit(toy(published("gpt2"), mask)).level == "part"
    assert writable_format("gguf").fit(toy(published("gpt2"), always)).level == "other_ids"


def test_the_order_in_which_special_tokens_are_found_is_said(tmp_path: Path) -> None:
    over = toy(published("gpt2"), {"<a>": 300, "><b>": 301, "<a><c>": 302})
    assert over.encode("<a><b>", allowed_special="all") == [300, *b"<b>"]
    path = save_file(over, tmp_path / "a.gguf")[0]
    theirs = open_file(path).tokenizer  # the longer "><b>" first, as the library that reads the file
    assert theirs.encode("<a><b><a><c>", allowed_special="all") == [*b"<a", 301, 302]
    assert theirs.encode("<a><b>", allowed_special={"<a>"}, disallowed_special=()) == [300, *b"<b>"]
    for known in FORMATS:
        for tokenizer, differs in ((over, known.name == "gguf"), (theirs, known.name != "gguf")):
            fit = known.fit(tokenizer)
            said = any(loss.code == "leaves_out_order" for loss in fit.losses)
            assert said == (differs and fit.level != "cannot"), known.name
            assert not said or fit.level in ("part", "other_ids")
    theirs.close()


def test_special_tokens_far_above_a_vocabulary_that_was_cut_are_said() -> None:
    known, whole = writable_format("hf"), toy(published("gpt2"))
    assert known.fit(whole).losses == ()
    (said,) = known.fit(whole.at_vocab_size(259)).losses
    assert str(said).startswith("special tokens keep their ids, so ids 259 to 300 are unused")


@pytest.mark.parametrize(
    ("code", "facts", "said"),
    [
        ("proof_of_nothing", {"size": 1}, "nothing was compared: 1 byte of text has no token"),
        ("proof_of_nothing", {"size": 21}, "nothing was compared: 21 bytes of text have no token"),
        ("gguf_lengths", {"count": 1, "tokens": 1}, "it has 1 entry for 1 token"),
        (
            "notice_hf_repeated_merges",
            {"count": 1},
            "1 merge occurred twice; tokenizers uses the last",
        ),
        ("judge_missing", {"library": "1"}, "1 is not installed"),
    ],
)
def test_one_is_not_many(code: str, facts: dict[str, Fact], said: str) -> None:
    assert EngineError(code, **facts).cause == Notice(code, facts).cause == said  # type: ignore[arg-type]


def writable_format(name: str) -> Format:
    return next(known for known in FORMATS if known.name == name)
