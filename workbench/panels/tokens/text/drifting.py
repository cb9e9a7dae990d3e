"""Drift in the text: where its tokens would not stay if it were cut there, or read back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from workbench.panels.tokens.sizes.sizes import Sizes
from workbench.panels.tokens.text.live_encoding import LiveEncoding
from workbench.widgets import wording
from workbench.widgets.controls import IconButton
from workbench.widgets.labels import Label
from workbench.widgets.look import theme
from workbench.widgets.token_view.layout.drifting import DriftMarks
from workbench.widgets.token_view.text import TokenTextView
from workbench.worker.messages.requests import new_request_id
from workbench.worker.replies import Ask, Reply

if TYPE_CHECKING:
    # Not at run time: drift is seldom asked for.
    from workbench.engine.judging.drift import Drift
    from workbench.worker.messages.comparing import DriftFound

QUIET_MILLISECONDS = 300  # after a text was encoded


class Drifting(QObject):
    """Marks drift under the ids, while that is switched on.

    Attributes:
        button: the switch, for the head of the panel. legend: what the marks mean and how many there are.

    """

    def __init__(
        self, view: TokenTextView, encoding: LiveEncoding, sizes: Sizes, ask: Ask, parent: QWidget
    ) -> None:
        super().__init__(parent)
        self._view, self._encoding, self._sizes, self._ask = view, encoding, sizes, ask
        self._reply = Reply()
        self.button = IconButton("drift", self.tr("Mark tokens that would not stay"), checkable=True)
        self.button.hide()
        self.legend = Label("", "small", "text2")
        self.legend.setWordWrap(True)
        self.legend.setContentsMargins(theme.PANEL_MARGIN, theme.SPACE_2, theme.PANEL_MARGIN, theme.SPACE_2)
        self.legend.hide()
        self._timer = QTimer(self, singleShot=True, interval=QUIET_MILLISECONDS)
        self._timer.timeout.connect(self._request)
        self.button.toggled.connect(lambda _: self.renew())
        view.text_changed.connect(lambda *_: self._forget())
        encoding.finished.connect(lambda *_: self.renew())

    def set_page(self, name: str) -> None:
        """Offer it where the ids are shown."""
        self.button.setVisible(name == "ids")
        self.renew()

    @property
    def is_on(self) -> bool:
        """Whether drift is to be shown."""
        return self.button.isChecked() and not self.button.isHidden()

    def renew(self) -> None:
        """Ask again soon, or hide the marks."""
        self._forget()
        self.legend.setVisible(self.is_on)
        if self.is_on:
            self.legend.setText(self.tr("Looking for drift…"))
            self._timer.start()

    def _forget(self) -> None:
        self._timer.stop()
        self._reply.abandon()
        if self._view.look.drift is not None:
            self._view.set_look(drift=None)

    def _request(self) -> None:
        from workbench.worker.messages.comparing import FindDrift  # here: as above

        handle, document = self._encoding.handle, self._view.document
        if handle is None or not len(document):
            self.legend.setText(self.tr("There is no text."))
            return
        own = self._encoding.choices
        specials = "none" if own.specials == "error" else own.specials
        request = FindDrift(
            new_request_id(), (handle,), document.parts(), specials, rule=own.rule, size=self._sizes.size,
            view="drift ids",
        )  # fmt: skip
        reply = self._reply = self._ask(request, shows_failure=True)
        reply.answered.connect(self._take)
        reply.tell(
            self,
            failed=lambda _: self.legend.setText(self.tr("The drift could not be computed.")),
            cancelled=lambda _: self.legend.setText(self.tr("Canceled.")),
        )

    def _take(self, answer: DriftFound) -> None:
        (drift,), (unlike,), (span,) = answer.drifts, answer.unlike, answer.unlike_bytes
        if drift is None:
            self.legend.setText(self.tr("The tokenizer cannot encode this text."))
            return
        marks = DriftMarks(drift.cuts.astype(np.int64), drift.word_ends.astype(np.int64), span)
        self._view.set_look(drift=marks)
        self.legend.setText(self._sentence(drift, answer.stable[0], unlike[0]))

    def _sentence(self, drift: Drift, is_stable: bool, first: int) -> str:
        rates = [(wording.number(drift.per_thousand(places), 1), wording.number(len(places)))
                 for places in (drift.cuts, drift.word_ends)]  # fmt: skip
        said = [
            self.tr("Bar: a text cut there has other ids ({n}, {rate} in 1,000 tokens).").format(
                n=rates[0][1], rate=rates[0][0]
            ),
            self.tr("Tick: a word ends inside a token ({n}, {rate} in 1,000).").format(
                n=rates[1][1], rate=rates[1][0]
            ),
            self.tr("Decoded and encoded again, the ids are the same.")
            if is_stable
            else self.tr("Decoded and encoded again, the ids differ from token {n} on (line above).").format(
                n=wording.number(first + 1)
            ),
        ]
        if drift.not_asked:
            n = drift.not_asked
            said.append(wording.plural(n, "%n place was not tried.", "%n places were not tried.", "Drifting"))
        return wording.sentences(*said)
