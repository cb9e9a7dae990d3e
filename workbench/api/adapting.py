"""Changes a tokenizer's vocabulary: the effect on texts, a map of the ids, a card to repeat the change."""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from workbench.api import convert as converting
from workbench.api.extending import identity_of
from workbench.api.files import open_file, open_sample, read_bytes
from workbench.api.health import counting_tokens
from workbench.api.id_map_files import exporting_with, map_files
from workbench.api.results import open_result
from workbench.api.source_arguments import read_so, several
from workbench.api.training import TrainingRun
from workbench.engine.adapting.adding import unmade
from workbench.engine.adapting.changes import (
    RULES,
    SAMPLE_TOKENIZER,
    Change,
    Extend,
    MergeWith,
    Remove,
    RemoveBy,
    changes_of,
    plain,
)
from workbench.engine.adapting.done import Done, merges_of, moved_specials
from workbench.engine.adapting.draft import Draft
from workbench.engine.adapting.effects import Effect, effect
from workbench.engine.adapting.id_map import IdMap, id_map
from workbench.engine.adapting.merging import merge
from workbench.engine.adapting.new_ids import rebuilt
from workbench.engine.adapting.selecting import matching, of_script, residues, unused
from workbench.engine.base.errors import EngineError, Place
from workbench.engine.base.pace import point
from workbench.engine.base.slices import finished
from workbench.engine.child.isolation import Child
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import Reading, Source
from workbench.engine.counting.piece_counts import documents_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.judging.health import TokenHealth, judged
from workbench.engine.training.options import Options
from workbench.engine.training.trainer import Merge, Progress
from workbench.formats.training_record import VERSIONS, source_of, source_plan


@dataclass(frozen=True)
class Adapted:
    """A tokenizer with a changed vocabulary.

    Attributes:
        draft: both, and every change with what it did.
        file: where the first one came from, "" for none.
        effects: (name of the source, what the changes do to it) of each source of texts.
        read: the files that were read for it; they are never written over.

    """

    draft: Draft
    file: str = ""
    effects: tuple[tuple[str, Effect], ...] = ()
    read: tuple[Source, ...] = ()

    @property
    def tokenizer(self) -> Tokenizer:
        """What the change produced."""
        return self.draft.tokenizer

    @property
    def is_proved(self) -> bool:
        """Whether it is proved that no other pieces change than those with new tokens, or tokens gone."""
        return self.draft.base.model.scored is None

    def ids(self) -> IdMap:
        """Return the map between the ids of both."""
        return id_map(self.draft)

    def unsure(self, only: Sequence[int] | None = None) -> Iterator[TokenHealth]:
        """Yield the health of requested tokens that their own text is not encoded to."""
        ids = self.draft.unsure.tolist() if only is None else only
        yield from judged(self.tokenizer, only=ids) if ids else ()

    def save(
        self,
        path: str | os.PathLike[str],
        format: str | None = None,  # noqa: A002  # as users call it
        overwrite: bool = False,
        anyway: bool = False,
    ) -> tuple[str, ...]:
        """Write tokenizer and card, and the map of ids where one is new or another; return the paths.

        Raises:
            EngineError: as `workbench.save_tokenizer`; nothing is written over what was read.

        """
        for event in saving(self, path, format, overwrite=overwrite, anyway=anyway):
            if isinstance(event, converting.Exported) and event.files:
                return event.files
        raise EngineError("proof_of_other_ids", file=os.fspath(path), reason="texts have other ids in it")


def adapt(
    tokenizer: Tokenizer | str | os.PathLike[str],
    changes: Iterable[Change],
    *,
    texts: Source | Sequence[Source] = (),
    move_special: bool = False,
    pattern: str | None = None,
) -> Adapted:
    """Change the vocabulary of a tokenizer, one change after the other.

    Args:
        tokenizer: a file or a tokenizer; it stays as it is.
        changes: of `workbench.api`: `Add`, `AddSpecial`, `SetRoles`, `Remove`, `RemoveBy`, `Cut`, `Extend`,
            `MergeWith`, `Renumber`.
        texts: on which the effect is shown, each a row: a path, or several, as the sources of `train`.
        move_special: special tokens whose ids new merges need move behind them, where ids of merges may have
            no gaps (minbpe, CLIP): an error if not.
        pattern: name of a published split or a regular expression, for a file that does not say how.

    Raises:
        EngineError: naming what cannot be done, and why.

    """
    file = "" if isinstance(tokenizer, Tokenizer) else os.fspath(tokenizer)
    base = tokenizer if isinstance(tokenizer, Tokenizer) else open_file(file, pattern=pattern).tokenizer
    return finished(adapting(base, changes, texts, file=file, move_special=move_special))


