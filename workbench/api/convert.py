"""Takes a tokenizer into another format, proven: written next to its place, read back, judged, renamed."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from workbench.engine.base.errors import EngineError, Fact
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.sources import Source
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.splitting.pre_tokenizers import check_pattern, named
from workbench.formats import reading, registry, staging
from workbench.formats.files.atomic import Staged, folder_beside
from workbench.formats.format import LEVELS as LEVELS
from workbench.formats.format import Fit, Format, Notice
from workbench.formats.hugging_face import format as hf_tokenizer_json
from workbench.formats.hugging_face import writing as hf_writing
from workbench.formats.pattern_names import split_called
from workbench.formats.proof import prove
from workbench.formats.proof.prove import Difference as Difference
from workbench.formats.proof.prove import Judge
from workbench.formats.proof.prove import Proof as Proof
from workbench.formats.proof.prove import Proved as Proved
from workbench.formats.snippets import Snippet, snippets


@dataclass(frozen=True, slots=True)
class Target:
    """A format that a tokenizer could be written in.

    Attributes:
        format: its name.
        title: shown to the user.
        suffix: of its files.
        level: one of `LEVELS`.
        losses: what is left out, or prevents writing.
        left_to_card: the roles and the template that only the card keeps; no level counts them.

    """

    format: str
    title: str
    suffix: str
    level: str
    losses: tuple[Notice, ...]
    left_to_card: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """Something that has been done.

    Attributes:
        name: "written" (facts: bytes), "read_back" (tokens), "opened" (library, version, missing, tokens).
        facts: of the proof.

    """

    name: str
    facts: Mapping[str, Fact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Exported:
    """How an export ended.

    Attributes:
        path: where it was to go.
        format: name of its format.
        level: how much the format holds, one of `LEVELS`.
        losses: what it leaves out.
        files: the paths that were written, `path` first; () where nothing was.
        sha256, n_bytes: of the file, or of what it would have been.
        proof: what the proof gave, None without a text.
        snippets: how the file is used.

    """

    path: str
    format: str
    level: str
    losses: tuple[Notice, ...]
    files: tuple[str, ...]
    sha256: str
    n_bytes: int
    proof: Proof | None
    snippets: tuple[Snippet, ...]

    @property
    def n_proved_bytes(self) -> int:
        """Bytes of text that the proof encoded, 0 without one."""
        return 0 if self.proof is None else self.proof.n_bytes

    @property
    def is_judged(self) -> bool:
        """Whether a library encoded the texts; else the workbench itself did, which proves nothing."""
        return self.proof is not None and self.proof.is_judged

    @property
    def difference(self) -> Difference | None:
        """The first difference for which nothing was written, also one with special tokens in use."""
        proof = self.proof
        if proof is None or proof.difference is not None or self.files or proof.in_use is None:
            return None if proof is None else proof.difference
        return proof.in_use.difference


def targets(tokenizer: Tokenizer) -> tuple[Target, ...]:
    """Return every format that is written, with what it cannot hold of a tokenizer, the best first."""
    fits = [(known, known.fit(tokenizer)) for known in registry.FORMATS if known.write is not None]
    fits.sort(key=lambda pair: LEVELS.index(pair[1].level))
    return tuple(
        Target(known.name, known.title, known.suffix, fit.level, fit.losses, known.left_to_card(tokenizer))
        for known, fit in fits
    )


def with_pattern(tokenizer: Tokenizer, pattern: str, child: Child | None = None) -> Tokenizer:
    """Return a tokenizer that splits by the published pattern of a name, "none", or a regular expression.

    Raises:
        EngineError: the pattern cannot be used, or a bare word is the name of no split.

    """
    splitter = named(*split_called(pattern), child)
    check_pattern(splitter)
    return with_parts(tokenizer, pre_tokenizer=splitter)


def export(
    tokenizer: Tokenizer,
    path: str | os.PathLike[str],
    format_name: str | None = None,
    texts: Sequence[Source] = (),
    old_readers: bool = False,
    *,
    read: Sequence[Source] = (),
    overwrite: bool = False,
    anyway: bool = False,
) -> Iterator[Step | Proved | Exported]:
    """Write a tokenizer to a file once it is proven to be the same there.

    The file is written under a temporary name, read back, opened in the library that it is for where that
    is installed, and run over the texts; only when all ids are equal it gets its name, and the files next to
    it theirs. Where the format would give other ids that is tried only, and nothing is written.

    Args:
        tokenizer: what is written.
        path: of the file; replaced in one step, or not at all.
        format_name: name of a format, or None for the one that the suffix names.
        texts: files, folders and texts in memory for the proof; none proves no more than that it opens.
        old_readers: write the merges of a tokenizer.json as texts, which readers before tokenizers 0.20 and
            some other programs need.
        read: what was read in addition to the texts, and so is not replaced: the tokenizer's own file.
        overwrite: replace files next to it that were not written with it too.
        anyway: write it also where the format gives other ids, whatever the proof finds; `Exported.losses`
            say what is otherwise there.

    Yields:
        `Step`, `Proved`; at last `Exported`.

    Raises:
        EngineError: the format cannot hold it, the library refuses the file, a text cannot be read, or the
            files cannot be written. Nothing has been written then.

    """
    name = os.fspath(path)
    known = _format(tokenizer, name, format_name, old_readers)
    fit = known.fit(tokenizer)
    prepared = staging.prepare(
        tokenizer, name, known, trial=bool(texts) or anyway, read=[*read, *texts], overwrite=overwrite
    )
    staged = Staged(prepared.files, prepared.like)
    try:
        staged.stage()
        yield Step("written", {"bytes": len(prepared.written.data)})
        proof = yield from _judged(tokenizer, prepared, staged, texts)
        accepted = _is_accepted(proof, fit, anyway)
        if accepted:
            staged.rename()
    finally:
        staged.discard()
    yield Exported(
        name,
        known.name,
        level=fit.level,
        losses=fit.losses,
        files=prepared.paths if accepted else (),
        sha256=prepared.described.sha256,
        n_bytes=len(prepared.written.data),
        proof=proof,
        snippets=snippets(tokenizer, known.snippet, os.path.basename(name)),
    )


def _is_accepted(proof: Proof | None, fit: Fit, anyway: bool) -> bool:
    """Return whether the file may get its name; what differs in special tokens was said before."""
    if fit.level not in ("whole", "part"):
        return anyway and fit.level == "other_ids"
    in_use = proof.in_use.difference if proof is not None and proof.in_use is not None else None
    return proof is None or (proof.difference is None and (in_use is None or fit.level == "part"))


def _format(tokenizer: Tokenizer, path: str, name: str | None, old_readers: bool) -> Format:
    known = registry.format_for(path, name, tokenizer)
    if not old_readers:
        return known
    if known.name != hf_tokenizer_json.FORMAT.name:
        raise EngineError("old_readers_of_json_only", file=path)
    return replace(known, write=partial(hf_writing.write, old_readers=True))


def _judged(
    tokenizer: Tokenizer, prepared: staging.Prepared, staged: Staged, texts: Sequence[Source]
) -> Generator[Step | Proved, None, Proof | None]:
    """Read a staged file back, open it in its library and run it over the texts."""
    written = reading.read(staged.temporary(prepared.target))
    if written.sha256 != prepared.described.sha256:
        raise EngineError("read_back_differs", file=prepared.name, format=prepared.known.title)
    again = staging.check(tokenizer, prepared)
    # As the libraries count them: Llama 2's <s> and </s> too, which are not among the model's tokens.
    n_specials = sum(again.model.token_bytes(i) is None for i in set(again.special_tokens.values()))
    yield Step("read_back", {"tokens": len(again.model.ids) + n_specials})
    with Child(prove.JUDGE_MEMORY) as child, folder_beside(prepared.target) as folder:
        opened = staging.reopened(prepared, again)
        try:
            judge = prove.open_judge(prepared, tokenizer, child, folder)
            yield _opened(judge)
            if not texts:
                return None
            return (yield from prove.prove(tokenizer, opened.tokenizer, judge, prepared, texts, child))
        finally:
            opened.tokenizer.close()


def _opened(judge: Judge) -> Step:
    facts: dict[str, Fact] = {
        "library": judge.library,
        "version": judge.version,
        "missing": judge.missing,
        "tokens": judge.n_tokens,
        "encodes": int(judge.encodes),
    }
    return Step("opened", facts)
