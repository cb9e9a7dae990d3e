"""Which requests of a lane go before which, and which running ones may wait for them.

By the names of their classes: modules that no request needs are not imported.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.worker.jobs.text_part import size_of

if TYPE_CHECKING:
    from workbench.worker.messages.text import Encode

# The user has clicked a word, or drags, and looks.
_SHORT = ("Explain", "TellToken", "ShowPipeline", "CutSizes")
_LONG = ("CountSizes",)  # what is computed in addition to the tokens of a text

# In the jobs lane, the first before the next. What others go before only reads.
_JOBS: tuple[tuple[str, ...], ...] = (
    ("PreviewSource", "LookAtFiles"),  # the user has clicked a source, or sees its files, and looks
    (),  # all others
    ("ListFiles",),  # goes on while its first files are looked at
    ("ListVocab",),  # nothing waits for it
    ("MeasureCorpus", "EncodeSet", "CountFiles"),  # read a whole corpus
)
# What ends something that the user has begun: files of theirs, and what the program holds.
_ENDING = (
    "SaveTokenizer", "RenameTokenizer", "CloseTokenizer", "ExportVocab", "Export", "EncodeFile", "WriteFile",
    "Fetch", "DiscardRun", "SaveComparison", "SaveSessionFile",
)  # fmt: skip
LONGEST_REST_SECONDS = 3.0  # of a vocabulary's listing while the user is active: much depends on it


def goes_before_job(request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
    """Return whether a request of the jobs lane is met before one that came earlier."""
    return _turn_of_job(request) < _turn_of_job(other)


def _turn_of_job(request: object) -> int:
    return next((turn for turn, kinds in enumerate(_JOBS) if _kind(request) in kinds), 1)


def makes_useless(request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
    """Return whether an earlier request of the jobs lane need not be met any more."""
    if _kind(request) in {"PreviewSource", "LookAtFiles", "ListFiles"}:
        return type(other) is type(request)  # only what is clicked or seen last is looked at
    if _kind(request) == "CloseTokenizer":
        return _kind(other) == "ListVocab" and other.handle == request.handle
    return False


def must_end(request: object) -> bool:
    """Return whether a request is met even where all else is given up."""
    return _kind(request) in _ENDING


def goes_before(request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
    """Return whether a request is met before one that came earlier."""
    return _turn(request) < _turn(other)


def may_rest(request: object, seconds: float = 0.0) -> bool:
    """Return whether a request is background work by now; it pauses while the user is active."""
    if _kind(request) == "ListVocab":
        return seconds < LONGEST_REST_SECONDS
    return _kind(request) in _LONG


def is_partial(request: Encode) -> bool:
    """Return whether only some of a text is to be encoded, as after an edit."""
    return request.stale not in (None, ((0, size_of(request.text)),))


def outdates(request: Any, other: Any) -> bool:  # noqa: ANN401 - any request class of messages
    """Return whether an earlier request asks for something of a text that has been edited since."""
    if _kind(request) != "Encode" or _kind(other) not in {"CountSizes", "CutSizes"}:
        return False
    return is_partial(request) and other.text is not request.text


def may_wait(request: object) -> bool:
    """Return whether another request may be met while this one is half done."""
    return _kind(request) in {"Encode", "CountSizes", "CutSizes"}


def _turn(request: object) -> int:
    if _kind(request) in _SHORT:
        return 0
    return 2 if _kind(request) in _LONG else 1


def _kind(request: object) -> str:
    return type(request).__name__
