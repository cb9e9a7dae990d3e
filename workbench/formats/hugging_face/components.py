"""The parts of a `tokenizer.json`: what each stands for here, or that the engine has no counterpart.

Nothing is approximated: a component, or an option of one, that is not implemented raises `ForeignError` with
its name, and the file is opened by `tokenizers` itself.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.engine.base.pace import paced
from workbench.engine.encoding.added_tokens import AddedTokens, Flags
from workbench.engine.models.framing import NO_FRAMING, Framing
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.normalizers.older_unicode import EarlyComposed, LaterLowercase
from workbench.engine.normalizers.settled_text import Form
from workbench.engine.normalizers.text_normalizers import (
    InOrder,
    Lowercase,
    Prepend,
    Replace,
    Strip,
    Whitespace,
)
from workbench.engine.splitting.custom_patterns import THEN
from workbench.engine.splitting.metaspace import Metaspace
from workbench.engine.splitting.split_patterns import PUBLISHED
from workbench.formats.hugging_face.patterns import DIGIT_SPLITS, NAMED_SPLITS, known_split

Component = Mapping[str, Any]

METASPACE = "\u2581"
_FORMS: Mapping[str, Form] = {"NFC": "NFC", "NFD": "NFD", "NFKC": "NFKC", "NFKD": "NFKD"}
_PREFIXES = {"always": "missing", "first": "first", "never": "never"}


class ForeignError(Exception):
    """A component that is not implemented here."""

    def __init__(self, component: str) -> None:
        super().__init__(component)
        self.component = component


@dataclass(frozen=True, slots=True)
class Split:
    """How a text is split.

    Attributes:
        byte_level: the bytes of a piece are what is merged.
        pattern_name, pattern: of the splitter (`pre_tokenizers.named`).
        prefix_space: a space is put before a stretch that has none there.
        metaspace: the Metaspace that writes spaces as "▁", or None.
        starts: the mark that two of them put before a text (`text_start`), or "".

    """

    byte_level: bool = False
    pattern_name: str = "none"
    pattern: str = ""
    prefix_space: bool = False
    metaspace: Component | None = None
    starts: str = ""


def parts_of(component: Component | None, list_key: str) -> list[Component]:
    """Return the parts of a component, those of a Sequence one by one.

    Raises:
        ForeignError: something else than a component is there; the library decides.

    """
    if component is None:
        return []
    if not isinstance(component, dict):
        raise ForeignError(str(component)[:40])
    if component.get("type") != "Sequence":
        return [component]
    parts = component.get(list_key) or []
    if not isinstance(parts, list):
        raise ForeignError("Sequence")
    return [part for inner in parts for part in parts_of(inner, list_key)]


def kind_of(component: Component) -> str:
    """Return the type of a component, "" if there is none."""
    name = component.get("type")
    return name if isinstance(name, str) else ""


def expect(component: Component, where: str, **defaults: object) -> None:
    """Raise ForeignError where an option is none of these values."""
    for key, allowed in defaults.items():
        value = component.get(key, allowed)
        if value != allowed:
            raise ForeignError(f"{where} {kind_of(component)} ({key})")


# --- pre-tokenizers -----------------------------------------------------------------------------


def split_of(component: Component | None, absent: str = "") -> Split:
    """Return how a pre-tokenizer splits a text in which `absent` does not occur; raises ForeignError."""
    parts = parts_of(component, "pretokenizers")
    kinds = [kind_of(part) for part in parts]
    if not parts:
        return Split()
    if kinds == ["ByteLevel"]:
        return _byte_level(parts[0])
    if kinds == ["Metaspace"]:
        return Split(metaspace=parts[0])
    if kinds == ["Metaspace", "Metaspace"] and absent:
        mark = str(parts[1].get("replacement"))
        if tuple(parts) == text_start(mark):
            return Split(starts=mark)
    if kinds == ["Split"] and absent and parts[0].get("pattern") == {"String": absent}:
        return Split()
    byte_level = kinds[-1] == "ByteLevel"
    stages = [_stage(part) for part in parts[: len(parts) - byte_level]]
    if None not in stages:
        return _in_order([stage for stage in stages if stage is not None], parts[-1] if byte_level else None)
    raise ForeignError(f"pre_tokenizer {' + '.join(kinds)}")


def text_start(mark: str) -> tuple[Component, Component]:
    """Return two Metaspaces that put a mark before a text and nowhere else, whatever the text begins with.

    In a text whose spaces are marks by now the first finds no space at the start, and puts one; the second
    turns that space into a mark. One alone leaves it out where the text begins with a space, and `Prepend`
    puts a mark after each added token too (tokenizers 0.23.3).
    """
    first = {"type": "Metaspace", "replacement": " ", "prepend_scheme": "first", "split": False}
    return first, {"type": "Metaspace", "replacement": mark, "prepend_scheme": "never", "split": False}


def metaspace_of(component: Component, strips: int) -> Metaspace:
    """Return what the Metaspace pre-tokenizer does to a text before it splits it; raises ForeignError."""
    mark = component.get("replacement", METASPACE)
    older = "always" if component.get("add_prefix_space", True) else "never"
    prefix = _PREFIXES.get(str(component.get("prepend_scheme", older)))
    if not isinstance(mark, str) or len(mark) != 1 or prefix is None:
        raise ForeignError("pre_tokenizer Metaspace (prepend_scheme)")
    return Metaspace(mark, prefix, strips)


# --- normalizers --------------------------------------------------------------------------------


def normalizer_of(component: Component | None, strips: int) -> Normalizer | None:
    """Return what a normalizer does to a text, or None if it does nothing; raises ForeignError.

    What writes spaces as marks, and one before the text, is one step.
    """
    steps: list[Normalizer] = []
    for part in parts_of(component, "normalizers"):
        step = _step(part, strips)
        before = steps[-1] if steps else None
        if isinstance(step, Metaspace) and isinstance(before, Prepend) and before.text == step.mark:
            steps[-1] = replace(step, prefix="always")
        else:
            steps.append(step)
    if len(steps) <= 1:
        return steps[0] if steps else None
    return InOrder(steps)


def _step(component: Component, strips: int) -> Normalizer:
    kind = kind_of(component)
    if kind in _FORMS:
        return EarlyComposed(_FORMS[kind])
    if kind == "Lowercase":
        return LaterLowercase()
    if kind == "Strip":
        return Strip(bool(component.get("strip_left", True)), bool(component.get("strip_right", True)))
    if kind == "Prepend" and isinstance(component.get("prepend"), str):
        return Prepend(component["prepend"])
    if kind == "Replace":
        return _replacement(component, strips)
    raise ForeignError(f"normalizer {kind}")


def _replacement(component: Component, strips: int) -> Normalizer:
    pattern, content = component.get("pattern"), component.get("content")
    if isinstance(content, str):
        if pattern == {"String": " "} and len(content) == 1:
            return Metaspace(content, "never", strips)
        if pattern == {"Regex": r"\s+"} and content == " ":
            return Whitespace()
        text = pattern.get("String") if isinstance(pattern, dict) else None
        if isinstance(text, str) and text:
            return Replace(text, content)
    raise ForeignError("normalizer Replace")


def starting(normalizer: Normalizer | None, mark: str) -> Normalizer:
    """Return a normalizer that writes spaces as this mark with one at the start; raises ForeignError."""
    spaces = spaces_in(normalizer)
    if spaces is None or spaces.mark != mark or spaces.prefix != "never":
        raise ForeignError("pre_tokenizer Metaspace + Metaspace")
    if not isinstance(normalizer, InOrder):
        return replace(spaces, prefix="start")
    if normalizer.steps[-1] is not spaces or not is_local(InOrder(normalizer.steps[:-1])):
        raise ForeignError("pre_tokenizer Metaspace + Metaspace")
    return InOrder([*normalizer.steps[:-1], replace(spaces, prefix="start")])


def spaces_in(normalizer: Normalizer | None) -> Metaspace | None:
    """Return the step of a normalizer that writes spaces as marks, or None."""
    steps = normalizer.steps if isinstance(normalizer, InOrder) else (normalizer,)
    return next((step for step in steps if isinstance(step, Metaspace)), None)


def _uses_regex(component: Component) -> bool:
    return bool(component.get("use_regex", True))


def _byte_level(component: Component) -> Split:
    name = "gpt2" if _uses_regex(component) else "none"
    return Split(True, name, "", prefix_space=bool(component.get("add_prefix_space", True)))


def _in_order(stages: list[tuple[str, str]], byte_level: Component | None) -> Split:
    """Return a split in one or several stages, (name, pattern) each, and by GPT-2's at last."""
    if byte_level is not None:
        if byte_level.get("add_prefix_space", True):
            raise ForeignError("pre_tokenizer ByteLevel (add_prefix_space)")
        if _uses_regex(byte_level):
            stages.append(("gpt2", PUBLISHED["gpt2"].pattern))
    if len(stages) == 1:
        return Split(byte_level is not None, *stages[0])
    return Split(byte_level is not None, "custom", THEN.join(pattern for _, pattern in stages))


