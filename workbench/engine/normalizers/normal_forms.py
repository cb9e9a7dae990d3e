"""Unicode's normal forms as changes to a text."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

import numpy as np
import regex

from workbench.engine.base.chunked_arrays import bytes_of, raised, text_of
from workbench.engine.base.pace import point
from workbench.engine.base.utf8 import character_start, first_character
from workbench.engine.normalizers.mark_runs import last_cut, long_runs, next_cut, with_long_run
from workbench.engine.normalizers.normalizer import Normalized
from workbench.engine.normalizers.settled_text import Form, settled_tables, stretches
from workbench.engine.normalizers.text_edits import LONG, NOTHING, Edit, Edited, apply_edits, joined, once
from workbench.engine.normalizers.text_normalizers import TextStep, characters

_WINDOW = 1 << 12  # characters worked on between two points
_LOOK = 256  # bytes in which there mostly is a cut
_LONGEST_KEPT = 64  # characters
_PAYS = 1 << 18  # bytes of text that take as long without the kernel as its table takes to make


class Composed(TextStep):
    """One of Unicode's normal forms (UAX 15)."""

    # What may compose with the character before it: marks, and the later jamo of a syllable, also as
    # compatibility characters that become such.
    _JOINS = r"\p{M}\u1160-\u11ff\ud7b0-\ud7ff\u3131-\u318e\uff9e\uff9f\uffa0-\uffdc"
    _CLUSTER = regex.compile(f"[^{_JOINS}]?[{_JOINS}]+|[^\\x00-\\x7f]")
    # Nothing composes with these: white space and signs, those of Chinese and Japanese too.
    _ALONE = r"[\t-\r -;?@\[-`{-~\u3001-\u3003\u3008-\u3011\uff01-\uff0f\uff1a-\uff20]"
    # With other letters and signs of ASCII marks compose, which then come right behind.
    _STAYS = regex.compile(rf"{_ALONE}|[\x00-\x7f](?:[\x00-\x7f]|{_ALONE})")
    _JOINER = regex.compile(f"[{_JOINS}\ufffd]")
    # ASCII, Latin, Greek, Cyrillic, Chinese and Hangul letters that join none before: most cuts are there.
    cut = regex.compile(rb"[\x00-\x7f\xc3-\xca\xce-\xd1\xe5-\xe9\xeb\xec]")

    def __init__(self, form: Form, others: str = "") -> None:
        """Take a form, and characters that need a closer look, though they are in the form."""
        self.form: Form = form
        self.name = form.lower()
        self._others = others
        self._n_asked = 0

    def edited(self, text: bytes) -> tuple[Edited, bytes, Normalized | None]:
        """Return a stretch of text after the change; the kernel finds what there is to do."""
        tables = self._tables_for(text)
        if tables is None:
            return super().edited(text)
        parts: list[bytes] = []
        changes = [NOTHING]
        n_out, approximate = 0, False
        changed = once(lambda part: self.changed(characters(part)))
        for start, end, stays in stretches(text, tables, partial(self._next_cut, text)):
            part = text[start:end]  # the same where it is all
            if not stays:
                try:
                    edited = changed(part)
                except UnicodeDecodeError:
                    return super().edited(text)
                changes.append(raised(edited.stretches, np.array((start, start, n_out, n_out))))
                part, approximate = edited.output, approximate or edited.approximate
            parts.append(part)
            n_out += len(part)
        return joined(parts, changes, approximate), text, None

    def output(self, text: bytes, first: bool) -> bytes:
        """Return the same text, without looking for the clusters."""
        tables = self._tables_for(text)
        if tables is None:
            return super().edited(text)[0].output
        try:
            parts = [after for _, after in self._changes(text, tables)]
        except UnicodeDecodeError:
            return super().edited(text)[0].output
        return parts[0] if len(parts) == 1 else bytes_of(parts)

    def leaves(self, text: bytes) -> bool:
        """Return whether a text, and so any part of it, is in the form; looks as far as where it is not."""
        tables = self._tables_for(text)
        if tables is None:
            return super().edited(text)[0].output == text
        try:
            return all(before == after for before, after in self._changes(text, tables))
        except UnicodeDecodeError:
            return False

    def _changes(self, text: bytes, tables: tuple[bytes, bytes]) -> Iterator[tuple[bytes, bytes]]:
        """Yield each part of a text before and after; raises UnicodeDecodeError."""
        composed = once(lambda part: apply_edits(self.composed(characters(part)), ()).output)
        for start, end, stays in stretches(text, tables, partial(self._next_cut, text)):
            part = text[start:end]  # the same where it is all
            yield part, part if stays else composed(part)

    def _tables_for(self, text: bytes) -> tuple[bytes, bytes] | None:
        """Return the kernel's tables once they pay."""
        self._n_asked += len(text)
        return None if self._n_asked < _PAYS else settled_tables(self.form, self._others)

    def _end(self, data: bytes, start: int, cut: regex.Pattern[bytes] | None) -> int:
        return self._next_cut(data, start + LONG)

    def _next_cut(self, data: bytes, position: int) -> int:
        """Return the first place from `position` on where UTF-8 may be cut, or its end."""
        size = _LOOK
        while position < len(data):
            match = self.cut.search(data, position, position + size)
            if match is not None:
                return match.start()
            start, end = character_start(data, position - 1), first_character(data, position + size)
            text = data[start:end].decode("utf-8", "surrogateescape")
            cut = next_cut(self.form, text, 1, len(text))
            if cut < len(text):
                return start + len(text[:cut].encode("utf-8", "surrogateescape"))
            position, size = end, _WINDOW
            point()
        return len(data)

    def changed(self, text: str) -> Edited:
        """Return the text in its normal form."""
        edits: list[Edit] = []
        approximate = self._compose(text, 0, len(text), edits)
        return apply_edits(text, edits, approximate)

    def composed(self, text: str) -> str:
        """Return no more than the text in its normal form."""
        windows = self._windows(text, 0, len(text))
        return text_of(self._form_of(text, *window) for window in windows)

    def _windows(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, int]]:
        """Yield (start, run, end) of what is worked on between two points.

        `run` is where a long run of marks begins, which goes to the end of the window, or that end.
        """
        while start < end:
            stop = end if end - start <= _WINDOW else next_cut(self.form, text, start + _WINDOW, end)
            for run, run_end in long_runs(self.form, text, start, stop):
                first = last_cut(self.form, text, start, run)
                yield start, first, first
                yield first, run, run_end
                start = run_end
            yield start, stop, stop
            point()
            start = stop

    def _form_of(self, text: str, start: int, run: int, end: int) -> str:
        if run < end:
            return with_long_run(self.form, text[start:run], text[run:end])
        return unicodedata.normalize(self.form, text[start:end])

    def _compose(self, text: str, start: int, end: int, edits: list[Edit]) -> bool:
        """Append what is done to text[start:end] alone; return whether some is reported as a whole only."""
        approximate = False
        for first, run, last in self._windows(text, start, end):
            if run < last:
                new = self._form_of(text, first, run, last)
                edits += [(first, last, new)] if new != text[first:last] else []
            elif not unicodedata.is_normalized(self.form, text[first:last]):
                approximate |= self._compose_window(text, first, last, edits)
        return approximate

    def _compose_window(self, text: str, start: int, end: int, edits: list[Edit]) -> bool:
        clusters = self._clusters(text, start, end)
        whole = unicodedata.normalize(self.form, text[start:end])
        exact = _edited(text, start, end, clusters) == whole
        # Else something joins across what was taken for a border.
        edits += clusters if exact else [(start, end, whole)]
        return not exact

    def keeps_border(self, before: str, after: str) -> bool:
        """Return whether a text may be cut between characters, as `normalizer.border_rule` says."""
        return (
            self._STAYS.match(after) is not None
            and self._JOINER.match(before) is None
            and unicodedata.is_normalized(self.form, before)
            and unicodedata.is_normalized(self.form, after[:1])
        )

    def _clusters(self, text: str, start: int, end: int) -> list[Edit]:
        edits: list[Edit] = []
        for match in self._CLUSTER.finditer(text, start, end):
            cluster = match[0]
            if len(cluster) > _LONGEST_KEPT:
                changes = _changes_of(self.form, cluster)
            else:
                changes = _kept_changes(self.form, cluster)
            for start_in, end_in, new in changes:
                at = match.start()
                edits.append((at + start_in, at + end_in, new))
        return edits


def _changes_of(form: Form, cluster: str) -> tuple[Edit, ...]:
    """Return what is done to a cluster, part by part; a text has few different ones."""
    if unicodedata.normalize(form, cluster) == cluster:
        return ()
    edits: list[Edit] = []
    start = 0
    while start < len(cluster):
        end = next_cut(form, cluster, start + 1, len(cluster))
        new = unicodedata.normalize(form, cluster[start:end])
        if new != cluster[start:end]:
            edits.append((start, end, new))
        start = end
    return tuple(edits)


_kept_changes = lru_cache(1 << 14)(_changes_of)


def _edited(text: str, start: int, end: int, edits: Sequence[Edit]) -> str:
    parts: list[str] = []
    for first, last, new in edits:
        parts += text[start:first], new
        start = last
    return "".join([*parts, text[start:end]])
