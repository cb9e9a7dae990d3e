"""What is next to a `tokenizer.json`: `tokenizer_config.json` and `chat_template.jinja` of transformers.

They say which tokens begin and end a text or have another role, how much a model takes, and how a
conversation becomes a text. Older folders name the tokens in `special_tokens_map.json`. A
template is Jinja code: it is kept as text and never run here. What is wrong with these files is reported and
changes nothing else.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import ROLES
from workbench.engine.encoding.roles import OTHERS, marks_of
from workbench.engine.models.framing import Framing
from workbench.formats.files.strict_json import parsed
from workbench.formats.format import Notice, Parts
from workbench.formats.reading import read

CONFIG = "tokenizer_config.json"
TOKENS_MAP = "special_tokens_map.json"
TEMPLATE = "chat_template.jinja"
MORE_TEMPLATES = "additional_chat_templates"
LARGEST = 1 << 24  # bytes
LONGEST_CONTEXT = 1 << 31  # a longer one means that there is no limit

_TokenId = Callable[[str], int | None]


def with_config(path: str, parts: Parts) -> Parts:
    """Return the parts with what the files next to `path` say.

    One that cannot be read is left out, with a notice.
    """
    notices: list[Notice] = []
    tokens = object_of(path, TOKENS_MAP, notices)
    config = object_of(path, CONFIG, notices)
    if config is not None or tokens is not None:
        parts = _configured(parts, {**(tokens or {}), **_named(config or {}), **(config or {})}, notices)
        parts = replace(parts, own_roles=frozenset((*ROLES, "chat_template")))
    template = _companion(path, TEMPLATE, notices)
    if template is not None:
        try:
            parts = replace(parts, chat_template=template.decode("utf-8-sig"))
        except UnicodeDecodeError:
            notices.append(Notice("notice_hf_beside", {"file": TEMPLATE, "reason": "it is not UTF-8"}))
    notices += _more_templates(path)
    return replace(parts, notices=(*parts.notices, *notices))


def object_of(path: str, name: str, notices: list[Notice]) -> dict[str, Any] | None:
    """Return the JSON object in a file of the folder, None where there is none."""
    data = _companion(path, name, notices)
    if data is None:
        return None
    try:
        config, _ = parsed(data)
        if not isinstance(config, dict):
            raise EngineError("hf_kind", value=str(config)[:80], kind="an object")
    except EngineError as fault:
        notices.append(_problem(name, fault))
        return None
    return config


def _named(config: Mapping[str, Any]) -> dict[str, Any]:
    """Return the tokens of a model's own that have names, as {"user_token": …}."""
    keys = ("extra_special_tokens", "model_specific_special_tokens")
    named = [config[key] for key in keys if isinstance(config.get(key), dict)]
    return {name: token for each in named for name, token in each.items()}


def _more_templates(path: str) -> list[Notice]:
    """Return a notice of templates in a folder of their own, which are not shown."""
    folder = os.path.join(os.path.dirname(path), MORE_TEMPLATES)
    try:
        names = sorted(name for name in os.listdir(folder) if name.endswith(".jinja"))
    except OSError:
        return []
    if not names:
        return []
    facts = {"chosen": TEMPLATE, "others": f"{MORE_TEMPLATES}: {', '.join(names)}"[:200]}
    return [Notice("notice_hf_templates", facts)]


def _companion(path: str, name: str, notices: list[Notice]) -> bytes | None:
    """Return the bytes of a file in the same folder, or None if there is none or it cannot be read."""
    companion = os.path.join(os.path.dirname(path), name)
    if not os.path.lexists(companion):
        return None
    try:
        return read(companion, LARGEST).data
    except EngineError as fault:
        notices.append(_problem(name, fault))
        return None


def _problem(name: str, fault: EngineError) -> Notice:
    where = "" if fault.place is None else f"{fault.place.kind} {fault.place.value}: "
    return Notice("notice_hf_beside", {"file": name, "reason": f"{where}{fault.cause}"})


def _configured(parts: Parts, config: Mapping[str, Any], notices: list[Notice]) -> Parts:
    def token_id(text: str) -> int | None:
        known = parts.special_tokens.get(text)
        return parts.model.token_id(text.encode("utf-8", "replace")) if known is None else known

    framing = _framing(parts.framing, config, token_id, notices)
    return replace(parts, framing=framing, chat_template=_template(config, notices))


def _framing(
    framing: Framing, config: Mapping[str, Any], token_id: _TokenId, notices: list[Notice]
) -> Framing:
    before = framing.before or _ids_of(config, "bos_token", token_id, notices)
    after = framing.after or _ids_of(config, "eos_token", token_id, notices)
    context = config.get("model_max_length")
    known = (
        isinstance(context, int | float) and not isinstance(context, bool) and 0 < context < LONGEST_CONTEXT
    )
    padding = framing.padding
    if padding is None:
        padding = next(iter(_ids_of(config, "pad_token", token_id, notices)), None)
    others = {role: _ids_of(config, f"{role}_token", token_id, notices) for role in OTHERS}
    return Framing(
        before,
        after,
        bool(before) and _flag(config, "add_bos_token", framing.adds_before),
        bool(after) and _flag(config, "add_eos_token", framing.adds_after),
        context=int(context) if known and context is not None else framing.context,
        padding=padding,
        marks=marks_of({role: next(iter(ids), None) for role, ids in others.items()}),
    )


def _flag(config: Mapping[str, Any], key: str, default: bool) -> bool:
    value = config.get(key)
    return value if isinstance(value, bool) else default


def _ids_of(
    config: Mapping[str, Any], key: str, token_id: _TokenId, notices: list[Notice]
) -> tuple[int, ...]:
    """Return the id of a token that the file names, or nothing."""
    token = config.get(key)
    if isinstance(token, dict):
        token = token.get("content")
    if not isinstance(token, str) or not token:
        return ()
    token_id_of = token_id(token)
    if token_id_of is None:
        reason = f"{key}: “{token[:80]}” is no token of the vocabulary"
        notices.append(Notice("notice_hf_beside", {"file": CONFIG, "reason": reason}))
        return ()
    return (token_id_of,)


def _template(config: Mapping[str, Any], notices: list[Notice]) -> str | None:
    """Return the template; of several that have names, the one called "default" or else the first."""
    template = config.get("chat_template")
    if isinstance(template, str):
        return template
    named: dict[str, str] = {
        row["name"]: row["template"]
        for row in (template if isinstance(template, list) else ())
        if isinstance(row, dict) and isinstance(row.get("name"), str) and isinstance(row.get("template"), str)
    }
    if not named:
        if template is not None:
            reason = "chat_template is neither a text nor a list of named ones"
            notices.append(Notice("notice_hf_beside", {"file": CONFIG, "reason": reason}))
        return None
    chosen = "default" if "default" in named else next(iter(named))
    if len(named) > 1:
        others = ", ".join(name for name in named if name != chosen)[:200]
        notices.append(Notice("notice_hf_templates", {"chosen": chosen, "others": others}))
    return named[chosen]
