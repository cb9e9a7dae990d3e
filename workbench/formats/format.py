"""What every format has: how it is recognized, read and written, and what comes out of a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from workbench.display.byte_alphabet import unicode_to_bytes
from workbench.display.prose import filled
from workbench.engine.base.errors import ENGLISH, Face, Fact
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.added_tokens import AddedTokens, Flags, differs_by_order, flags_of
from workbench.engine.encoding.roles import roles_of
from workbench.engine.encoding.tokenizer import Tokenizer
from workbench.engine.models.bpe import RankMergedBpe
from workbench.engine.models.framing import NO_FRAMING, Framing
from workbench.engine.models.model import Model
from workbench.engine.normalizers.normalizer import Normalizer
from workbench.engine.splitting.pre_tokenizers import SPLIT_NAMES, PreTokenizer

if TYPE_CHECKING:
    from workbench.formats.snippets import OwnSnippet

# These say that a file, or what is next to it, is likely not what was published.
_DOUBTS = {
    "notice_card_other_file", "notice_card_otherwise", "notice_card_unreadable", "notice_gpt2_unmade",
    "notice_hf_refused",
    "notice_merges_no_end", "notice_no_end_of_line", "notice_pattern_given", "notice_vocab_longer",
}  # fmt: skip
_UNAPPLIED = {"notice_hf_not_applied", "notice_hf_not_saved"}


@dataclass(frozen=True, slots=True)
class Notice:
    """Something tolerated or left out when a file was opened; its English is in `english.ENGLISH`."""

    code: str
    facts: Mapping[str, Fact] = field(default_factory=dict)

    @property
    def cause(self) -> str:
        """What was found, in English."""
        return filled(ENGLISH[self.code].cause, self.facts)

    @property
    def remedy(self) -> str:
        """What the user can do from Python, in English."""
        return filled(ENGLISH[self.code].in_python, self.facts)

    @property
    def is_doubt(self) -> bool:
        """Whether its file may give other ids than its publisher's."""
        return self.code in _DOUBTS

    @property
    def is_unapplied(self) -> bool:
        """Whether its file asks for something when text is encoded that only its library does."""
        return self.code in _UNAPPLIED

    def message(self, face: Face) -> str:
        """Return cause and remedy in one text."""
        return f"{self.cause}. {filled(ENGLISH[self.code].remedy_for(face), self.facts)}"

    def __str__(self) -> str:
        return self.message("python")


@dataclass(frozen=True, slots=True)
class Source:
    """A file that has been read.

    Attributes:
        path: named in errors.
        data: its bytes.
        sha256: of the bytes, in hexadecimal.
        child: where what cannot be trusted here is run (a user's pattern, a foreign parser); None
            starts one when it is needed.
        size: bytes of the file where `data` is only its start (`reading.HEADS`), or None.
        anyway: the user wants it opened however large it is.

    """

    path: str
    data: bytes
    sha256: str
    child: Child | None = None
    size: int | None = None
    anyway: bool = False


@dataclass(frozen=True, slots=True)
class Parts:
    """What a file says of a tokenizer.

    Attributes:
        model: the vocabulary.
        pattern_name: a name that `pre_tokenizers.named` knows; None if the file does not say.
        pattern: the split pattern's text, "" for none.
        special_tokens: text -> id.
        name: a published tokenizer's name, or "".
        whole: the format holds pattern and special tokens, so that a card has nothing to say of them.
        cut: the last line has no end, as if the file were cut.
        notices: what was tolerated.
        normalizer: what changes a text before it is split, or None. For a model that merges by score it
            comes with the rule, which a card may say otherwise.
        splitter: the splitter itself, where `pattern_name` and `pattern` do not say everything.
        framing: the ids around a text's.
        chat_template: the Jinja text of a conversation, or None.
        own_roles: the roles, and "chat_template", of which the file says whether there is one: a card adds
            only others.
        is_joined: see `Tokenizer`.

    """

    model: Model
    pattern_name: str | None
    pattern: str
    special_tokens: Mapping[str, int]
    name: str = ""
    whole: bool = True
    cut: bool = False
    notices: tuple[Notice, ...] = ()
    normalizer: Normalizer | None = None
    splitter: PreTokenizer | None = None
    framing: Framing = NO_FRAMING
    chat_template: str | None = None
    own_roles: frozenset[str] = frozenset()
    is_joined: bool = False


