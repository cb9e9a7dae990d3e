"""Updates the translations of the window: python packaging/translations.py [--check].

Collects every text that the window translates, adds the new ones to the .ts files as unfinished,
removes those that are gone, and compiles the .qm files by lrelease. Linguist's own lupdate does not know the
short functions of a module (`_tr`), `plural`, or the table of errors, so that the texts are collected here.
With --check nothing is written; the exit status is 1 if something would be.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from workbench.engine.base.english import ENGLISH
from workbench.engine.base.phrases import PHRASES
from workbench.engine.judging.metrics import METRICS
from workbench.formats.registry import FORMATS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "resources" / "translations"
_ROOMS = ("shell", "panels", "widgets")
_WINDOWS = ("window", "_window")  # what holds the main window, by its name
_TRANSLATE = "QCoreApplication.translate"
_LRELEASE = str(Path(sys.executable).with_name("pyside6-lrelease"))


@dataclass(frozen=True, slots=True, order=True)
class Message:
    """A text to translate; its English singular is only there where it has plural forms."""

    context: str
    text: str
    singular: str = ""


class _Module(ast.NodeVisitor):
    """Collects the messages of one module.

    Attributes:
        messages: those it has.
        unclear: calls that translate a text which is not written there, as "file:line: call".

    """

    def __init__(self, file: str, tree: ast.Module) -> None:
        self.file = file
        self.messages: list[Message] = []
        self.unclear: list[str] = []
        self._classes: list[str] = []
        self._known: dict[str, list[str]] = {}  # texts that a name may have
        self._short = dict(self._short_functions(tree))
        for node in tree.body:  # a context may be named below its use
            if isinstance(node, ast.Assign):
                self.visit_Assign(node)
        self.messages.clear()
        self.visit(tree)

    def _short_functions(self, tree: ast.Module) -> Iterator[tuple[str, tuple[ast.expr, int]]]:
        """Yield the functions of the module that only translate: contexts, and the places of the texts."""
        for node in tree.body:
            last = node.body[-1] if isinstance(node, ast.FunctionDef) else None
            if not (isinstance(node, ast.FunctionDef) and isinstance(last, ast.Return)):
                continue
            call = last.value
            if not isinstance(call, ast.Call) or not all(isinstance(arg, ast.Name) for arg in call.args[1:]):
                continue
            if ast.unparse(call.func) == _TRANSLATE and len(node.args.args) == 1:
                yield node.name, (call.args[0], 0)
            elif _called(call) == "plural" and len(call.args) == 4:
                yield node.name, (call.args[3], 1)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Remember the class; its name is the context of `self.tr`."""
        self._classes.append(node.name)
        self.generic_visit(node)
        self._classes.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """Look into a function, unless it is one that only translates."""
        if node.name not in self._short:
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """Remember the texts of a name, or of a pair of names."""
        self.generic_visit(node)
        target = node.targets[0]
        if isinstance(target, ast.Name):
            self._known[target.id] = _texts(node.value, {})
        elif isinstance(target, ast.Tuple) and len(target.elts) == 2:
            pairs = [
                each for each in ast.walk(node.value) if isinstance(each, ast.Tuple) and len(each.elts) == 2
            ]
            for place, name in enumerate(target.elts):
                if isinstance(name, ast.Name):
                    self._known[name.id] = [text for pair in pairs for text in _texts(pair.elts[place], {})]

    def visit_Call(self, node: ast.Call) -> None:
        """Take what a call translates."""
        self.generic_visit(node)
        name, args = _called(node), node.args
        if name == "tr" and isinstance(node.func, ast.Attribute):
            self._add(node, self._class_of(node.func.value), args[0])
        elif name in self._short and isinstance(node.func, ast.Name) and len(args) > self._short[name][1] * 2:
            context, place = self._short[name]
            self._add(node, self._text(context), args[-1], args[1] if place else None)
        elif name == "QT_TRANSLATE_NOOP" or ast.unparse(node.func) == _TRANSLATE:
            self._add(node, self._text(args[0]), args[1])
        elif name == "plural" and len(args) > 2:
            self._add(node, self._text(args[3]) if len(args) > 3 else "Wording", args[2], args[1])

    def _text(self, node: ast.expr) -> str:
        known = _texts(node, self._known)
        return known[0] if len(known) == 1 else ""

    def _class_of(self, owner: ast.expr) -> str:
        """Return the class of the object that translates, "" if it is not known."""
        name = owner.attr if isinstance(owner, ast.Attribute) else getattr(owner, "id", "")
        if name == "self" and self._classes:
            return self._classes[-1]
        return "MainWindow" if name in _WINDOWS else ""

    def _add(self, node: ast.Call, context: str, text: ast.expr, one: ast.expr | None = None) -> None:
        many = _texts(text, self._known)
        single = _texts(one, self._known) if one is not None else [""] * len(many)
        if not context or not many or len(many) != len(single):
            self.unclear.append(f"{self.file}:{node.lineno}: {ast.unparse(node)}")
            return
        self.messages += [Message(context, *pair) for pair in zip(many, single, strict=True)]


