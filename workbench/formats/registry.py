"""All tokenizer files that are known, and the two ways through: opening, by content, and saving.

Names of files and of their cards are those at the end of a symbolic link (`formats.atomic`).
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from workbench.engine.errors import EngineError
from workbench.engine.isolation import Child
from workbench.engine.pre_tokenizers import named
from workbench.engine.score_merged import ScoreMergedBpe
from workbench.engine.score_tokenizer import model_as_in_steps, score_tokenizer
from workbench.engine.tokenizer import Tokenizer
from workbench.formats import atomic, card, llama2c_bin, minbpe_model, reading, tiktoken_ranks
from workbench.formats.card import Card
from workbench.formats.format import Format, Notice, Parts, Source, Written
from workbench.formats.pattern_names import pattern_name

FORMATS: tuple[Format, ...] = (minbpe_model.FORMAT, tiktoken_ranks.FORMAT, llama2c_bin.FORMAT)

_HEAD = 4096  # bytes looked at to recognise a file
_SLICE = 8192  # tokens compared between two yields


@dataclass(frozen=True, slots=True)
class Opened:
    """A tokenizer read from a file.

    Attributes:
        tokenizer: it.
        format_name: name of the file's format.
        notices: what was tolerated or left out.

    """

    tokenizer: Tokenizer
    format_name: str
    notices: tuple[Notice, ...] = ()


def format_named(name: str) -> Format:
    """Return a format by its name; raises EngineError naming the choices."""
    for known in FORMATS:
        if known.name == name:
            return known
    raise EngineError("format_unknown", name=name, choices=", ".join(known.name for known in FORMATS))


# --- opening ------------------------------------------------------------------------------------


def open_file(path: str | os.PathLike[str], child: Child | None = None) -> Opened:
    """Open a tokenizer file, recognised by its content.

    Args:
        path: of the file.
        child: where a pattern that is not a published one is run; without it one is started when
            the first text is split.

    Raises:
        EngineError: naming file, line or byte, cause and remedy; nothing has been loaded then.

    """
    return next(opened for opened in open_steps(path, child) if opened is not None)


def open_steps(path: str | os.PathLike[str], child: Child | None = None) -> Iterator[Opened | None]:
    """Open as `open_file` in slices: yield None at least every 20 ms, at last the tokenizer."""
    name = os.fspath(path)
    source = replace((yield from reading.read_steps(name)), child=child)
    if minbpe_model.is_vocab(source.data[:_HEAD]):
        yield from _open_vocab_steps(source, child)
        return
    known = _recognised(source)
    parts = yield from known.read_steps(source)
    found, notices = yield from _card_steps(source, known, parts)
    if isinstance(parts.model, ScoreMergedBpe) and parts.splitter is None:
        yield (yield from _scored_steps(source, known, parts, parts.model, found, notices))
    else:
        yield _joined(source, known, parts, found, notices, child)


def _recognised(source: Source) -> Format:
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
        if source.path.lower().endswith(known.suffix):
            return known
    raise EngineError("file_unknown", file=source.path, choices=_titles())


def _titles() -> str:
    return ", ".join(f"{known.title} ({known.suffix})" for known in FORMATS)


def _open_vocab_steps(source: Source, child: Child | None) -> Iterator[Opened | None]:
    """Open the `.model` beside a `.vocab`, if its vocabulary is what the `.vocab` shows."""
    beside = f"{os.path.splitext(source.path)[0]}.model"
    for opened in open_steps(beside, child) if os.path.isfile(beside) else ():
        if opened is None:
            yield None
            continue
        shown = yield from minbpe_model.vocab_steps(opened.tokenizer)
        if shown == source.data.replace(b"\r\n", b"\n"):
            yield replace(opened, notices=(*opened.notices, Notice("notice_vocab", {"model": beside})))
            return
    raise EngineError("vocab_is_for_people", file=source.path, model=os.path.basename(beside))


def _card_steps(
    source: Source, known: Format, parts: Parts
) -> Generator[None, None, tuple[Card | None, tuple[Notice, ...]]]:
    """Return the card of a file if its hash agrees, and what there is to say of one that does not."""
    path = card.card_path(os.path.realpath(source.path))
    if not os.path.lexists(path):
        return None, ()
    try:
        data = (yield from reading.read_steps(path, card.LARGEST_CARD)).data
        found = card.from_bytes(data)
    except (EngineError, ValueError) as fault:
        reason = fault.cause if isinstance(fault, EngineError) else str(fault)
        return None, (Notice("notice_card_unreadable", {"card": path, "reason": reason}),)
    own = found.of(source.sha256)
    if own is not None:
        return (None if own.bare else own), ()
    if _is_cut(source, known, parts, found):
        n_tokens = len(parts.model.ids)
        raise EngineError(
            "file_cut",
            file=source.path,
            tokens=n_tokens,
            expected=found.n_tokens,
            card=os.path.basename(path),
        )
    return None, (Notice("notice_card_other_file", {"card": path}),)


def _is_cut(source: Source, known: Format, parts: Parts, found: Card) -> bool:
    """Tell whether a file looks like the first part of the one that its card describes."""
    if found.format != known.name or len(source.data) >= found.n_bytes:
        return False
    if parts.whole and (parts.pattern, dict(parts.special_tokens)) != (found.pattern, found.special_tokens):
        return False
    return parts.cut or len(parts.model.ids) < found.n_tokens


def _joined(
    source: Source,
    known: Format,
    parts: Parts,
    found: Card | None,
    notices: tuple[Notice, ...],
    child: Child | None,
) -> Opened:
    """Make the tokenizer of what the file says and, where the format leaves it open, what the card says."""
    notices = parts.notices + notices
    name, pattern, specials = parts.pattern_name, parts.pattern, parts.special_tokens
    if found is not None and not parts.whole:
        name, pattern, specials = pattern_name(found.pattern), found.pattern, found.special_tokens
    elif name is None:
        notices += (Notice("notice_pattern_unknown"),)
        name = "none"
    try:
        tokenizer = Tokenizer(
            parts.model,
            parts.splitter or named(name, pattern, child),
            specials,
            (found.name if found else "") or parts.name or _stem(source.path),
            found.training if found else None,
            parts.normalizer,
            parts.framing,
            parts.chat_template,
        )
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    return Opened(tokenizer, known.name, notices)


def _scored_steps(
    source: Source,
    known: Format,
    parts: Parts,
    model: ScoreMergedBpe,
    found: Card | None,
    notices: tuple[Notice, ...],
) -> Generator[None, None, Opened]:
    """Make the tokenizer of a file with scores, by the rule that the card says, or else the file."""
    if found is not None and found.normalizer != "identity":
        model = yield from model_as_in_steps(model, found.normalizer)
    name = (found.name if found else "") or parts.name or _stem(source.path)
    try:
        tokenizer = score_tokenizer(
            model, parts.special_tokens, name, found.training if found else None, parts.framing
        )
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    return Opened(tokenizer, known.name, parts.notices + notices)


def _stem(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]


# --- saving -------------------------------------------------------------------------------------


def save_file(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format: str | None = None,
    record: Mapping[str, object] | None = None,
) -> tuple[str, ...]:
    """Write a tokenizer to a file, its card beside it; return the paths of all files written, `path` first.

    Args:
        tokenizer: what is saved.
        path: replaced if it is there; links are followed, the mode is kept.
        format: name of a format, or None for the one that the suffix names.
        record: how it was trained, for the card; None takes the tokenizer's own.

    Raises:
        EngineError: the format is unknown or cannot hold the tokenizer, or the files cannot be
            written; what was there before is unchanged then.

    """
    return next(files for files in save_steps(tokenizer, path, format, record) if files is not None)


def save_steps(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format: str | None = None,
    record: Mapping[str, object] | None = None,
) -> Iterator[tuple[str, ...] | None]:
    """Save as `save_file` in slices: yield None at least every 20 ms but for the disk, at last the paths."""
    name = os.fspath(path)
    known = format_for(name, format)
    target = atomic.target_of(name)
    try:
        written = yield from _written_steps(tokenizer, known)
        yield from _check_steps(tokenizer, known, target, written)
    except EngineError as fault:
        raise fault.in_file(name) from fault
    beside = {f"{os.path.splitext(target)[0]}{suffix}": data for suffix, data in written.beside.items()}
    beside |= {os.path.join(os.path.dirname(target), file): data for file, data in written.companions.items()}
    if target in beside:
        raise _suffix_error(name)
    described = _describe(tokenizer, known, written.data, record)
    before = yield from _previous_steps(target)
    card_path = card.card_path(target)
    # The first card knows both files, so that whichever a crash leaves finds its own; the file
    # itself comes after what is beside it, and once it is there the card is tidied.
    both = replace(described, previous=before)
    files = [(card_path, card.to_bytes(both)), *beside.items(), (target, written.data)]
    if before is not None:
        files.append((card_path, card.to_bytes(described)))
    yield from atomic.write_steps([(atomic.target_of(file), data) for file, data in files])
    yield (name, *beside, card_path)


def _written_steps(tokenizer: Tokenizer, known: Format) -> Generator[None, None, Written]:
    """Return what a format writes of a tokenizer; raises EngineError where it cannot hold it."""
    if known.write_steps is None:
        raise EngineError("format_read_only", format=known.title)
    judged = known.fit(tokenizer)
    if judged.level == "cannot":
        loss = judged.losses[0]
        raise EngineError(loss.code, file=None, place=None, **loss.facts)
    return (yield from known.write_steps(tokenizer))


def writable_as(tokenizer: Tokenizer) -> tuple[str, ...]:
    """Return the names of the formats that can hold a tokenizer without changing an id."""
    return tuple(
        known.name
        for known in FORMATS
        if known.write_steps is not None and known.fit(tokenizer).level in ("whole", "part")
    )


def check_target(tokenizer: Tokenizer, path: str | os.PathLike[str], format: str | None = None) -> None:
    """Raise the EngineError that saving would raise for the format, the folder, and what a file can hold."""
    name = os.fspath(path)
    known = format_for(name, format)
    atomic.target_of(name)
    try:
        for _ in _written_steps(tokenizer, known):
            pass
    except EngineError as fault:
        raise fault.in_file(name) from fault


def format_for(path: str, format: str | None = None) -> Format:
    """Return the format of a name or, without one, of a suffix; raises EngineError naming the choices."""
    if format is not None:
        return format_named(format)
    for known in FORMATS:
        if path.lower().endswith(known.suffix):
            return known
    raise _suffix_error(path)


def _suffix_error(path: str) -> EngineError:
    choices = ", ".join(f"{known.suffix} ({known.name})" for known in FORMATS)
    return EngineError("suffix_unknown", file=path, suffix=os.path.splitext(path)[1], choices=choices)


def _check_steps(
    tokenizer: Tokenizer, known: Format, path: str, written: Written
) -> Generator[None, None, None]:
    """Read back what is about to be written; raises EngineError where it is another tokenizer."""
    again = yield from known.read_steps(Source(path, written.data, ""))
    yield
    ids = tokenizer.model.ids
    same = np.array_equal(again.model.ids, ids)
    for start in range(0, len(ids) if same else 0, _SLICE):
        part = ids[start : start + _SLICE].tolist()
        same = same and all(again.model.token_bytes(i) == tokenizer.model.token_bytes(i) for i in part)
        yield
    if again.whole:
        same = same and again.pattern == tokenizer.pre_tokenizer.pattern
        same = same and dict(again.special_tokens) == dict(tokenizer.special_tokens)
    if not same:
        raise EngineError("read_back_differs", format=known.title)


def _describe(tokenizer: Tokenizer, known: Format, data: bytes, record: Mapping[str, object] | None) -> Card:
    splitter = tokenizer.pre_tokenizer
    return Card(
        hashlib.sha256(data).hexdigest(),
        len(data),
        len(tokenizer.model.ids),
        known.name,
        tokenizer.name,
        splitter.name,
        splitter.pattern,
        tokenizer.special_tokens,
        tokenizer.record if record is None else record,
        normalizer="identity" if tokenizer.normalizer is None else tokenizer.normalizer.name,
    )


def _previous_steps(target: str) -> Generator[None, None, Card | None]:
    """Return the card of the file that is about to be replaced, a bare one if it has none."""
    if not os.path.exists(target):
        return None
    try:
        sha256 = (yield from reading.read_steps(target)).sha256
    except EngineError:
        return None  # it may be replaced, but it is no tokenizer that a card could help
    try:
        data = (yield from reading.read_steps(card.card_path(target), card.LARGEST_CARD)).data
        own = card.from_bytes(data).of(sha256)
    except (EngineError, ValueError):
        own = None
    return Card(sha256, bare=True) if own is None else replace(own, previous=None)
