"""Roles: which special token begins a text, ends it, fills it up, or marks whose turn it is in a chat.

A tokenizer keeps them as ids in its `Framing`, those around a text and the others; here they get names.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import ROLES, Roles
from workbench.engine.encoding.tokenizer import Tokenizer, with_parts
from workbench.engine.models.framing import Framing

OTHERS = tuple(role for role in ROLES if role not in ("bos", "eos", "pad"))  # those of `Framing.marks`


def role_ids(tokenizer: Tokenizer) -> dict[str, int]:
    """Return name -> id of the roles that have a token, in the order of `ROLES`."""
    framing, unknown = tokenizer.framing, tokenizer.model.capabilities.unknown_id
    ids = dict(framing.marks)
    if unknown is not None:
        ids.setdefault("unk", unknown)
    for name, ids_there in (("bos", framing.before), ("eos", framing.after)):
        if len(ids_there) == 1:
            ids[name] = ids_there[0]
    if framing.padding is not None:
        ids["pad"] = framing.padding
    return {name: ids[name] for name in ROLES if name in ids}


def roles_of(tokenizer: Tokenizer) -> Roles:
    """Return the roles of a tokenizer."""
    from workbench.engine.models.explain import file_text  # here: opening does without

    texts, model = tokenizer.specials.texts, tokenizer.model
    ids = role_ids(tokenizer)
    return Roles(**{name: texts[i] if i in texts else file_text(model, i) for name, i in ids.items()})


def with_roles(base: Tokenizer, roles: Roles, chat_template: str | None = None) -> Tokenizer:
    """Return a tokenizer with these roles, those without a text as before, and this chat template if any.

    Raises:
        EngineError: as `framed`.

    """
    template = base.chat_template if chat_template is None else chat_template
    return with_parts(base, framing=framed(base, roles), chat_template=template)


def with_exact_roles(
    base: Tokenizer, roles: Mapping[str, str], add_bos: bool | None = None, add_eos: bool | None = None
) -> Tokenizer:
    """Return a tokenizer with these roles.

    Args:
        base: it stays as it is.
        roles: role -> text of its token, "" to take it away; the others stay.
        add_bos, add_eos: put the token of this role around each text by default, or do not; None as before.

    Raises:
        EngineError: as `Roles.checked`, `framed` and `adding`; "role_of_model".

    """
    wanted = {role: text for role, text in roles.items() if text or role not in ROLES}
    gone = set(roles).difference(wanted)
    if "unk" in gone and base.model.capabilities.unknown_id is not None:
        raise EngineError("role_of_model")
    framing = base.framing
    framing = replace(
        framing,
        before=() if "bos" in gone else framing.before,
        after=() if "eos" in gone else framing.after,
        adds_before=(framing.adds_before if add_bos is None else add_bos) and "bos" not in gone,
        adds_after=(framing.adds_after if add_eos is None else add_eos) and "eos" not in gone,
        padding=None if "pad" in gone else framing.padding,
        marks=tuple(mark for mark in framing.marks if mark[0] not in gone),
    )
    named = with_roles(with_parts(base, framing=framing), Roles.checked(wanted))
    return adding(named, bool(add_bos), bool(add_eos))


def adding(base: Tokenizer, bos: bool = False, eos: bool = False) -> Tokenizer:
    """Return a tokenizer that puts its bos, or eos, around each text by default, besides what it puts there.

    Raises:
        EngineError: "role_missing".

    """
    if not bos and not eos:
        return base
    framing = base.framing
    for role, wanted, ids in (("bos", bos, framing.before), ("eos", eos, framing.after)):
        if wanted and not ids:
            raise EngineError("role_missing", role=role)
    before, after = framing.adds_before or bos, framing.adds_after or eos
    return with_parts(base, framing=replace(framing, adds_before=before, adds_after=after))


def framed(base: Tokenizer, roles: Roles) -> Framing:
    """Return the framing of a tokenizer with these roles; those without a text stay as they are.

    Raises:
        EngineError: "role_token_missing", the token of a role is no special one, nor that of the model for
            the unknown; "role_twice", for the unknown the model has another one.

    """
    framing, model = base.framing, base.model
    ids: dict[str, int] = {}
    unknown = model.capabilities.unknown_id
    for name, text in roles.named().items():
        token_id = base.special_tokens.get(text)
        if name == "unk" and unknown is not None:
            from workbench.engine.models.explain import file_text  # here: as above

            own, token_id = file_text(model, unknown), unknown
            if own != text:
                raise EngineError("role_twice", role=name, first=own, second=text)
        if token_id is None:
            raise EngineError("role_token_missing", role=name, token=text)
        ids[name] = token_id
    marks = dict(framing.marks) | {name: i for name, i in ids.items() if name in OTHERS}
    if unknown is not None:
        marks.pop("unk", None)  # the model says it
    return replace(
        framing,
        before=(ids["bos"],) if "bos" in ids else framing.before,
        after=(ids["eos"],) if "eos" in ids else framing.after,
        padding=ids.get("pad", framing.padding),
        marks=marks_of(marks),
    )


def marks_of(ids: Mapping[str, int | None]) -> tuple[tuple[str, int], ...]:
    """Return the roles of `Framing.marks`, those with an id, in the order of `ROLES`."""
    known = ((name, ids.get(name)) for name in OTHERS)
    return tuple((name, token_id) for name, token_id in known if token_id is not None)
