"""The splitter of score-merged models: it leaves a text whole, and knows where it may be cut all the same.

A border is safe where no token that a merge may make holds the two characters next to it: then nothing can
grow across, whatever else the text holds. There is none where the normalizer has to see the whole text.
"""

from __future__ import annotations

from collections.abc import Iterator

from workbench.engine.base.utf8 import begins_led_unit, first_character, incomplete_tail
from workbench.engine.models.model import ScoreModel
from workbench.engine.models.score_words import lone_prefix
from workbench.engine.normalizers.normalizer import Normalizer, is_in_parts
from workbench.engine.splitting.pre_tokenizers import NoSplit
from workbench.engine.splitting.searched_borders import first_border, last_border


class Unsplit(NoSplit):
    """Leaves a normalized text whole; borders are those of the raw text."""

    def __init__(self, model: ScoreModel, normalizer: Normalizer) -> None:
        self._model = model
        self._normalizer = normalizer
        self._by_first_byte = model.rule == "llama.cpp"
        self._in_parts = is_in_parts(normalizer)

    def next_border(self, text: bytes, position: int) -> int:
        """Return the first safe border that the bytes from `position` on alone decide, or len(text)."""
        return first_border(self._borders, text, position) if self._in_parts else len(text)

    def previous_border(self, text: bytes, position: int) -> int:
        """Return the last safe border that the bytes before `position` alone decide, or 0."""
        return last_border(self._borders, text, position) if self._in_parts else 0

    def _borders(self, part: bytes) -> Iterator[int]:
        """Yield the safe borders inside a stretch that may begin and end inside characters."""
        start = self._first(part)
        # What the stretch ends with may still go on.
        certain = len(part) - max(1, incomplete_tail(part))
        normalized = self._normalizer.normalize(part[start:], first=False)
        output, alignment = normalized.output, normalized.alignment
        word_end, unit_at = self._model.ends_of_parts(output), self._model.tables.units.match
        border = word_end(0)
        while border < len(output):
            place, unit = start + int(alignment[border]), unit_at(output, border)
            if unit is None or start + int(alignment[unit.end()]) > certain:
                return
            if self._by_first_byte:
                is_safe = begins_led_unit(part, place)
            else:
                is_safe = not lone_prefix(output[border : border + 2])
            if is_safe:
                yield place
            border = word_end(border)

    def _first(self, part: bytes) -> int:
        """Return where a character of a stretch begins for sure."""
        if not self._by_first_byte:
            return first_character(part, 0)
        # Whatever is before the stretch may take up to three of its bytes.
        return next((at for at in range(3, len(part)) if begins_led_unit(part, at)), len(part))
