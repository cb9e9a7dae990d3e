"""Finds the place of the manual that answers a question: a word, a phrase, or one's own sentence."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
_WORD = re.compile(r"[a-zà-ÿ]+|[0-9]+|[\u3400-\u9fff]+|[×†]\w*")
_GLOSS = re.compile(r" ?[(（].*?[)）]")
_CJK = re.compile(r"[\u3400-\u9fff]")
_IN_HEADING, _PHRASE, _HALF = 4, 8, 0.5
# What a question has and any text may: it says nothing of what is asked.
_ORDINARY = frozenset(
    words
    for line in (
        "a an and are as at be by can do does for from get has have how i if in into is it its my of on",
        "or so that the their them there this to what when where which who why will with you your",
        "什么 怎么 怎样 为什 如何 我的 是不 可以",
    )
    for words in line.split()
)


@dataclass(frozen=True, slots=True)
class Place:
    """A part of a page: the page, the number of the heading that it begins with, and how well it answers."""

    page: str
    heading: int
    score: float


class ManualSearch:
    """The parts of all pages, each from a heading to the next, with the words in them."""

    def __init__(self, pages: Mapping[str, str]) -> None:
        """Read pages, Markdown by name."""
        self._parts: list[tuple[str, int, str, str]] = []
        for page, text in pages.items():
            ends = [match.start() for match in _HEADING.finditer(text)] + [len(text)]
            for number, match in enumerate(_HEADING.finditer(text)):
                part = text[match.end() : ends[number + 1]]
                self._parts.append((page, number, _plain(match[1]), _plain(part)))
        self._in_how_many: Counter[str] = Counter()
        for *_, heading, part in self._parts:
            self._in_how_many.update(set(words_of(f"{heading} {part}")))

    def places(self, question: str) -> Sequence[Place]:
        """Return the parts that answer, the best first; those with the whole phrase come before others."""
        phrase, words = _plain(question), words_of(question)
        places = [
            Place(page, number, score)
            for page, number, heading, part in self._parts
            if (score := self._score(phrase, words, heading, part))
        ]
        places.sort(key=lambda place: -place.score)
        return [place for place in places if place.score >= places[0].score * _HALF or place.score >= _PHRASE]

    def pages_with(self, phrase: str) -> set[str]:
        """Return the pages that have a phrase, wherever their lines end."""
        wanted = _plain(phrase)
        return {page for page, _, heading, part in self._parts if wanted in heading or wanted in part}

    def _score(self, phrase: str, words: Sequence[str], heading: str, part: str) -> float:
        # A heading that is the phrase, or little more, explains it; what is in brackets is a gloss.
        named = _GLOSS.sub("", heading)
        score = _PHRASE * (1 + len(phrase) / max(len(named), len(phrase))) if phrase in heading else 0.0
        score += _PHRASE if phrase in part else 0
        for word in words:
            weight = 1 / max(self._in_how_many[word], 1)
            score += weight * (_IN_HEADING * (word in heading) + (word in part))
        return score


def words_of(text: str) -> list[str]:
    """Return the words that say something: of Chinese, which has no spaces, every two characters."""
    words: list[str] = []
    for word in _WORD.findall(_plain(text)):
        is_joined = _CJK.match(word) and len(word) > 2
        words += [word[at : at + 2] for at in range(len(word) - 1)] if is_joined else [word]
    return list(dict.fromkeys(word for word in words if word not in _ORDINARY))


def _plain(text: str) -> str:
    """Return a text in lower case, its lines and marks of Markdown joined by single spaces."""
    return " ".join(re.sub(r"[*`_#|]|\]\([^)]*\)|\[", " ", text).casefold().split())
