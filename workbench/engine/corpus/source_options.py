"""How a source is read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from workbench.engine.base.errors import EngineError

if TYPE_CHECKING:
    from fractions import Fraction

KINDS = ("text", "json", "table", "parquet", "counts")
ON_INVALID = ("replace", "skip", "stop")
ON_UNREADABLE = ("leave_out", "refuse", "stop")
SAMPLE_CORPUS = "sample:"  # instead of a path, as is the next
PYTHON_LIBRARY = "python:"
STANDARD_INPUT = "/dev/stdin"  # a path, the same whatever is read there
LEAVE_OUT = "leave-out:"  # a step that takes out the text after it
LEFT_OUT = "left_out"  # instead of a kind in `SourceOptions.files`
ACCEPTABLE = ("looks_binary", "zstd_window", "packed_too_much")
_FINEST = 1_000_000  # denominator of a weight


@dataclass(frozen=True, slots=True)
class SourceOptions:
    """A file or folder, and how it is read.

    Attributes:
        path: of the file or folder, or `SAMPLE_CORPUS` or `PYTHON_LIBRARY`.
        enabled: False leaves the source out.
        kind: "" to recognize it, or "text", "json" (also .jsonl), "table" (.csv, .tsv), "parquet" or "counts"
            (a table of pieces and how often each occurs, counted elsewhere).
        field: of the text in JSON, "meta.text" in a nested object; "" takes the field "text", or the only one
            with text.
        column: of a table, by name, or by number from 1 on; "" as for `field`.
        encoding: a name that Python knows; "" for a byte order mark, UTF-8, or the likeliest if the text is
            mostly invalid as UTF-8; "detect" for the likeliest if anything is invalid.
        weight: factor for the counts of its pieces, above 0; the result is rounded half up for each piece. It
            never changes the account of bytes.
        sample_bytes: only so many of its first bytes of text, up to the end of a document or line; 0 for all.
        sample_share: of its documents, chosen by `seed`.
        held_out: share of its documents for evaluation instead of training, chosen by `seed`. For training,
            stretches of 64 KB of a plain text count as documents; a data set takes a text whole.
        only_held_out: take only these documents, instead of those for training.
        seed: chooses the documents, always the same for the same names and numbers.
        clean: steps in order, keys of `cleaning.STEPS`, or "leave-out:" and a text.
        on_invalid: "replace" bytes that are not in the encoding by U+FFFD, "skip" them, or "stop" with an
            error that names the place.
        patterns: of file names in a folder, "*.txt"; one that begins with "!" leaves files out. () for all.
        accept: codes of refusals that the user has overruled: "looks_binary", "zstd_window".
        files: (name, kind, encoding) of files of a folder with options of their own; the name is the path
            below the folder, with slashes. Kind `LEFT_OUT` leaves the file out; "" means as for the folder. A
            file with kind "text" is read even if it looks binary.
        on_unreadable: "leave_out" unreadable files and continue; "refuse" an unreadable source, but leave out
            files of a folder; or "stop" at the first unreadable file.

    """

    path: str
    enabled: bool = True
    kind: str = ""
    field: str = ""
    column: str = ""
    encoding: str = ""
    weight: float = 1.0
    sample_bytes: int = 0
    sample_share: float = 1.0
    held_out: float = 0.0
    only_held_out: bool = False
    seed: int = 0
    clean: tuple[str, ...] = ()
    on_invalid: str = "replace"
    patterns: tuple[str, ...] = ()
    accept: tuple[str, ...] = ()
    files: tuple[tuple[str, str, str], ...] = ()
    on_unreadable: str = "leave_out"

    @property
    def factor(self) -> Fraction:
        """The weight as an exact number."""
        from fractions import Fraction  # here: what counts tokens weighs nothing

        return Fraction(self.weight).limit_denominator(_FINEST)

    @property
    def chooses(self) -> bool:
        """Whether sample or share leave out documents."""
        return self.sample_bytes > 0 or self.sample_share < 1 or self.held_out > 0

    def check(self) -> None:
        """Raise EngineError "source_option" for an invalid option."""
        fine = {
            "kind": self.kind in ("", *KINDS),
            "weight": 0 < self.weight < 1_000_000 and self.factor > 0,
            "sample": self.sample_bytes >= 0 and 0 < self.sample_share <= 1,
            "held_out": 0 <= self.held_out < 1,
            "on_invalid": self.on_invalid in ON_INVALID,
            "accept": all(code in ACCEPTABLE for code in self.accept),
            "files": all(kind in ("", LEFT_OUT, *KINDS) for _, kind, _ in self.files),
            "on_unreadable": self.on_unreadable in ON_UNREADABLE,
        }
        for name, good in fine.items():
            if not good:
                values = {"sample": f"{self.sample_bytes}, {self.sample_share}"}
                raise EngineError(
                    "source_option", option=name, value=values.get(name, str(getattr(self, name, "")))
                )
