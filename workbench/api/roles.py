"""Gives a tokenizer roles and a chat template."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from workbench.api.files import read_bytes
from workbench.engine.base.errors import EngineError
from workbench.engine.base.roles import Roles
from workbench.engine.base.utf8 import as_text
from workbench.engine.chat.templates import LONGEST_TEMPLATE, check_template, template_called
from workbench.engine.encoding.roles import adding, roles_of, with_roles
from workbench.engine.encoding.tokenizer import Tokenizer

TEMPLATES = ("chatml", "plain")  # those with a name


def in_roles(
    tokenizer: Tokenizer,
    roles: Mapping[str, str] | Iterable[tuple[str, str]],
    chat_template: str | None = None,
    *,
    add_bos: bool = False,
    add_eos: bool = False,
) -> Tokenizer:
    """Return a tokenizer with these roles, the others as before, and with a chat template.

    Args:
        tokenizer: it stays as it is.
        roles: role ("bos", "eos", "pad", …) -> text of a special token that the tokenizer has.
        chat_template: "chatml", "plain" or the text of a Jinja template; None leaves it as it is.
        add_bos, add_eos: put the token of this role around each text by default.

    Raises:
        EngineError: "role_unknown", "role_empty", "role_twice", "role_token_missing", "role_missing", or the
            template fails.

    """
    named = adding(with_roles(tokenizer, Roles.checked(roles)), add_bos, add_eos)
    if chat_template is None:
        return named
    template = template_called(chat_template, roles_of(named))
    check_template(template, roles_of(named))
    return with_roles(named, Roles(), template)


def template_file(path: str) -> str:
    """Return the template in a file.

    Raises:
        EngineError: it cannot be read, is empty, too long or not UTF-8.

    """
    data = b""
    for portion in read_bytes(path):
        data += portion
        if len(data) > 4 * LONGEST_TEMPLATE:  # bytes of as many characters
            break
    text = template_text(data, path) if len(data) <= 4 * LONGEST_TEMPLATE else data.decode("latin-1")
    if not text.strip():
        raise EngineError("file_empty", file=path)
    if len(text) > LONGEST_TEMPLATE:
        raise EngineError("chat_template_too_long", file=path, length=len(text), limit=LONGEST_TEMPLATE)
    return text


def template_text(data: bytes, path: str) -> str:
    """Return the template in a file; raises EngineError "json_not_utf8"."""
    text = as_text(data.removeprefix(b"\xef\xbb\xbf"))
    if text is None:
        raise EngineError("json_not_utf8", file=path)
    return text
