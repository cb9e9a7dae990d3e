"""Encoding beside gigatoken, whose memory of pieces makes a second run quicker: each sample a new process.

`python -m tests.benchmarks.fresh [--samples N] [--vocabulary NAME|PATH] [--file PATH] [--bytes N] [--table]`

"Opened" is opening a file and encoding a line, the modules being imported; "cold" is the first text after
that, "warm" the same text once more. With `--table` each has encoded 80,000 words of other text before, so
that its tables, of a normal form too, are made. A file (such as one of `altered_text`) is streamed here and
encoded as a whole by gigatoken. By CPU time, since gigatoken uses two threads by itself; the smallest of
some samples, which take turns. The ids are compared. Where gigatoken's are others, sentencepiece says whose
are right.
"""

from __future__ import annotations

import argparse
import importlib
import importlib.util
import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from tests.benchmarks.rows import DATA, Row, show, text_of

TEXTS = ("en_10MB", "code_10MB", "multi_10MB")
FILES = {
    "cl100k_base": "cl100k_base.tiktoken",
    "o200k_base": "o200k_base.tiktoken",
    "r50k_base": "r50k_base.tiktoken",
    "llama2": "llama2_tokenizer.model",
}
_LIBRARIES = ("workbench", "gigatoken")
_IMPORTED = {
    "workbench": ("workbench.formats.registry", "workbench.api.encoded_files"),  # not what a format imports
    "gigatoken": ("gigatoken",),
}


@dataclass(frozen=True, slots=True)
class Sample:
    """What one process measured: seconds of CPU, a hash of the ids, and of a judge's, and most MB."""

    cold: float
    warm: float
    ids: str
    judged: str = ""
    peak: float = 0.0
    opened: float = 0.0


def rows(
    samples: int,
    size: int,
    vocabularies: Sequence[str] = tuple(FILES),
    texts: Sequence[str] = TEXTS,
    table: bool = False,
) -> Iterator[Row]:
    """Yield how many times as long gigatoken takes, cold and warm."""
    if importlib.util.find_spec("gigatoken") is None:
        yield Row("encode, x gigatoken", None, "x", 1.0, note="not installed")
        return
    peer = f"gigatoken {version('gigatoken')}"
    for vocabulary in vocabularies:
        for text in texts:
            if is_file := "/" in text:
                size = Path(text).stat().st_size
            ours, theirs = taking_turns(samples, vocabulary, text, size, table)
            work = f"encode {vocabulary} {text}"
            yield Row(f"{work}, cold, CPU", size / ours.cold / 1e6, "MB/s")
            yield Row(f"{work}, cold, x {peer}", theirs.cold / ours.cold, "x", 1.0)
            if ours.opened:
                yield Row(f"{work}, opened, CPU", ours.opened * 1e3, "ms", better="lower")
                yield Row(f"{work}, opened, x {peer}", theirs.opened / ours.opened, "x", 1.0)
            if is_file:
                yield Row(f"{work}, peak of the process", ours.peak, "MB", 500.0, "lower")
                yield Row(f"{work}, peak of {peer}", theirs.peak, "MB")
            yield Row(f"{work}, warm, x {peer}", theirs.warm / ours.warm, "x")
            if ours.ids != theirs.ids:
                yield Row(f"{work}, ids of {peer}", None, "", 0.0, note=_who_is_right(ours, theirs))


def _who_is_right(ours: Sample, theirs: Sample) -> str:
    if not ours.judged:
        return "other ids"
    return "ours right" if ours.judged == ours.ids else "not ours, theirs right"


def taking_turns(samples: int, vocabulary: str, text: str, size: int, table: bool = False) -> list[Sample]:
    """Return the smallest times of each library."""
    taken: dict[str, list[Sample]] = {library: [] for library in _LIBRARIES}
    for _ in range(samples):
        for library, each in taken.items():
            command = [sys.executable, "-m", "tests.benchmarks.fresh", "--sample", library, vocabulary, text]
            arguments = [str(size), str(int(table))]
            printed = subprocess.run([*command, *arguments], stdout=subprocess.PIPE, check=True).stdout
            each.append(Sample(**json.loads(printed)))
    return [
        replace(
            some[0],
            cold=min(s.cold for s in some),
            warm=min(s.warm for s in some),
            opened=min(s.opened for s in some),
        )
        for some in taken.values()
    ]


