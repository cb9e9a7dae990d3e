"""Encoding beside gigatoken, whose memory of pieces makes a second run quicker: each sample a new process.

`python -m tests.benchmarks.fresh [--samples N] [--vocabulary NAME|PATH] [--file PATH] [--bytes N] [--table]
[--peer NAME]`

"Opened" is opening a file and encoding a line, the modules being imported; "cold" is the first text after
that, "warm" the same text once more. With `--table` each has encoded 80,000 words of other text before, so
that its tables, of a normal form too, are made. A file (such as one of `altered_text`) is streamed here and
encoded as a whole by gigatoken. By CPU time, since gigatoken uses two threads by itself; the smallest of
some samples, which take turns. The ids are compared. Where gigatoken's are others, the library of the format
says whose are right.

The peer may be such a library: tiktoken, tokenizers, sentencepiece, mistral_common (tekken) or
simple_tokenizer, the module of openai/CLIP, each where it can be imported; or quicktok (`pip install
quicktok-v1`) or snaptokens. Counting without ids is measured beside toktok (`pip install toktok-rs`), which
only counts, and "array", our own encoding.
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
from importlib.metadata import packages_distributions, version
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
_IMPORTED = {  # of ours not what a format imports
    "workbench": ("workbench.formats.registry", "workbench.api.encoded_files"),
    "mistral_common": ("mistral_common.tokens.tokenizers.tekken",),
    "tiktoken": ("tiktoken", "tiktoken.load", "workbench.engine.splitting.split_patterns"),
}
_IMPORTED["array"] = _IMPORTED["count"] = _IMPORTED["workbench"]


@dataclass(frozen=True, slots=True)
class Sample:
    """What one process measured: seconds of CPU, a hash of the ids, how many these are, and most MB."""

    cold: float
    warm: float
    ids: str = ""
    n_ids: int = 0
    peak: float = 0.0
    opened: float = 0.0


def rows(
    samples: int,
    size: int,
    vocabularies: Sequence[str] = tuple(FILES),
    texts: Sequence[str] = TEXTS,
    table: bool = False,
    peer: str = "gigatoken",
) -> Iterator[Row]:
    """Yield how many times as long the peer takes, cold and warm."""
    if peer != "array" and importlib.util.find_spec(peer) is None:
        yield Row(f"encode, x {peer}", None, "x", 1.0, note="not installed")
        return
    own = "count" if peer in ("array", "toktok") else "workbench"
    verb = "count" if own == "count" else "encode"
    named = " ".join([peer, *map(version, packages_distributions().get(peer, ())[:1])])
    for vocabulary in vocabularies:
        for text in texts:
            if is_file := "/" in text:
                size = Path(text).stat().st_size
            ours, theirs = taking_turns((own, peer), samples, vocabulary, text, size, table)
            work = f"{verb} {Path(vocabulary).name} {text}"
            yield Row(f"{work}, cold, CPU", size / ours.cold / 1e6, "MB/s")
            yield Row(f"{work}, cold, x {named}", theirs.cold / ours.cold, "x", 1.0)
            if ours.opened:
                yield Row(f"{work}, opened, CPU", ours.opened * 1e3, "ms", better="lower")
                yield Row(f"{work}, opened, x {named}", theirs.opened / ours.opened, "x")
            if is_file:
                yield Row(f"{work}, peak of the process", ours.peak, "MB", 500.0, "lower")
                yield Row(f"{work}, peak of {named}", theirs.peak, "MB")
            yield Row(f"{work}, warm, CPU", size / ours.warm / 1e6, "MB/s")
            yield Row(f"{work}, warm, x {named}", theirs.warm / ours.warm, "x")
            if ours.n_ids != theirs.n_ids or (verb == "encode" and ours.ids != theirs.ids):
                judge = _JUDGES.get(Path(vocabulary if "/" in vocabulary else FILES[vocabulary]).suffix)
                note = "other ids"
                if not is_file and judge and judge != peer:
                    (judged,) = taking_turns((judge,), 1, vocabulary, text, size)
                    note = "ours right" if judged.ids == ours.ids else "ours not right"
                yield Row(f"{work}, ids of {named}", None, "", 0.0, note=note)


def taking_turns(
    libraries: Sequence[str], samples: int, vocabulary: str, text: str, size: int, table: bool = False
) -> list[Sample]:
    """Return the smallest times of each library."""
    taken: dict[str, list[Sample]] = {library: [] for library in libraries}
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
    for module in _IMPORTED.get(library, (library,)):
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
        found = encode(text)
        times.append(time.process_time() - began)
    measured = {"opened": opened, "cold": times[0], "warm": times[1]}
    if isinstance(found, int):
        return {**measured, "n_ids": found}
    ids = np.asarray(found, np.uint32)
    return {**measured, "n_ids": len(ids), "ids": sha256(ids.tobytes()).hexdigest()}


def _of_file(library: str, vocabulary: str, path: str) -> dict[str, Any]:
    opened = _opened(library, vocabulary)
    opened.encode("A line.\n" * 100)
    times, n_ids = [], 0
    for _ in range(2):
        digest, n_ids, began = sha256(), 0, time.process_time()
        for ids in opened.of_file(path):
            spent = time.process_time()
            digest.update(ids.astype("<u4").tobytes())
            n_ids += len(ids)
            began += time.process_time() - spent
        times.append(time.process_time() - began)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3
    return {"cold": times[0], "warm": times[1], "ids": digest.hexdigest(), "n_ids": n_ids, "peak": peak}


@dataclass(frozen=True, slots=True)
class Opened:
    """A tokenizer: what encodes a text, or counts it, and what yields arrays of a file's ids."""

    encode: Callable[[str], Any]
    of_file: Callable[[str], Any] = lambda name: ()


