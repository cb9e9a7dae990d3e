"""All tokenizer files that are known, and the two ways through: opening, by content, and saving.

Names of files and of their cards are those at the end of a symbolic link (`formats.atomic`).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, overload

from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats import reading
from workbench.formats.assembly import Opened as Opened
from workbench.formats.assembly import card_of, join_parts
from workbench.formats.files import atomic
from workbench.formats.format import Format, Notice, Parts, Source
from workbench.formats.minbpe import format as minbpe_model

if TYPE_CHECKING:
    from workbench.engine.corpus.sources import Source as ReadSource


class _Formats(Sequence[Format]):
    """Formats, each imported when it is its turn: a file is opened without those after its own."""

    def __init__(self, folders: Sequence[str]) -> None:
        self._folders = folders

    def __len__(self) -> int:
        return len(self._folders)

    @overload
    def __getitem__(self, at: int) -> Format: ...

    @overload
    def __getitem__(self, at: slice) -> Sequence[Format]: ...

    def __getitem__(self, at: int | slice) -> Format | Sequence[Format]:
        if isinstance(at, slice):
            return _Formats(self._folders[at])
        known: Format = import_module(f"workbench.formats.{self._folders[at]}.format").FORMAT
        return known


FORMATS: Sequence[Format] = _Formats(
    (
        "minbpe", "clip", "tiktoken", "llama2c", "sentencepiece", "gguf", "hugging_face", "gpt2", "tekken",
        "nanochat", "bert",
    )
)  # fmt: skip

_HEAD = 4096  # bytes looked at to recognize a file


def format_named(name: str) -> Format:
    """Return a format by its name; raises EngineError naming the choices."""
    for known in FORMATS:
        if known.name == name:
            return known
    choices = ", ".join(f"{known.name} ({known.title})" for known in FORMATS if known.write)
    raise EngineError("format_unknown", name=name, choices=choices)


# --- opening ------------------------------------------------------------------------------------


def is_tokenizer_file(path: str | os.PathLike[str]) -> bool:
    """Return whether a file begins as a tokenizer of a known format; False if it cannot be read."""
    try:
        head = reading.head(os.fspath(path), _HEAD)
    except EngineError:
        return False
    return minbpe_model.is_vocab(head) or any(known.sniff(head) for known in FORMATS)


def open_file(path: str | os.PathLike[str], child: Child | None = None, anyway: bool = False) -> Opened:
    """Open a tokenizer file, recognized by its content.

    Args:
        path: of the file.
        child: where a pattern that is not a published one is run; without it one is started when
            the first text is split.
        anyway: open JSON however large, with half of the machine's memory.

    Raises:
        EngineError: naming file, line or byte, cause and remedy; nothing has been loaded then.

    """
    name = os.fspath(path)
    return _opened(replace(reading.read(name, anyway=anyway), child=child))


def open_data(name: str, data: bytes) -> Opened:
    """Open what a tokenizer file holds like `open_file`; errors give `name`."""
    return _opened(Source(name, data, hashlib.sha256(data).hexdigest()))


def _opened(source: Source) -> Opened:
    if minbpe_model.is_vocab(source.data[:_HEAD]):
        return _open_vocab(source, source.child)
    known = _recognized(source)
    parts = known.read(source)
    own_card, notices = card_of(source, known, parts)
    if known is minbpe_model.FORMAT and own_card is None and not notices and not parts.cut:
        notices = _vocab_notice(source, parts)
    return join_parts(source, known, parts, own_card, notices)


def _recognized(source: Source) -> Format:
    """Return the format of a file: by content, and by suffix where the content leaves it open."""
    if not source.data:
        raise EngineError("file_empty", file=source.path)
    head = source.data[:_HEAD]
    for known in FORMATS:
        if known.sniff(head):
            return known
    kind = reading.foreign_kind(head)
    if kind:
        raise EngineError("file_foreign", file=source.path, kind=kind, choices=_titles())
    for known in FORMATS:
        # A text may be anything, whatever it is called.
        if known.suffix != ".txt" and source.path.lower().endswith(known.suffix):
            return known
    raise EngineError("file_unknown", file=source.path, choices=_titles())


def _titles() -> str:
    return ", ".join(f"{known.title} ({known.suffix})" for known in FORMATS)


def _open_vocab(source: Source, child: Child | None) -> Opened:
    """Open the `.model` next to a `.vocab`, if its vocabulary is what the `.vocab` shows."""
    model_path = f"{os.path.splitext(source.path)[0]}.model"
    if os.path.isfile(model_path):
        opened = open_file(model_path, child)
        shown = minbpe_model.vocab_text(opened.tokenizer)
        if shown == source.data.replace(b"\r\n", b"\n"):
            notice = Notice("notice_vocab", {"model": model_path})
            return replace(opened, path=source.path, notices=(*opened.notices, notice))
    raise EngineError("vocab_is_for_people", file=source.path, model=os.path.basename(model_path))


def _vocab_notice(source: Source, parts: Parts) -> tuple[Notice, ...]:
    """Return what there is to say of a `.model` of minbpe's, which has no end mark.

    It may be cut: it has fewer merges than the `.vocab` next to it, or nothing next to it tells how many.
    """
    vocab_path = f"{os.path.splitext(source.path)[0]}.vocab"
    merges = len(parts.model.ids) - 256
    try:
        shown = minbpe_model.shown_merges(reading.read(vocab_path).data)
    except EngineError:
        return (Notice("notice_no_end_mark", {"merges": merges}),)
    if shown <= merges:
        return ()
    return (Notice("notice_vocab_longer", {"merges": merges, "shown": shown, "vocab": vocab_path}),)


# --- saving -------------------------------------------------------------------------------------


def save_file(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format_name: str | None = None,
    record: Mapping[str, object] | None = None,
    *,
    overwrite: bool = False,
    anyway: bool = False,
) -> tuple[str, ...]:
    """Write a tokenizer to a file, its card next to it; return the paths of all files written, `path` first.

    Args:
        tokenizer: what is saved.
        path: replaced if it is there; links are followed, the mode is kept.
        format_name: name of a format, or None for the one that the suffix names.
        record: how it was trained, for the card; None takes the tokenizer's own.
        overwrite: files next to it that are not its own are replaced (`overwriting`).
        anyway: also where the format gives other ids (`Fit.level`).

    Raises:
        EngineError: the format is unknown or cannot hold the tokenizer, or the files cannot be
            written, or one of them was read for it; what was there before is unchanged then.

    """
    from workbench.formats import staging  # here: opening does without

    name = os.fspath(path)
    known = format_for(name, format_name, tokenizer)
    prepared = staging.prepare(tokenizer, name, known, record, trial=anyway, overwrite=overwrite)
    again = staging.check(tokenizer, prepared)
    if again.splitter is not None:
        again.splitter.close()
    atomic.write(prepared.files, prepared.like)
    return prepared.paths


def writable_as(tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return the names of the formats that can hold a tokenizer without changing an id."""
    return tuple(
        known.name
        for known in FORMATS
        if known.write is not None and known.fit(tokenizer).level in ("whole", "part")
    )


