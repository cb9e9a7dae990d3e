"""A window of its own for a walk, and files to open: good ones and damaged ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from tests.walks.walking import Walk
from workbench.settings import Settings
from workbench.shell import app as application
from workbench.shell import wiring

ROOT = Path(__file__).resolve().parents[2]
DATA = ROOT.parent / "shared" / "data"
NAMES = (
    "r50k_base.tiktoken", "llama2_tokenizer.model", "llama2_tokenizer.bin",
    "clip_bpe_simple_vocab_16e6.txt.gz",
)  # fmt: skip


def tokenizers(folder: Path, seed: str) -> list[Path]:
    """Copy tokenizers into a folder, and write twice as many that are damaged; returns their paths."""
    draw = random.Random(seed)
    found = [ROOT / "resources/tokenizers/sample.model", *(DATA / name for name in NAMES)]
    made: list[Path] = []
    for at, source in enumerate([each for each in found if each.exists()] * 3):
        data = bytearray(source.read_bytes())
        if at >= len(found):
            data = data[: draw.randrange(1000, 400_000)]
            for _ in range(draw.randrange(20)):
                data[draw.randrange(len(data))] = draw.randrange(256)
        made.append(folder / f"{at}-{source.name}")
        made[-1].write_bytes(data)
    return made


def texts(folder: Path, seed: str) -> list[Path]:
    """Write texts of some kinds into a folder; returns their paths."""
    draw = random.Random(seed)
    kinds = {
        "plain.txt": (ROOT / "resources/sample_text.txt").read_bytes() * 20,
        "latin1.txt": "Größe und Maß\n".encode("latin-1") * 99,
        "utf16.txt": "some text\n".encode("utf-16") * 99,
        "noise.bin": draw.randbytes(20_000),
        "lines.jsonl": b'{"text": "a line"}\n' * 50 + b'{"text": \n',
        "table.csv": b'a,b\n"x","y\nz"\n' * 40,
        "one_line.txt": b"x" * 200_000,
        "empty.txt": b"",
    }
    for name, data in kinds.items():
        (folder / name).write_bytes(data)
    return [folder / name for name in kinds]


@contextmanager
def walk_of(app: QApplication, folder: Path, seed: str) -> Iterator[Walk]:
    """Have a window with its own settings in a folder, and a walker in it."""
    window = application.make_window(app, Settings(folder / "settings.ini"))
    window.show()
    walk = Walk(wiring.fill(window), seed, tokenizers(folder, seed), texts(folder, seed))
    try:
        yield walk
    finally:
        window.may_close = lambda: True
        window.close()
        window.deleteLater()
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