def _opened(library: str, vocabulary: str) -> Opened:
    path = Path(vocabulary) if "/" in vocabulary else DATA / FILES[vocabulary]
    if library in _PEERS:
        return _PEERS[library](path)
    from workbench.api.encoded_files import chunks_of
    from workbench.engine.encoding.streamed_encoding import streamed_parts
    from workbench.formats.registry import open_file

    found = open_file(path)
    ours, specials = found.tokenizer, "all" if found.format == "hf" else "none"  # as its library takes them
    if library == "count":
        return Opened(lambda text: ours.count(text, allowed_special=specials, threads=1))
    return Opened(
        lambda text: ours.encode_to_numpy(text, allowed_special=specials, threads=1),
        lambda name: (part.ids for part in streamed_parts(ours, chunks_of(name))),
    )


def _gigatoken(path: Path) -> Opened:
    from gigatoken import Tokenizer

    kinds = {
        ".model": Tokenizer.from_sentencepiece,
        ".json": lambda path: Tokenizer.from_json(path.read_bytes()),
    }
    theirs = kinds.get(path.suffix, Tokenizer.from_tiktoken)(path)
    return Opened(theirs.encode, lambda name: [np.asarray(theirs.encode_files(name)[0])])


def _tiktoken(path: Path) -> Opened:
    import tiktoken
    from tiktoken.load import load_tiktoken_bpe

    from workbench.engine.splitting.split_patterns import PUBLISHED

    pattern = PUBLISHED[{"r50k_base": "gpt2"}.get(path.stem, path.stem.removesuffix("_base"))].pattern
    ranks = load_tiktoken_bpe(str(path))
    return Opened(
        tiktoken.Encoding(
            path.stem, pat_str=pattern, mergeable_ranks=ranks, special_tokens={}
        ).encode_ordinary
    )


def _quicktok(path: Path) -> Opened:
    import quicktok

    theirs = quicktok.get_encoding(path.stem)
    return Opened(lambda text: theirs.encode_batch([text])[0])


def _toktok(path: Path) -> Opened:
    import toktok

    return Opened(lambda text: toktok.batch_count([text], path.stem, threads=1)[0])


def _snaptokens(path: Path) -> Opened:
    from snaptokens import Tokenizer

    theirs = Tokenizer.from_file(str(path))
    return Opened(lambda text: theirs.encode(text, add_special_tokens=False).ids)


def _tokenizers(path: Path) -> Opened:
    import tokenizers

    theirs = tokenizers.Tokenizer.from_file(str(path))
    return Opened(lambda text: theirs.encode(text, add_special_tokens=False).ids)


def _sentencepiece(path: Path) -> Opened:
    import sentencepiece

    return Opened(sentencepiece.SentencePieceProcessor(model_file=str(path)).encode)


def _tekken(path: Path) -> Opened:
    from mistral_common.tokens.tokenizers.tekken import Tekkenizer

    theirs = Tekkenizer.from_file(path)
    # Its own `encode` refuses texts with special tokens, as code may have, and takes none as tokens either.
    encode, first = theirs._model.encode, theirs.num_special_tokens
    return Opened(lambda text: [first + i for i in encode(text, disallowed_special=())])


def _clip(path: Path) -> Opened:
    from simple_tokenizer import SimpleTokenizer

    return Opened(SimpleTokenizer(str(path)).encode)


_PEERS = {
    "gigatoken": _gigatoken,
    "quicktok": _quicktok,
    "toktok": _toktok,
    "snaptokens": _snaptokens,
    "tiktoken": _tiktoken,
    "tokenizers": _tokenizers,
    "sentencepiece": _sentencepiece,
    "mistral_common": _tekken,
    "simple_tokenizer": _clip,
}
# What the vocabularies of the table have to end with, where a peer does not open all.
_OPENS = {
    **dict.fromkeys(("tiktoken", "quicktok", "toktok"), ".tiktoken"),
    "sentencepiece": ".model",
    **dict.fromkeys(("tokenizers", "snaptokens", "mistral_common"), ".json"),
    "simple_tokenizer": ".gz",
}
_JUDGES = {".json": "tokenizers", ".model": "sentencepiece"}  # whose ids are right


def main() -> int:
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--samples", type=int, default=5)
    arguments.add_argument("--vocabulary", action="append", help="one of the table, or a file; again")
    arguments.add_argument("--file", action="append", help="encode this file in place of the texts; again")
    arguments.add_argument("--bytes", type=int, default=10_000_000, help="of each text")
    arguments.add_argument("--table", action="store_true", help="leave out the making of the table of tokens")
    arguments.add_argument("--peer", default="gigatoken", choices=[*_PEERS, "array"])
    arguments.add_argument("--sample", nargs=5, help=argparse.SUPPRESS)
    asked = arguments.parse_args()
    if asked.sample:
        library, vocabulary, name, size, table = asked.sample
        print(json.dumps(sample(library, vocabulary, name, int(size), table == "1")))
        return 0
    texts = [str(Path(path).resolve()) for path in asked.file or ()] or TEXTS
    end = _OPENS.get(asked.peer, "")
    vocabularies = asked.vocabulary or [name for name, file in FILES.items() if file.endswith(end)]
    if not vocabularies:
        arguments.error(f"{asked.peer} opens none of the table: name a --vocabulary")
    show(rows(asked.samples, asked.bytes, vocabularies, texts, asked.table, asked.peer), as_json=False)
    return 0


if __name__ == "__main__":
    sys.exit(main())
