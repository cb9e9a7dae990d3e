"""The steps of a word's merging in order, as the step-by-step view shows them.

For tokenizers with ranks there is one step a merge: the table of the CLIP walk-through (round, word, pair,
rank, result). For those with scores they are the five steps of llama2.c's `encode`: the sorted vocabulary
(S1), the start (S2), the characters (S3), then the best pair (S4) and its merge (S5) by turns.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from workbench.display.marks import one_line, visible
from workbench.widgets import wording
from workbench.worker.messages import Explained, MergeRound, PairShown, Symbol

_CONTEXT = "Steps"
_CANDIDATES = 3
_IDS = 32  # ids written out in one line


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the table of candidates: what would be merged, into what, its id and its rank or score."""

    pair: str
    token: str
    value: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        name: "S4", or the number of the round.
        symbols: of the word as it is then, in the order of the text; ids around the text included.
        marked: (first, last + 1) of the symbols that the step is about.
        title: what the step does, in a few words, for the list.
        value: rank or score with its place among the candidates, "" where nothing is merged.
        sentence: the same in a sentence.
        rows: candidates, the best first; `more` is how many there are beyond them.
        result: id of the token that the step makes, -1 for none.

    """

    name: str
    symbols: tuple[Symbol, ...]
    marked: tuple[int, int]
    title: str
    value: str
    sentence: str
    rows: tuple[Row, ...] = ()
    more: int = 0
    result: int = -1


def steps_of(explained: Explained) -> list[Step]:
    """Return the steps of a word, none where it could not be explained."""
    if not explained.rounds:
        return []
    return _scored_steps(explained) if explained.scored else _ranked_steps(explained)


def shown(token: bytes, limit: int = 24) -> str:
    """Return a symbol as it is written in the steps."""
    return one_line(visible(token), limit) if token else "∅"


def value_of(explained: Explained, pair: PairShown) -> str:
    """Return the rank or the score of a pair."""
    return wording.score(pair.value) if explained.scored else wording.number(pair.value)


# --- ranks


def _ranked_steps(explained: Explained) -> list[Step]:
    steps = []
    for number, found in enumerate(explained.rounds, 1):
        chosen = found.chosen
        if chosen is None:
            title = _tr("end: no pair has a rank")
            sentence = _tr("No pair has a rank: {tokens}.").format(tokens=wording.tokens(len(found.symbols)))
            steps.append(Step(str(number), found.symbols, (0, 0), title, "", sentence))
            continue
        rank = value_of(explained, chosen)
        sentence = _tr("Merge {left} + {right} → {token}, rank {rank}, {place}").format(
            left=shown(chosen.left), right=shown(chosen.right), token=shown(chosen.token), rank=rank,
            place=_of(found, _tr("the only pair"), _tr("lowest of {n} pairs")),
        )  # fmt: skip
        steps.append(
            Step(
                str(number), found.symbols, (chosen.position, chosen.position + 2), _pair(chosen), rank,
                sentence, *_rows(explained, found), chosen.id,
            )
        )  # fmt: skip
    return steps


# --- scores


def _scored_steps(explained: Explained) -> list[Step]:
    first = explained.rounds[0].symbols
    start = (*explained.before, *explained.prefix)
    steps = _first_steps(explained, start, first)
    shift = len(explained.before)
    for found, after in zip(explained.rounds, explained.rounds[1:], strict=False):
        chosen = found.chosen
        if chosen is None:
            break
        steps += _best_and_merge(explained, found, after, chosen, shift)
    last = (*explained.before, *explained.rounds[-1].symbols, *explained.after)
    ids = _ids(last)
    sentence = _tr("No two neighbours make a token: [{ids}].").format(ids=ids)
    if explained.after:
        sentence = _tr("No pair is left; the end is put after it: [{ids}].").format(ids=ids)
    steps.append(Step(_tr("end"), last, (0, 0), f"[{ids}]", "", sentence))
    return steps


def _first_steps(explained: Explained, start: tuple[Symbol, ...], first: tuple[Symbol, ...]) -> list[Step]:
    table = tuple(Row(shown(row.token), "", str(row.id)) for row in explained.vocabulary)
    ids = _ids(start)
    begun = (*explained.before, *first)
    return [
        Step(
            "S1", (), (0, 0), _tr("sorted vocabulary"), "",
            _tr("The vocabulary is sorted by bytes, to find tokens by halving. It begins with:"), table,
        ),
        Step(
            "S2", start, (0, len(start)), _tr("start: [{ids}]").format(ids=ids), "",
            _start_sentence(explained, bool(start)),
        ),
        Step(
            "S3", begun, (len(start), len(begun)),
            _tr("characters: {n}").format(n=wording.number(len(begun) - len(start))), "",
            _tr("Each character is its token, or its bytes where it has none."),
            tuple(Row(shown(s.token), "", str(s.id)) for s in begun[len(start) :][:_CANDIDATES * 4]),
            max(len(begun) - len(start) - _CANDIDATES * 4, 0),
        ),
    ]  # fmt: skip


def _start_sentence(explained: Explained, anything: bool) -> str:
    said = []
    if explained.before:
        names = ", ".join(f"{shown(symbol.token)} {symbol.id}" for symbol in explained.before)
        said.append(_tr("Before the text: {names}.").format(names=names))
    if explained.prefix:
        said.append(_tr("A space is put before it: {id}.").format(id=explained.prefix[0].id))
    return " ".join(said) if anything else _tr("Nothing is put before this part of the text.")


def _best_and_merge(
    explained: Explained, found: MergeRound, after: MergeRound, chosen: PairShown, shift: int
) -> list[Step]:
    before = (*explained.before, *found.symbols)
    place = chosen.position + shift
    score = value_of(explained, chosen)
    best = _tr("Best pair at {place}: {left} + {right} → {id}, score {score}, {of}").format(
        place=place, left=shown(chosen.left), right=shown(chosen.right), id=chosen.id, score=score,
        of=_of(found, _tr("the only pair"), _tr("highest of {n} pairs")),
    )  # fmt: skip
    merged = (*explained.before, *after.symbols)
    ids = _ids(merged)
    return [
        Step(
            "S4", before, (place, place + 2), f"{place}  {_pair(chosen)} {chosen.id}", score, best,
            *_rows(explained, found), chosen.id,
        ),
        Step(
            "S5", merged, (place, place + 1), f"[{ids}]", "",
            _tr("{token} takes the place of the two; the rest moves up.").format(token=shown(chosen.token)),
            result=chosen.id,
        ),
    ]  # fmt: skip


# --- both


def _ids(symbols: tuple[Symbol, ...]) -> str:
    ids = ", ".join(str(symbol.id) for symbol in symbols[:_IDS])
    return ids if len(symbols) <= _IDS else f"{ids}, …"


def _pair(pair: PairShown) -> str:
    return f"{shown(pair.left)} + {shown(pair.right)} → {shown(pair.token)}"


def _of(found: MergeRound, only: str, several: str) -> str:
    return only if found.n_candidates == 1 else several.format(n=wording.number(found.n_candidates))


def _rows(explained: Explained, found: MergeRound) -> tuple[tuple[Row, ...], int]:
    """Return the chosen pair and the next best, and how many more there are."""
    sign = -1 if explained.scored else 1
    others = sorted(found.others, key=lambda pair: (sign * pair.value, pair.position))
    kept = ([found.chosen] if found.chosen else []) + others
    kept = kept[: _CANDIDATES * 2 if explained.scored else _CANDIDATES]
    rows = tuple(
        Row(
            f"{shown(pair.left)} + {shown(pair.right)}", shown(pair.token),
            f"{pair.id}  {value_of(explained, pair)}" if explained.scored else value_of(explained, pair),
            pair is found.chosen,
        )
        for pair in kept
    )  # fmt: skip
    return rows, found.n_candidates - len(rows)
