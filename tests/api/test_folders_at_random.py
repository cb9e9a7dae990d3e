"""A folder at random, changing while it is read: all who read it go on, and leave out the same, once each.

`WORKBENCH_THOROUGH` walks ten times as far. A step that fails is told with its seed and what was done so far.
"""

from __future__ import annotations

import gzip
import os
import random
import shutil
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.engine.corpora import parquet
from workbench import api
from workbench.api.encoded_files import Plan, encode_to_file
from workbench.engine.base import pace
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.engine.corpus import listing, preview, scanning, sources
from workbench.engine.corpus.folder_files import Skipped
from workbench.engine.corpus.listing import file_batches, file_looks
from workbench.engine.corpus.parquet_documents import MEMORY
from workbench.engine.corpus.preview import preview_of
from workbench.engine.corpus.source_files import SourceFiles
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Reading
from workbench.engine.judging.survey import surveying
from workbench.formats.proof import texts

STEPS = 75 * (10 if os.environ.get("WORKBENCH_THOROUGH") else 1)
TEXT = "Über die Straße gehen viele Füße, and some words are plain.\n" * 8
NAMES = ("a.txt", "b.json", "c.csv", "d.zip", "e.gz", "f.parquet", ".hidden", "g", "h\n\udcff.txt", "i.zip")
FOLDERS = ("", "sub", "sub/deep", "other.zip")
SEEN = frozenset(
    {"empty_file", "hidden_file", "zip_encrypted", "zip_link", "zip_method", "zip_overlap"}
)  # why a member is left out, without a look into it
NOTHING = frozenset({"nothing_to_train_on", "all_text_left_out"})

LeftOut = list[tuple[str, str]]  # name below the folder, code
Reader = Callable[[str], LeftOut]