def _stage(component: Component) -> tuple[str, str] | None:
    """Return (name, pattern) of a pre-tokenizer that only splits, or None."""
    kind = kind_of(component)
    if kind == "Split":
        return _split(component)
    if kind == "Digits":
        return "custom", DIGIT_SPLITS[bool(component.get("individual_digits", False))]
    return ("custom", NAMED_SPLITS[kind]) if kind in NAMED_SPLITS else None


def _split(component: Component) -> tuple[str, str]:
    pattern = component.get("pattern")
    source = pattern.get("Regex") if isinstance(pattern, dict) else None
    if not isinstance(source, str):
        raise ForeignError("pre_tokenizer Split (String)")
    inverted = bool(component.get("invert", False))
    behavior = component.get("behavior")
    if (behavior, inverted) not in (("Isolated", False), ("Isolated", True), ("Removed", True)):
        raise ForeignError(f"pre_tokenizer Split ({behavior}{', inverted' if inverted else ''})")
    split = known_split(source, behavior == "Isolated")
    if split is None:
        raise ForeignError("pre_tokenizer Split (Regex)")
    return split


# --- post-processors ----------------------------------------------------------------------------


def framing_of(component: Component | None, context: int | None, padding: int | None) -> Framing:
    """Return the ids around a text; raises ForeignError where something else is done."""
    before: tuple[int, ...] = ()
    after: tuple[int, ...] = ()
    for part in parts_of(component, "processors"):
        more_before, more_after = _frame(part)
        # The next one in a sequence frames what the ones before it have framed.
        before, after = more_before + before, after + more_after
    if not before and not after and context is None and padding is None:
        return NO_FRAMING
    return Framing(before, after, bool(before), bool(after), context, padding)


