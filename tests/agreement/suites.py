"""Other people's tests and files, from where a person has them: nothing of them is kept here.

`python -m tests.agreement.suites PATH… [--texts N] [--seed S] [--json]`

A checkout of karpathy/minbpe or of openai/tiktoken: its own tests run over the workbench (`shims`), the ranks
being those of the shared data. Any other folder, or file: each tokenizer file in it is opened, and written in
every format that is offered as equal; the file itself and each that was written are held against their own
library on N fresh hostile texts, special tokens as text and taken, and decoded. Of a checkout of minbpe that
was named the files in its format have their judge.

What an export says that it leaves out is not compared. tried: texts. equal: the ids of both ways are the
same, in the tokenizer at hand and in the file read again, and so is what they are decoded to. both refuse;
refused: only the workbench, and its reason. wrong: the rest, with the first text. The status is 1 where a
test failed or a text was wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from pathlib import Path

from tests.agreement.fresh_texts import fresh_texts
from tests.agreement.libraries import Encode, Library, NoAnswerError, library_of
from workbench import api
from workbench.api import convert
from workbench.engine.base.errors import EngineError
from workbench.engine.child.library_faults import guarded
from workbench.engine.encoding.tokenizer import Tokenizer

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
_SHIMS = Path(__file__).with_name("shims")
_RANKS = "https://openaipublic.blob.core.windows.net/encodings/cl100k_base.tiktoken"
# Losses that are told of texts in which special tokens are taken.
_WITHOUT_TAKEN = {"leaves_out_starts", "leaves_out_flags", "leaves_out_order", "leaves_out_score_rule"}
_TAKES = "notice_foreign_takes_specials"  # so that nothing is plain text there
_LARGEST = 1 << 28  # bytes of a file that is tried


@dataclass(slots=True)
class Row:
    """What became of a tokenizer in a format.

    Attributes:
        file, format: which; the format with "own" is the file itself.
        judge: the library that the texts were held against, or why there is none.
        tried, equal, both_refuse, wrong: numbers of texts.
        refused: reason -> number of texts.
        first: a text that is wrong, and how.

    """

    file: str
    format: str
    judge: str
    tried: int = 0
    equal: int = 0
    both_refuse: int = 0
    wrong: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    first: str = ""


# --- tests of others ----------------------------------------------------------------------------


def run_suite(checkout: Path, shim: str) -> tuple[int, str]:
    """Run the tests of a checkout over a shim; return the status and the last lines of pytest."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(checkout / "tests", Path(folder, "tests"))
        shutil.copy(_SHIMS / f"{shim}.py", folder)
        # minbpe's tests hold it against tiktoken, which looks here before it fetches.
        shutil.copy(DATA / "cl100k_base.tiktoken", Path(folder, hashlib.sha1(_RANKS.encode()).hexdigest()))
        variables = {
            "PYTHONPATH": folder,
            "TIKTOKEN_CACHE_DIR": folder,
            "SUITES_DATA": str(DATA),
            "SUITES_CHECKOUT": str(checkout),
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"]
        made = subprocess.run(
            command, cwd=folder, env=os.environ | variables, capture_output=True, text=True, check=False
        )
    lines = [line for line in made.stdout.splitlines() if re.match(r"FAILED|ERROR|\d+ (passed|failed)", line)]
    return made.returncode, "\n".join(lines) or made.stdout + made.stderr


def _shim_of(path: Path) -> str:
    """Return which checkout a folder is, "" for none."""
    for name in ("minbpe", "tiktoken"):
        if (path / name / "__init__.py").is_file() and (path / "tests").is_dir():
            return name
    return ""


# --- files --------------------------------------------------------------------------------------


def tokenizer_files(path: Path) -> Iterator[Path]:
    """Yield the tokenizer files of a folder, or the one file that is named."""
    if path.is_file():
        yield path
        return
    for file in sorted(path.rglob("*")):
        hidden = any(part.startswith(".") for part in file.relative_to(path).parts)
        if file.is_file() and not hidden and file.stat().st_size < _LARGEST and api.is_tokenizer_file(file):
            yield file


def rows_of(file: Path, name: str, seed: int, n: int, minbpe: Path | None = None) -> Iterator[Row]:
    """Yield what becomes of a tokenizer file: of itself, and in every format that is offered as equal."""
    try:
        opened = api.open_file(file)
    except EngineError as fault:
        yield Row(name, "own", f"not opened: {fault.cause}")
        return
    tokenizer = opened.tokenizer
    texts = list(fresh_texts(seed, n, list(tokenizer.special_tokens), some_tokens(tokenizer)))
    takes = {notice.code for notice in opened.notices} & {_TAKES}
    row = Row(name, f"own ({opened.format})", "")
    yield _judged(row, file, opened.format, [tokenizer], texts, minbpe, takes)
    for target in convert.targets(tokenizer):
        if target.level not in ("whole", "part"):
            continue
        with tempfile.TemporaryDirectory() as folder:
            names = {"hf": "tokenizer.json", "gpt2": "merges.txt", "tekken": "tekken.json"}
            path = Path(folder, names.get(target.format, f"out{target.suffix}"))
            row = Row(name, target.format, "")
            told = {loss.code for loss in target.losses} | takes
            shared = texts
            if "leaves_out_score_rule" in told:
                shared = [text for text in texts if isinstance(text, str) and "▁" not in text]
            elif "gguf_loose_bytes" in told:
                shared = [text for text in texts if isinstance(text, str)]
            try:
                api.save_file(tokenizer, path, target.format)
                again = api.open_file(path).tokenizer
            except EngineError as fault:
                # Offered, so that it should have been written.
                row.judge, row.wrong, row.first = "not written", 1, fault.cause
                yield row
                continue
            yield _judged(row, path, target.format, [tokenizer, again], shared, minbpe, told)
            again.close()
    tokenizer.close()


def some_tokens(tokenizer: Tokenizer) -> list[bytes]:
    """Return a few hundred tokens from all over a vocabulary."""
    ids = tokenizer.model.ids
    return [tokenizer.token_bytes(i) or b"" for i in ids[:: len(ids) // 300 + 1].tolist()]


def _judged(
    row: Row,
    path: Path,
    format_name: str,
    tokenizers: Sequence[Tokenizer],
    texts: Sequence[str | bytes],
    minbpe: Path | None,
    told: Collection[str] = (),
) -> Row:
    """Hold tokenizers against the library that reads their file, text by text.

    What an export says that it leaves out, by the codes `told`, is not compared.
    """
    try:
        with _guarded(format_name):
            library = library_of(format_name, path, tokenizers[0], minbpe)
    except EngineError as fault:
        row.judge, row.wrong, row.first = "its library refuses it", 1, fault.cause
        return row
    if library is None:
        row.judge = "no library"
        return row
    row.judge = library.name
    if _WITHOUT_TAKEN & set(told):
        library = replace(library, taken=None)
    if _TAKES in told and library.taken is not None:
        library = replace(library, plain=library.taken)
    if "leaves_out_decoding" in told:
        library = replace(library, decode=None)
    for text in texts:
        if isinstance(text, str) or library.takes_bytes:
            with suppress(NoAnswerError):
                _count(row, text, [_answer(library, tokenizers, text, way) for way in ("none", "all")])
    return row


_Answer = tuple[str, str]  # "", "refused", "both refuse" or "wrong", and why
_guarded = partial(guarded, missing="judge_missing", failed="judge_refuses")


def _count(row: Row, text: str | bytes, answers: Sequence[_Answer]) -> None:
    """Count a text by the worst of what came out."""
    row.tried += 1
    kinds = [kind for kind, _ in answers]
    if "wrong" in kinds:
        row.wrong += 1
        told = f"{text!r}: {answers[kinds.index('wrong')][1]}"
        row.first = min(row.first or told, told, key=len)
    elif "refused" in kinds:
        row.refused[answers[kinds.index("refused")][1][:120]] += 1
    elif "both refuse" in kinds:
        row.both_refuse += 1
    else:
        row.equal += 1


def _answer(library: Library, tokenizers: Sequence[Tokenizer], text: str | bytes, specials: str) -> _Answer:
    """Encode a text in a library and here, decode it in both, and tell how they agree."""
    encode = library.plain if specials == "none" else library.taken
    if encode is None:
        return "", ""
    theirs, shown, reason = _theirs(library, encode, text)
    for tokenizer in tokenizers:
        try:
            ours = tokenizer.encode(text, allowed_special=specials)
            own = tokenizer.decode(ours)
        except EngineError as fault:
            return ("both refuse" if theirs is None else "refused"), fault.cause
        if theirs is None:
            return "wrong", f"{ours} here, there {reason}"
        way = "" if specials == "none" else ", special tokens taken"
        if ours != theirs:
            return "wrong", f"{ours} here, {theirs} there{way}"
        if shown is not None and own != shown:
            return "wrong", f"{ours} are {own!r} here, {shown!r} there{way}"
    return "", ""


def _theirs(library: Library, encode: Encode, text: str | bytes) -> tuple[list[int] | None, str | None, str]:
    """Return the ids of a library and what it decodes them to, or why it refuses the text."""
    try:
        with _guarded(library.name):
            ids = list(encode(text))
            shown = None if library.decode is None else library.decode(ids).decode("utf-8", "replace")
            return ids, shown, ""
    except NoAnswerError:
        raise
    except EngineError as fault:
        return None, None, fault.cause


# --- the command --------------------------------------------------------------------------------


def _shown(row: Row) -> str:
    refused = "; ".join(f"{count}: {reason}" for reason, count in row.refused.most_common(2))
    cells = [row.file, row.format, row.judge, row.tried, row.equal, row.both_refuse, refused, row.wrong]
    return "| " + " | ".join(str(cell).replace("\n", " ") for cell in cells) + " |"


def main() -> int:
    """Run all that is named."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
    parser.add_argument("--texts", type=int, default=500, help="texts for each file and format (500)")
    parser.add_argument("--seed", type=int, default=None, help="of the texts; a fresh one if not given")
    parser.add_argument("--json", action="store_true", help="a list of rows")
    arguments = parser.parse_args()
    seed = secrets.randbelow(1 << 32) if arguments.seed is None else arguments.seed
    suites = [path for path in arguments.paths if _shim_of(path)]
    minbpe = next((path for path in suites if _shim_of(path) == "minbpe"), None)
    bad = False
    for path in suites:
        status, told = run_suite(path, _shim_of(path))
        bad = bad or status != 0
        print(f"{path.name}: {told}", file=sys.stderr, flush=True)
    rows: list[Row] = []
    print(f"seed {seed}", file=sys.stderr)
    for path in arguments.paths:
        for file in () if path in suites else tokenizer_files(path):
            name = file.name if path.is_file() else str(file.relative_to(path.parent))
            for row in rows_of(file, name, seed, arguments.texts, minbpe):
                rows.append(row)
                if not arguments.json:
                    print(_shown(row), flush=True)
                    if row.first:
                        print(f"    {row.first[:400]}", file=sys.stderr, flush=True)
    if arguments.json:
        print(json.dumps([asdict(row) for row in rows], indent=1))
    return 1 if bad or any(row.wrong for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