def adapting(
    base: Tokenizer,
    changes: Iterable[Change],
    texts: Source | Sequence[Source] = (),
    *,
    file: str = "",
    name: str = "",
    move_special: bool = False,
) -> Generator[Progress | Merge | int, None, Adapted]:
    """Adapt as `adapt`; yield how far a training is, or how many bytes have been looked at.

    Args:
        base, changes, texts, move_special: as there.
        file: where the tokenizer came from, "" for none.
        name: of what comes of it, "" for the same.

    """
    drafted = Drafted(Draft(base), (file,) if file else ())
    for asked in changes:
        drafted = yield from changed(drafted, asked, move_special)
    return (yield from finishing(drafted, texts, file=file, name=name, move_special=move_special))


@dataclass(frozen=True)
class Drafted:
    """A draft, and what it took.

    Attributes:
        draft: the draft.
        read: the files that the draft read.
        trained: the records of the draft's trainings.

    """

    draft: Draft
    read: tuple[Source, ...] = ()
    trained: tuple[Mapping[str, object], ...] = ()


def changed(
    so_far: Drafted, asked: Change, move_special: bool = False
) -> Generator[Progress | Merge | int, None, Drafted]:
    """Return a draft with one more change; yields as `adapting`, raises EngineError as `adapt`."""
    draft, read, trained = so_far.draft, so_far.read, so_far.trained
    change = yield from _settled(draft.tokenizer, asked)
    if isinstance(change, Extend):
        done, record = yield from _extended(draft.tokenizer, change, move_special)
        return Drafted(draft.with_step(change, done), (*read, *change.sources), (*trained, record))
    if isinstance(change, MergeWith):
        change, done = _merged(draft.tokenizer, change, move_special)
        return Drafted(draft.with_step(change, done), (*read, change.file), trained)
    return replace(so_far, draft=draft.changed(change, move_special))


def finishing(
    drafted: Drafted,
    texts: Source | Sequence[Source] = (),
    *,
    file: str = "",
    name: str = "",
    move_special: bool = False,
) -> Generator[int, None, Adapted]:
    """Return what a draft comes to; see `adapting`. Yields how many bytes of the texts have been looked at.

    Raises:
        EngineError: "adapt_nothing", or a text cannot be read.

    """
    draft = drafted.draft
    if not draft.steps:
        raise EngineError("adapt_nothing")
    effects = []
    for source in several(texts):
        effects.append((yield from effect_on(draft, source)))
    record = record_of(draft, file, drafted.read, drafted.trained, move_special)
    draft = _named(draft, name, record)
    return Adapted(draft, file, tuple(effects), (*drafted.read, *several(texts)))


def _named(draft: Draft, name: str, record: Mapping[str, object]) -> Draft:
    """Return the draft with a named tokenizer and the record of its changes."""
    change, done = draft.steps[-1]
    renamed = rebuilt(done.tokenizer, done.tokenizer.model, done.tokenizer.special_tokens)
    renamed.name, renamed.record = name or renamed.name, record
    return Draft(draft.base, (*draft.steps[:-1], (change, replace(done, tokenizer=renamed))))


def record_of(
    draft: Draft,
    file: str,
    read: Sequence[Source],
    trained: Sequence[Mapping[str, object]],
    move_special: bool,
) -> dict[str, object]:
    """Return the record for the card, by which the changes can be repeated."""
    base = draft.base
    entry: dict[str, object] = {
        "from": {"file": file, "name": base.name, **identity_of(base)},
        "changes": [plain_change(change) for change, _ in draft.steps],
        "read": [path for path in map(source_plan, read) if isinstance(path, str)],
        **VERSIONS,
    }
    if move_special:
        entry["move_special"] = True
    if trained:
        entry["trained"] = list(trained)
    if base.record is not None:
        entry["before"] = base.record
    return {"adapted": entry}


