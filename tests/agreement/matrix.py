"""Every tokenizer file into every format, and all of them held against the libraries that they are for.

`python -m tests.agreement.matrix [--minbpe CHECKOUT] [--json]`

The rows are files: those of the data beside the repository, those that the mistral_common package carries,
and files made on the spot by the libraries of their kinds. *Opened* counts the tokens of the texts that are
the same as in the file's own library, which reads the file itself, not what the workbench makes of it. Then
a column a format, after an export that is judged as File > Export judges it: `=` where the format's library
gives the same ids; `read back` where none encodes such files, so that the workbench read its own file again,
which proves that it is whole and no more; nothing where the format cannot hold the tokenizer. Below the table
stands who judged each column. karpathy/minbpe is no package: it judges where a checkout of it is named,
llama.cpp where xllamacpp is installed. `--json` has the numbers of equal tokens. The status is 1 where
anything differs.
"""

from __future__ import annotations

import argparse
import json
import pickle
import sys
import tempfile
from base64 import b64decode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import mistral_common
import sentencepiece
import tiktoken
import tokenizers
from mistral_common.tokens.tokenizers.tekken import Tekkenizer

from tests.agreement.libraries import library_of
from tests.agreement.test_clip import Rule
from workbench import api
from workbench.api import convert
from workbench.engine.base.errors import EngineError
from workbench.engine.encoding.score_tokenizer import as_in
from workbench.formats.registry import FORMATS, open_file

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
MISTRAL = Path(mistral_common.__file__).parent / "data"
RANKS = ("r50k_base", "p50k_base", "cl100k_base", "o200k_base")