def check_target(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format_name: str | None = None,
    read: Sequence[ReadSource] = (),
    overwrite: bool = False,
    anyway: bool = False,
) -> None:
    """Raise the EngineError that saving would raise for the format, the folder, and what a file can hold.

    `read` and `overwrite` are as in `staging.prepare`, `anyway` as in `save_file`.
    """
    from workbench.formats import staging  # here: as above

    name = os.fspath(path)
    known = format_for(name, format_name, tokenizer)
    staging.refuse_older(
        staging.prepare(tokenizer, name, known, trial=anyway, read=read, overwrite=overwrite)
    )


def format_for(path: str, format_name: str | None = None, tokenizer: Tokenizer | None = None) -> Format:
    """Return the format of a name or, without one, of a suffix.

    Of several formats with one suffix (`.model` is minbpe's and SentencePiece's) it is the first that can
    hold the tokenizer; of suffixes that end alike (`.json`, `tekken.json`) the longest.

    Raises:
        EngineError: naming the choices.

    """
    if format_name is not None:
        return format_named(format_name)
    ending = path.lower()
    matches = [known for known in FORMATS if known.write and ending.endswith(known.suffix)]
    if not matches:
        raise _suffix_error(path)
    longest = max(len(known.suffix) for known in matches)
    matches = [known for known in matches if len(known.suffix) == longest]
    if tokenizer is None or len(matches) == 1:
        return matches[0]
    # Not "cannot", but "other_ids": it refuses too, with the reason that concerns this tokenizer.
    ways = ("whole", "part", "other_ids", "cannot")
    return min(matches, key=lambda known: ways.index(known.fit(tokenizer).level))


def _suffix_error(path: str) -> EngineError:
    writable = [known for known in FORMATS if known.write is not None]
    choices = ", ".join(f"{known.suffix} ({known.name})" for known in writable)
    return EngineError("suffix_unknown", file=path, suffix=os.path.splitext(path)[1], choices=choices)