def vocabulary_identity(base: Tokenizer) -> tuple[int, str]:
    """Return the number of tokens, special ones too, and a hash over all with their ids."""
    ids = sorted({*base.model.ids.tolist(), *base.special_tokens.values()})
    digest = sha256(repr(sorted(base.special_tokens.items())).encode("utf-8", "surrogatepass"))
    token_bytes = base.model.token_bytes
    for first in range(0, len(ids), 1024):
        some = [(token_id, token_bytes(token_id) or b"") for token_id in ids[first : first + 1024]]
        digest.update(b"".join(b"%d %d %b" % (token_id, len(token), token) for token_id, token in some))
        point()
    return len(ids), digest.hexdigest()


def recorded_changes(path: str | os.PathLike[str], base: Tokenizer) -> tuple[list[Change], bool]:
    """Return the changes that a card records, and whether special tokens may move.

    Raises:
        EngineError: it cannot be read, or records no changes, or those of another tokenizer.

    """
    from workbench.api.repeating import read_record

    entry: Any = read_record(path).get("adapted")
    if not isinstance(entry, Mapping) or not isinstance(entry.get("changes"), list):
        raise EngineError("record_incomplete", what="the changes of a vocabulary")
    said, own = entry.get("from"), identity_of(base)
    if not isinstance(said, Mapping) or any(said.get(key) != value for key, value in own.items()):
        raise EngineError("adapt_other_base", file=os.fspath(path))
    return changes_from(entry["changes"]), entry.get("move_special") is True


def token_list(path: str) -> tuple[str, ...]:
    """Return the lines of a file that are not empty; raises EngineError at one that is not UTF-8."""
    return texts_of(b"".join(read_bytes(path)), path)


def texts_of(data: bytes, path: str, leave_out: bool = False) -> tuple[str, ...]:
    """Return the lines of the bytes of a file like `token_list`.

    With `leave_out`, lines that are not UTF-8 are decoded by `surrogateescape`, for `Add` to leave out.

    Raises:
        EngineError: "adapt_token_not_utf8", without `leave_out`.

    """
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")
    texts: list[str] = []
    for number, line in enumerate(lines, 1):
        try:
            text = line.removesuffix(b"\r").decode("utf-8", "surrogateescape" if leave_out else "strict")
        except UnicodeDecodeError:
            shown = ascii(line.decode("utf-8", "backslashreplace"))[:80]
            raise EngineError(
                "adapt_token_not_utf8", file=path, place=Place("line", number), token=shown
            ) from None
        if text:
            texts.append(text)
        if number % 4096 == 0:
            point()
    return tuple(texts)


# --- changes that read files --------------------------------------------------------------------


def _settled(base: Tokenizer, asked: Change) -> Generator[int, None, Change]:
    """Return a change with the ids that a rule chooses."""
    if not isinstance(asked, RemoveBy):
        return asked
    _check_rule(asked)
    ids: tuple[int, ...] = ()
    why = f"{asked.rule} {asked.value}".strip()
    if asked.rule in ("unused", "residue"):
        counts = yield from counting_tokens(base, asked.sources)
        ids = unused(base, counts) if asked.rule == "unused" else residues(base, counts, float(asked.value))
    elif asked.rule == "script":
        ids = of_script(base, str(asked.value))
    else:
        with Child() as child:
            ids = matching(base, str(asked.value), child)
    if not ids:
        raise EngineError("adapt_no_match", what=why)
    return Remove(ids, with_dependants=asked.with_dependants, leaves_only=not asked.with_dependants, why=why)


def _check_rule(asked: RemoveBy) -> None:
    """Refuse an unknown rule, and one without what it needs: it would choose all tokens."""
    if asked.rule not in RULES:
        raise EngineError("unknown_rule", rule=asked.rule, choices=", ".join(RULES))
    if asked.rule in ("unused", "residue") and not asked.sources:
        raise EngineError("adapt_rule_without_text", rule=asked.rule)
    share = asked.value
    if asked.rule == "residue" and not (isinstance(share, int | float) and 0 < share <= 1):
        raise EngineError("adapt_share", share=share)


