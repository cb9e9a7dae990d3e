"""The bundled corpus and the tokenizer trained on it."""

from __future__ import annotations

import subprocess
import sys
import unicodedata
from pathlib import Path

import workbench

ROOT = Path(__file__).resolve().parents[2]
CORPUS = sorted((ROOT / "resources" / "corpus").glob("*.txt"))


def paragraphs(file: Path) -> list[str]:
    return [part.strip() for part in file.read_text(encoding="utf-8").split("\n\n") if part.strip()]


def scripts(text: str) -> set[str]:
    """Return the first words of the names of its letters: LATIN, CYRILLIC, CJK …"""
    return {unicodedata.name(character, "?").split()[0] for character in set(text) if character.isalpha()}


def test_the_sample_tokenizer_comes_out_byte_for_byte(tmp_path: Path) -> None:
    script = ROOT / "packaging" / "sample-tokenizer"
    subprocess.run([sys.executable, str(script), str(tmp_path)], check=True, cwd=tmp_path)
    for name in ("sample.model", "sample.model.card.json"):
        assert (tmp_path / name).read_bytes() == (ROOT / "resources" / "tokenizers" / name).read_bytes()


def test_the_corpus_is_of_the_promised_size_and_variety() -> None:
    sizes = {file.name: file.stat().st_size for file in CORPUS}
    assert 130_000 < sum(sizes.values()) < 170_000
    english = sum(size for name, size in sizes.items() if name.startswith(("en-", "code")))
    assert 0.4 < english / sum(sizes.values()) < 0.6
    found = scripts("".join(file.read_text(encoding="utf-8") for file in CORPUS))
    assert {
        "LATIN",
        "CYRILLIC",
        "ARABIC",
        "DEVANAGARI",
        "CJK",
        "HIRAGANA",
        "HANGUL",
        "GREEK",
        "HEBREW",
        "THAI",
    } <= found


def test_no_paragraph_stands_twice() -> None:
    every = [part for file in CORPUS for part in paragraphs(file) if len(part) > 20]
    assert len(every) == len(set(every))


def test_the_sample_text_is_whole_after_a_round_trip() -> None:
    text = (ROOT / "resources" / "sample_text.txt").read_bytes()
    tokenizer = workbench.open_tokenizer(ROOT / "resources" / "tokenizers" / "sample.model")
    assert tokenizer.name == "Sample 4k"
    assert tokenizer.decode_bytes(tokenizer.encode_ordinary(text)) == text
