"""The card, `FILE.card.json` next to every file that is saved: what the file cannot say of itself.

JSON in UTF-8 with sorted keys, and nothing in it that changes from one save to the next: `schema_version` 1;
`file` with `sha256`, `bytes` and `tokens`; `format`; `name`; `pattern` with `name` and `text`; `normalizer`,
a name or an object with its `kind` and what it needs; `special_tokens`, pairs of text and id; `unicode`;
`roles`, the text of the token of each role, which of them are put around a text (`adds`), the context length
and the chat template, where there are such; `training`, the record of how it was trained, or null;
`card_sha256`, a hash of all of these, by which a card that was damaged differs from a whole one (those of 0.1
have none).
While a file is being replaced its card also holds, as `previous`, the card of the file before, so that
whichever of the two survives a crash finds its own.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.engine.base.errors import EngineError
from workbench.engine.base.kept_json import from_json
from workbench.engine.base.roles import NO_ROLES, ROLES, Roles
from workbench.engine.normalizers.normalizer import Normalizer

SCHEMA_VERSION = 1
_HASH = "card_sha256"
# Of the cards of 0.1, which have no hash: one with other entries is a newer one that lost its own.
_ENTRIES = {
    "schema_version", "file", "format", "name", "pattern", "normalizer", "special_tokens", "unicode",
    "training", "previous", "roles",
}  # fmt: skip
LARGEST_CARD = 1 << 24  # bytes
# Of the `regex` release that pyproject.toml pins: the classes \p{L}, \p{N} … of the split patterns.
UNICODE_VERSION = "16.0.0"


@dataclass(frozen=True, slots=True)
class Card:
    """What a card says.

    Attributes:
        sha256, n_bytes, n_tokens: of the file (special tokens not counted).
        format: name of the file's format.
        name: of the tokenizer.
        pattern_name, pattern: of the split pattern.
        special_tokens: text -> id.
        is_hashed: it has a hash of itself, and agrees with it; cards of 0.1 have none.
        normalizer: what `encoding.normalizer_specs` makes one of: a name, "identity" for none, or a spec.
        training: the record of its training, or None.
        roles: of its tokens.
        adds: "bos" and "eos", those that its own library puts around a text.
        context: how many ids the model takes, or None.
        chat_template: the Jinja text, or None.
        previous: of the file that this one replaces, only while it is being replaced.
        bare: True if there was a file but no card: only its hash is known.

    """

    sha256: str
    n_bytes: int = 0
    n_tokens: int = 0
    format: str = ""
    name: str = ""
    pattern_name: str = "none"
    pattern: str = ""
    special_tokens: Mapping[str, int] = field(default_factory=dict)
    training: Mapping[str, object] | None = None
    previous: Card | None = None
    bare: bool = False
    is_hashed: bool = True
    normalizer: str | Mapping[str, object] = "identity"
    roles: Roles = NO_ROLES
    adds: tuple[str, ...] = ()
    context: int | None = None
    chat_template: str | None = None

    def of(self, sha256: str) -> Card | None:
        """Return the card, this or the previous one, of the file with this hash, or None."""
        if self.sha256 == sha256:
            return self
        return None if self.previous is None else self.previous.of(sha256)


def card_path(path: str) -> str:
    """Return where the card of a file lies."""
    return f"{path}.card.json"


def to_bytes(card: Card) -> bytes:
    """Return a card's bytes, the same for the same card."""
    entries = _to_json(card)
    entries[_HASH] = _hash_of(entries)
    text = json.dumps(entries, ensure_ascii=False, indent=1, sort_keys=True, allow_nan=False)
    return f"{text}\n".encode("utf-8", "backslashreplace")


def _to_json(card: Card) -> dict[str, object]:
    file = {"sha256": card.sha256, "bytes": card.n_bytes, "tokens": card.n_tokens}
    if card.bare:
        return {"file": {"sha256": card.sha256}, "schema_version": SCHEMA_VERSION}
    entries: dict[str, object] = {
        "schema_version": SCHEMA_VERSION,
        "file": file,
        "format": card.format,
        "name": card.name,
        "pattern": {"name": card.pattern_name, "text": card.pattern},
        "normalizer": card.normalizer,
        "special_tokens": [[text, token_id] for text, token_id in card.special_tokens.items()],
        "unicode": UNICODE_VERSION,
        "training": card.training,
    }
    if roles := _roles_entry(card):
        entries["roles"] = roles
    if card.previous is not None:
        entries["previous"] = _to_json(card.previous)
    return entries


def _roles_entry(card: Card) -> dict[str, object]:
    entry: dict[str, object] = dict(card.roles.named())
    if card.adds:
        entry["adds"] = list(card.adds)
    if card.context is not None:
        entry["context"] = card.context
    if card.chat_template is not None:
        entry["chat_template"] = card.chat_template
    return entry


