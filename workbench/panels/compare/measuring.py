"""Requests the measures of the compared tokenizers, and keeps the results, also of canceled requests."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from PySide6.QtCore import QObject, Signal

from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.judging.measuring import Row
from workbench.widgets.token_view.document.document import Document
from workbench.worker.messages.comparing import Compare, Compared, MeasuredRow
from workbench.worker.messages.requests import Failed, JobProgress, new_request_id
from workbench.worker.replies import Ask, Reply

_KEPT = 8
Sources = tuple[str | SourceOptions, ...]


@dataclass
class Result:
    """The measures of tokenizers on some text.

    Attributes:
        handles: the tokenizers, the reference first.
        names: theirs, for a report.
        rows: in the order of arrival.
        compared: the complete answer, None before the end.
        failed: why it failed, or None.
        cancelled: whether it was canceled.

    """

    handles: tuple[int, ...]
    names: tuple[str, ...] = ()
    rows: list[Row] = field(default_factory=list)
    compared: Compared | None = None
    failed: Failed | None = None
    cancelled: bool = False

    @property
    def is_complete(self) -> bool:
        """Whether nothing more will come, and it was not canceled."""
        return self.compared is not None or self.failed is not None

    def total(self) -> dict[int, Row]:
        """Return the rows over all sources, by the tokenizer's place, as far as they exist."""
        sources = list(dict.fromkeys(row.source for row in self.rows))
        if "" not in sources and len(sources) != 1:
            return {}
        shown = "" if "" in sources else sources[0]
        return {row.tokenizer: row for row in self.rows if row.source == shown}

    def by_source(self) -> dict[str, dict[int, Row]]:
        """Return the rows of each source, by the tokenizer's place."""
        rows: dict[str, dict[int, Row]] = {}
        for row in self.rows:
            if row.source:
                rows.setdefault(row.source, {})[row.tokenizer] = row
        return rows


class Measuring(QObject):
    """Measures the open text, the corpus, or its held-out part.

    Attributes:
        scope: "text", "corpus" or "held_out".
        stamps: of the files of the corpus; others ask for another result.
        result: the shown result, None before the first request.
        progress: (done, total) of the running request, in bytes.

    Signals:
        changed(): any of these has changed.

    """

    changed = Signal()

    def __init__(self, document: Document, sources: Callable[[], Sources], ask: Ask, parent: QObject) -> None:
        super().__init__(parent)
        self._document, self._sources, self._ask = document, sources, ask
        self._reply = Reply()
        self._kept: dict[object, Result] = {}  # the last used at the end
        self._key: object = None
        self._names: tuple[str, ...] = ()
        self.scope = "text"
        self.stamps: tuple[object, ...] = ()
        self.result: Result | None = None
        self.progress = (0, 0)

    @property
    def is_under_way(self) -> bool:
        """Whether a request is running."""
        return self._reply.is_waiting

    @property
    def of_this_text(self) -> Result | None:
        """The complete result for the open text as it is now, or None."""
        result = self._kept.get(("text", () if self.result is None else self.result.handles,
                                self._document.revision))  # fmt: skip
        return result if result is not None and result.compared is not None else None

    @property
    def has_text(self) -> bool:
        """Whether there is text to measure."""
        return bool(self._read() if self.scope != "text" else len(self._document))

    @property
    def n_sources(self) -> int:
        """How many sources the scope has, 1 for the text."""
        return 1 if self.scope == "text" else len(self._read())

    def _read(self) -> Sources:
        """Return the sources of the scope, whole or only their held-out parts."""
        sources: list[str | SourceOptions] = []
        for source in self._sources():
            held_out = source.held_out if isinstance(source, SourceOptions) else 0.0
            if not isinstance(source, SourceOptions) or not held_out:
                sources += [source] if self.scope == "corpus" else []
            elif self.scope == "corpus":
                sources.append(replace(source, held_out=0.0))
            else:
                sources.append(replace(source, only_held_out=True))
        return tuple(sources)

    def why_empty(self) -> str:
        """Return why there is nothing to show, and what to do."""
        if self.has_text:
            return self.tr("Open or train a second tokenizer to compare.")
        if self.scope == "text":
            return self.tr("There is no text: type or open one under Inspect.")
        if self.scope == "held_out" and self._sources():
            return self.tr("No share of the corpus is held out: set “Held-out share” under Train.")
        return self.tr("The corpus is empty: add files to it under Train.")

    def want(self, handles: Sequence[int], names: Sequence[str], again: bool = False) -> None:
        """Show the result for tokenizers; request it if there is none, or with `again` after a cancel.

        Other `names` need another answer, which costs nothing: what was measured is kept. One that is on its
        way goes on, and is asked for once more when it is there.
        """
        self._names = tuple(names)
        of: object = (self._read(), self.stamps) if self.scope != "text" else self._document.revision
        key = (self.scope, tuple(handles), of)
        known = self._kept.get(key)
        if known is not None and known.is_complete and known.names != tuple(names):
            known = None
        if key == self._key and known is not None and not again:
            return
        self._reply.abandon()
        self._key = key
        if len(handles) < 2 or not self.has_text:
            self.result = None
        elif known is not None and not again and (known.is_complete or known.cancelled):
            self.result = known
        else:
            self.result = self._kept[key] = Result(tuple(handles), tuple(names))
            self._ask_for(self.result)
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        self.changed.emit()

    def forget(self, handle: int) -> None:
        """Drop the results of a closed tokenizer, with its token counts."""
        self._kept = {key: kept for key, kept in self._kept.items() if handle not in kept.handles}

    def _ask_for(self, result: Result) -> None:
        self.progress = (0, 0)
        request_id = new_request_id()
        if self.scope != "text":
            request = Compare(request_id, result.handles, names=result.names, sources=self._read())
        else:
            request = Compare(
                request_id, result.handles, names=result.names, text=self._document.parts(),
                name=self.tr("this text"),
            )  # fmt: skip
        reply = self._reply = self._ask(request, shows_failure=True)
        take = partial(self._take, result)
        reply.tell(self, progressed=take, answered=take, failed=take, cancelled=lambda _: take(None))

    def _take(self, result: Result, message: object) -> None:
        if isinstance(message, JobProgress):
            self.progress = message.done, message.total
        elif isinstance(message, MeasuredRow):
            result.rows.append(message.row)
        elif isinstance(message, Compared):
            result.compared = message
            if result is self.result and result.names != self._names:
                self.want(result.handles, self._names)
                return
        elif isinstance(message, Failed):
            result.failed = message
        else:
            result.cancelled = True
        self.changed.emit()

    def cancel(self) -> None:
        """Cancel the request; finished rows stay."""
        self._reply.cancel()
