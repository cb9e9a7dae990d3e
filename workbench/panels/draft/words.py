"""The texts of the draft about changes and their effects."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from workbench.display.escapes import name_of
from workbench.display.marks import one_line, visible
from workbench.display.prose import capitalized
from workbench.engine.adapting.changes import (
    SAMPLE_TOKENIZER,
    Add,
    AddSpecial,
    Change,
    Cut,
    Extend,
    MergeWith,
    Remove,
    RemoveBy,
    SetRoles,
)
from workbench.engine.adapting.effects import Effect
from workbench.engine.corpus.source_options import SourceOptions
from workbench.engine.corpus.sources import TextSource
from workbench.widgets import wording
from workbench.worker.messages.adapting import ChangeDone, DraftLooked

_LONGEST = 32  # characters of a token in a line
_NAMED = 3


def _tr(text: str) -> str:
    return QCoreApplication.translate("Draft", text)


def shown(token: bytes) -> str:
    """Return a token in one line, with visible marks."""
    return one_line(visible(token), _LONGEST)


def _texts(texts: Sequence[str]) -> str:
    if len(texts) == 1:
        return f"“{shown(texts[0].encode('utf-8', 'replace'))}”"
    return wording.tokens(len(texts))


def sources_text(sources: Sequence[object]) -> str:
    """Return the names of sources."""
    names = []
    for source in sources:
        if isinstance(source, TextSource):
            names.append(source.name)
        else:
            names.append(name_of(source.path if isinstance(source, SourceOptions) else str(source)))
    return wording.some(names)


def title(change: Change) -> str:
    """Return the title of a change."""
    if isinstance(change, Add):
        return _tr("Add {tokens}").format(tokens=_texts(change.texts))
    if isinstance(change, AddSpecial):
        added = _tr("Add special token “{token}”").format(token=change.text)
        return added if change.id is None else f"{added}, {_id(change.id)}"
    if isinstance(change, SetRoles):
        roles = _roles(change)
        return _tr("Set roles: {roles}").format(roles=roles) if roles else capitalized(_template(change))
    if isinstance(change, Remove):
        return _removal(change)
    if isinstance(change, RemoveBy):
        return _by_rule(change)
    if isinstance(change, Cut):
        return _tr("Keep the first {merges}").format(
            merges=wording.plural(change.n_merges, "%n merge", "%n merges")
        )
    if isinstance(change, Extend):
        merges = wording.plural(change.n_merges, "%n merge", "%n merges")
        return _tr("Add {merges} learned from {names}").format(
            merges=merges, names=sources_text(change.sources)
        )
    if isinstance(change, MergeWith):
        sample = _tr("the sample tokenizer") if change.file == SAMPLE_TOKENIZER else ""
        return _tr("Add the tokens of {name}").format(name=change.name or sample or name_of(change.file))
    return _tr("Renumber all tokens, without gaps")


def _roles(change: SetRoles) -> str:
    parts = [
        f"{role} {shown(text.encode('utf-8', 'replace')) or _tr('none')}"
        for role, text in change.named.items()
    ]
    for role, added in (("bos", change.add_bos), ("eos", change.add_eos)):
        if added is not None:
            words = _tr("{role} around each text") if added else _tr("{role} not around each text")
            parts.append(words.format(role=role))
    if parts and change.chat_template is not None:
        parts.append(_template(change))
    return wording.listed(parts)


def _template(change: SetRoles) -> str:
    names = {"": _tr("none"), "chatml": "ChatML", "plain": _tr("plain")}
    name = names.get(change.chat_template or "", _tr("from a file"))
    return _tr("chat template: {name}").format(name=name)


def _id(token_id: int) -> str:
    return _tr("id {id}").format(id=wording.number(token_id))


def _removal(change: Remove) -> str:
    n_tokens = len(change.ids) + len(change.texts)
    if not change.ids and len(change.texts) == 1:
        what = _texts(change.texts)
    elif n_tokens == 1:
        what = _tr("token {id}").format(id=wording.number(change.ids[0]))
    else:
        what = wording.tokens(n_tokens)
    return _tr("Remove {tokens}").format(tokens=what)


def _by_rule(change: RemoveBy) -> str:
    if change.rule == "unused":
        return _tr("Remove tokens not used in {names}").format(names=sources_text(change.sources))
    if change.rule == "residue":
        share = wording.percent(float(change.value), 1)
        return _tr("Remove tokens that remain in under {share} of their cases").format(share=share)
    if change.rule == "script":
        return _tr("Remove tokens with {script} characters").format(script=change.value)
    return _tr("Remove tokens that match {pattern}").format(pattern=one_line(str(change.value), _LONGEST))


def detail(change: Change, done: ChangeDone) -> str:
    """Return what a change did, in one line."""
    if isinstance(change, SetRoles):
        return _tr("no id changes")
    parts = [
        words.format(n=wording.number(n))
        for n, words in (
            (done.added - done.needed, _tr("{n} added")),
            (done.needed, _tr("{n} needed for these")),
            (done.removed, _tr("{n} removed")),
            (done.stayed, _tr("{n} kept: others are built from them")),
            (done.left_out, _tr("{n} left out")),
        )
        if n
    ]
    if isinstance(change, Remove | RemoveBy) and change.with_dependants and done.removed > 1:
        parts.append(_tr("with those built from them"))
    return wording.listed(parts) or _tr("done")


def size_text(looked: DraftLooked) -> str:
    """Return the numbers of tokens before and after."""
    before, after = looked.vocab_size
    return _tr("{before} → {after}").format(before=wording.number(before), after=wording.number(after))


def effect_text(name: str, effect: Effect) -> str:
    """Return the effect of changes on a text."""
    share = (effect.after - effect.before) / effect.before if effect.before else 0.0
    sign = "+" if share > 0 else ""
    size = _tr("{name}: {before} → {after}").format(
        name=name_of(name), before=wording.number(effect.before), after=wording.tokens(effect.after)
    )
    return f"{size} ({sign}{wording.percent(share, 2)})" if effect.before != effect.after else size


def proof_text(looked: DraftLooked, n_equal: int, unexplained: int) -> str:
    """Return what is proved for all texts, or on how many tokens both are equal."""
    if unexplained:
        pieces = wording.plural(unexplained, "%n piece", "%n pieces")
        return _tr("Wrong: {pieces} changed against the proof. Please report this.").format(pieces=pieces)
    if not looked.proved:
        if n_equal:
            return _tr("Not proved: equal on {tokens}.").format(tokens=wording.tokens(n_equal))
        return _tr("Not proved, and not measured on a text.")
    if "unmade" in looked.lists:
        return _tr("Proved: only pieces with a removed, an added or one of the listed older tokens change.")
    return _tr("Proved: only pieces that had a removed token or have an added one change.")