def from_bytes(data: bytes) -> Card:
    """Return what a card's bytes say.

    Raises:
        ValueError: they are no card, one of a newer schema, or one that was changed; says why.

    """
    entries = from_json(data.decode("utf-8-sig"))
    said = entries.pop(_HASH, None) if isinstance(entries, dict) else None
    card = _from_json(entries)
    if said is not None and said != _hash_of(entries):
        raise ValueError(f"it was changed after it was written: its “{_HASH}” is not that of what it says")
    if said is not None:
        return card
    if other := sorted(entries.keys() - _ENTRIES):
        raise ValueError(f"it was changed after it was written: there is no entry “{other[0][:40]}”")
    return replace(card, is_hashed=False)


def _hash_of(entries: object) -> str:
    """Return the hash of a card's entries; that of the card itself is not among them."""
    return hashlib.sha256(json.dumps(entries, sort_keys=True).encode()).hexdigest()


def _from_json(entries: object) -> Card:
    """Return a card after checking the kind of everything that is used."""
    top = _as(dict, entries, "card")
    version = _as(int, top.get("schema_version"), "schema_version")
    if version != SCHEMA_VERSION:
        raise ValueError(f"its schema version is {version}, this program knows {SCHEMA_VERSION}")
    file = _as(dict, top.get("file"), "file")
    sha256 = _as(str, file.get("sha256"), "sha256")
    if "format" not in top:
        return Card(sha256, bare=True)
    pattern = _as(dict, top.get("pattern"), "pattern")
    training = top.get("training")
    previous = top.get("previous")
    return Card(
        sha256,
        _as(int, file.get("bytes"), "bytes"),
        n_tokens=_as(int, file.get("tokens"), "tokens"),
        format=_as(str, top["format"], "format"),
        name=_as(str, top.get("name"), "name"),
        pattern_name=_as(str, pattern.get("name"), "pattern"),
        pattern=_as(str, pattern.get("text"), "pattern"),
        special_tokens=_special_tokens(_as(list, top.get("special_tokens"), "special_tokens")),
        training=None if training is None else _as(dict, training, "training"),
        previous=None if previous is None else _from_json(previous),
        normalizer=_normalizer(top.get("normalizer")),
        **_roles(_as(dict, top.get("roles", {}), "roles")),
    )


def _roles(entry: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of a card that its roles say."""
    context = None if entry.get("context") is None else _as(int, entry["context"], "context")
    template = entry.get("chat_template")
    try:
        roles = Roles.checked({name: _as(str, entry[name], name) for name in ROLES if name in entry})
    except EngineError as fault:
        raise ValueError(fault.cause) from fault
    return {
        "roles": roles,
        "adds": tuple(name for name in ("bos", "eos") if name in _as(list, entry.get("adds", []), "adds")),
        "context": context,
        "chat_template": None if template is None else _as(str, template, "chat_template"),
    }


def _normalizer(entry: object) -> str | Mapping[str, object]:
    if not isinstance(entry, str | dict):
        raise ValueError("its “normalizer” is missing or of the wrong kind")  # noqa: TRY004 - as below
    try:
        _normalizer_from(entry)
    except EngineError as fault:
        raise ValueError(fault.cause) from fault
    return entry


def normalizer_of(described: Card) -> Normalizer | None:
    """Return the normalizer that a card names."""
    return _normalizer_from(described.normalizer)


def _normalizer_from(entry: str | Mapping[str, object]) -> Normalizer | None:
    if entry == "identity":
        return None
    from workbench.engine.encoding.normalizer_specs import normalizer_from_spec  # here: few cards need it

    return normalizer_from_spec(entry)


def normalizer_entry(normalizer: Normalizer | None) -> str | Mapping[str, object]:
    """Return what a card says of a normalizer: its name where that is all.

    A SentencePiece model holds its own, which may have a quarter of a million bytes, so its name does.
    """
    if normalizer is None:
        return "identity"
    spec = normalizer.spec
    return spec["kind"] if len(spec) == 1 or spec["kind"] == "sentencepiece" else spec


def _special_tokens(rows: list[Any]) -> dict[str, int]:
    tokens: dict[str, int] = {}
    for row in rows:
        text, token_id = _as(list, row, "special_tokens")
        tokens[_as(str, text, "special_tokens")] = _as(int, token_id, "special_tokens")
    return tokens


def _as(kind: type[Any], value: object, key: str) -> Any:  # noqa: ANN401 - JSON, distinguished by `kind`
    if not isinstance(value, kind) or isinstance(value, bool):
        raise ValueError(f"its “{key}” is missing or of the wrong kind")  # noqa: TRY004 - a wrong value of a file
    return value
