"""Shows what became of the tokenizer of a draft: other tokens, or a file that changed or went."""

from __future__ import annotations

from PySide6.QtCore import Signal

from workbench.panels.draft.faults import OneStrip
from workbench.panels.draft.state import Draft
from workbench.widgets import wording
from workbench.worker.messages.adapting import Identity
from workbench.worker.messages.tokenizers import TokenizerInfo

GONE, CHANGED = "gone", "changed"  # what may have become of a file


class BaseStrip(OneStrip):
    """A warning about the tokenizer of a draft.

    Attributes:
        file: what became of its file since it was opened: "", `GONE` or `CHANGED`.

    Signals:
        accepted(): the changes are for the tokens that there are now.
        save_requested(), reload_requested(): of the tokenizer.

    """

    accepted = Signal()
    save_requested = Signal()
    reload_requested = Signal()

    file = ""

    def show_base(self, info: TokenizerInfo, draft: Draft, now: Identity | None) -> None:
        """Show what is to be said of a tokenizer with these tokens; hide if nothing is."""
        other = not draft.agrees(now)
        if not draft.state.changes or not (other or self.file):
            self.is_new(None)
        elif self.is_new((info.handle, info.path, other, draft.of, now, "" if other else self.file)):
            if other and draft.of is not None and now is not None:
                self._put_other(info.name, draft.of[0], now[0])
            else:
                self._put_file(info)

    def _put_other(self, name: str, before: int, n_tokens: int) -> None:
        sizes = self.tr("it had {before}, now {now}").format(
            before=wording.tokens(before), now=wording.number(n_tokens)
        )
        if before == n_tokens:
            sizes = self.tr("of {now}, some differ").format(now=wording.tokens(n_tokens))
        said = self.tr("{name} has changed since this draft was made: {sizes}.")
        second = self.tr("An id in the changes may be another token now. Review the changes first.")
        strip = self.put(said.format(name=name, sizes=sizes), second, "warning")
        strip.add_link(self.tr("Use it as it is now"), self.accepted.emit)

    def _put_file(self, info: TokenizerInfo) -> None:
        if self.file == GONE:
            said = self.tr("{file} was moved or deleted.")
            second = self.tr(
                "The draft uses the open tokenizer. Save it, or at the next start the draft waits "
                "until the file is back."
            )
            strip = self.put(said.format(file=info.path), second, "warning")
            strip.add_link(self.tr("Save as…"), self.save_requested.emit)
        else:
            said = self.tr("{file} was changed by another program.")
            second = self.tr("The draft uses the tokenizer as it was opened.")
            strip = self.put(said.format(file=info.path), second, "warning")
            strip.add_link(self.tr("Open it again"), self.reload_requested.emit)
