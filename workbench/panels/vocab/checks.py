"""What is found once of a tokenizer and kept: health, error bars, where its tokens came from."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QObject, Signal

from workbench.panels.vocab.counting import Work
from workbench.worker.messages.judging import GroupTokens, JudgeTokens, TokensGrouped
from workbench.worker.messages.origins import FindErrorBars, FindOrigins, OriginsFound
from workbench.worker.messages.requests import new_request_id
from workbench.worker.messages.tokenizers import TokenizerInfo
from workbench.worker.replies import Ask


class Finding(Work):
    """What is found of one tokenizer.

    Attributes:
        result: the answer, None while there is none.
        is_checking: whether it is being found, and not only looked up among what was kept.

    """

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(ask, parent)
        self.result: Any = None
        self.is_checking = False

    def ask_for(self, request: object, take: Callable[[Any], None], checking: bool) -> None:
        """Send a request in place of the last one."""
        self._begin()
        self.is_checking = checking
        self._send(request, take)
        self.changed.emit()

    def end(self) -> None:
        """Give up: the tokenizer was closed."""
        self._begin()
        self.deleteLater()


class Check(QObject):
    """One kind of findings, for each tokenizer by itself: one goes on while the user looks at another.

    Attributes:
        now: those of the tokenizer in use.

    Signals:
        changed(): something of it is another.

    """

    changed = Signal()

    def __init__(self, ask: Ask, request: Callable[[int, bool], object], parent: QObject) -> None:
        """Take what makes the request for a handle, which may ask for kept results only."""
        super().__init__(parent)
        self._ask, self._request = ask, request
        self._works: dict[int, Finding] = {}
        self._handle = 0
        self._nothing = self.now = Finding(ask, self)

    @property
    def result(self) -> Any:  # noqa: ANN401 - the answer to the request
        """What was found of the tokenizer in use, None for nothing."""
        return self.now.result

    def want(self, handle: int) -> None:
        """Show what is known of a tokenizer, also what was found in another session; 0 for none."""
        if handle == self._handle:
            return
        self._handle = handle
        if not handle:
            self.now = self._nothing
        elif handle in self._works:
            self.now = self._works[handle]
        else:
            self.now = self._works[handle] = Finding(self._ask, self)
            self.now.changed.connect(self.changed)
            self._send(only_kept=True)
        self.changed.emit()

    def check(self) -> None:
        """Find it, unless that is under way."""
        if self._handle and not (self.now.is_under_way and self.now.is_checking):
            self._send(only_kept=False)

    def forget(self, handle: int) -> None:
        """Let go of what concerns a tokenizer that was closed."""
        work = self._works.pop(handle, None)
        if work is not None:
            work.end()
        if handle == self._handle:  # it may be taken back, and until then nothing is asked of it
            self._handle, self.now = 0, self._nothing

    def _send(self, only_kept: bool) -> None:
        self._send_request(self._request(self._handle, only_kept), not only_kept)

    def _send_request(self, request: object, checking: bool) -> None:
        work = self.now

        def _take(answer: Any) -> None:  # noqa: ANN401 - as of `result`
            if answer.is_known:
                work.result = self._joined(work.result, answer)
            work.changed.emit()

        work.ask_for(request, _take, checking)

    def _joined(self, before: Any, answer: Any) -> Any:  # noqa: ANN401
        return answer


class HealthCheck(Check):
    """The labels of the tokens.

    Attributes:
        grouped: the scripts of the tokenizer in use, None while they are not known.

    """

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(ask, lambda handle, kept: JudgeTokens(new_request_id(), handle, kept), parent)
        self._groups: dict[int, TokensGrouped] = {}
        self.grouped: TokensGrouped | None = None

    def want(self, handle: int) -> None:
        """Show what is known, and find the scripts."""
        if handle == self._handle:
            return
        self.grouped = self._groups.get(handle)
        super().want(handle)
        if self.grouped is None and handle:
            self._ask(GroupTokens(new_request_id(), handle)).answered.connect(self._take_groups)

    def forget(self, handle: int) -> None:
        """Let go of the scripts too."""
        super().forget(handle)
        self._groups.pop(handle, None)

    def _take_groups(self, answer: TokensGrouped) -> None:
        if answer.handle == self._handle:  # else it may be closed; asked for again when it is in use again
            self._groups[answer.handle] = self.grouped = answer
            self.changed.emit()


class OriginsCheck(Check):
    """Where the tokens came from.

    Signals:
        left_out(str): it is known what a source left out changes.

    """

    left_out = Signal(str)

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(
            ask, lambda handle, kept: FindOrigins(new_request_id(), handle, only_kept=kept), parent
        )
        self._source = ""
        self.changed.connect(self._note_left_out)

    def change(self, source: str) -> tuple[tuple[bytes, ...], tuple[bytes, ...]] | None:
        """Return the tokens that go and come without a source, None while that is not known."""
        changes = () if self.result is None else self.result.changes
        return next(((gone, come) for name, gone, come in changes if name == source), None)

    def leave_out(self, source: str) -> None:
        """Find which tokens go and come without a source, or say that it is known."""
        if self.change(source) is not None:
            self.left_out.emit(source)
        elif self._handle:
            self._source = source
            self._send_request(FindOrigins(new_request_id(), self._handle, (source,)), True)

    def _joined(self, before: OriginsFound | None, answer: OriginsFound) -> OriginsFound:
        known = {} if before is None else {change[0]: change for change in before.changes}
        known |= {change[0]: change for change in answer.changes}
        return replace(answer, changes=tuple(known.values()))

    def _note_left_out(self) -> None:
        """Say that what was asked for last has come."""
        if self._source and self.change(self._source) is not None:
            source, self._source = self._source, ""
            self.left_out.emit(source)


class Checks(QObject):
    """All that is found once of a tokenizer.

    Attributes:
        health: the labels of tokens.
        bars, origins: of a tokenizer that was trained here.
        trained: whether the one in use was.

    Signals:
        changed(): something of it is another.

    """

    changed = Signal()

    def __init__(self, ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self.trained = False
        self.health, self.origins = HealthCheck(ask, self), OriginsCheck(ask, self)
        self.bars = Check(
            ask, lambda handle, kept: FindErrorBars(new_request_id(), handle, kept), self
        )  # fmt: skip
        for check in self.each():
            check.changed.connect(self.changed)

    def each(self) -> tuple[Check, ...]:
        """Return them one by one."""
        return self.health, self.bars, self.origins

    def use(self, info: TokenizerInfo) -> None:
        """Note which tokenizer is in use; it is asked for where that is seen."""
        self.trained = info.trained

    def want(self, handle: int) -> None:
        """Show what is known of a tokenizer."""
        self.health.want(handle)
        for check in (self.bars, self.origins):
            check.want(handle if self.trained else 0)

    def forget(self, handle: int) -> None:
        """Let go of what concerns a tokenizer that was closed."""
        for check in self.each():
            check.forget(handle)
