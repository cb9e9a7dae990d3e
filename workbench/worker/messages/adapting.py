"""Change a copy of a tokenizer: look at the effect, then make the copy."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from workbench.engine.adapting.changes import Change
    from workbench.engine.adapting.effects import Effect
    from workbench.engine.corpus.sources import SourceOptions
    from workbench.worker.messages.requests import Failed
    from workbench.worker.messages.tokenizers import TokenizerInfo

# What tells whether a vocabulary is the one that changes were chosen for: how many tokens, and their hash.
Identity = tuple[int, str]


@dataclass(frozen=True, slots=True)
class OpenText:
    """A text of the window, in parts."""

    name: str
    parts: tuple[bytes | memoryview, ...]


@dataclass(frozen=True, slots=True)
class LookAtDraft:
    """Ask what changes of a tokenizer do; answered by a `DraftLooked`, then a `DraftMeasured`.

    Attributes:
        changes: one after the other.
        texts: on which the effect is measured.
        move_special: special tokens make room for merges where ids may have no gaps.

    """

    lane: ClassVar = "compare"
    view: ClassVar = "draft"
    request_id: int
    handle: int
    changes: tuple[Change, ...]
    texts: tuple[str | SourceOptions | OpenText, ...] = ()
    move_special: bool = False


@dataclass(frozen=True, slots=True)
class ChangeDone:
    """What one change did.

    Attributes:
        change: itself, with the ids that a rule has chosen.
        added, needed, removed, stayed, left_out: numbers of tokens, see `engine.adapting.done.Done`.

    """

    change: Change
    added: int
    needed: int
    removed: int
    stayed: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Tokens:
    """Tokens as flat arrays.

    Attributes:
        ids: int64[n].
        blob: the bytes of all, one after the other; `ends` uint64[n] says where each ends.
        notes: for each, what is to be said of it, or () for none.

    """

    ids: NDArray[np.int64]
    blob: bytes
    ends: NDArray[np.uint64]
    notes: tuple[str, ...] = ()

    def __len__(self) -> int:
        """Return how many there are."""
        return len(self.ends)

    def token(self, place: int) -> bytes:
        """Return the bytes of one."""
        start = int(self.ends[place - 1]) if place else 0
        return self.blob[start : int(self.ends[place])]


@dataclass(frozen=True, slots=True)
class DraftLooked:
    """What changes do to a vocabulary.

    Attributes:
        done: those that were done; one fewer than asked for, or less, where there is a `fault`.
        fault: why the next one cannot be done, None where all were.
        vocab_size: tokens before and after, special ones too.
        lists: name -> tokens: "added", "needed" for these, "removed", "stayed" since others are built from
            them, "left_out" with the reason (ids -1), "moved" (old ids, new ones as notes), "unsure" with a
            witness or a reason, "unmade" (older ones that merges may make now).
        n_unsure: how many there are; few of them are looked at.
        proved: no other pieces change than those with a token of "added", "removed" or "unmade".
        identity: of the vocabulary before the changes.

    """

    is_part: ClassVar = True
    request_id: int
    handle: int
    done: tuple[ChangeDone, ...]
    fault: Failed | None = None
    vocab_size: tuple[int, int] = (0, 0)
    lists: Mapping[str, Tokens] = field(default_factory=dict)
    n_unsure: int = 0
    proved: bool = False
    identity: Identity | None = None


@dataclass(frozen=True, slots=True)
class DraftMeasured:
    """What changes do to texts, or () where one cannot be done.

    Attributes:
        effects: (name of the text, what they do to it).
        fault: why a text cannot be read, None where all were.

    """

    request_id: int
    handle: int
    effects: tuple[tuple[str, Effect], ...] = ()
    fault: Failed | None = None


@dataclass(frozen=True, slots=True)
class MakeDraft:
    """Make the tokenizer that changes come to; answered by a `DraftMade`.

    Attributes:
        changes, move_special: as in `LookAtDraft`.
        name: of the new tokenizer.
        folder: where it is kept until it is saved, "" for nowhere.

    """

    action: ClassVar = "draft"
    request_id: int
    handle: int
    changes: tuple[Change, ...]
    move_special: bool = False
    name: str = ""
    folder: str = ""


@dataclass(frozen=True, slots=True)
class DraftMade:
    """A changed tokenizer is open; it has no file."""

    request_id: int
    handle: int
    tokenizer: TokenizerInfo
    folder: str = ""


@dataclass(frozen=True, slots=True)
class ReadTokenList:
    """Read a file with a token in each line; answered by `TokenListRead`."""

    action: ClassVar = "read tokens"
    request_id: int
    path: str


@dataclass(frozen=True, slots=True)
class TokenListRead:
    """The texts of the lines of a file that are not empty."""

    request_id: int
    path: str
    texts: tuple[str, ...]
