"""Texts in the encodings that their languages had before UTF-8, and how often another one is taken.

`python -m tests.agreement.encodings FOLDER` prints the table, of files such as deu_Latn.txt.xz in a folder.
A text is wrong where it reads otherwise; a name that gives the same text is right.
"""

from __future__ import annotations

import lzma
import random
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from workbench.engine.corpus.encodings import guessed, recognized_encoding, telling

WIDE = ("utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be")
_WESTERN = ("cp1252", "iso8859-1", "iso8859-15", "mac-roman", "cp850")
ENCODINGS: dict[str, tuple[str, ...]] = {
    "deu_Latn": _WESTERN, "fra_Latn": _WESTERN, "spa_Latn": _WESTERN[:2], "ita_Latn": _WESTERN[:2],
    "por_Latn": _WESTERN[:2], "nld_Latn": _WESTERN[:1], "fin_Latn": _WESTERN[:1],
    "pol_Latn": ("cp1250", "iso8859-2"), "ces_Latn": ("cp1250", "iso8859-2", "cp852"),
    "hun_Latn": ("cp1250", "iso8859-2"), "ron_Latn": ("cp1250", "iso8859-2"),
    "lit_Latn": ("cp1257", "iso8859-13"),
    "rus_Cyrl": ("cp1251", "koi8-r", "iso8859-5", "cp866", "mac-cyrillic"), "ukr_Cyrl": ("cp1251", "koi8-u"),
    "bul_Cyrl": ("cp1251", "iso8859-5"), "ell_Grek": ("cp1253", "iso8859-7"),
    "tur_Latn": ("cp1254", "iso8859-9"),
    "heb_Hebr": ("cp1255", "iso8859-8"), "arb_Arab": ("cp1256", "iso8859-6"), "vie_Latn": ("cp1258",),
    "tha_Thai": ("tis-620", "cp874"), "jpn_Jpan": ("shift_jis", "euc_jp", "iso2022_jp"),
    "zho_Hans": ("gbk", "gb18030"), "zho_Hant": ("big5", "gb18030"), "kor_Hang": ("euc_kr", "cp949"),
}  # fmt: skip
# Signs that an old encoding may lack and that a writer in it did without.
_PLAIN = str.maketrans({
    "’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"', "–": "-", "—": "-", "…": "...",
    "\xa0": " ", "\xad": "", "\u200b": "", "\u200e": "", "\u200f": "", "־": "-", "½": "1/2",
    "ș": "ş", "ț": "ţ", "Ș": "Ş", "Ț": "Ţ",
})  # fmt: skip
_TONES = "\u0300\u0301\u0303\u0309\u0323"


def taken_for(data: bytes) -> str:
    """Return the encoding that bytes are taken to have."""
    found = recognized_encoding(data) or ("utf-8" if data.isascii() else "")
    return found or next(iter(guessed(telling(data))), "")


def lines_in(text: str, encoding: str) -> list[str]:
    """Return the lines of a text that an encoding holds, with plainer signs where it lacks some."""
    if encoding == "cp1258":
        text = "".join(map(_with_tone, unicodedata.normalize("NFC", text)))
    found = []
    for line in text.split("\n"):
        for way in (line, line.translate(_PLAIN)):
            try:
                if way and way.encode(encoding).decode(encoding) == way:
                    found.append(way)
                    break
            except UnicodeError:
                continue
    return found


def _with_tone(letter: str) -> str:
    """Return a letter of Vietnamese with its tone as a mark of its own, as Windows-1258 has them."""
    base, *marks = unicodedata.normalize("NFD", letter)
    tone = next((mark for mark in marks if mark in _TONES), "")
    rest = "".join(mark for mark in marks if mark != tone)
    return unicodedata.normalize("NFC", base + rest) + tone


def texts_in(lines: list[str], encoding: str, size: int, n: int) -> Iterator[str]:
    """Yield texts of some size in an encoding, from different places."""
    places = random.Random(f"{encoding} {size}")
    for _ in range(n):
        start, text, left = places.randrange(len(lines)), [], size
        while left > 0:
            text.append(lines[(start + len(text)) % len(lines)])
            left -= len(f"{text[-1]}\n".encode(encoding))
        whole = "\n".join(text) + "\n"
        while len(whole.encode(encoding)) > size:
            whole = whole[: -max(1, (len(whole.encode(encoding)) - size) // 4)]
        yield whole


def is_right(text: str, encoding: str) -> bool:
    """Tell whether a text in an encoding is read as it is."""
    data = text.encode(encoding)
    found = taken_for(data)
    return bool(found) and data.decode(found, "replace") == text


def main(folder: Path) -> None:
    """Print how many texts of each language and encoding are read otherwise than they are."""
    sizes = ((1000, 50), (100_000, 3))
    wrong, tried = [0, 0], [0, 0]
    print("language   encoding       1 kB    100 kB")
    for language, legacy in ENCODINGS.items():
        file = folder / f"{language}.txt.xz"
        if not file.is_file():
            continue
        whole = lzma.decompress(file.read_bytes()).decode()
        for encoding in (*legacy, *WIDE):
            lines, cells = lines_in(whole, encoding), []
            for k, (size, n) in enumerate(sizes):
                bad = sum(not is_right(text, encoding) for text in texts_in(lines, encoding, size, n))
                wrong[k] += bad
                tried[k] += n
                cells.append(f"{bad}/{n}")
            print(f"{language:10} {encoding:14} {cells[0]:7} {cells[1]}", flush=True)
    print(f"wrong: {wrong[0]} of {tried[0]} of 1 kB, {wrong[1]} of {tried[1]} of 100 kB")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