Encode = Callable[[str], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Example:
    """A tokenizer file, and what its own library makes of a text; None where there is no library."""

    name: str
    path: Path
    encode: Encode | None


@dataclass(slots=True)
class Line:
    """What became of a file.

    Attributes:
        name: of the file.
        format: that it was recognized as.
        opened: number of tokens equal to those of its own library, or what went wrong.
        exported: format -> number of equal tokens, "read back N", "-" or "DIFFERENT at N".
        judges: format -> the library that encoded, and its version.

    """

    name: str
    format: str
    opened: str
    exported: dict[str, str] = field(default_factory=dict)
    judges: dict[str, str] = field(default_factory=dict)

    @property
    def good(self) -> bool:
        """Whether nothing differs."""
        return not any("DIFFERENT" in cell for cell in (self.opened, *self.exported.values()))


def texts() -> list[str]:
    """Return what is encoded: a large English text, and all the small hostile ones."""
    rows = [json.loads(line) for line in (DATA / "golden_vectors.jsonl").read_text("utf-8").splitlines()]
    hostile = [row["text"] for row in rows if "text" in row]
    return [(DATA / "taylorswift.txt").read_text("utf-8"), "\n".join(hostile)]


def examples(folder: Path, minbpe: Path | None) -> Iterator[Example]:
    """Yield all files, those that have to be made in `folder`; `minbpe` is a checkout of it, or None."""
    for name in RANKS:
        yield Example(f"{name}.tiktoken", DATA / f"{name}.tiktoken", _ranks(name).encode_ordinary)
    clip = DATA / "clip_bpe_simple_vocab_16e6.txt.gz"
    yield Example(clip.name, clip, partial(Rule().encode, specials=False))
    llama = sentencepiece.SentencePieceProcessor(model_file=str(DATA / "llama2_tokenizer.model"))
    yield Example("llama2_tokenizer.model", DATA / "llama2_tokenizer.model", llama.encode)
    # As llama2.c opens it, "▁" in a text is no space; that has its own tests.
    yield Example("llama2_tokenizer.bin, as SentencePiece", DATA / "llama2_tokenizer.bin", llama.encode)
    for path in sorted(MISTRAL.glob("*.model*")):
        made = sentencepiece.SentencePieceProcessor(model_file=str(path))
        yield Example(path.name, path, made.encode)
    for path in sorted(MISTRAL.glob("tekken_*.json")):
        yield Example(path.name, path, _tekken(path))
    yield _pickle(folder)
    yield from _hugging_face(folder)
    yield _minbpe(folder, minbpe)


def _ranks(name: str) -> tiktoken.Encoding:
    opened = open_file(DATA / f"{name}.tiktoken").tokenizer
    lines = (DATA / f"{name}.tiktoken").read_bytes().splitlines()
    ranks = {b64decode(token): int(rank) for token, rank in map(bytes.split, lines)}
    return tiktoken.Encoding(
        name, pat_str=opened.pre_tokenizer.pattern, mergeable_ranks=ranks, special_tokens={}
    )


def _tekken(path: Path) -> Encode:
    made = Tekkenizer.from_file(str(path))
    return lambda text: made.encode(text, bos=False, eos=False)


def _pickle(folder: Path) -> Example:
    """An encoding as nanochat keeps it."""
    made = _ranks("r50k_base")
    made.name = "trained"  # a name that tiktoken knows would be pickled alone
    path = folder / "tokenizer.pkl"
    path.write_bytes(pickle.dumps(made))
    return Example(path.name, path, made.encode_ordinary)


def _hugging_face(folder: Path) -> Iterator[Example]:
    """Tokenizers of four kinds, trained by the library; the last two open through it."""
    t = tokenizers
    lines = texts()[0].splitlines()[:800]
    byte_level = t.pre_tokenizers.ByteLevel(add_prefix_space=False)
    kinds: dict[str, tuple[Any, Any, Any]] = {
        "byte level": (t.models.BPE(), byte_level, t.trainers.BpeTrainer),
        "metaspace": (
            t.models.BPE(unk_token="<unk>", byte_fallback=True, fuse_unk=True),
            t.pre_tokenizers.Metaspace(),
            t.trainers.BpeTrainer,
        ),
        "WordPiece": (
            t.models.WordPiece(unk_token="[UNK]"),
            t.pre_tokenizers.BertPreTokenizer(),
            t.trainers.WordPieceTrainer,
        ),
        "Unigram": (t.models.Unigram(), t.pre_tokenizers.Metaspace(), t.trainers.UnigramTrainer),
    }
    for name, (model, splitter, trainer) in kinds.items():
        made = t.Tokenizer(model)
        made.pre_tokenizer = splitter
        special = {"metaspace": ["<unk>"], "WordPiece": ["[UNK]"], "Unigram": ["<unk>"]}.get(name, [])
        alphabet = byte_level.alphabet() if name == "byte level" else []
        options = {"vocab_size": 600, "special_tokens": special, "show_progress": False}
        if name == "Unigram":
            options["unk_token"] = "<unk>"
        made.train_from_iterator(lines, trainer(initial_alphabet=alphabet, **options))
        path = folder / f"{name.replace(' ', '_')}.json"
        made.save(str(path))
        yield Example(f"tokenizer.json, {name}", path, _hugging_face_encode(made))


def _hugging_face_encode(made: Any) -> Encode:
    made.encode_special_tokens = True
    return lambda text: made.encode(text, add_special_tokens=False).ids


def _minbpe(folder: Path, checkout: Path | None) -> Example:
    """A tokenizer of our own, in the format of a program."""
    run = api.TrainingRun([api.TextSource("text", texts()[0])], api.Options("minbpe", vocab_size=600))
    for _ in run.steps():
        pass
    path = folder / "own.model"
    made = run.tokenizer("own")
    api.save_file(made, path, "minbpe")
    library = library_of("minbpe", path, made, checkout)
    return Example("minbpe .model, trained here", path, None if library is None else library.plain)


def line_of(example: Example, folder: Path, minbpe: Path | None) -> Line:
    """Open a file, hold it against its library, and export it to every format."""
    try:
        opened = open_file(example.path)
    except EngineError as fault:
        return Line(example.name, "?", f"DIFFERENT: {fault.cause}")
    tokenizer = opened.tokenizer
    if opened.format == "llama2c":
        tokenizer = as_in(tokenizer, "sentencepiece")
    line = Line(example.name, opened.format, _opened(example, tokenizer))
    sources = [api.TextSource(f"text {n}", text) for n, text in enumerate(texts())]
    # llama2.c leaves a "▁" in a text as it is; that an export for it parts there has its own tests.
    for_llama2c = [api.TextSource(f"text {n}", text.replace("▁", "_")) for n, text in enumerate(texts())]
    levels = {target.format: target.level for target in convert.targets(tokenizer)}
    for known in FORMATS:
        if known.write is None:
            continue
        if levels[known.name] not in ("whole", "part"):
            line.exported[known.name] = "-"
            continue
        # What an export has written beside its file is not to be taken for that of the next.
        with tempfile.TemporaryDirectory(dir=folder) as own:
            target = Path(own, f"out{known.suffix}")
            read = for_llama2c if known.name == "llama2c" else sources
            cell, judge = _exported(tokenizer, target, known.name, read)
            if known.name == "minbpe" and cell.startswith("read back") and minbpe is not None:
                cell, judge = _by_minbpe(tokenizer, target, minbpe), "minbpe"
            line.exported[known.name] = cell
            line.judges |= {known.name: judge} if judge else {}
    tokenizer.close()
    return line


def _opened(example: Example, tokenizer: Any) -> str:
    return "no library" if example.encode is None else _compared(tokenizer, example.encode)


def _compared(tokenizer: Any, encode: Encode) -> str:
    """Return how many tokens of the texts are equal, or where they part."""
    n_equal = 0
    for text in texts():
        ours, theirs = tokenizer.encode_ordinary(text), list(encode(text))
        if ours != theirs:
            equal = takewhile(lambda pair: pair[0] == pair[1], zip(ours, theirs, strict=False))
            return f"DIFFERENT at {n_equal + len(list(equal))}"
        n_equal += len(ours)
    return f"{n_equal:,}"


def _by_minbpe(tokenizer: Any, path: Path, checkout: Path) -> str:
    library = library_of("minbpe", path, tokenizer, checkout)
    return "DIFFERENT: no minbpe" if library is None else _compared(tokenizer, library.plain)


def _exported(tokenizer: Any, path: Path, name: str, sources: list[api.TextSource]) -> tuple[str, str]:
    """Return a cell, and the library that judged, "" where none encoded."""
    try:
        *_, found = (step for step in convert.export(tokenizer, path, name, sources) if step)
    except EngineError as fault:
        return f"DIFFERENT: refused ({fault.code})", ""  # it was offered
    if not isinstance(found, convert.Exported) or found.proof is None:
        return "DIFFERENT: no proof", ""
    judge = found.proof.judge
    by = f"{judge.library} {judge.version}" if judge.encodes else ""
    if found.proof.difference is not None:
        return f"DIFFERENT at {found.proof.n_tokens}", by
    return f"{found.proof.n_tokens:,}" if by else f"read back {found.proof.n_tokens:,}", by


def _short(cell: str) -> str:
    """Return a cell of the printed table."""
    if cell.startswith("-"):
        return ""
    return cell if "DIFFERENT" in cell else "read back" if cell.startswith("read back") else "="


def judged_by(lines: Sequence[Line]) -> str:
    """Return who judged each column."""
    found = {name: judge for line in lines for name, judge in line.judges.items()}
    own = {name for line in lines for name, cell in line.exported.items() if cell.startswith("read back")}
    by = [f"{name} by {judge}" for name, judge in found.items()]
    return f"{', '.join(by)}; read back by the workbench alone: {', '.join(sorted(own)) or 'none'}."


def main() -> int:
    """Print the matrix."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--minbpe", type=Path, metavar="CHECKOUT", help="folder of karpathy/minbpe")
    parser.add_argument("--json", action="store_true", help="a list of rows")
    arguments = parser.parse_args()
    columns = [known.name for known in FORMATS if known.write is not None]
    found: list[Line] = []
    with tempfile.TemporaryDirectory() as folder:
        if not arguments.json:
            print(f"| file | opened as | opened, equal tokens | {' | '.join(columns)} |")
            print("|---" * (3 + len(columns)) + "|")
        for example in examples(Path(folder), arguments.minbpe):
            line = line_of(example, Path(folder), arguments.minbpe)
            found.append(line)
            if not arguments.json:
                exported = (line.exported.get(column, "-") for column in columns)
                cells = [line.name, line.format, line.opened, *map(_short, exported)]
                print(f"| {' | '.join(cells)} |", flush=True)
    if not arguments.json:
        print(f"\nJudged: {judged_by(found)}")
    else:
        print(json.dumps([asdict(line) for line in found], indent=1))
    return 0 if all(line.good for line in found) else 1


if __name__ == "__main__":
    sys.exit(main())
