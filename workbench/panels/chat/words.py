"""The words of the chat panel: counts, and warnings about templates and contents."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from workbench.display.prose import capitalized
from workbench.widgets import wording
from workbench.worker.messages.chat import ChatCount, ChatRendered

ROLE_ICONS: Mapping[str, str] = MappingProxyType(
    {"system": "system", "user": "user", "assistant": "assistant"}
)
_CONTEXT = "Chat"


def _tr(text: str) -> str:
    return QCoreApplication.translate(_CONTEXT, text)


def role(name: str) -> str:
    """Return a role as people read it; roles of the user's own are unchanged."""
    known = {
        "system": _tr("system"),
        "user": _tr("user"),
        "assistant": _tr("assistant"),
        "tool": _tr("tool"),
        "template": _tr("template"),
    }
    return known.get(name, name)


def count(counted: ChatCount | None) -> tuple[str, str]:
    """Return the tokens of a message, "7 + 5 template", and what that means."""
    if counted is None:
        return "–", ""
    if counted.content >= 0 and counted.template >= 0:
        text = _tr("{content} + {template} template").format(
            content=wording.number(counted.content), template=wording.number(counted.template)
        )
        return text, _tr("Tokens with a byte of this message, and tokens that the template writes for it")
    if counted.content >= 0:
        tip = _tr(
            "The messages are not in order in the text, so the template tokens of this one are not known"
        )
        return wording.tokens(counted.content), tip
    tip = _tr("The template changes this message, so its content tokens are not known")
    if counted.whole >= 0:
        return _tr("{tokens} with template").format(tokens=wording.tokens(counted.whole)), tip
    return _tr("not separable"), tip


def problem(rendered: ChatRendered) -> tuple[str, str]:
    """Return why there is no text, and what can be done, "" where there is one."""
    if not rendered.cause:
        return "", ""
    cause, remedy = (wording.filled(text, rendered.facts) for text in (rendered.cause, rendered.remedy))
    if rendered.place is not None and rendered.place[0] == "line":
        return _tr("Line {line}: {cause}.").format(line=rendered.place[1], cause=cause), remedy
    return wording.sentence(capitalized(cause)), remedy


def warnings(rendered: ChatRendered) -> list[str]:
    """Return what the user should know of a conversation, a sentence each."""
    said: list[str] = []
    if rendered.plain:
        names = wording.listed(rendered.plain)
        said.append(_tr("Not special here, so encoded as plain text: {names}.").format(names=names))
    for number, text in rendered.in_content[:3]:
        said.append(
            _tr("Message {number} contains {token}, which a model reads as the real token.").format(
                number=number + 1, token=text
            )
        )
    if any(count.content < 0 for count in rendered.counts):
        said.append(_tr("The template changes a message, so content and template cannot be separated."))
    return said
