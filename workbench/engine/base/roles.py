"""The roles that special tokens have, as plain values."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from workbench.engine.base.errors import EngineError

CHATML_TOKENS = ("<|im_start|>", "<|im_end|>")  # what the template "chatml" needs


@dataclass(frozen=True, slots=True)
class Roles:
    """The text of the token of each role, or None.

    Attributes:
        bos: begins a text.
        eos: ends a text; between documents in a data set.
        pad: fills up the shorter texts of a batch.
        unk: stands for what has no token.
        mask: stands for what a model is to guess.
        user, assistant, system, tool: begin a message of a chat.

    """

    bos: str | None = None
    eos: str | None = None
    pad: str | None = None
    unk: str | None = None
    mask: str | None = None
    user: str | None = None
    assistant: str | None = None
    system: str | None = None
    tool: str | None = None

    @classmethod
    def checked(cls, texts: Mapping[str, str] | Iterable[tuple[str, str]]) -> Roles:
        """Return the roles of (name, text).

        Raises:
            EngineError: "role_unknown", "role_empty" or "role_twice".

        """
        chosen: dict[str, str] = {}
        for name, text in texts.items() if isinstance(texts, Mapping) else texts:
            if name not in ROLES:
                raise EngineError("role_unknown", role=name, choices=", ".join(ROLES))
            if not text:
                raise EngineError("role_empty", role=name)
            if chosen.setdefault(name, text) != text:
                raise EngineError("role_twice", role=name, first=chosen[name], second=text)
        return cls(**chosen)

    def named(self) -> dict[str, str]:
        """Return name -> text of the roles that have a token."""
        return {name: text for name in ROLES if (text := getattr(self, name)) is not None}


NO_ROLES = Roles()
ROLES = tuple(field.name for field in fields(Roles))
