"""Which characters may be joined in one token: the rules of SentencePiece's trainer, by classes.

google/sentencepiece (trainer_interface.cc, `IsValidSentencePiece`) requires of the text of a token: spaces
are only at its start, and more than one only if it has nothing else; a digit is a token of its own; all
characters have one script, except inherited ones, which go with any.

So that a trainer need not read texts, each unit has a class, and `joined` computes from the classes of two
neighbors whether they may become a token, and the class of that token. A class is a number: one of the first
four, or a script from `FIRST_SCRIPT` on; `PREFIXED` is added after a leading space.
"""

from __future__ import annotations

import regex

NEVER = -1  # no class: not to be joined
FREE = 0  # goes with every script
LONE = 1  # is never joined
SPACE = 2
SPACES = 3  # more than one
FIRST_SCRIPT = 4
PREFIXED = 1 << 16


def joined(left: int, right: int) -> int:
    """Return the class of the token of two neighbors, or `NEVER`; `kernels.training` does the same."""
    if LONE in (left, right):
        return NEVER
    if right in (SPACE, SPACES):
        return SPACES if left in (SPACE, SPACES) else NEVER
    if right & PREFIXED or left == SPACES:
        return NEVER
    if left == SPACE:
        return right | PREFIXED
    script = left & ~PREFIXED
    return NEVER if FREE not in (script, right) and script != right else left | right


def may_be_token(text: str, split_digits: bool, longest: int) -> bool:
    """Return whether a trainer may make a token of a text; `longest`: in characters, 0 for any length."""
    scripts = Scripts(split_digits)
    classes = [scripts.class_of(character) for character in text.replace(" ", "\u2581")]
    kind = classes[0] if classes else NEVER
    for each in classes[1:]:
        kind = NEVER if kind == NEVER else joined(kind, each)
    return kind != NEVER and (not longest or len(classes) <= longest)


class Scripts:
    """Finds the class of a character; scripts are numbered in the order of appearance."""

    def __init__(self, split_digits: bool = True) -> None:
        """Take whether each digit is a token of its own."""
        self._split_digits = split_digits
        self._numbers: dict[str, int] = {}
        self._patterns: list[tuple[str, regex.Pattern[str]]] = []

    def class_of(self, character: str) -> int:
        """Return the class of a single character; a space is "▁" (U+2581)."""
        if character == "\u2581":
            return SPACE
        if self._split_digits and ("0" <= character <= "9" or "\uff10" <= character <= "\uff19"):
            return LONE
        name = self._script(character)
        if name == "Inherited":
            return FREE
        return self._numbers.setdefault(name, FIRST_SCRIPT + len(self._numbers))

    def _script(self, character: str) -> str:
        """Return the name of a character's script; the Japanese ones are all "Han"."""
        if character == "\u30fc":
            return "Han"
        for place, (name, pattern) in enumerate(self._patterns):
            if pattern.match(character):
                # The script of the last character is likely to be that of the next.
                self._patterns.insert(0, self._patterns.pop(place))
                return name
        return self._new_script(character)

    def _new_script(self, character: str) -> str:
        for name in _SCRIPTS.split():
            pattern = regex.compile(rf"\p{{Script={name}}}")
            if pattern.match(character):
                known = "Han" if name in ("Hiragana", "Katakana") else name
                self._patterns.append((known, pattern))
                return known
        return "Common"  # as in SentencePiece


# The scripts of Unicode 16 (as in the pinned version of `regex`), the usual ones first.
_SCRIPTS = """
Latin Common Inherited Han Hiragana Katakana Cyrillic Greek Arabic Hebrew Hangul Devanagari Thai
Adlam Ahom Anatolianhieroglyphs Armenian Avestan Balinese Bamum Bassavah Batak Bengali Bhaiksuki
Bopomofo Brahmi Braille Buginese Buhid Canadianaboriginal Carian Caucasianalbanian Chakma Cham
Cherokee Chorasmian Coptic Cuneiform Cypriot Cyprominoan Deseret Divesakuru Dogra Duployan
Egyptianhieroglyphs Elbasan Elymaic Ethiopic Garay Georgian Glagolitic Gothic Grantha Gujarati
Gunjalagondi Gurmukhi Gurungkhema Hanifirohingya Hanunoo Hatran Imperialaramaic Inscriptionalpahlavi
Inscriptionalparthian Javanese Kaithi Kannada Kawi Kayahli Kharoshthi Khitansmallscript Khmer Khojki
Khudawadi Kiratrai Laoo Lepcha Limbu Lineara Linearb Lisu Lycian Lydian Mahajani Makasar Malayalam
Mandaic Manichaean Marchen Masaramgondi Medefaidrin Meeteimayek Mendekikakui Meroiticcursive
Meroitichieroglyphs Miao Modi Mongolian Mroo Multani Myanmar Nabataean Nagmundari Nandinagari Newa
Newtailue Nkoo Nushu Nyiakengpuachuehmong Ogham Olchiki Oldhungarian Olditalic Oldnortharabian
Oldpermic Oldpersian Oldsogdian Oldsoutharabian Oldturkic Olduyghur Olonal Oriya Osage Osmanya
Pahawhhmong Palmyrene Paucinhau Phagspa Phoenician Psalterpahlavi Rejang Runic Samaritan Saurashtra
Sharada Shavian Siddham Signwriting Sinhala Sogdian Sorasompeng Soyombo Sundanese Sunuwar
Sylotinagri Syriac Tagalog Tagbanwa Taile Taitham Taiviet Takri Tamil Tangsa Tangut Telugu Thaana
Tibetan Tifinagh Tirhuta Todhri Toto Tulutigalari Ugaritic Vaii Vithkuqi Wancho Warangciti Yezidi
Yiii Zanabazarsquare
"""
