"""Whether two tokenizers are the same: proved, equal on some tokens, or separated by a shortest text."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

from workbench.display.marks import visible
from workbench.engine.judging.same import Parting, Sameness
from workbench.panels.compare import colors
from workbench.panels.compare.pages.page import PairPage
from workbench.widgets import wording
from workbench.widgets.labels import CopiedLabel
from workbench.widgets.look import theme
from workbench.worker.messages.comparing import AskSame
from workbench.worker.messages.requests import new_request_id

_MOST = 40  # ids that are listed


class SamePage(PairPage):
    """What is proved or tried of a pair."""

    margin = 0

    def content(self) -> QWidget:
        """Return the widget for the sentences."""
        self._said = CopiedLabel(self.tr("What is known of the two"))
        self._parting = CopiedLabel(self.tr("The text that separates them, and the ids of both"))
        self._parting.setFont(theme.token_font(13))
        inner = QWidget()
        column = QVBoxLayout(inner)
        column.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_4)
        column.setSpacing(theme.SPACE_4)
        column.addWidget(self._said)
        column.addWidget(self._parting)
        column.addStretch(1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setWidget(inner)
        area.setAccessibleName(self.tr("Whether the two are the same"))
        area.viewport().setAutoFillBackground(False)
        inner.setAutoFillBackground(False)
        return area

    def request(self) -> AskSame:
        """Return the request."""
        return AskSame(new_request_id(), self.pair, self.document.parts())

    def show_answer(self, answer: Any) -> None:  # noqa: ANN401
        """Show the verdict."""
        known: Sameness = answer.sameness
        heads = {
            "files": self.tr("The same: their files are equal."),
            "proved": self.tr("The same: proved for every text."),
            "texts": self.tr("Equal on {tokens}, but not proved.").format(
                tokens=wording.tokens(known.n_tokens)
            ),
            "different": self.tr("Different."),
        }
        self.summary.setText(heads[known.verdict])
        self._said.setText(wording.sentences(self._sentence(known), *map(wording.failure, answer.doubts)))
        self._parting.setText("" if known.parting is None else self._lines(known.parting))

    def _sentence(self, known: Sameness) -> str:
        if known.verdict in ("files", "proved"):
            return self.tr("Every text has the same ids in both, and all ids stand for the same text.")
        unproved = wording.listed(map(wording.phrase, known.unproved))
        if known.verdict == "texts":
            said = self.tr(
                "No difference was found on {texts} of {size}. Not proved to be the same: {stages}."
            ).format(
                texts=wording.plural(known.n_texts, "%n text", "%n texts"), size=wording.size(known.n_bytes),
                stages=unproved,
            )  # fmt: skip
            left_out = self.tr(
                "Invalid UTF-8 was left out: the library of one of the two replaces such bytes."
            )
            return wording.sentences(said, left_out) if known.only_utf8 else said
        parting = known.parting
        stage = "" if parting is None else wording.phrase(parting.stage)
        if parting is not None and parting.text is None:
            return self.tr("The same ids stand for different texts. Responsible stage: {stage}.").format(
                stage=stage
            )
        return self.tr(
            "This is the shortest text found that separates them. Responsible stage: {stage}."
        ).format(stage=stage)

    def _lines(self, parting: Parting) -> str:
        lines = []
        if parting.text is not None:
            lines.append(self.tr("Text: {text}").format(text=visible(parting.text)))
            if parting.only_of_bytes:
                lines.append(self.tr("It is not UTF-8; no difference was found in UTF-8."))
            if parting.specials == "all":
                lines.append(self.tr("Special tokens in the text are treated as special."))
        letters = (colors.letter(0), colors.letter(self.other))
        for letter, ids, decoded, error in zip(
            letters, parting.ids, parting.decoded, parting.errors, strict=True
        ):
            if error:
                lines.append(self.tr("{letter}: cannot encode it").format(letter=letter))
                continue
            listed = " ".join(map(str, (ids or ())[:_MOST])) + (" …" if len(ids or ()) > _MOST else "")
            shown = f" = {visible(decoded)}" if parting.text is None and decoded is not None else ""
            lines.append(f"{letter}: {listed}{shown}")
        return "\n".join(lines)
