"""The words of the pipeline: names and effects of stages, and the highlighted span."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QCoreApplication

from workbench.display.marks import hex_bytes, isolated, one_line, visible
from workbench.engine.explaining.pipeline import Row
from workbench.engine.explaining.stage_grid import Box
from workbench.panels.tokens.pipeline.shapes import runs_against_columns, shaped
from workbench.panels.tokens.text.changes import counted, n_characters
from workbench.widgets import wording
from workbench.worker.messages.pipeline import PipelineShown

_CONTEXT = "Pipeline"
WORD_END = b"</w>"
_SHOWN = 24  # characters of a box in a sentence


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def name(row: Row) -> str:
    """Return what a stage is called."""
    known = {
        "raw": _tr("Raw"),
        "ftfy": "ftfy",
        "unescape": _tr("Unescape"),
        "whitespace": _tr("Whitespace"),
        "lowercase": _tr("Lower case"),
        "strip": _tr("Strip"),
        "replace": _tr("Replace"),
        "prepend": _tr("Prepend"),
        "sentencepiece": _tr("Spaces"),
        "llama2c": _tr("Spaces"),
        "llama.cpp": _tr("Spaces"),
        "normalize": _tr("Normalize"),
        "pieces": _tr("Pieces"),
        "bytes": _tr("Bytes"),
        "tokens": _tr("Merges"),
        "ids": _tr("Special tokens"),
    }
    if row.name == "ids" and not _added(row):
        return _tr("Tokens")
    if row.name.startswith("nf"):
        return row.name.upper()
    return known.get(row.name, row.name)


def is_lossy(row: Row) -> bool:
    """Return whether a stage changed or took out something; what it only adds can be taken away again."""
    return bool(row.lost) or any(box.change in ("replace", "delete") for box in row.boxes)


def remark(row: Row) -> str:
    """Return in few words what a stage did."""
    return remarks(row)[0]


def remarks(row: Row) -> list[str]:
    """Return in few words what a stage did, the longest wording first."""
    if row.name in ("raw", "bytes", "tokens", "pieces", "ids"):
        return [_remark(row)]
    count = {"": 0, "replace": 0, "delete": 0, "insert": 0}
    for box in row.boxes:
        count[box.change] += 1 if box.change == "delete" else n_characters(box.text)
    return counted(count["replace"], count["delete"], count["insert"])


def _remark(row: Row) -> str:
    numbers = {
        "raw": lambda n: wording.plural(n, "%n character", "%n characters", _CONTEXT),
        "bytes": lambda n: wording.plural(n, "%n byte", "%n bytes", _CONTEXT),
        "tokens": lambda n: wording.plural(n, "%n token", "%n tokens", _CONTEXT),
    }
    if row.name == "raw":
        runs = {"words": _tr("{n}, words ←"), "letters": _tr("{n}, letters →")}
        return runs.get(runs_against_columns(row), "{n}").format(n=numbers["raw"](len(row.boxes)))
    if row.name in numbers:
        return numbers[row.name](len(row.boxes))
    if row.name == "pieces":
        return _lost(row) or wording.plural(len(row.boxes), "%n piece", "%n pieces", _CONTEXT)
    return _framing_words(row)


def reading(row: Row) -> str:
    """Return how a row is read whose letters run against its columns, "" for others."""
    said = {
        "words": _tr(
            "Columns are in byte order. Words of joined letters are drawn whole, over their columns, and "
            "read from the right."
        ),
        "letters": _tr(
            "Columns are in byte order, with each letter over its own: a word read from the right starts "
            "at the left."
        ),
    }
    return said.get(runs_against_columns(row), "")


def _lost(row: Row) -> str:
    if not row.lost:
        return ""
    if not row.lost.strip(b" "):
        return _tr("lossy: spaces dropped")
    if not row.lost.strip():
        return _tr("lossy: white space dropped")
    n = len(row.lost.decode("utf-8", "replace"))
    return _tr("lossy: {n} dropped").format(n=wording.number(n))


def _added(row: Row) -> list[int]:
    """Return the places of the ids that are put around the text."""
    return [place for place, box in enumerate(row.boxes) if box.kind == "added"]


def _framing_words(row: Row) -> str:
    added = _added(row)
    if not added:
        tokens = wording.plural(len(row.boxes), "%n token", "%n tokens", _CONTEXT)
        return _tr("{tokens}; ids below").format(tokens=tokens)
    starts, ends = added[0] == 0, added[-1] == len(row.boxes) - 1
    if starts and ends and len(row.boxes) > len(added):
        return _tr("start and end added")
    return _tr("start added; ids below") if starts else _tr("end added; ids below")


def label(box: Box, row: Row) -> str:
    """Return what is in a box."""
    if row.name == "bytes":
        return box.text.hex().upper()
    if box.kind == "added" and box.text in (b"<|startoftext|>", b"<|endoftext|>"):
        return _tr("start") if box.text == b"<|startoftext|>" else _tr("end")
    return _shown(box.text.removesuffix(WORD_END) if word_end(box, row) else box.text)


@lru_cache(maxsize=8192)
def _shown(text: bytes) -> str:
    return one_line(shaped(text), 40) if text else ""


def word_end(box: Box, row: Row) -> str:
    """Return what says in CLIP's vocabulary that a token ends a word, "" where the box has none."""
    ends = row.name in ("tokens", "ids") and not box.kind and box.text.endswith(WORD_END)
    return WORD_END.decode() if ends and box.text != WORD_END else ""