class Changing:
    """A folder and what happens to it."""

    def __init__(self, root: Path, dice: random.Random) -> None:
        self.root = root
        self.dice = dice
        self.done: list[str] = []
        self._contents = (
            TEXT.encode(), TEXT.encode("utf-16"), TEXT.encode("latin-1"), b"", b" \n", b"a\0b" * 40,
            b'{"text": "a value"}\n' * 9, b'id,text\n1,"one\ntwo"\n' * 9, b'text\n"open\n' * 9,
            gzip.compress(TEXT.encode()), gzip.compress(TEXT.encode())[:-30], gzip.compress(b"x")[:12],
            self._zip(), self._zip()[:-40], self._zip()[40:], b"PK\3\4", parquet(), parquet()[:-9],
            b"%PDF-1.7\n",
        )  # fmt: skip

    def _zip(self) -> bytes:
        path = self.root.parents[1] / "made"
        with zipfile.ZipFile(path, "w", self.dice.choice([zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])) as made:
            for name in ("one.txt", ".hidden", "sub/two.txt", "empty", "noise.bin", "in.zip"):
                made.writestr(
                    name, {"empty": b"", "noise.bin": b"\0" * 9, "in.zip": b"PK\3\4"}.get(name, TEXT)
                )
        return path.read_bytes()

    def is_in_a_file(self, name: str, suffix: str = ".zip") -> bool:
        """Tell whether a name is that of a member of a file that has another suffix."""
        files = [path for path in (self.root / name).parents if path.is_file()]
        return any(path.suffix != suffix for path in files)

    def is_broken_in_the_middle(self, name: str, code: str) -> bool:
        """Tell whether a file is a table of which the footer can be read, and what comes before it cannot."""
        if code != "parquet_broken":
            return False
        try:
            with (self.root / name).open("rb") as file:  # pyarrow takes no path that is not UTF-8
                pq.read_metadata(file)
        except (pa.ArrowInvalid, OSError):
            return False
        return True

    def change(self) -> None:
        """Do something to the folder; what is not possible just now is not done."""
        path = self.root / self.dice.choice(FOLDERS) / self.dice.choice(NAMES)
        act = self.dice.choice(
            [self._write] * 5 + [self._remove] * 2
            + [self._rename, self._grow, self._cut, self._folder, self._link, self._pipe, self._lock]
        )  # fmt: skip
        try:
            act(path)
            self.done.append(f"{act.__name__} {str(path)!r}")
        except OSError:
            pass

    def _write(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.is_fifo():  # writing to it would wait for a reader
            path.unlink()
        path.write_bytes(self.dice.choice(self._contents))

    def _remove(self, path: Path) -> None:
        path = self.dice.choice([path, path, path.parent])
        if path == self.root:
            return
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    def _rename(self, path: Path) -> None:
        path.rename(path.with_name(self.dice.choice(NAMES)))

    def _grow(self, path: Path) -> None:
        if path.is_file():
            with path.open("ab") as file:
                file.write(self.dice.choice(self._contents))

    def _cut(self, path: Path) -> None:
        os.truncate(path, self.dice.randrange(200)) if path.is_file() else None

    def _folder(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        path.mkdir(parents=True)
        (path / "a.txt").write_bytes(TEXT.encode())

    def _link(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        path.symlink_to(self.dice.choice([path.name, "..", "nowhere", str(self.root), "a.txt"]))

    def _pipe(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        os.mkfifo(path)

    def _lock(self, path: Path) -> None:
        if not path.is_symlink():  # which may be one out of the folder
            path.chmod(self.dice.choice([0, 0o700]))


class Shared(Child):
    """One for all: to start one takes as long as all the rest of a step."""

    def close(self) -> None:
        pass

    def end(self) -> None:
        super().close()


@pytest.fixture
def _one_child(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    child = Shared(MEMORY)
    for module in (listing, preview, scanning, sources, texts):
        monkeypatch.setattr(module, "Child", lambda _: child)
    yield
    child.end()


# --- all who read a folder ------------------------------------------------------------------------------


def _named(folder: str, skipped: list[Skipped]) -> LeftOut:
    files = SourceFiles(SourceOptions(folder))
    return [(files.name_of(each.path), each.code) for each in skipped]


def read(folder: str) -> LeftOut:
    reading = Reading([SourceOptions(folder)])
    for _ in reading.read():
        pace.point()
    return _named(folder, reading.skipped)


def surveyed(folder: str) -> LeftOut:
    steps = surveying([SourceOptions(folder)])
    while True:
        try:
            next(steps)
        except StopIteration as end:
            (source,) = end.value.sources
            codes = {code for code, _, _ in source.skipped}
            return [(name, code) for code, name in source.files if code in codes]
        pace.point()


def proved(folder: str) -> LeftOut:
    skipped: list[Skipped] = []
    for _ in texts.stretches([SourceOptions(folder)], skipped, []):
        pace.point()
    return _named(folder, skipped)


def trained(folder: str) -> LeftOut:
    run = api.TrainingRun([SourceOptions(folder)], api.Options(vocab_size=260))
    try:
        for _ in run.steps():
            pace.point()
    except EngineError as error:
        if error.code not in NOTHING and run.reading.n_read:
            raise
    return _named(folder, run.reading.skipped)


def encoded(folder: str) -> LeftOut:
    reading = Reading([SourceOptions(folder)])
    tokenizer = api.open_sample().tokenizer
    try:
        for _ in encode_to_file(tokenizer, reading, str(Path(folder).parents[1] / "ids"), Plan("u32")):
            pace.point()
    except EngineError:
        if reading.n_read:
            raise
    return _named(folder, reading.skipped)


def scanned(folder: str) -> LeftOut:
    found = api.scan(folder)
    assert found.problem in ("", "no_text_found")
    return _named(folder, list(found.skipped))


def listed(folder: str) -> LeftOut:
    """The list of the corpus panel, and a look at each file: what is out by its name and by its look."""
    names, reasons = [], []
    for portion in file_batches(SourceOptions(folder)):
        names += portion.names
        reasons += portion.reasons
        pace.point()
    assert len(names) == len(set(names))
    out = dict(zip(names, reasons, strict=True))
    for item in file_looks(SourceOptions(folder), [name for name in names if not out[name]]):
        out[item[0]] = "" if item[2] is None else item[2].code
        pace.point()
    return [(name, code) for name, code in out.items() if code]


def estimated(folder: str) -> LeftOut:
    try:
        for found in api.estimating([SourceOptions(folder)], api.Options(vocab_size=260)):
            if isinstance(found, api.Estimate):
                return [
                    (SourceFiles(SourceOptions(folder)).name_of(path), code) for path, code in found.left_out
                ]
            pace.point()
    except EngineError as error:
        if error.file == folder:
            raise
    return []


def previewed(folder: str) -> LeftOut:
    names = sorted(os.listdir(folder))
    for name in ["", *names[:3]]:
        try:
            preview_of(SourceOptions(folder), file=name)
        except EngineError:
            continue
    return []


READERS: tuple[Reader, ...] = (read, surveyed, proved, trained, encoded, scanned, listed)
PARTLY: tuple[Reader, ...] = (estimated, previewed)
RARELY = (surveyed,)  # half a second each time, for the tables of scripts
CHOSEN = tuple((some, [1 if each in RARELY else 5 for each in some]) for some in (READERS + PARTLY, READERS))


def is_seen(reader: Reader, folder: Changing, name: str, code: str) -> bool:
    """Return whether a reader that only looks at files can tell why one of them is left out."""
    if reader in (listed, scanned) and folder.is_broken_in_the_middle(name, code):
        return False  # they read no more of a table than its footer
    if reader is listed:  # which opens no file to see whether it is an archive by another name
        return not folder.is_in_a_file(name)
    return reader is not scanned or code in SEEN or not folder.is_in_a_file(name, "none")


def ended(reader: Reader, folder: str, between: Iterator[None]) -> LeftOut:
    """Return what a reader leaves out, something happening at each of its points."""
    with pace.hooked(lambda: next(between, None)):
        return reader(folder)


@pytest.mark.usefixtures("_one_child")
@pytest.mark.parametrize("seed", range(4))
def test_a_folder_that_changes_while_it_is_read(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    folder = Changing(tmp_path / "around" / "folder", dice)
    folder.root.mkdir(parents=True)

    def meanwhile() -> Iterator[None]:
        while True:
            if dice.random() < 0.2:
                folder.change()
            yield

    for step in range(STEPS):
        for _ in range(dice.randrange(1, 5)):
            folder.change()
        reader, again = (dice.choices(some, weights)[0] for some, weights in CHOSEN)
        try:
            if step % 2:
                found = ended(reader, str(folder.root), meanwhile())
                assert max(Counter(found).values(), default=1) == 1, found
            else:
                expected, found = (each(str(folder.root)) for each in (read, again))
                expected = [row for row in expected if is_seen(again, folder, *row)]
                assert sorted(set(found) ^ set(expected)) == []
                assert len(dict(found)) == len(found)
        except Exception as error:
            error.add_note(
                f"seed {seed}, step {step}, {reader.__name__}, {again.__name__}: {folder.done[-12:]}"
            )
            raise
