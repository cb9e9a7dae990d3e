"""Shows the tokens around a text and its cut, from the parts of the encoding."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from workbench.display.marks import one_line
from workbench.widgets import wording
from workbench.widgets.token_view.layout.inserts import NOTHING, Added
from workbench.worker.messages.text import EncodedPart
from workbench.worker.messages.tokenizers import TokenizerInfo

_LABEL = 24  # characters of a special token's text that its box shows


class FramingTokens:
    """Follows the parts of an encoding.

    Attributes:
        added: what the view shows around the text.
        n_before, n_after: ids around the text in the encoding whose parts came last.

    """

    def __init__(self) -> None:
        self.added: Added = NOTHING
        self.n_before = self.n_after = 0

    def take(self, part: EncodedPart, n_bytes: int, tokenizer: TokenizerInfo | None) -> Added:
        """Take what a part says of the start or the end of a text of `n_bytes` bytes."""
        before, after, prefix = self.added.before, self.added.after, self.added.prefix
        framing = tokenizer.framing if tokenizer is not None else None
        if part.start == 0:
            self.n_before, prefix = part.n_before, part.prefix
            before = _labels(framing.before if framing else (), part.n_before)
        if part.end == n_bytes:
            self.n_after = part.n_after
            after = _labels(framing.after if framing else (), part.n_after)
        added = Added(before, after, prefix)
        self.added = NOTHING if added == NOTHING else added
        return self.added

    @property
    def named(self) -> str:
        """Return "start", "end", "both" or "": which ids around the text are counted."""
        if self.n_before and self.n_after:
            return "both"
        return "start" if self.n_before else "end" if self.n_after else ""

    def cut(self, n_tokens: int, limit: int | None) -> tuple[int, str] | None:
        """Return (number of the first token that does not fit, text of the flag there).

        The ids after the text take the last places, as CLIP's tokenize has it when it truncates.
        """
        if limit is None or n_tokens <= limit:
            return None
        words = (
            QCoreApplication.translate("Around", "end {n}")
            if self.n_after
            else QCoreApplication.translate("Around", "limit {n}")
        )
        flag = "\u00a0" + words.format(n=wording.number(limit)).replace(" ", "\u00a0") + "\u00a0"
        return max(limit - self.n_after, self.n_before), flag


def _labels(tokens: tuple[tuple[str, int], ...], n: int) -> tuple[str, ...]:
    return tuple(one_line(text, _LABEL).replace(" ", "\u00a0") for text, _ in tokens[:n])