def sample(library: str, vocabulary: str, name: str, size: int, table: bool) -> dict[str, Any]:
    """Measure one library in this process."""
    if "/" in name:
        return _of_file(library, vocabulary, name)
    text = text_of(name, size)
    for module in _IMPORTED[library]:
        importlib.import_module(module)
    began = time.process_time()
    encode = _opened(library, vocabulary).encode
    encode(text[:1000])
    opened = time.process_time() - began
    if table:
        encode("A line, 12 of it.\nAnd another: über 中文.\n" * 8000)
    times = []
    for _ in range(2):
        began = time.process_time()
        ids = encode(text)
        times.append(time.process_time() - began)
    found = {"opened": opened, "cold": times[0], "warm": times[1], "ids": _hash(ids.tolist())}
    if library == "workbench" and vocabulary.endswith(".json"):
        import tokenizers

        found["judged"] = _hash(
            tokenizers.Tokenizer.from_file(vocabulary).encode(text, add_special_tokens=False).ids
        )
    if vocabulary == "llama2" and library == "workbench":
        import sentencepiece

        judge = sentencepiece.SentencePieceProcessor(model_file=str(DATA / FILES[vocabulary]))
        found["judged"] = _hash(judge.encode(text))
    return found


def _of_file(library: str, vocabulary: str, path: str) -> dict[str, Any]:
    opened = _opened(library, vocabulary)
    opened.encode("A line.\n" * 100)
    times = []
    for _ in range(2):
        digest, began = sha256(), time.process_time()
        for ids in opened.of_file(path):
            spent = time.process_time()
            digest.update(ids.astype("<u4").tobytes())
            began += time.process_time() - spent
        times.append(time.process_time() - began)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return {"cold": times[0], "warm": times[1], "ids": digest.hexdigest(), "peak": peak}


def _hash(ids: list[int]) -> str:
    return sha256(json.dumps(ids).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Opened:
    """A tokenizer: what encodes a text, and what yields arrays of a file's ids."""

    encode: Callable[[str], Any]
    of_file: Callable[[str], Any]


def _opened(library: str, vocabulary: str) -> Opened:
    path = Path(vocabulary) if "/" in vocabulary else DATA / FILES[vocabulary]
    if library == "gigatoken":
        from gigatoken import Tokenizer

        kinds = {
            ".model": Tokenizer.from_sentencepiece,
            ".json": lambda path: Tokenizer.from_json(path.read_bytes()),
        }
        theirs = kinds.get(path.suffix, Tokenizer.from_tiktoken)(path)
        return Opened(theirs.encode, lambda name: [np.asarray(theirs.encode_files(name)[0])])
    from workbench.api.encoded_files import chunks_of
    from workbench.engine.encoding.streamed_encoding import streamed_parts
    from workbench.formats.registry import open_file

    ours = open_file(path).tokenizer
    return Opened(
        lambda text: ours.encode_to_numpy(text, allowed_special="none", threads=1),
        lambda name: (part.ids for part in streamed_parts(ours, chunks_of(name))),
    )


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--samples", type=int, default=5)
    arguments.add_argument("--vocabulary", action="append", help="one of the table, or a file; again")
    arguments.add_argument("--file", action="append", help="encode this file in place of the texts; again")
    arguments.add_argument("--bytes", type=int, default=10_000_000, help="of each text")
    arguments.add_argument("--table", action="store_true", help="leave out the making of the table of tokens")
    arguments.add_argument("--sample", nargs=5, help=argparse.SUPPRESS)
    asked = arguments.parse_args()
    if asked.sample:
        library, vocabulary, name, size, table = asked.sample
        print(json.dumps(sample(library, vocabulary, name, int(size), table == "1")))
        return 0
    texts = [str(Path(path).resolve()) for path in asked.file or ()] or TEXTS
    vocabularies = asked.vocabulary or tuple(FILES)
    show(rows(asked.samples, asked.bytes, vocabularies, texts, asked.table), as_json=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
