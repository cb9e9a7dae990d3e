"""What is shown with a text that is not in it: ids put around it, the space put before it, where it is cut.

All of it is in the display string as letters of its own, so that it takes its room in the rows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

NBSP = "\u00a0"
_ISOLATE, _END = "\u2066", "\u2069"


@dataclass(frozen=True, slots=True)
class Added:
    """What a tokenizer puts around a whole text.

    Attributes:
        before, after: what is written for each id that goes before and after, as "<s>".
        prefix: whether a space goes before the text, in its first token or as a token of its own.

    """

    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    prefix: bool = False


NOTHING = Added()


@dataclass(frozen=True, slots=True)
class Inserts:
    """What one piece of a line shows besides its bytes.

    Attributes:
        heads: before its first byte, one for each token without bytes there; a space of its own is NBSP.
        tails: after its last byte, likewise.
        prefix: "" for none, "token" where the last of `heads` is the added space, "inside" where the first
            token with bytes begins with that space.
        flag: (byte of a border, text), what says that the text is cut there.

    """

    heads: tuple[str, ...] = ()
    tails: tuple[str, ...] = ()
    prefix: str = ""
    flag: tuple[int, str] | None = None

    def isolated(self) -> Inserts:
        """Return it with marks around each label that keep letters from right to left outside."""
        return replace(self, heads=tuple(map(_isolated, self.heads)), tails=tuple(map(_isolated, self.tails)))

    @property
    def head(self) -> str:
        """All that is before the first byte."""
        return "".join(self.heads) + (NBSP if self.prefix == "inside" else "")

    @property
    def tail(self) -> str:
        """All that is after the last byte."""
        return "".join(self.tails)


NO_INSERTS = Inserts()


def _isolated(label: str) -> str:
    return f"{_ISOLATE}{label}{_END}" if label.strip(NBSP) else label


def units(text: str) -> int:
    """Return the length of a text in UTF-16 units, as Qt counts."""
    return len(text.encode("utf-16-le")) // 2