def _called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def _texts(node: ast.expr, known: Mapping[str, list[str]]) -> list[str]:
    """Return the literal texts that an expression may be; [] if it may be others."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return [node.value]
    if isinstance(node, ast.Name):
        return known.get(node.id, [])
    if isinstance(node, ast.IfExp):
        first, second = _texts(node.body, known), _texts(node.orelse, known)
        return first + second if first and second else []
    return []


def modules() -> list[_Module]:
    """Return what each module of the window translates."""
    files = sorted(file for room in _ROOMS for file in (ROOT / "workbench" / room).rglob("*.py"))
    return [_Module(str(file.relative_to(ROOT)), ast.parse(file.read_text("utf-8"))) for file in files]


def messages() -> list[Message]:
    """Return all messages, those of the tables without Qt too, in the order of their contexts."""
    found = [message for module in modules() for message in module.messages]
    found += [
        Message("EngineError", text) for prose in ENGLISH.values() for text in (prose.cause, prose.remedy)
    ]
    found += [Message("EngineError", text) for text in PHRASES]
    found += [Message("Metrics", metric.label) for metric in METRICS]
    found += [Message("Export", each.title) for each in FORMATS]
    return sorted({message for message in found if message.text})


Key = tuple[str, str]


def read(file: Path) -> dict[Key, str]:
    """Return the translations of a .ts file, by context and text; "" for what is not translated."""
    return {
        (context.findtext("name", ""), message.findtext("source", "")): _translation(message)
        for context in ET.parse(file).getroot().findall("context")  # noqa: S314 - our own
        for message in context.findall("message")
    }


def _translation(message: ET.Element) -> str:
    translation = message.find("translation")
    if translation is None or translation.get("type"):
        return ""
    forms = [form.text or "" for form in translation.findall("numerusform")]
    return "\n\n".join(forms) if forms else translation.text or ""


def written(language: str, translations: Mapping[Key, str]) -> bytes:
    """Return the .ts file of a language with all messages; those without a translation are unfinished."""
    root = ET.Element("TS", version="2.1", language=language, sourcelanguage="en")
    contexts: dict[str, ET.Element] = {}
    for message in messages():
        if message.context not in contexts:
            contexts[message.context] = ET.SubElement(root, "context")
            ET.SubElement(contexts[message.context], "name").text = message.context
        _write_message(
            contexts[message.context], message, translations.get((message.context, message.text), "")
        )
    ET.indent(root, "")
    return b'<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n' + ET.tostring(root, "utf-8") + b"\n"


def _write_message(context: ET.Element, message: Message, text: str) -> None:
    element = ET.SubElement(context, "message", {"numerus": "yes"} if message.singular else {})
    ET.SubElement(element, "source").text = message.text
    if message.singular:
        ET.SubElement(element, "extracomment").text = f"of one: {message.singular}"
    translation = ET.SubElement(element, "translation", {} if text else {"type": "unfinished"})
    if not message.singular:
        translation.text = text
        return
    for form in text.split("\n\n"):
        ET.SubElement(translation, "numerusform").text = form


def main() -> int:
    """Update every language, and return the exit status."""
    for line in (line for module in modules() for line in module.unclear):
        print(line)
    status = 0
    for file in sorted(FOLDER.glob("*.ts")):
        new = written(file.stem.partition("_")[2], read(file))
        status |= file.read_bytes() != new
        if "--check" not in sys.argv:
            file.write_bytes(new)
            subprocess.run([_LRELEASE, "-silent", file, "-qm", file.with_suffix(".qm")], check=True)  # noqa: S603
    return status if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