def _frame(component: Component) -> tuple[tuple[int, ...], tuple[int, ...]]:
    kind = kind_of(component)
    if kind == "ByteLevel":
        return (), ()
    if kind in ("BertProcessing", "RobertaProcessing"):
        return (_pair_id(component, "cls"),), (_pair_id(component, "sep"),)
    if kind == "TemplateProcessing":
        return _template(component)
    raise ForeignError(f"post_processor {kind}")


def _pair_id(component: Component, key: str) -> int:
    pair = component.get(key)
    if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[1], int):
        return pair[1]
    raise ForeignError(f"post_processor {kind_of(component)} ({key})")


def _template(component: Component) -> tuple[tuple[int, ...], tuple[int, ...]]:
    odd = ForeignError("post_processor TemplateProcessing (single)")
    single = component.get("single")
    tokens = component.get("special_tokens")
    if not isinstance(single, list) or not isinstance(tokens, dict):
        raise odd
    sides: tuple[list[int], list[int]] = ([], [])
    n_sequences = 0
    for item in single:
        if not isinstance(item, dict):
            raise odd
        if "Sequence" in item:
            n_sequences += 1
            continue
        sides[min(n_sequences, 1)].extend(_template_ids(item, tokens, odd))
    if n_sequences != 1:
        raise odd
    return tuple(sides[0]), tuple(sides[1])


def _template_ids(item: Component, tokens: Mapping[str, Any], odd: ForeignError) -> Sequence[int]:
    special = item.get("SpecialToken")
    entry = tokens.get(str(special.get("id"))) if isinstance(special, dict) else None
    ids = entry.get("ids") if isinstance(entry, dict) else None
    if not isinstance(ids, list) or not all(type(token_id) is int and token_id >= 0 for token_id in ids):
        raise odd
    return ids


# --- added tokens -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Added:
    """The added tokens of a file.

    Attributes:
        ids: text -> id.
        flags: text -> flags.
        normalizer: what is done to a text before some of them are looked for.

    """

    ids: dict[str, int] = field(default_factory=dict)
    flags: dict[str, Flags] = field(default_factory=dict)
    normalizer: Normalizer | None = None

    def set_aside(self, text: str, token_id: int) -> None:
        """Keep the id of a token that no text can become."""
        if text:
            self.ids[text] = token_id
            self.flags[text] = Flags(special=False, never=True)

    def spelled(self, text: str) -> str:
        """Return what one is where it is looked for."""
        if self.normalizer is None or not self.flags[text].normalized:
            return text
        return self.normalizer.normalize(text.encode(), first=True).output.decode()

    @property
    def tokens(self) -> AddedTokens:
        """All of it as one mapping."""
        return AddedTokens(self.ids, self.flags, self.normalizer)


def is_local(normalizer: Normalizer | None) -> bool:
    """Return whether a normalizer does the same to the parts of a text as to the whole."""
    steps = normalizer.steps if isinstance(normalizer, InOrder) else (normalizer,)
    local = (EarlyComposed, Lowercase, LaterLowercase, Whitespace)
    return normalizer is None or all(isinstance(step, local) for step in steps)


def added_of(rows: Sequence[Component] | None, normalizer: Normalizer | None, split: Split) -> Added:
    """Return the added tokens of checked rows.

    Raises:
        ForeignError: one is looked for in the normalized text, where parts of a text become something else
            than they do in the whole, or the split changes the text too. Or one takes the white space that
            another begins with: `tokenizers` then gives that twice, or panics.

    """
    added = Added(normalizer=normalizer)
    is_last = normalizer is None or (split.metaspace is None and not split.prefix_space)
    for row in paced(rows or ()):
        flags = Flags(row["special"], row["single_word"], row["lstrip"], row["rstrip"], row["normalized"])
        if flags.normalized and not (is_last and is_local(normalizer)):
            raise ForeignError("added_tokens (normalized)")
        added.ids[row["content"]] = row["id"]
        added.flags[row["content"]] = flags
    takes_behind = {(flags.normalized, flags.rstrip) for flags in added.flags.values()}
    for text, flags in paced(added.flags.items() if any(rstrip for _, rstrip in takes_behind) else ()):
        if added.spelled(text)[:1].isspace() and (flags.normalized, True) in takes_behind:
            raise ForeignError("added_tokens (rstrip before white space)")
    return added
