"""What saving goes through before a file has its name: the bytes, the card, and reading both back."""

from __future__ import annotations

import contextlib
import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from workbench.engine.base.blocks import BLOCK
from workbench.engine.base.chunked_arrays import numbers_of
from workbench.engine.base.errors import EngineError
from workbench.engine.base.pace import paced, paced_slices
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.sources import Source as ReadSource
from workbench.engine.encoding.roles import roles_of
from workbench.engine.encoding.score_tokenizer import control_tokens
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.score_merged import ScoreMergedBpe
from workbench.engine.splitting.split_patterns import pieces_of
from workbench.formats import card, overwriting, reading
from workbench.formats.assembly import Opened, join_parts
from workbench.formats.card import Card
from workbench.formats.files import atomic
from workbench.formats.format import Format, Parts, Source, Written

_LARGEST_BESIDE = 1 << 24  # bytes
_LEFT_OUT = ("leaves_out_normalizer", "run_c_keeps_spaces")  # how a text is normalized is not in the file


@dataclass(frozen=True, slots=True)
class Prepared:
    """A tokenizer about to be written.

    Attributes:
        name: the path as it was given, named in errors.
        target: the file that gets it: the end of its links.
        known: the format.
        written: the bytes.
        described: the card.
        files: (path, bytes) of everything, in the order in which they are renamed.
        paths: of all files that there will be, `name` first.
        like: path -> the file whose mode it gets: what is new, and the card, gets that of the target.

    """

    name: str
    target: str
    known: Format
    written: Written
    described: Card
    files: tuple[tuple[str, bytes], ...]
    paths: tuple[str, ...]
    like: Mapping[str, str]


def prepare(
    tokenizer: Tokenizer,
    name: str,
    known: Format,
    record: Mapping[str, object] | None = None,
    trial: bool = False,
    *,
    read: Sequence[ReadSource | int] = (),
    overwrite: bool = False,
) -> Prepared:
    """Return the bytes of all files; nothing is written.

    Args:
        tokenizer: what is to be saved.
        name: the path of the file.
        known: the format.
        record: how it was trained, for the card; None takes the tokenizer's own.
        trial: also where the format would give other ids, to see where they part.
        read: what was read for it in addition to what its record names: none of these is replaced.
        overwrite: files next to it that are not its own are replaced.

    Raises:
        EngineError: the format cannot hold it, or the path cannot be written to or not be replaced.

    """
    target = atomic.target_of(name)
    reading.refuse_to_replace(target)
    try:
        written = written_by(known, tokenizer, trial)
    except EngineError as fault:
        raise fault.in_file(name) from fault
    companions = _companions(target, written)
    if target in companions:
        raise EngineError("save_name_taken", file=name, format=known.title)
    card_path = card.card_path(target)
    training = tokenizer.record if record is None else record
    overwriting.refuse_read((target, *companions, card_path), [*read, *overwriting.read_for(training)])
    if not overwrite:
        _refuse_foreign(name, target, companions)
    described = _describe(tokenizer, known, written.data, _sha256(written.data), training)
    files = _in_order(target, written.data, companions, described)
    like = {file: target for file, _ in files if file == files[0][0] or not os.path.exists(file)}
    return Prepared(
        name,
        target,
        known=known,
        written=written,
        described=described,
        files=files,
        paths=(name, *companions, card_path),
        like=like,
    )


def _companions(target: str, written: Written) -> dict[str, bytes]:
    """Return the files that go next to the one that is written, by their paths."""
    stem, folder = os.path.splitext(target)[0], os.path.dirname(target)
    sidecars = {f"{stem}{suffix}": data for suffix, data in written.sidecars.items()}
    return sidecars | {os.path.join(folder, file): data for file, data in written.companions.items()}


def _in_order(
    target: str, data: bytes, companions: Mapping[str, bytes], described: Card
) -> tuple[tuple[str, bytes], ...]:
    """Return (path, bytes) of all files in the order in which they are renamed.

    The first card knows both files, so that whichever a crash leaves finds its own; the file itself comes
    after what is next to it, and once it is there the card is tidied.
    """
    before, card_path = _previous(target), card.card_path(target)
    both = replace(described, previous=before)
    files = [(card_path, card.to_bytes(both)), *companions.items(), (target, data)]
    if before is not None:
        files.append((card_path, card.to_bytes(described)))
    return tuple((atomic.target_of(file), data) for file, data in files)


def _refuse_foreign(name: str, target: str, companions: Mapping[str, bytes]) -> None:
    try:
        with atomic.alone_in(
            os.path.dirname(target)
        ):  # else a file may be there whose card comes in a moment
            overwriting.refuse_foreign(target, companions)
    except EngineError as fault:
        raise fault.in_file(name) from fault


def written_by(known: Format, tokenizer: Tokenizer, trial: bool = False) -> Written:
    """Return what a format writes of a tokenizer; raises EngineError where it cannot store the tokenizer."""
    if known.write is None:
        raise EngineError("format_read_only", format=known.title)
    if tokenizer.pre_tokenizer.name == "unknown":
        tokenizer.pre_tokenizer.split(b"")  # raises an error naming the file that was read
    judged = known.fit(tokenizer)
    if judged.level == "cannot" or (judged.level == "other_ids" and not trial):
        loss = judged.losses[0]
        raise EngineError(loss.code, file=None, place=None, **loss.facts)
    return known.write(tokenizer)