LEVELS = ("whole", "part", "other_ids", "cannot")


@dataclass(frozen=True, slots=True)
class Fit:
    """How well a format can hold a tokenizer, judged in a moment, without going through its tokens.

    Attributes:
        level: "whole"; "part", where something is left out that changes no id or that the card keeps;
            "other_ids", where texts would give other ids; "cannot", where saving is refused.
        losses: what is left out or stands in the way, one notice each; of a whole one what its own library
            does otherwise.

    """

    level: str = "whole"
    losses: tuple[Notice, ...] = ()


def spelling_clash(tokenizer: Tokenizer, title: str, needs_bytes: bool = True) -> Notice | None:
    """Return what keeps a tokenizer out of a format where texts in the byte alphabet are keys, or None.

    Two tokens of the same text are; without `needs_bytes` bytes may lack a token. `title` is the format's.
    """
    from workbench.engine.models.pair_merged import PairMergedBpe  # here: opening does without

    model = tokenizer.model
    if isinstance(model, PairMergedBpe) and needs_bytes and model.lists.lacks_bytes:
        return Notice("cannot_hold_bytes", {"format": title})
    if isinstance(model, PairMergedBpe) and model.lists.has_twins:
        return Notice("cannot_hold_twins", {"format": title})
    if not isinstance(model, RankMergedBpe | PairMergedBpe):
        return None
    alphabet = unicode_to_bytes()
    for text, token_id in tokenizer.special_tokens.items():
        if not all(map(alphabet.__contains__, text)):
            continue
        other = model.token_id(bytes(map(alphabet.__getitem__, text)))
        ends_word = other in model.word_ends
        if other is not None and other != token_id and not ends_word:
            facts: dict[str, Fact] = {"format": title, "token": text, "id": token_id, "other": other}
            return Notice("cannot_hold_special_twice", facts)
    return None


