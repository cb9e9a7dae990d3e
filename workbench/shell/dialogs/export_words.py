"""What the export dialog says: formats, what they leave out, the steps of a proof, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from workbench.engine.base.english import ENGLISH
from workbench.widgets import wording

if TYPE_CHECKING:
    from collections.abc import Sequence

    from workbench.api.convert import Exported, Proof, Target
    from workbench.engine.base.errors import EngineError
    from workbench.engine.corpus.folder_files import Skipped
    from workbench.formats.format import Notice

_CANNOT = " cannot store this tokenizer: "

GROUPS = ("whole", "part", "other_ids")


def _tr(text: str) -> str:
    return QCoreApplication.translate("Export", text)


def level_of(target: Target) -> str:
    """Return the level of a format; what only the card keeps counts as left out."""
    return "part" if target.level == "whole" and target.left_to_card else target.level


def losses_of(target: Target) -> tuple[Notice, ...]:
    """Return what a format leaves out, or what is in the way."""
    return target.losses if target.level == "cannot" else (*target.losses, *target.left_to_card)


def group_of(target: Target) -> str:
    """Return the group that a format is listed in."""
    level = level_of(target)
    return level if level in GROUPS else "other_ids"


def group_title(group: str) -> str:
    """Return the title of a group."""
    return {
        "whole": _tr("Holds everything"),
        "part": _tr("Leaves something out"),
        "other_ids": _tr("Would give other ids"),
    }[group]


def folded_title(group: str, n: int) -> str:
    """Return the title of a group whose formats are folded."""
    return _tr("{group}: {n}…").format(group=group_title(group), n=wording.number(n))


def sign_of(level: str) -> tuple[str, str]:
    """Return icon and color role of a level."""
    signs = {"whole": ("check-circle", "ok"), "part": ("warning", "warn")}
    return signs.get(level, ("cross-circle", "danger"))


def title_of(target: Target) -> str:
    """Return a format's title in the user's language."""
    # GPT-2's are named too.
    return _tr("GPT-2 files") if target.format == "gpt2" else _tr(target.title)


def missing(target: Target) -> str:
    """Return the line that says what a format leaves out."""
    losses = losses_of(target)
    return wording.clauses(short_losses(losses)) or _tr("tokens, pattern, special tokens")


def short_losses(losses: Sequence[Notice]) -> list[str]:
    """Return what is left out, without the name of the format."""
    causes = [wording.filled(ENGLISH[loss.code].cause, loss.facts) for loss in losses]
    return [cause.partition(_CANNOT)[2] or cause for cause in causes]


def remedies(losses: Sequence[Notice]) -> list[str]:
    """Return what can be done about each loss."""
    return [
        wording.filled(prose.remedy, loss.facts) for loss in losses if (prose := ENGLISH[loss.code]).remedy
    ]


# Files that their programs look for by name.
_NAMES = {"hf": "tokenizer.json", "gpt2": "merges.txt", "tekken": "tekken.json"}


def file_for(name: str, format_name: str, suffix: str) -> str:
    """Return the usual name of a file that holds a tokenizer called `name`."""
    return _NAMES.get(format_name, name + suffix)


def files_of(format_name: str, suffix: str) -> str:
    """Return what is next to a format's title: its suffix, or the names of its files."""
    return "vocab.json + merges.txt" if format_name == "gpt2" else _NAMES.get(format_name, suffix)


def step_words(name: str, facts: Mapping[str, str | int | float]) -> tuple[str, str]:
    """Return what a step is called, and what came out."""
    if name == "written":
        size = wording.size(int(facts["bytes"]))
        return _tr("Written"), _tr("{size}, under a temporary name").format(size=size)
    if name == "read_back":
        tokens = wording.tokens(int(facts["tokens"]))
        return _tr("Read back by the workbench"), _tr("the same {tokens}").format(tokens=tokens)
    if facts["library"]:
        named = f"{facts['library']} {facts['version']}"
        words = _tr("the library that it is for")
        if not facts["encodes"]:
            words = _tr("it reads the file but cannot encode; {library} can, and is not installed")
        words = words.format(library=facts["missing"])
        return _tr("Opened in {library}").format(library=named), words
    if facts["missing"]:
        return _tr("Not opened in {library}").format(library=facts["missing"]), _tr("it is not installed")
    return _tr("No library opens it"), _tr("read back only by the workbench")


def equal_words(ended: Exported) -> tuple[str, str]:
    """Return title and second line of an export that went well."""
    proof = ended.proof
    if proof is None or not proof.n_bytes:
        return _tr("Written"), _tr("It opens; no text was encoded.")
    tokens = wording.tokens(proof.n_tokens)
    size = wording.plural(proof.n_bytes, "%n byte", "%n bytes")
    same = (
        _tr("Same ids, and decoding gives the same {size}.").format(size=size)
        if proof.decodes
        else _tr("Same ids, but decoded to different text there.")
    )
    sentences = [same, *_in_use_words(proof)]
    if not proof.is_judged:
        unchecked = _tr("No library that encodes such files is installed; only the workbench read {tokens}.")
        return _tr("Not checked"), wording.sentences(unchecked.format(tokens=tokens), *sentences)
    if proof.judge.took_split:
        sentences.append(_tr("The split pattern was passed separately."))
    return _tr("Equal on {tokens}").format(tokens=tokens), wording.sentences(*sentences)


def _in_use_words(proof: Proof) -> list[str]:
    """Return what came out with special tokens, [] if there are none."""
    if proof.in_use is None:
        return []
    if proof.in_use.difference is not None:
        return [_tr("With special tokens the ids differ, as noted above.")]
    if proof.in_use.decodes:
        return [_tr("The same with special tokens.")]
    return [_tr("With special tokens the ids are the same, but decode to different text.")]


def anyway_words(ended: Exported) -> tuple[str, str]:
    """Return title and second line of a file that was written though it gives other ids."""
    return _tr("Written, with other ids"), wording.clauses(short_losses(ended.losses))


def left_out_words(ended: Exported) -> tuple[str, str]:
    """Return how many files the proof does not have whole, "" for none, and which and why."""
    skipped: list[tuple[str, Skipped | EngineError]] = []
    if ended.proof is not None:
        skipped += [(each.path, each) for each in ended.proof.skipped]
        skipped += [(each.file or "", each) for each in ended.proof.damaged]
    n = len(skipped)
    one = "%n file is not in the proof, or not whole, as in a training: {names}"
    other = "%n files are not in the proof, or not whole, as in a training: {names}"
    names = [path.rpartition("/")[2] for path, _ in skipped[:4]] + ["…"] * (n > 4)
    causes = [
        f"{path}: {wording.filled(ENGLISH[each.code].cause, each.facts)}" for path, each in skipped[:20]
    ]
    text = wording.plural(n, one, other, "Export").format(names=wording.listed(names))
    return text if n else "", "\n".join([*causes, *["…"] * (n > 20)])


def parted_words(ended: Exported, title: str) -> str:
    """Return the line below "Not equal: nothing was written."."""
    difference = ended.difference
    if difference is None:
        return _tr("{title}: equal on this text, but not on others.").format(title=title)
    equal = wording.tokens(difference.n_equal)
    return _tr(
        "{title}: equal on the first {tokens}, then different from byte {byte} of {text}, line {line}."
    ).format(
        title=title,
        tokens=equal,
        byte=wording.number(difference.byte),
        text=difference.text.rpartition("/")[2],
        line=wording.number(difference.line),
    )