def check(tokenizer: Tokenizer, prepared: Prepared) -> Parts:
    """Read back what is about to be written, and return it; raises EngineError where it is something else."""
    known = prepared.known
    try:
        again = _read_again(prepared)
        same = _same_tokens(tokenizer, again)
    except EngineError as fault:
        raise fault.in_file(prepared.name) from fault
    if again.whole:
        same = same and pieces_of(again.pattern) == pieces_of(tokenizer.pre_tokenizer.pattern)
        specials = control_tokens(tokenizer.model, tokenizer.special_tokens)
        same = same and control_tokens(tokenizer.model, again.special_tokens) == specials
    if not same and known.fit(tokenizer).level != "other_ids":
        raise EngineError("read_back_differs", file=prepared.name, format=known.title)
    return again


def refuse_older(prepared: Prepared) -> None:
    """Raise "save_beside_other" where older files in the folder would be taken for this tokenizer's."""
    if not _older_beside(prepared):
        return
    try:
        again = _read_again(prepared)
    except EngineError as fault:
        raise fault.in_file(prepared.name) from fault
    if again.splitter is not None:
        again.splitter.close()


def _read_again(prepared: Prepared) -> Parts:
    """Return what the format reads from the bytes it wrote, with its companion files next to the file.

    Raises:
        EngineError: "save_beside_other", where older files in the folder would be taken for this tokenizer's.

    """
    written = prepared.written
    if not written.companions and not prepared.known.neighbors:
        source = Source(prepared.target, written.data, prepared.described.sha256)
        return prepared.known.read(source)
    again = _read_beside(prepared, written.companions)
    older = _older_beside(prepared)
    if older:
        other = _read_beside(prepared, {**older, **written.companions})
        if other.splitter is not None:
            other.splitter.close()
        if (other.framing, other.chat_template) != (again.framing, again.chat_template):
            raise EngineError("save_beside_other", names=", ".join(older))
    return again


def _read_beside(prepared: Prepared, companions: Mapping[str, bytes]) -> Parts:
    with atomic.folder_beside(prepared.target) as folder:
        for file, data in companions.items():
            Path(folder, file).write_bytes(data)
        path = os.path.join(folder, os.path.basename(prepared.target))
        Path(path).write_bytes(prepared.written.data)
        Path(card.card_path(path)).write_bytes(card.to_bytes(prepared.described))
        source = Source(path, prepared.written.data, prepared.described.sha256)
        return prepared.known.read(source)


def _older_beside(prepared: Prepared) -> dict[str, bytes]:
    """Return the files of the folder that the format reads too and that are not written now."""
    older: dict[str, bytes] = {}
    for name in prepared.known.neighbors:
        path = os.path.join(os.path.dirname(prepared.target), name)
        if name not in prepared.written.companions and os.path.isfile(path):
            with contextlib.suppress(OSError), open(path, "rb") as file:
                older[name] = file.read(_LARGEST_BESIDE)
    return older


def _same_tokens(tokenizer: Tokenizer, again: Parts) -> bool:
    """Return whether the tokens are the same; a special one may be an ordinary one besides, or not."""
    specials = np.unique(np.fromiter(tokenizer.special_tokens.values(), np.uint32))
    ids = np.setdiff1d(tokenizer.model.ids, specials, assume_unique=True)
    same = np.array_equal(np.setdiff1d(again.model.ids, specials, assume_unique=True), ids)
    return same and all(
        again.model.token_bytes(i) == tokenizer.model.token_bytes(i) for i in paced(numbers_of(ids))
    )


def reopened(prepared: Prepared, again: Parts, child: Child | None = None) -> Opened:
    """Return the tokenizer that a program makes of the file, with what it leaves open taken from the card.

    Of scores it makes what its own rule makes of them: llama2.c cannot follow SentencePiece's.
    """
    source = Source(prepared.target, prepared.written.data, prepared.described.sha256, child)
    described = prepared.described
    if isinstance(again.model, ScoreMergedBpe):
        described = replace(described, normalizer="identity")
    return join_parts(source, prepared.known, again, described)


def _sha256(data: bytes) -> str:
    digest = hashlib.sha256()
    for part in paced_slices(len(data), BLOCK):
        digest.update(memoryview(data)[part])
    return digest.hexdigest()


def _describe(
    tokenizer: Tokenizer, known: Format, data: bytes, sha256: str, record: Mapping[str, object] | None
) -> Card:
    splitter, framing = tokenizer.pre_tokenizer, tokenizer.framing
    normalizer = card.normalizer_entry(tokenizer.normalizer)
    if any(loss.code in _LEFT_OUT for loss in known.fit(tokenizer).losses):
        normalizer = "identity"  # else it would be read by a rule that is neither's
    return Card(
        sha256,
        len(data),
        n_tokens=len(tokenizer.model.ids),
        format=known.name,
        name=tokenizer.name,
        pattern_name=splitter.name,
        pattern=splitter.pattern,
        special_tokens=tokenizer.special_tokens,
        training=record,
        normalizer=normalizer,
        roles=roles_of(tokenizer),
        adds=tuple(
            name for name, adds in (("bos", framing.adds_before), ("eos", framing.adds_after)) if adds
        ),
        context=framing.context,
        chat_template=tokenizer.chat_template,
    )


def _previous(target: str) -> Card | None:
    """Return the card of the file that is about to be replaced, a bare one if it has none."""
    if not os.path.exists(target):
        return None
    try:
        sha256 = reading.read(target).sha256
    except EngineError:
        return None  # it may be replaced, but it is no tokenizer that a card could help
    try:
        data = reading.read(card.card_path(target), card.LARGEST_CARD).data
        own = card.from_bytes(data).of(sha256)
    except ValueError:
        own = None
    return Card(sha256, bare=True) if own is None else replace(own, previous=None)