@dataclass(frozen=True, slots=True)
class Written:
    """The bytes of a file, and of the files next to it in the folder.

    Attributes:
        data: of the file itself.
        sidecars: suffix instead of the file's -> bytes.
        companions: name in the same folder -> bytes.

    """

    data: bytes
    sidecars: Mapping[str, bytes] = field(default_factory=dict)
    companions: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of tokenizer file.

    Attributes:
        name: as in `save_file(format=…)`.
        title: shown to the user.
        suffix: of its files, with the dot.
        sniff: tells from the first 4 KiB whether a file is meant to be of this kind.
        read: returns the parts; raises EngineError with
            file, line and cause.
        write: returns the bytes; raises EngineError if
            the format cannot hold the tokenizer. None if the format is only read.
        judge: tells how well the format can hold a tokenizer whose split is known.
        neighbors: names of files in the same folder that are read too.
        keeps_added: it tells added tokens that are always found (`added_tokens.Flags`) from special ones.
        keeps_flags: tells whether its readers know the other flags of an added token, such as `rstrip`.
        longest_first: its readers look for the longest special token in the whole text first.
        snippet: title and lines of how its library uses a file, or None (`snippets`).
        libraries: those that its files are for, the best first, and their names in `proof.libraries`.
        takes_split: the library takes split and special tokens as arguments, as the file does not store them.
        roles: the roles that a file says, and "chat_template" -> the only token that it can be, or None.

    """

    name: str
    title: str
    suffix: str
    sniff: Callable[[bytes], bool]
    read: Callable[[Source], Parts]
    write: Callable[[Tokenizer], Written] | None
    judge: Callable[[Tokenizer], Fit]
    neighbors: tuple[str, ...] = ()
    keeps_added: bool = False
    keeps_flags: Callable[[Tokenizer, str, Flags], bool] = lambda _, __, each: not each.takes_more
    longest_first: bool = False
    snippet: OwnSnippet | None = None
    libraries: tuple[tuple[str, str], ...] = ()
    takes_split: bool = False
    roles: Mapping[str, str | None] = field(default_factory=dict)

    def left_to_card(self, tokenizer: Tokenizer) -> tuple[Notice, ...]:
        """Tell of roles and the chat template where only the card keeps them."""
        named = roles_of(tokenizer).named().items()
        left = [role for role, text in named if self.roles.get(role, "") not in (None, text)]
        roles = (Notice("leaves_out_roles", {"roles": ", ".join(left)}),)
        template = (Notice("leaves_out_template"),)
        has_template = tokenizer.chat_template is not None and "chat_template" not in self.roles
        return (*roles[: len(left)], *template[:has_template])

    def fit(self, tokenizer: Tokenizer) -> Fit:
        """Tell how well the format can hold a tokenizer."""
        if tokenizer.pre_tokenizer.name == "unknown":
            facts: dict[str, Fact] = {"tokenizer": tokenizer.name, "names": SPLIT_NAMES}
            return Fit("cannot", (Notice("cannot_hold_unknown_split", facts),))
        fit = self.judge(tokenizer)
        if fit.level == "cannot":
            return fit
        for level, losses in (
            self._added(tokenizer), self._flagged(tokenizer), self._ordered(tokenizer),
            self._printed(tokenizer), _kept_ids(tokenizer),
        ):  # fmt: skip
            if losses and LEVELS.index(level) > LEVELS.index(fit.level):
                fit = Fit(level, (*losses, *fit.losses))  # what makes it so is said first, and in refusals
            elif losses:
                fit = replace(fit, losses=(*fit.losses, *losses))
        return fit

    def _added(self, tokenizer: Tokenizer) -> Loss:
        """Tell of added tokens that become special ones; those of the model itself are found by that."""
        from workbench.engine.encoding.score_tokenizer import control_tokens  # here: opening does without

        flags = flags_of(tokenizer.special_tokens)
        own = () if self.keeps_added else control_tokens(tokenizer.model, tokenizer.special_tokens)
        texts = [text for text in own if flags[text].is_always]
        return _of_tokens(self, "leaves_out_added", texts, "other_ids")

    def _flagged(self, tokenizer: Tokenizer) -> Loss:
        """Tell of added tokens that are found otherwise, as single words or with the space next to them."""
        flags = flags_of(tokenizer.special_tokens)
        texts = [
            text for text, each in flags.items()
            if not each.never and not self.keeps_flags(tokenizer, text, each)
        ]  # fmt: skip
        always = any(flags[text].is_always for text in texts)
        return _of_tokens(self, "leaves_out_flags", texts, "other_ids" if always else "part")

    def _ordered(self, tokenizer: Tokenizer) -> Loss:
        """Tell that special tokens which lie over each other in a text are found in another order."""
        specials = tokenizer.special_tokens
        longest_first = isinstance(specials, AddedTokens) and specials.longest_first
        if longest_first == self.longest_first or not differs_by_order(specials):
            return "whole", ()
        always = any(flags.is_always for flags in flags_of(specials).values())
        return "other_ids" if always else "part", (Notice("leaves_out_order", {"format": self.title}),)

    def _printed(self, tokenizer: Tokenizer) -> Loss:
        """Tell that ids are decoded otherwise than by a file without a decoder."""
        if not tokenizer.is_joined or self.name == "hf":
            return "whole", ()
        return "part", (Notice("leaves_out_joining", {"format": self.title}),)


Loss = tuple[str, tuple[Notice, ...]]  # the level that it is of, and what is said


def _of_tokens(known: Format, code: str, texts: Sequence[str], level: str) -> Loss:
    if not texts:
        return "whole", ()
    facts: dict[str, Fact] = {"format": known.title, "count": len(texts), "first": texts[0]}
    return level, (Notice(code, facts),)


def _kept_ids(tokenizer: Tokenizer) -> Loss:
    """Tell of special tokens far above a vocabulary that was cut."""
    size = tokenizer.vocab_size
    ids = [token_id for token_id in tokenizer.special_tokens.values() if token_id >= size]
    if not tokenizer.is_cut or not ids or min(ids) == size:
        return "whole", ()
    facts: dict[str, Fact] = {"count": len(ids), "size": size, "lowest": min(ids), "highest": max(ids)}
    return "whole", (Notice("keeps_special_ids", facts),)
