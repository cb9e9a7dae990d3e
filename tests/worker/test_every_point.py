"""Every job given up at its first point, its second, and so on: nothing is left behind, and others go on.

A job of a lane goes from point to point by `step`; with no time left it stops at each.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import threading
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from workbench import api
from workbench.engine.adapting.changes import Add, Cut
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.training.options import Options
from workbench.worker.jobs import starting
from workbench.worker.jobs.job import ENDED
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.adapting import LookAtDraft, MakeDraft, ReadTokenList
from workbench.worker.messages.chat import ChatMessage, FindTurnDrift, RenderChat
from workbench.worker.messages.comparing import (
    Align,
    AskSame,
    Compare,
    CompareVocabularies,
    CountNumbers,
    FindCauses,
    FindDrift,
    SaveComparison,
)
from workbench.worker.messages.corpus import ListFiles, LookAtFiles, MeasureCorpus, PreviewSource, ScanSources
from workbench.worker.messages.datasets import CountFiles, EncodeSet
from workbench.worker.messages.explaining import Explain
from workbench.worker.messages.export import Export, ListTargets
from workbench.worker.messages.files import DecodeFile, EncodeFile, SortPaths, WriteFile
from workbench.worker.messages.finding import FindText, ReplaceText
from workbench.worker.messages.judging import CountTokens, FindUses, GroupTokens, JudgeTokens, MatchTokens
from workbench.worker.messages.lab import (
    ComparePieces,
    MeasurePattern,
    ReadPatternText,
    RepairPattern,
    SplitByPattern,
)
from workbench.worker.messages.licenses import ListLicenses
from workbench.worker.messages.origins import FindErrorBars, FindOrigins
from workbench.worker.messages.pipeline import ShowPipeline
from workbench.worker.messages.published import Fetch, ListPublished
from workbench.worker.messages.requests import Failed
from workbench.worker.messages.session_files import OpenSessionFile, SaveSessionFile
from workbench.worker.messages.sizes import CountSizes, CutSizes, FindWordSize
from workbench.worker.messages.text import Decode, Encode, ReadText
from workbench.worker.messages.tokenizers import (
    CloseTokenizer,
    ExportVocab,
    ListVocab,
    OpenTokenizer,
    RenameTokenizer,
    SaveTokenizer,
    TellToken,
)
from workbench.worker.messages.training import (
    DiscardRun,
    EstimateTraining,
    FindInterrupted,
    OpenResult,
    ReadRecord,
    ReadTemplate,
    Train,
)

LINE = "An old house, 1234 doors: Straße, 日本語, नमस्ते.\n"
TEXT = (LINE * 40).encode()
FIRST, BETWEEN, LAST = 8, 4, 8  # points


@dataclass(frozen=True)
class World:
    """What the requests are about.

    Attributes:
        folder: with what is read; made: with what may be written.
        handle, other: of two open tokenizers.

    """

    folder: Path
    made: Path
    handle: int
    other: int

    def source(self, **options: Any) -> SourceOptions:
        """Return the corpus."""
        return SourceOptions(str(self.folder), **options)


@pytest.fixture
def world(store: Store, tmp_path: Path) -> World:
    folder, made = tmp_path / "corpus", tmp_path / "made"
    folder.mkdir()
    made.mkdir()
    (folder / "a.txt").write_bytes(TEXT)
    (folder / "b.txt.gz").write_bytes(gzip.compress(TEXT))
    (folder / "broken.txt.gz").write_bytes(gzip.compress(TEXT)[:-20])
    (folder / "c.csv").write_text("id,text\n" + "".join(f'{n},"{LINE.strip()}"\n' for n in range(30)))
    (folder / "d.jsonl").write_text("".join(json.dumps({"text": LINE}) + "\n" for _ in range(30)))
    with zipfile.ZipFile(folder / "e.zip", "w") as archive:
        archive.writestr("x.txt", TEXT)
        archive.writestr("y.csv", "id,text\n1,one\n")
    (tmp_path / "ids.json").write_text("[72, 101, 300]")
    api.save_file(api.open_sample().tokenizer, str(tmp_path / "tokenizer.json"), "hf")
    sample = api.open_sample()
    smaller = api.Opened(sample.tokenizer.at_vocab_size(400), None, "")
    return World(folder, made, store.add(sample, "Sample").handle, store.add(smaller, "Smaller").handle)


def _data_set(world: World) -> Path:
    return world.made / "set"


_DOCUMENTS = np.array([[0, len(TEXT)]], np.uint64)
_PIECES = np.array([[start, start + 2] for start in range(0, len(TEXT), 2)], np.uint64)
_SMALL = Options(vocab_size=300)
_CHANGES = (Cut(1000), Add((" doors",)))

REQUESTS: dict[type, Callable[[World], Any]] = {
    OpenTokenizer: lambda world: OpenTokenizer(1, str(world.folder.parent / "tokenizer.json")),
    SaveTokenizer: lambda world: SaveTokenizer(1, world.handle, str(world.made / "saved.model")),
    ListLicenses: lambda world: ListLicenses(1),
    RenameTokenizer: lambda world: RenameTokenizer(1, world.handle, "Another"),
    CloseTokenizer: lambda world: CloseTokenizer(1, 10_000),
    ListVocab: lambda world: ListVocab(1, world.handle),
    ExportVocab: lambda world: ExportVocab(1, world.handle, str(world.made / "vocab.csv"), "csv"),
    ReadText: lambda world: ReadText(1, str(world.folder / "a.txt")),
    ListFiles: lambda world: ListFiles(1, world.source()),
    LookAtFiles: lambda world: LookAtFiles(1, world.source(), ("a.txt", "c.csv", "broken.txt.gz")),
    ScanSources: lambda world: ScanSources(1, (str(world.folder),)),
    MeasureCorpus: lambda world: MeasureCorpus(1, (world.source(clean=("nfc",)),)),
    PreviewSource: lambda world: PreviewSource(1, world.source(clean=("html",))),
    SortPaths: lambda world: SortPaths(1, tuple(map(str, sorted(world.folder.iterdir())))),
    EstimateTraining: lambda world: EstimateTraining(1, (world.source(),), _SMALL),
    FindInterrupted: lambda world: FindInterrupted(1, str(world.made)),
    DiscardRun: lambda world: DiscardRun(1, str(world.made / "none")),
    OpenResult: lambda world: OpenResult(1, str(world.made)),
    ReadRecord: lambda world: ReadRecord(1, world.handle),
    Explain: lambda world: Explain(1, world.handle, TEXT, 40),
    TellToken: lambda world: TellToken(1, world.handle, 300),
    CountSizes: lambda world: CountSizes(1, world.handle, TEXT),
    CutSizes: lambda world: CutSizes(1, world.handle, TEXT, (0, 80)),
    ShowPipeline: lambda world: ShowPipeline(1, world.handle, TEXT, 40),
    RenderChat: lambda world: RenderChat(1, world.handle, (ChatMessage("user", LINE),)),
    Decode: lambda world: Decode(1, world.handle, "[72, 101, 300]"),
    FindText: lambda world: FindText(1, TEXT, "regex", rb"\d+"),
    ReplaceText: lambda world: ReplaceText(1, FindText(1, TEXT, "text", b"old"), b"new"),
    ReadPatternText: lambda world: ReadPatternText(1, (world.source(),)),
    SplitByPattern: lambda world: SplitByPattern(1, r"\w+|\W+", TEXT, _DOCUMENTS),
    RepairPattern: lambda world: RepairPattern(1, r"\w+", TEXT, _DOCUMENTS),
    MeasurePattern: lambda world: MeasurePattern(1, r"\w+|\W+", TEXT, _DOCUMENTS),
    ComparePieces: lambda world: ComparePieces(1, TEXT, _DOCUMENTS, _PIECES, _DOCUMENTS),
    ListTargets: lambda world: ListTargets(1, world.handle),
    Export: lambda world: Export(1, world.handle, str(world.made / "t.json"), "hf", (world.source(),)),
    ListPublished: lambda world: ListPublished(1),
    Fetch: lambda world: Fetch(1, "none of these"),
    SaveSessionFile: lambda world: SaveSessionFile(
        1, str(world.made / "a.workbench"), world.handle, "", {}, (TEXT,)
    ),
    OpenSessionFile: lambda world: OpenSessionFile(1, str(world.folder / "a.txt"), (), str(world.made)),
    Align: lambda world: Align(1, (world.handle, world.other), TEXT),
    Compare: lambda world: Compare(1, (world.handle, world.other), (world.source(),)),
    SaveComparison: lambda world: SaveComparison(1, 0, str(world.made / "report.html"), "html"),
    FindCauses: lambda world: FindCauses(1, (world.handle, world.other), TEXT),
    AskSame: lambda world: AskSame(1, (world.handle, world.other), TEXT),
    CompareVocabularies: lambda world: CompareVocabularies(1, (world.handle, world.other)),
    CountNumbers: lambda world: CountNumbers(1, (world.handle,)),
    FindTurnDrift: lambda world: FindTurnDrift(1, world.handle, (ChatMessage("user", b"a"),) * 2, "chatml"),
    FindDrift: lambda world: FindDrift(1, (world.handle,), TEXT),
    LookAtDraft: lambda world: LookAtDraft(1, world.handle, _CHANGES, (world.source(),)),
    MakeDraft: lambda world: MakeDraft(1, world.handle, _CHANGES, name="Made"),
    ReadTokenList: lambda world: ReadTokenList(1, str(world.folder / "a.txt")),
    ReadTemplate: lambda world: ReadTemplate(1, str(world.folder / "a.txt")),
    FindErrorBars: lambda world: FindErrorBars(1, world.handle),
    FindOrigins: lambda world: FindOrigins(1, world.handle),
    CountTokens: lambda world: CountTokens(1, world.handle, (world.source(),)),
    JudgeTokens: lambda world: JudgeTokens(1, world.handle, only_kept=True),
    FindUses: lambda world: FindUses(1, world.handle, 300, (world.source(),)),
    MatchTokens: lambda world: MatchTokens(1, world.handle, "a+"),
    GroupTokens: lambda world: GroupTokens(1, world.handle),
    EncodeFile: lambda world: EncodeFile(
        1, world.handle, str(world.folder / "a.txt"), str(world.made / "a.npy"), "npy"
    ),
    EncodeSet: lambda world: EncodeSet(
        1, world.handle, (world.source(held_out=0.2),), str(_data_set(world)), "u16", 10_000_000
    ),
    CountFiles: lambda world: CountFiles(1, world.handle, str(world.folder)),
    DecodeFile: lambda world: DecodeFile(1, world.handle, str(world.folder.parent / "ids.json")),
    WriteFile: lambda world: WriteFile(1, str(world.made / "text.txt"), (TEXT, TEXT)),
    Train: lambda world: Train(1, (world.source(held_out=0.2),), _SMALL, "Run"),
    Encode: lambda world: Encode(1, world.handle, TEXT),
    FindWordSize: lambda world: FindWordSize(1, world.handle, b"doors", (world.source(),), 1000),
}


def test_every_request_is_tried() -> None:
    assert {kind.__name__ for kind in REQUESTS} == {*starting.STEPS, "Train", "Encode"}


@pytest.mark.parametrize("kind", REQUESTS, ids=lambda kind: kind.__name__)
def test_a_job_given_up_at_any_point_leaves_nothing_behind(kind: type, store: Store, world: World) -> None:
    request = REQUESTS[kind](world)
    alone, _ = _whole(store, world, request)
    n_points = _whole(store, world, request)[1]  # the first time there are more: nothing was kept yet
    before = _left(store, world)
    for point in _points(n_points):
        job = starting.start(store, request)
        told = list(islice(iter(job.step, ENDED), point))
        job.close()
        assert job.step() is ENDED
        if alone[-1:] == _words(told)[-1:]:
            break  # its last word: what it made stands
        assert _left(store, world) == before, point
        shutil.rmtree(_data_set(world), ignore_errors=True)
    _clear(store, world)
    assert _whole(store, world, request)[0] == alone


def _points(most: int) -> list[int]:
    """Return the points at which a job is given up, many of its first and last; 0 is before it began."""
    between = np.linspace(FIRST, max(FIRST, most - LAST), BETWEEN, dtype=int).tolist()
    return sorted({*range(min(most, FIRST)), *between, *range(max(most - LAST, 0), most + 1)})


def _whole(store: Store, world: World, request: Any) -> tuple[list[str], int]:
    """Return what a job tells that runs to its end, and how often it stood still; what it made goes."""
    told = list(iter(starting.start(store, request).step, ENDED))
    _clear(store, world)
    return _words(told), len(told)


def _words(told: list[object]) -> list[str]:
    """Return which messages were told, but for those of progress, and the codes of failures."""
    words = [str(each.code) if isinstance(each, Failed) else type(each).__name__ for each in told if each]
    return list(dict.fromkeys(word for word in words if not word.endswith("Progress")))


def _clear(store: Store, world: World) -> None:
    shutil.rmtree(world.made)
    world.made.mkdir()
    for handle in set(store._open) - {world.handle, world.other}:
        store.remove(handle)


def _left(store: Store, world: World) -> object:
    """Return what a job could leave behind: files, open tokenizers, threads, a lock."""
    assert store._lock.acquire(blocking=False)
    store._lock.release()
    kept = _data_set(world)  # what is whole of it stays, to be continued
    files = sorted(str(path) for path in world.folder.parent.rglob("*") if kept not in (path, *path.parents))
    return files, sorted(store._open), {thread.name for thread in threading.enumerate()}, _open_files(world)


def _open_files(world: World) -> list[str]:
    """Return the files below the folders that this process holds open; none where that is not known."""
    handles = Path("/proc/self/fd")
    if not handles.is_dir():
        return []
    found = []
    for handle in os.listdir(handles):
        try:
            found.append(os.readlink(handles / handle))
        except OSError:  # the listing's own
            continue
    return sorted(path for path in found if path.startswith(str(world.folder.parent)))
