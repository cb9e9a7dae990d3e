"""The files of a checkpoint: what a training run needs to be taken up again after any end.

A folder holds, as files of hashed blocks (`hashed_blocks`):
- `run-000001.log`, a *generation*: a block of JSON with the plan of the run and, once the text has been
  counted, the hashes of the corpus and of its pieces; then blocks of merges, int32 pairs, little-endian.
  Merges are only ever appended. Now and then, and whenever a run is taken up, a new generation is begun,
  which holds all merges so far; of the older ones the last is kept.
- `pieces.bin`, the counted pieces, written once: a block of JSON with their number and sizes, then the
  arrays in chunks.
- `lock`, held by the run while it goes on, so that nothing takes it for one that was interrupted.

A file gets its name only when it is whole and on the disk, so that a crash leaves the old state or the new;
an append that a crash has cut short is dropped. The same plan, text and merges give the same bytes.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from workbench.engine.base.errors import EngineError
from workbench.engine.base.kept_json import from_json
from workbench.engine.base.pace import point
from workbench.engine.counting.piece_counts import CountedPieces, Dropped
from workbench.formats.files.atomic import open_own, save_error, sync_folder
from workbench.formats.files.hashed_blocks import Blocks, Cut, Damaged, OtherVersion

try:
    import fcntl
except ImportError:  # Windows: there a file that is open cannot be removed, which serves as well
    fcntl = None  # type: ignore[assignment]

VERSION = 1
PIECES = "pieces.bin"
LOCK = "lock"
PORTION = 1 << 20  # bytes of a block of pieces
_GENERATION = re.compile(r"run-(\d{6,12})\.log")
_UNFINISHED = ".unfinished"
RESULT_INDEX = "result.index"  # of a tokenizer that was not saved; its files begin alike (`api.results`)
_PAIR = np.dtype("<i4")

Header = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Generation:
    """What one generation holds.

    Attributes:
        number: the higher, the newer.
        header: its JSON, {} where that cannot be read.
        merges: int64[m, 2], trainer's symbols, as far as its blocks are whole.
        fault: "" or what is wrong with it: "damaged", "version", or "cut" where nothing can be used.

    """

    number: int
    header: Header
    merges: NDArray[np.int64]
    fault: str = ""

    @property
    def is_usable(self) -> bool:
        """Whether a run can be taken up from it, be it from an earlier merge than the last."""
        return bool(self.header)


@dataclass(slots=True)
class LogWriter:
    """The newest generation, to which merges are appended.

    Attributes:
        number: of the generation.

    """

    number: int
    _blocks: Blocks
    _file: BinaryIO = field(repr=False)

    def append(self, merges: NDArray[np.integer]) -> None:
        """Write merges (m, 2) and wait until they are on the disk; raises OSError."""
        data = merges.astype(_PAIR).tobytes()
        before, after = self._blocks.sealed(data)
        _write(self._file, before + data + after)
        os.fsync(self._file.fileno())

    def close(self) -> None:
        """Close the file."""
        self._file.close()


def log_blocks() -> Blocks:
    """Return what reads or writes the blocks of a generation."""
    return Blocks("tokenizer-workbench training log", VERSION)


def piece_blocks() -> Blocks:
    """Return what reads or writes the blocks of the pieces."""
    return Blocks("tokenizer-workbench counted pieces", VERSION)


# --- generations ----------------------------------------------------------------------------------------


def generations(folder: str) -> list[int]:
    """Return the numbers of the generations in a folder, the newest first."""
    with contextlib.suppress(OSError):
        matches = [_GENERATION.fullmatch(name) for name in os.listdir(folder)]
        return sorted((int(match[1]) for match in matches if match), reverse=True)
    return []


def generation_path(folder: str, number: int) -> str:
    """Return where a generation is."""
    return os.path.join(folder, f"run-{number:06d}.log")


def read_generation(folder: str, number: int) -> Generation:
    """Return what a generation holds, as far as it can be read; it never raises for its content."""
    fault, header = "", {}
    parts: list[NDArray[np.int32]] = []
    try:
        with Path(generation_path(folder, number)).open("rb") as file:
            blocks = log_blocks().read(file)
            header = _json(next(blocks, b""))
            parts.extend(_pairs(block) for block in blocks)
    except Cut:
        fault = "" if header else "cut"
    except (Damaged, OSError, ValueError) as error:
        fault = "version" if isinstance(error, OtherVersion) else "damaged"
    merges = np.concatenate(parts) if parts else np.zeros((0, 2), np.int32)
    return Generation(number, header, merges.astype(np.int64), fault)


def _json(block: bytes) -> dict[str, Any]:
    """Return the object of a block; raises ValueError."""
    header = from_json(block)
    if not isinstance(header, dict) or not isinstance(header.get("plan"), dict):
        raise Damaged
    return header


def _pairs(block: bytes) -> NDArray[np.int32]:
    if len(block) % (2 * _PAIR.itemsize):
        raise Damaged
    return np.frombuffer(block, _PAIR).reshape(-1, 2)


def write_generation(folder: str, number: int, header: Header, merges: NDArray[np.integer]) -> LogWriter:
    """Write a new generation of `merges` (m, 2) whole; return it, open to be appended to; raises OSError."""
    blocks = log_blocks()
    path = generation_path(folder, number)
    text = json.dumps(header, sort_keys=True, allow_nan=False).encode()
    parts = [text, merges.astype(_PAIR).tobytes()] if len(merges) else [text]
    # Stays open: only one that was renamed may be written to.
    file = Path(path + _UNFINISHED).open("wb", buffering=0)  # noqa: SIM115
    try:
        _write(file, blocks.beginning())
        for data in parts:
            for part in _sealed(blocks, data):
                _write(file, part)
        os.fsync(file.fileno())
        os.replace(path + _UNFINISHED, path)
        sync_folder(folder)
    except BaseException:
        file.close()
        raise
    return LogWriter(number, blocks, file)


def remove_generations(folder: str, numbers: Sequence[int]) -> None:
    """Remove generations; raises OSError."""
    for number in numbers:
        os.unlink(generation_path(folder, number))


def _sealed(blocks: Blocks, data: bytes | memoryview) -> tuple[bytes | memoryview, ...]:
    before, after = blocks.sealed(data)
    return before, data, after


def _write(file: BinaryIO, data: bytes | memoryview) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[file.write(rest) :]


# --- pieces ---------------------------------------------------------------------------------------------


def write_pieces(folder: str, counted: CountedPieces) -> None:
    """Write the counted pieces; raises OSError."""
    path = os.path.join(folder, PIECES)
    blocks = piece_blocks()
    facts = {
        "n_pieces": len(counted),
        "n_bytes": len(counted.blob),
        "lost": counted.lost,
        "dropped": list(astuple(counted.dropped)),
    }
    with Path(path + _UNFINISHED).open("wb", buffering=0) as file:
        _write(file, blocks.beginning())
        for data in _parts(json.dumps({"plan": facts}).encode(), counted):
            for part in _sealed(blocks, data):
                _write(file, part)
            point()
        os.fsync(file.fileno())
        os.replace(path + _UNFINISHED, path)
    sync_folder(folder)


def _parts(head: bytes, counted: CountedPieces) -> Iterator[bytes | memoryview]:
    yield head
    for part in (counted.ends.astype("<u8", copy=False), counted.counts.astype("<i8", copy=False)):
        yield from _cut(_bytes_of(np.ascontiguousarray(part)))
    yield from _cut(memoryview(counted.blob))


def _bytes_of(array: NDArray[Any]) -> memoryview:
    return array.data.cast("B") if len(array) else memoryview(b"")


def _cut(data: memoryview) -> Iterator[memoryview]:
    for start in range(0, len(data), PORTION):
        yield data[start : start + PORTION]


def read_pieces(folder: str) -> CountedPieces | None:
    """Return the pieces; None if they are not whole."""
    try:
        with Path(folder, PIECES).open("rb") as file:
            blocks = piece_blocks().read(file)
            facts = _json(next(blocks, b""))["plan"]
            n_pieces, n_bytes, lost = (int(facts[name]) for name in ("n_pieces", "n_bytes", "lost"))
            dropped = Dropped(*map(int, facts["dropped"]))
            if 16 * n_pieces + n_bytes > os.fstat(file.fileno()).st_size:
                return None
            ends, counts = np.empty(n_pieces, "<u8"), np.empty(n_pieces, "<i8")
            blob = bytearray(n_bytes)
            _fill([_bytes_of(ends), _bytes_of(counts), memoryview(blob)], blocks)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return CountedPieces(bytes(blob), ends.astype(np.uint64), counts.astype(np.int64), lost, dropped)


def _fill(views: list[memoryview], blocks: Iterator[bytes]) -> None:
    """Put the bytes of all blocks into `views`, in order; raises ValueError where they do not fit."""
    for view in views:
        at = 0
        while at < len(view):
            block = next(blocks, None)
            if block is None:
                raise Cut
            if len(block) > len(view) - at:
                raise Damaged
            view[at : at + len(block)] = block
            at += len(block)
            point()
    if next(blocks, None) is not None:
        raise Damaged


# --- the folder -----------------------------------------------------------------------------------------


def hold(folder: str, name: str = LOCK, in_use: str = "checkpoint_in_use") -> BinaryIO:
    """Make the folder, if it is not there, and return its lock, held until it is closed.

    `name` is that of the lock, `in_use` the code of the error where another process holds the lock.

    Raises:
        EngineError: `in_use`, "own_file_is_link", or what `atomic.save_error` makes of a fault.

    """
    while True:
        try:
            os.makedirs(folder, exist_ok=True)
            file = open(Path(folder, name), "ab", opener=open_own)  # noqa: SIM115  # held open on purpose
        except OSError as fault:
            place = folder if os.path.isdir(folder) else fault.filename or folder
            raise save_error(place, fault, 0) from fault
        if fcntl is None:
            return file
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as fault:
            file.close()
            raise EngineError(in_use, file=folder) from fault
        if os.fstat(file.fileno()).st_nlink:
            return file
        file.close()  # removed by the one that held it, in the moment before it was locked


def is_held(folder: str) -> bool:
    """Return whether a run that goes on, in this program or another, holds a folder."""
    if fcntl is None:
        return False
    try:
        with open(Path(folder, LOCK), "rb", opener=open_own) as file:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except (OSError, EngineError):
        return True
    return False


def remove_leftovers(folder: str) -> None:
    """Remove files that a killed run had not finished; raises OSError."""
    for name in os.listdir(folder):
        if name.endswith(_UNFINISHED):
            os.unlink(os.path.join(folder, name))


def discard(folder: str) -> None:
    """Remove a checkpoint and a result, the folder too if nothing else is in it; what cannot go stays.

    The index of a result goes first: without it there is nothing to be opened.
    """
    with contextlib.suppress(OSError):
        names = [name for name in os.listdir(folder) if name.startswith("result.")]
        _unlink(folder, [RESULT_INDEX, *names])
    discard_run(folder)
    _unlink(folder, [LOCK])
    with contextlib.suppress(OSError):
        os.rmdir(folder)


def discard_run(folder: str) -> None:
    """Remove what a run is taken up from; the generations go first: without them there is nothing."""
    names = [Path(generation_path(folder, number)).name for number in generations(folder)]
    with contextlib.suppress(OSError):
        names += [name for name in os.listdir(folder) if name.endswith(_UNFINISHED)]
    _unlink(folder, [*names, PIECES])


def _unlink(folder: str, names: Sequence[str]) -> None:
    for name in names:
        with contextlib.suppress(OSError):
            os.unlink(os.path.join(folder, name))