def where(shown: PipelineShown) -> str:
    """Return which stretch of the text is shown."""
    n = sum(start < end for start, end in shown.columns)
    if shown.first_character >= 0:
        first, last = shown.first_character, shown.first_character + n
        words = _tr("characters {first} to {last}")
    else:
        first, last = shown.start, shown.end
        words = _tr("bytes {first} to {last}")
    said = words.format(first=wording.number(first), last=wording.number(last))
    return said if shown.in_context else _tr("{where}, read by itself").format(where=said)


def problem(shown: PipelineShown) -> str:
    """Return why there are no stages, "" where there are."""
    if not shown.cause:
        return ""
    cause = wording.filled(shown.cause, shown.facts)
    return _tr("The stages of this text cannot be shown: {cause}.").format(cause=cause)


def lit(shown: PipelineShown, span: tuple[int, int]) -> str:
    """Return what the stages make of a span of columns: “ﬁ → fi”, and its tokens."""
    stages: list[str] = []
    for row in shown.rows:
        if row.name in ("pieces", "bytes", "ids"):
            continue
        inside = [box for box in row.boxes if box.left < span[1] and box.right > span[0]]
        data = b"".join(box.text for box in inside)
        between = " | " if row.name == "tokens" else ""
        texts = [data] if not between else [box.text for box in inside]
        text = between.join(one_line(shaped(text), _SHOWN) for text in texts) if data else "∅"
        if not stages or stages[-1] != text:
            stages.append(text)
    return " → ".join(isolated(one_line(text, _SHOWN)) for text in stages)


def sentence(shown: PipelineShown, row: Row, box: Box) -> str:
    """Return a box in full, for the tooltip and a screen reader."""
    columns = shown.columns[int(box.left) : max(int(box.left) + 1, -int(-box.right // 1))]
    start, end = (columns[0][0], columns[-1][1]) if columns else (shown.start, shown.start)
    raw = b"".join(
        cell.text for cell in shown.rows[0].boxes if cell.left < box.right and cell.right > box.left
    )
    parts = [f"{name(row)}: {isolated(one_line(visible(box.text), 80)) if box.text else '∅'}"]
    if box.text and row.name != "raw":
        parts.append(hex_bytes(box.text[:32]))
    if box.id >= 0:
        parts.append(_tr("id {id}").format(id=box.id))
    if raw != box.text and raw:
        parts.append(_tr("from {raw}").format(raw=isolated(one_line(visible(raw), 80))))
    if start == end:
        parts.append(_tr("added by this step"))
    else:
        parts.append(_tr("raw bytes {start} to {end}").format(start=start, end=end))
    if row.approximate and box.change:
        parts.append(_tr("the mapping of characters is approximate"))
    return wording.listed(parts)
