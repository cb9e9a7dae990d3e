"""The script of a token."""

import pytest

from workbench.engine.judging.token_scripts import script_of


@pytest.mark.parametrize(
    ("text", "script"),
    [
        ("the", "Latin"), (" naïve", "Latin"), ("12.", "none"), ("  ", "none"), ("—", "none"),
        ("привет", "Cyrillic"), ("日本", "Han"), ("日本の", "Hiragana"), ("テスト", "Katakana"),
        ("aя", "mixed"), ("中a", "mixed"), ("a1", "Latin"), ("ꦲ", "other"), ("한국", "Hangul"),
    ],
)  # fmt: skip
def test_scripts(text: str, script: str) -> None:
    assert script_of(text.encode()) == script


def test_what_has_no_whole_character_is_bytes() -> None:
    assert script_of(b"\xe6\x97") == "bytes"
    assert script_of("я".encode() + b"\xd0") == "Cyrillic"