def plain_change(change: Change) -> dict[str, Any]:
    """Return a change as JSON has it, in a card or a draft that is kept."""
    if isinstance(change, Extend | RemoveBy):
        return plain(change) | {"sources": [source_plan(source) for source in change.sources]}
    return plain(change)


def changes_from(entries: Iterable[Mapping[str, Any]]) -> list[Change]:
    """Return the changes from the output of `plain_change`.

    Raises:
        EngineError: "record_incomplete", they are none, or a text was in memory.

    """
    return [_with_sources(change) for change in changes_of(entries)]


def _with_sources(change: Change) -> Change:
    if not isinstance(change, Extend | RemoveBy):
        return change
    sources = [source for each in change.sources if (source := source_of(each)) is not None]
    if len(sources) < len(change.sources):
        raise EngineError("record_incomplete", what="the text, which lay in memory")
    return replace(change, sources=tuple(sources))


def _extended(
    base: Tokenizer, change: Extend, move_special: bool
) -> Generator[Progress | Merge, None, tuple[Done, Mapping[str, object]]]:
    """Train on the sources, by the recipe for the kind of tokenizer."""
    options = Options(extend=base.name or "tokenizer", extend_by=change.n_merges, move_special=move_special)
    run = TrainingRun(change.sources, options, base=base)
    for event in run.steps():
        if isinstance(event, Progress | Merge):
            yield event
    learned = run.tokenizer(base.name)
    extended = learned
    if base.model.scored is None:  # else its split belongs to its model
        extended = rebuilt(base, learned.model, learned.special_tokens)
        learned.close()
    added = sorted(set(extended.model.ids.tolist()).difference(_kept_ids(base, extended)))
    tokens = [extended.model.token_bytes(i) or b"" for i in added]
    missing = () if base.model.of_bytes is None else unmade(base, merges_of(base), tokens)
    return Done(extended, tuple(added), unmade=missing, moved=moved_specials(base, extended)), run.record()


def _kept_ids(base: Tokenizer, changed: Tokenizer) -> list[int]:
    """Return the new ids of the former tokens."""
    return [*base.model.ids.tolist(), *changed.special_tokens.values()]


def _merged(base: Tokenizer, change: MergeWith, move_special: bool) -> tuple[MergeWith, Done]:
    other = _other(change)
    try:
        sha256 = str(identity_of(other)["sha256"])
        if change.sha256 and change.sha256 != sha256:
            raise EngineError("adapt_merge_changed", file=change.name or change.file)
        try:
            merges_of(other)
        except EngineError as fault:
            raise fault.in_file(change.name or change.file) from None
        return replace(change, sha256=sha256), merge(base, other, move_special)
    finally:
        other.close()


def _other(change: MergeWith) -> Tokenizer:
    """Return the tokenizer that a change reads: of a file, or an unsaved one that is kept in a folder."""
    if change.file == SAMPLE_TOKENIZER:
        return open_sample().tokenizer
    if not change.name:
        return open_file(change.file).tokenizer
    try:
        return open_result(change.file)[0].tokenizer
    except EngineError as fault:
        if fault.code != "result_missing":
            raise
        raise EngineError("adapt_merge_gone", name=change.name) from fault


def effect_on(draft: Draft, source: Source) -> Generator[int, None, tuple[str, Effect]]:
    """Return (name of the source, what a draft does to it); yields how many bytes have been looked at."""
    usual = SourceOptions("", on_unreadable="stop")
    reading = Reading(read_so(source, usual, 1.0, 1.0))
    measured = yield from effect(draft, documents_of(reading.read()))
    reading.refuse_nothing()
    return reading.accounts[0].source, measured


def saving(
    adapted: Adapted,
    path: str | os.PathLike[str],
    format_name: str | None = None,
    texts: Sequence[Source] = (),
    *,
    overwrite: bool = False,
    anyway: bool = False,
) -> Iterator[converting.Step | converting.Proved | converting.Exported]:
    """Write as `convert.export`, with the map of ids where it is needed; yields as that.

    Raises:
        EngineError: as that, or one of the two files of the map is there and not of an earlier save.

    """
    yield from exporting_with(
        map_files(adapted.draft), adapted.tokenizer, path, format_name, texts,
        read=adapted.read, overwrite=overwrite, anyway=anyway,
    )  # fmt: skip
