"""Shows the beginning of a text after each step before splitting, with the changes."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import character_start
from workbench.engine.encoding.encoding import Encoding
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.explaining.stage_cells import Cell, changed_cells, raw_cells
from workbench.worker.messages.text import StageText

STAGE_BYTES = 240  # of the beginning of a text, whose way through the stages is shown


def stages_of(tokenizer: Tokenizer, text: bytes) -> tuple[StageText, ...]:
    """Return the stages of a text's beginning before it is split."""
    if tokenizer.normalizer is None or not text:
        return ()
    stop = _beginning(text)
    first: Encoding | None = None
    for part in tokenizer.encode_parts(text[:stop]):  # to its end: what is given up would end its child
        first = part if first is None else first
        point()
    shown: list[StageText] = []
    cells = raw_cells(text, 0, stop)
    for stage in () if first is None else first.stages:
        if stage.output is not None and stage.alignment is not None:
            cells = changed_cells(cells, stage.output, stage.alignment.tolist())
            shown.append(_stage_text(stage.name, cells, whole=stop == len(text)))
            point()
    return tuple(shown)


def _beginning(text: bytes) -> int:
    """Return where the shown beginning ends: at the end of a word, so that no step sees a cut."""
    if len(text) <= STAGE_BYTES:
        return len(text)
    words = text[:STAGE_BYTES].rsplit(maxsplit=1)
    if len(words) == 2:
        return len(words[0])
    return character_start(text, STAGE_BYTES)


def _stage_text(name: str, cells: Sequence[Cell], *, whole: bool) -> StageText:
    """Return the output of a step in the cells of the pipeline view, so that both count alike."""
    spans: list[tuple[int, int]] = []
    kinds: list[str] = []
    at = 0
    for cell in cells:
        end = at + len(cell.text)
        if cell.change and kinds and (kinds[-1], spans[-1][1]) == (cell.change, at):
            spans[-1] = spans[-1][0], end
        elif cell.change:
            spans.append((at, end))
            kinds.append(cell.change)
        at = end
    text, removed = b"".join(cell.text for cell in cells), sum(cell.change == "delete" for cell in cells)
    return StageText(name, text, tuple(spans), tuple(kinds), whole, removed)
