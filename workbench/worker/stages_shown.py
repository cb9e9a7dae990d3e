"""The beginning of a text on its way through the steps before it is split, with what each of them changed."""

from __future__ import annotations

import difflib
import itertools
from collections.abc import Generator

from workbench.engine.tokenizer import Tokenizer
from workbench.worker import messages as m

STAGE_BYTES = 240  # of the beginning of a text, whose way through the stages is shown


def stages_steps(tokenizer: Tokenizer, text: bytes) -> Generator[None, None, tuple[m.StageText, ...]]:
    """Yield None at least every 20 ms; return what a text's beginning becomes before it is split."""
    if tokenizer.normalizer is None or not text:
        return ()
    stop = _beginning(text)
    shown: list[m.StageText] = []
    for part in tokenizer.encode_steps(text[:stop]):
        if part is None:
            yield None
            continue
        before = text[:stop]
        for stage in part.stages:
            if stage.output is not None:
                found = changes(before, stage.output)
                spans, kinds = tuple(span for span, _ in found), tuple(kind for _, kind in found)
                shown.append(m.StageText(stage.name, stage.output, spans, kinds, stop == len(text)))
                before = stage.output
                yield None
        break
    return tuple(shown)


def _beginning(text: bytes) -> int:
    """Return where the beginning that is shown ends: at a word's end, so that no step sees a cut."""
    if len(text) <= STAGE_BYTES:
        return len(text)
    words = text[:STAGE_BYTES].rsplit(maxsplit=1)
    if len(words) == 2:
        return len(words[0])
    return STAGE_BYTES - next(back for back in range(4) if text[STAGE_BYTES - back] & 0xC0 != 0x80)


def changes(before: bytes, after: bytes) -> list[tuple[tuple[int, int], str]]:
    """Return ((start, end) in `after`, kind) of what is not as it was in `before`.

    Kinds are "replace", "insert" and "delete", where the span is empty. A diff of the characters (Ratcliff
    and Obershelp's, as difflib has it): what libraries did to a text can only be guessed from outside.
    """
    old, new = (text.decode("utf-8", "surrogateescape") for text in (before, after))
    at = [0, *itertools.accumulate(len(letter.encode("utf-8", "surrogateescape")) for letter in new)]
    codes = difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    return [((at[start], at[end]), str(kind)) for kind, _, _, start, end in codes if kind != "equal"]
