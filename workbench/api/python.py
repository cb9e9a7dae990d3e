"""The Python API: functions that train, open, save and compare, and the classes they take and return."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence

from workbench.api import datasets
from workbench.api.adapting import Adapted, adapt
from workbench.api.checkpoints import (
    Checkpointing,
    Interrupted,
    discard_checkpoint,
    hold_run,
    interrupted_runs,
)
from workbench.api.comparing import Comparison, comparing, to_compare
from workbench.api.count_parts import CountingProgress, CountsWritten
from workbench.api.counting import CountsKept
from workbench.api.dataset_record import Dataset
from workbench.api.datasets import SHARD_IDS, DatasetPlan, DatasetProgress, special_id
from workbench.api.estimates import estimate, estimating
from workbench.api.file_counts import FileCount, count
from workbench.api.files import (
    Opened,
    Saved,
    open_file,
    open_sample,
    read_bytes,
    save_file,
    tokenizer_path,
    writable_as,
    write_file,
)
from workbench.api.health import vocab_health
from workbench.api.pieces import count_pieces, merge_counts
from workbench.api.repeating import Recorded, read_record, recorded_run
from workbench.api.results import keep as keep_result
from workbench.api.results import kept_results, open_result
from workbench.api.results import rename as rename_result
from workbench.api.sameness import same
from workbench.api.source_arguments import Sources, read_so, several, usual_options
from workbench.api.tokenizer import Tokenizer
from workbench.api.training import TrainingRun
from workbench.engine.adapting.changes import (
    Add,
    AddSpecial,
    Change,
    Cut,
    Extend,
    MergeWith,
    Remove,
    RemoveBy,
    Renumber,
    SetRoles,
)
from workbench.engine.base.errors import EngineError as EngineError
from workbench.engine.base.errors import MissingFile as MissingFile
from workbench.engine.base.errors import SpecialTokenInText as SpecialTokenInText
from workbench.engine.base.errors import UnknownToken as UnknownToken
from workbench.engine.base.errors import WrongType as WrongType
from workbench.engine.base.slices import finished
from workbench.engine.corpus.scanning import Scanned, scan
from workbench.engine.corpus.sources import (
    PYTHON_LIBRARY,
    SAMPLE_CORPUS,
    DocumentsSource,
    Source,
    SourceOptions,
    TextSource,
)
from workbench.engine.counting.piece_room import TableFull
from workbench.engine.encoding.tokenizer import Tokenizer as EngineTokenizer
from workbench.engine.training.estimate import Estimate
from workbench.engine.training.merges import TIE_RULES
from workbench.engine.training.options import Options
from workbench.engine.training.presets import DEFAULT_PRESET, PRESETS
from workbench.engine.training.trainer import Merge, Progress
from workbench.formats.registry import is_tokenizer_file

__all__ = [
    "PRESETS",
    "PYTHON_LIBRARY",
    "SAMPLE_CORPUS",
    "TIE_RULES",
    "Adapted",
    "Add",
    "AddSpecial",
    "Change",
    "Checkpointing",
    "Comparison",
    "CountingProgress",
    "CountsKept",
    "CountsWritten",
    "Cut",
    "Dataset",
    "DatasetPlan",
    "DatasetProgress",
    "DocumentsSource",
    "EngineError",
    "Estimate",
    "Extend",
    "FileCount",
    "Interrupted",
    "Merge",
    "MergeWith",
    "MissingFile",
    "Opened",
    "Options",
    "Progress",
    "Recorded",
    "Remove",
    "RemoveBy",
    "Renumber",
    "Saved",
    "Scanned",
    "SetRoles",
    "Source",
    "SourceOptions",
    "SpecialTokenInText",
    "TableFull",
    "TextSource",
    "Tokenizer",
    "TrainingRun",
    "UnknownToken",
    "WrongType",
    "adapt",
    "compare",
    "count",
    "count_pieces",
    "discard_checkpoint",
    "encode_dataset",
    "estimate",
    "estimating",
    "hold_run",
    "interrupted_runs",
    "is_tokenizer_file",
    "keep_result",
    "kept_results",
    "merge_counts",
    "open_file",
    "open_result",
    "open_sample",
    "open_tokenizer",
    "read_bytes",
    "read_record",
    "recorded_run",
    "rename_result",
    "same",
    "save_file",
    "save_tokenizer",
    "scan",
    "train",
    "vocab_health",
    "writable_as",
    "write_file",
]


def train(
    sources: Sources,
    *,
    preset: str = DEFAULT_PRESET,
    vocab_size: int = 4096,
    pattern: str | None = None,
    tie: str | None = None,
    special_tokens: Sequence[str] | Mapping[str, int] | None = None,
    min_count: int = 1,
    max_token_length: int | None = None,
    max_token_bytes: int | None = None,
    min_gain: float = 0.0,
    extend: tuple[str | os.PathLike[str], int] | None = None,
    move_special: bool = False,
    character_coverage: float = 0.99995,
    split_digits: bool = True,
    remove_extra_whitespaces: bool = False,
    numbers: str | None = None,
    whole_characters: bool = False,
    forbidden_tokens: Sequence[str] = (),
    forbidden_pattern: str | None = None,
    seed_tokens: Sequence[str] = (),
    roles: Mapping[str, str] | None = None,
    chat_template: str | None = None,
    add_bos: bool = False,
    add_eos: bool = False,
    memory_limit: int = 0,
    when_full: str = "stop",
    kind: str = "",
    field: str = "",
    column: str = "",
    encoding: str = "",
    weight: float = 1.0,
    sample: float = 1.0,
    held_out: float = 0.0,
    clean: Sequence[str] = (),
    on_invalid: str = "replace",
    seed: int = 0,
    patterns: Sequence[str] = (),
    accept: Sequence[str] = (),
    strict: bool = False,
    checkpoint: str | os.PathLike[str] | None = None,
    resume: bool = False,
    progress: Callable[[Progress | Merge], object] | None = None,
) -> Tokenizer:
    """Train a tokenizer on text files and folders.

    Args:
        sources: a path, or several; "sample:" is the bundled corpus, "python:" Python's own library; a
            `workbench.api.SourceOptions` says how one is read; a text in memory is
            `workbench.api.TextSource(name, text)`. A source may be an open file, or an iterable of
            texts (str or bytes), each a document, read as it goes: `[generator]`, `[dataset["text"]]`.
            A file of `count_pieces`, or a folder of such parts, is a source too.
        preset: "basic" (no split), "gpt2", "gpt4", "gpt4o", "minbpe" (GPT-4's split as minbpe has it),
            "clip", "llama2", or "custom" with a pattern.
        vocab_size: bytes and merges together; fewer where the corpus has no more pairs. For "clip" the bytes
            count twice (once more at the end of a word), for "llama2" also <unk>, <s>, </s> and characters.
        pattern: a split pattern in the syntax of the `regex` module, in place of the preset's.
        tie: which of the most frequent pairs is merged, one of `TIE_RULES`; None takes
            "sentencepiece" for "llama2", "first-seen" for "minbpe" and "smallest" for the others.
        special_tokens: texts, which take the ids after the vocabulary, or text -> id.
        min_count: a pair that occurs less often is not merged.
        max_token_length: in bytes; for "llama2" in characters, 16 if not given. 0 sets no limit.
        max_token_bytes: the same in bytes, under another name.
        min_gain: a merge that saves a smaller share of the corpus's tokens ends the training.
        extend: (file, n): go on with the tokenizer of a file by n merges, with its normalizer, split,
            vocabulary and special tokens, in place of a preset; these keep their ids, and so do those of
            `special_tokens`. A file that does not say how text is split needs `pattern`. `tie` and
            `max_token_length` are those of its own training unless given.
        move_special: with `extend`, special tokens whose ids merges need move after them, where merges may
            have no gaps (minbpe, CLIP) or come before characters (a vocabulary with scores): an error if not.
        character_coverage: for "llama2", the share of the characters that get tokens.
        split_digits: for "llama2", each digit stays a token of its own.
        remove_extra_whitespaces: for "llama2", runs of spaces become one, those at both ends none.
        numbers: how the split cuts numbers: "single" digits, threes from the "left" or from the "right" (as
            thousands are), "whole"; None as in the pattern.
        whole_characters: make no token that joins a part of a character with others; not for "llama2", whose
            tokens are whole characters or single bytes anyway.
        forbidden_tokens: tokens that are not made, with escapes: "\\n", "\\xE4", "\\\\" for a backslash.
        forbidden_pattern: a regular expression; no token that is UTF-8 and in which it matches is made.
        seed_tokens: tokens that are made before all others, however rare, with escapes, and the parts that
            they need; not for "llama2" or with `extend`.
        roles: role -> text of its special token, which is added to `special_tokens` if need be: "bos", "eos",
            "pad", "unk", "mask", "user", "assistant", "system", "tool".
        chat_template: "chatml" (with its two special tokens), "plain", or the text of a Jinja template.
        add_bos, add_eos: put the token of this role around each text by default, in other libraries too.
        memory_limit: bytes that the table of distinct pieces may take; 0 for 40 % of the memory.
        when_full: past that limit "stop" with an error, or "drop" the rarest pieces, counted.
        kind, field, column, encoding, weight, held_out, clean, on_invalid, seed, patterns, accept: how
            sources given as paths are read; see `workbench.api.SourceOptions`, of which each source may have
            its own.
        sample: a share of their documents up to 1, or else so many of their first bytes.
        strict: end with an error at the first of these files, or files of these folders, that cannot be read;
            without it such files are left out, and the record of the tokenizer names them
            (`tokenizer.record["sources"][0]["left_out"]`).
        checkpoint: a folder where the state of the run is saved; removed at its end.
        resume: take up the run that is there.
        progress: called with every `Progress` and `Merge`.

    Raises:
        EngineError: naming what is wrong and what to do.

    """
    usual = usual_options(
        clean, patterns, accept, strict, kind=kind, field=field, column=column, encoding=encoding,
        held_out=held_out, on_invalid=on_invalid, seed=seed,
    )  # fmt: skip
    read = read_so(sources, usual, sample, weight)
    file, n_more = (None, 0) if extend is None else (os.fspath(extend[0]), extend[1])
    longest = max_token_length if max_token_bytes is None else max_token_bytes
    options = Options(
        preset,
        pattern,
        vocab_size=vocab_size,
        min_count=min_count,
        max_token_length=longest,
        tie=tie,
        special_tokens=special_tokens or (),
        character_coverage=character_coverage,
        split_digits=split_digits,
        min_gain=min_gain,
        extend=file,
        extend_by=n_more,
        memory_limit=memory_limit,
        when_full=when_full,
        move_special=move_special,
        remove_extra_whitespaces=remove_extra_whitespaces,
        numbers=numbers,
        whole_characters=whole_characters,
        forbidden_tokens=tuple(forbidden_tokens),
        forbidden_pattern=forbidden_pattern,
        seed_tokens=tuple(seed_tokens),
        roles=tuple((roles or {}).items()),
        chat_template=chat_template,
        add_bos=add_bos,
        add_eos=add_eos,
    )
    folder = None if checkpoint is None else Checkpointing(os.fspath(checkpoint), resume)
    run = TrainingRun(read, options, checkpoint=folder)
    for event in run.steps():
        if isinstance(event, Progress | Merge) and progress is not None:
            progress(event)
    tokenizer = Tokenizer.of(run.tokenizer())
    run.discard_checkpoint()
    return tokenizer


def encode_dataset(
    tokenizer: EngineTokenizer,
    sources: Sources,
    folder: str | os.PathLike[str],
    *,
    form: str = "bin",
    shard_ids: int = SHARD_IDS,
    end: str | None = None,
    start: str = "",
    allowed_special: str | Collection[str] = frozenset(),
    disallowed_special: str | Collection[str] = (),
    held_out: float = 0.0,
    seed: int = 0,
    kind: str = "",
    field: str = "",
    column: str = "",
    encoding: str = "",
    sample: float = 1.0,
    clean: Sequence[str] = (),
    on_invalid: str = "replace",
    patterns: Sequence[str] = (),
    accept: Sequence[str] = (),
    strict: bool = False,
    threads: int | None = None,
    resume: bool = False,
    progress: Callable[[DatasetProgress], object] | None = None,
) -> Dataset:
    """Encode sources to shards of ids, from which a model is trained, with `dataset.json` in the same folder.

    Args:
        tokenizer: encodes.
        sources: as those of `train`, as are `kind` to `strict`.
        folder: of the data set; it is created. Shards are `train-00000.bin`, `val-00000.bin` and so on.
        form: "bin", the ids as little-endian uint16, or uint32 if they need it; "u16" or "u32"; "llmc", the
            same with the header of llm.c; "npy"; "jsonl", a document a line; "parquet", a document a row.
        shard_ids: ids of a shard; the last of a split may have fewer.
        end: special token after each document; None takes the tokenizer's own, if it has one, "" none.
        start: special token before each document.
        allowed_special: special tokens in the text that become their ids, as in `Tokenizer.encode`.
        disallowed_special: special tokens whose text is an error; those of neither are text, and counted.
        held_out: share of documents that go to the split "val", chosen by `seed`. A file of plain text is one
            document, and goes there whole; `train` holds out parts of a large one. Of texts that can be read
            only once, such as a generator, none can be held out.
        seed: chooses the documents.
        threads: that encode; the bytes of the set do not depend on them.
        resume: continue the set in the folder after its last whole shard.
        progress: called with every `DatasetProgress`.

    Raises:
        EngineError: naming what is wrong and what to do.
        TypeError: it is no tokenizer.

    """
    if not isinstance(tokenizer, EngineTokenizer):
        raise TypeError(f"a Tokenizer encodes a data set, not {type(tokenizer).__name__}")
    usual = usual_options(
        clean, patterns, accept, strict, kind=kind, field=field, column=column, encoding=encoding,
        held_out=held_out, on_invalid=on_invalid, seed=seed,
    )  # fmt: skip
    allowed, refused = tokenizer.specials.choose(allowed_special, disallowed_special)
    framing_ids = [(special_id(tokenizer, text),) if text else () for text in (start, end)]
    after = tokenizer.framing.after if end is None else framing_ids[1]
    plan = DatasetPlan(
        form, shard_ids, allowed=allowed, refused=refused, before=framing_ids[0], after=after, threads=threads
    )
    steps = datasets.encode_dataset(
        tokenizer, read_so(sources, usual, sample, 1.0), os.fspath(folder), plan, resume
    )
    return finished(steps, progress)


def open_tokenizer(
    path: str | os.PathLike[str], anyway: bool = False, pattern: str | None = None
) -> Tokenizer:
    """Open a tokenizer file, recognized by its content.

    Args:
        path: of the file, or the name of a published vocabulary that was fetched: "o200k_base".
        anyway: open JSON however large (up to 1 GiB), with half of the machine's memory.
        pattern: name of a published split ("cl100k", "none" …) or a regular expression, in place of the
            file's. Ranks that are not one of the published files need one before they can encode.

    Raises:
        EngineError: naming the file, the place in it, what is wrong and what to do.

    """
    return Tokenizer.of(open_file(tokenizer_path(os.fspath(path)), anyway=anyway, pattern=pattern).tokenizer)


def save_tokenizer(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002  # as users call it
    overwrite: bool = False,
    anyway: bool = False,
) -> tuple[str, ...]:
    """Write a tokenizer to a file, and its card next to the file.

    Args:
        tokenizer: what is saved.
        path: of the file; it is replaced in one step, or not at all.
        format: name of a format, or None for the one that the suffix names.
        overwrite: replace files next to it that were not written with it too, as a foreign `vocab.json`.
        anyway: write it also where the format gives other ids in its own library (`save_file` lists them).

    Returns:
        The paths of all files that were written, `path` first.

    Raises:
        EngineError: the format is unknown or cannot hold the tokenizer, or the file cannot be written,
            or was read for the training.
        TypeError: it is no tokenizer.

    """
    if not isinstance(tokenizer, EngineTokenizer):
        raise TypeError(f"only a Tokenizer can be saved, not {type(tokenizer).__name__}")
    return save_file(tokenizer, path, format, overwrite, anyway).files


def compare(
    tokenizers: Sequence[str | os.PathLike[str] | Tokenizer],
    texts: Sources = (),
    *,
    languages: str | os.PathLike[str] | None = None,
    reference: int = 0,
    language: str | None = None,
    draws: int = 1000,
    seed: int = 0,
) -> Comparison:
    """Hold tokenizers against each other on the same texts.

    Args:
        tokenizers: files, names of published ones that were fetched ("r50k_base"), or tokenizers.
        texts: a path, or several, as the sources of `train`; each is a row of the table.
        languages: in place of texts a folder of the same text in several languages, `NAME.txt` (packed or
            not) with equally many lines.
        reference: number of the tokenizer that others are held against.
        language: that others are held against; None for "eng_Latn", "eng", or the first.
        draws, seed: of the intervals, by drawing documents again and again.

    Returns:
        A table: `to_dict()` is what `pandas.DataFrame` takes, `to_json()` all of it as plain values; a
        notebook shows the table.

    Raises:
        EngineError: naming what is wrong and what to do.

    """
    opened = to_compare(tokenizers)
    corpus = several(texts)
    if bool(corpus) == (languages is not None):
        raise TypeError("give either texts or languages")
    steps = comparing(
        opened, corpus, languages, reference=reference, language=language, draws=draws, seed=seed
    )
    return finished(steps)
