"""Makes the tokenizer of what a file says and of what its card says where the format leaves it open."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import Roles
from workbench.engine.child.isolation import Child
from workbench.engine.encoding.roles import framed
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.splitting.pre_tokenizers import UnknownSplit, named
from workbench.formats import card, reading
from workbench.formats.card import Card
from workbench.formats.format import Format, Notice, Parts, Source
from workbench.formats.pattern_names import pattern_name
from workbench.formats.published import model_of

if TYPE_CHECKING:
    from workbench.engine.models.model import ScoreModel


@dataclass(frozen=True, slots=True)
class Opened:
    """A tokenizer and its origin.

    Attributes:
        tokenizer: the tokenizer itself.
        path: its file, or None.
        format: name of the file's format, "" without a file.
        notices: what was tolerated when it was read.

    """

    tokenizer: Tokenizer
    path: str | None = None
    format: str = ""
    notices: tuple[Notice, ...] = ()


def join_parts(
    source: Source, known: Format, parts: Parts, described: Card | None, notices: tuple[Notice, ...] = ()
) -> Opened:
    """Return the tokenizer; raises EngineError naming the file."""
    if parts.model.scored is not None and parts.splitter is None:
        return _scored(source, known, parts, parts.model.scored, described, notices)
    return _joined(source, known, parts, described, notices, source.child)


def card_of(source: Source, known: Format, parts: Parts) -> tuple[Card | None, tuple[Notice, ...]]:
    """Return the card of a file if its hash agrees, and what there is to say of one that does not."""
    path = card.card_path(os.path.realpath(source.path))
    if not os.path.lexists(path):
        return None, ()
    try:
        data = reading.read(path, card.LARGEST_CARD).data
        cards = card.from_bytes(data)
    except ValueError as fault:
        reason = fault.cause if isinstance(fault, EngineError) else str(fault)
        return None, (Notice("notice_card_unreadable", {"card": path, "reason": reason}),)
    own = cards.of(source.sha256)
    if own is not None:
        return (None, ()) if own.bare else (own, () if cards.is_hashed else _contradictions(parts, own, path))
    if _is_cut(source, known, parts, cards):
        n_tokens = len(parts.model.ids)
        raise EngineError(
            "file_cut",
            file=source.path,
            tokens=n_tokens,
            expected=cards.n_tokens,
            card=os.path.basename(path),
        )
    return None, (Notice("notice_card_other_file", {"card": path}),)


def _contradictions(parts: Parts, own: Card, path: str) -> tuple[Notice, ...]:
    """Return where a card that may have been changed differs from what is known of a file.

    A split that is only assumed is not known.
    """
    assumed = any(notice.code == "notice_gpt2_pattern" for notice in parts.notices)
    if parts.whole or parts.pattern_name is None or assumed:
        return ()
    specials = parts.special_tokens.items()
    differing = {
        "split pattern": parts.pattern != own.pattern,
        "special tokens": any(own.special_tokens.get(text) != token_id for text, token_id in specials),
    }
    what = " and ".join(name for name, differs in differing.items() if differs)
    return (Notice("notice_card_otherwise", {"card": path, "what": what}),) if what else ()


def _is_cut(source: Source, known: Format, parts: Parts, described: Card) -> bool:
    """Return whether a file looks like the first part of the one that its card describes."""
    if described.format != known.name or len(source.data) >= described.n_bytes:
        return False
    if parts.whole and (parts.pattern, dict(parts.special_tokens)) != (
        described.pattern,
        described.special_tokens,
    ):
        return False
    return parts.cut or len(parts.model.ids) < described.n_tokens


def _joined(
    source: Source,
    known: Format,
    parts: Parts,
    described: Card | None,
    notices: tuple[Notice, ...],
    child: Child | None,
) -> Opened:
    """Make the tokenizer of what the file says and, where the format leaves it open, what the card says."""
    notices = parts.notices + notices
    name, pattern, specials = parts.pattern_name, parts.pattern, parts.special_tokens
    normalizer, splitter = parts.normalizer, parts.splitter
    if described is not None and not parts.whole:
        name, pattern, specials = pattern_name(described.pattern), described.pattern, described.special_tokens
        normalizer = card.normalizer_of(described)
    elif name is None:
        notices += (Notice("notice_pattern_unknown"),)
        name, splitter = "", UnknownSplit(source.path)
    try:
        tokenizer = Tokenizer(
            parts.model,
            splitter or named(name, pattern, child),
            special_tokens=specials,
            name=(described.name if described else "") or parts.name or _stem(source.path),
            record=described.training if described else None,
            normalizer=normalizer,
            framing=parts.framing,
            chat_template=parts.chat_template,
        )
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    tokenizer.is_joined = parts.is_joined
    return Opened(_in_roles(tokenizer, parts, described), source.path, known.name, notices)


def _in_roles(tokenizer: Tokenizer, parts: Parts, described: Card | None) -> Tokenizer:
    """Return a tokenizer with the roles and the template of its card where the file says nothing of them."""
    if described is None:
        return tokenizer
    said = described.roles.named().items()
    texts = {role: text for role, text in said if role not in parts.own_roles}
    try:
        framing = framed(tokenizer, Roles(**texts))
    except EngineError:  # a card of a time when the tokens had other names
        framing = tokenizer.framing
    if framing.context is None:
        framing = replace(framing, context=described.context)
    framing = replace(
        framing,
        adds_before=framing.adds_before or ("bos" in texts and "bos" in described.adds),
        adds_after=framing.adds_after or ("eos" in texts and "eos" in described.adds),
    )
    template = tokenizer.chat_template
    if template is None and "chat_template" not in parts.own_roles:
        template = described.chat_template
    if (framing, template) == (tokenizer.framing, tokenizer.chat_template):
        return tokenizer
    return with_parts(tokenizer, framing=framing, chat_template=template)


def _scored(
    source: Source,
    known: Format,
    parts: Parts,
    model: ScoreModel,
    described: Card | None,
    notices: tuple[Notice, ...],
) -> Opened:
    """Make the tokenizer of a file with scores, by the rule that the card says, or else the file."""
    from workbench.engine.encoding.score_tokenizer import score_tokenizer  # here: most files have no scores
    from workbench.engine.models.score_vocabulary import RULES

    spec = "identity" if described is None else described.normalizer
    rule = spec if isinstance(spec, str) else spec.get("kind")
    if rule in RULES:
        model = model.by_rule(str(rule))
    name = (described.name if described else "") or parts.name or _stem(source.path)
    try:
        record = described.training if described else None
        tokenizer = score_tokenizer(
            model, parts.special_tokens, name, record, parts.framing, parts.chat_template
        )
    except EngineError as fault:
        raise fault.in_file(source.path) from fault
    return Opened(_in_roles(tokenizer, parts, described), source.path, known.name, parts.notices + notices)


def _stem(path: str) -> str:
    return model_of(path) or os.path.splitext(os.path.basename(path))[0]
