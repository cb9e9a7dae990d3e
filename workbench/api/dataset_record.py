"""The record of a data set, `dataset.json` in its folder, and of one that is not finished.

`dataset.json` names the tokenizer by hash, the type of the ids, the splits with their shards and counts, and
the sources with their files. Nothing in it changes from one run to the next. While the set is written, what
is whole is in `dataset.unfinished.json`, from which a later run continues, and `dataset.lock` is
held.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any

from workbench.api.comparing import fingerprint
from workbench.api.encoded_files import highest_id
from workbench.api.files import read_bytes, write_file
from workbench.engine.base.errors import EngineError
from workbench.engine.base.kept_json import from_json
from workbench.engine.base.phrases import PARTS_OF_A_SET
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.sources import Source, TextSource, options_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.formats import checkpoint_files
from workbench.formats.id_files import dtype_of, header_of
from workbench.formats.token_shards import Shard
from workbench.formats.training_record import source_plan

RECORD, UNFINISHED, LOCK = "dataset.json", "dataset.unfinished.json", "dataset.lock"


@dataclass(slots=True)
class Split:
    """What is written of a split.

    Attributes:
        shards: those that are whole.
        n_documents: that have ended in them.
        n_inside: ids in them of the document that goes on after them.
        n_bytes: of the text of these documents.
        digest: SHA-256 in hex, of the documents' SHA-256 one after the other.
        hashes_documents: otherwise it is that of their text, with 0xFF after each: so in sets that were begun
            by versions up to 0.2.
        as_text: special tokens that were in it and were encoded as text, with how often.
        replaced: bytes of the text that became U+FFFD.
        sources: what was read, at the end; see `formats.training_record.source_record`.
        is_whole: all of it is written.

    """

    shards: list[Shard] = field(default_factory=list)
    n_documents: int = 0
    n_inside: int = 0
    n_bytes: int = 0
    digest: str = ""
    hashes_documents: bool = False
    as_text: dict[str, int] = field(default_factory=dict)
    replaced: int = 0
    sources: list[Mapping[str, object]] = field(default_factory=list)
    is_whole: bool = False

    @property
    def n_ids(self) -> int:
        """Ids in the shards."""
        return sum(shard.n_ids for shard in self.shards)


@dataclass(frozen=True, slots=True)
class Dataset:
    """A finished data set.

    Attributes:
        folder: where it is.
        splits: "train", and "val" where documents are held out.
        record: the content of `dataset.json`.
        left_out: the files that could not be read in this run.

    """

    folder: str
    splits: Mapping[str, Split]
    record: Mapping[str, Any]
    left_out: tuple[Skipped, ...] = ()


def set_identity(
    tokenizer: Tokenizer, form: str, limit: int, framing: tuple[Sequence[int], Sequence[int]],
    allowed: frozenset[str], sources: Sequence[Source],
) -> dict[str, Any]:  # fmt: skip
    """Return what decides the bytes of a set, the content of the sources apart."""
    dtype = dtype_of(form)
    sha256 = fingerprint(tokenizer)
    return {
        "tokenizer": {"name": tokenizer.name, "sha256": sha256, "n_vocab": highest_id(tokenizer) + 1},
        "format": form,
        **({"dtype": dtype, "header_bytes": len(header_of(form, 0))} if dtype else {}),
        "ids_per_shard": limit,
        "before_document": list(map(int, framing[0])),
        "after_document": list(map(int, framing[1])),
        "special_tokens_taken": sorted(allowed),
        "sources": [source_plan(source) for source in sources],
        "seeds": sorted({options_of(each).seed for each in sources if not isinstance(each, TextSource)})
        or [0],
    }


@contextlib.contextmanager
def alone_in(folder: str) -> Iterator[None]:
    """Create the folder and keep others, also other processes, from writing a set to it meanwhile.

    The folder is removed if it stays empty.

    Raises:
        EngineError: "dataset_in_use", another does; or it cannot be created.

    """
    with checkpoint_files.hold(folder, LOCK, "dataset_in_use"):
        try:
            yield
        finally:
            with contextlib.suppress(OSError):
                os.unlink(os.path.join(folder, LOCK))
                os.rmdir(folder)


def finished_set(folder: str, identity: Mapping[str, Any], splits: Mapping[str, Split]) -> Dataset:
    """Write the record of a set, remove that of the unfinished one, and return it; raises EngineError."""
    record = {**identity, "splits": {name: _plain(split) for name, split in splits.items()}}
    _write(folder, RECORD, record)
    os.unlink(os.path.join(folder, UNFINISHED))
    return Dataset(folder, splits, record)


def keep(folder: str, identity: Mapping[str, Any], splits: Mapping[str, Split]) -> None:
    """Write down what is whole so far; raises EngineError."""
    kept = {name: _kept(split) for name, split in splits.items()}
    _write(folder, UNFINISHED, {"identity": identity, "splits": kept})


def forget_empty(folder: str, splits: Mapping[str, Split]) -> None:
    """Remove the record of an unfinished set that has no shard yet: there is nothing to continue."""
    if not any(split.shards for split in splits.values()):
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(folder, UNFINISHED))


def begun_set(folder: str, identity: Mapping[str, Any], resume: bool) -> dict[str, Split] | Dataset:
    """Return the splits of the unfinished set in a folder, none where nothing is there; or the finished set.

    Raises:
        EngineError: "dataset_exists", "dataset_unfinished" without `resume`; "dataset_differs" where it is
            another set; "dataset_damaged".

    """
    if os.path.lexists(os.path.join(folder, RECORD)):
        if not resume:
            raise EngineError("dataset_exists", file=folder)
        record = _read(folder, RECORD)
        _same(folder, identity, record)
        return Dataset(folder, {name: _split(each) for name, each in record["splits"].items()}, record)
    if not os.path.lexists(os.path.join(folder, UNFINISHED)):
        return {}
    if not resume:
        raise EngineError("dataset_unfinished", file=folder)
    kept = _read(folder, UNFINISHED)
    _same(folder, identity, kept["identity"])
    splits = {name: _split(each) for name, each in kept["splits"].items()}
    for shard in (shard for split in splits.values() for shard in split.shards):
        path = os.path.join(folder, shard.file)
        if not os.path.isfile(path) or os.path.getsize(path) != shard.n_bytes:
            raise EngineError("dataset_damaged", file=path, reason="the shard is missing or was changed")
    return splits


def _same(folder: str, identity: Mapping[str, Any], kept: Mapping[str, Any]) -> None:
    for name, value in identity.items():
        if kept.get(name) != value:
            part = "held_out" if _held_out_alone(value, kept.get(name)) else name
            raise EngineError("dataset_differs", file=folder, what=PARTS_OF_A_SET[part])


def _held_out_alone(plans: object, others: object) -> bool:
    """Return whether the plans of sources are those of others but for the share that is held out."""
    return isinstance(plans, list) and isinstance(others, list) and _whole(plans) == _whole(others)


def _whole(plans: list[object]) -> list[dict[str, object]]:
    return [
        {**(plan if isinstance(plan, dict) else {"path": plan}), "held_out": 0}  # a path alone is a str
        for plan in plans
    ]


def _kept(split: Split) -> dict[str, Any]:
    """Return a split as plain values; `asdict` would copy the sources, each file by itself."""
    plain = {each.name: getattr(split, each.name) for each in fields(split)}
    return {**plain, "shards": list(map(asdict, split.shards))}


def _plain(split: Split) -> dict[str, Any]:
    """Return a split for the record."""
    return {
        "ids": split.n_ids,
        "documents": split.n_documents,
        "text_bytes": split.n_bytes,
        "documents_sha256" if split.hashes_documents else "text_sha256": split.digest,
        "special_tokens_as_text": split.as_text,
        "replaced_bytes": split.replaced,
        "shards": [
            {"file": each.file, "ids": each.n_ids, "bytes": each.n_bytes, "sha256": each.sha256}
            for each in split.shards
        ],
        "sources": list(split.sources),
    }


def _split(kept: Mapping[str, Any]) -> Split:
    """Return a split from `_kept`, or from `_plain`."""
    if "ids" not in kept:
        return Split(**{**kept, "shards": [Shard(**each) for each in kept["shards"]]})
    shards = [Shard(each["file"], each["ids"], each["bytes"], each["sha256"]) for each in kept["shards"]]
    return Split(
        shards,
        kept["documents"],
        n_bytes=kept["text_bytes"],
        digest=kept.get("documents_sha256") or kept["text_sha256"],
        hashes_documents="documents_sha256" in kept,
        as_text=kept["special_tokens_as_text"],
        replaced=kept["replaced_bytes"],
        sources=kept["sources"],
        is_whole=True,
    )


def _write(folder: str, name: str, record: Mapping[str, Any]) -> None:
    write_file(os.path.join(folder, name), f"{_lines(record)}\n".encode("utf-8", "backslashreplace"))


def _lines(value: object, before: str = "\n") -> str:
    """Return a value as JSON, a line for what holds no others; `json` indents in ten times as long."""
    within, nested = f"{before} ", (dict, list)
    if isinstance(value, dict) and any(isinstance(each, nested) for each in value.values()):
        some = [f"{within}{_json(name)}: {_lines(each, within)}" for name, each in value.items()]
        return f"{{{','.join(some)}{before}}}"
    if isinstance(value, list) and any(isinstance(each, nested) for each in value):
        return f"[{','.join(within + _lines(each, within) for each in value)}{before}]"
    return _json(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _read(folder: str, name: str) -> dict[str, Any]:
    path = os.path.join(folder, name)
    try:
        record = from_json(b"".join(read_bytes(path)))
        splits = record["splits"]
        for each in splits.values():
            _split(each)
    except EngineError:
        raise
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        reason = f"it is no record of a data set ({type(error).__name__})"
        raise EngineError("dataset_damaged", file=path, reason=reason) from error
    return dict(record)
