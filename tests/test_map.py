"""The map and the recipes name files that are there; what the window takes of the engine is plain data.

What a part can do is asked of it, never of its class.
"""

import ast
import pkgutil
import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name
from types import UnionType
from typing import get_args

import pytest

from workbench.engine.models.model import Model
from workbench.engine.normalizers.sentencepiece_normalizer import SentencePieceNormalizer
from workbench.engine.splitting.pre_tokenizers import CustomSplit, UnknownSplit

ROOT = Path(__file__).resolve().parents[1]


@pytest.mark.parametrize("document", ["workbench/README.md", "CONTRIBUTING.md"])
def test_every_file_named_is_there(document: str) -> None:
    text = (ROOT / document).read_text("utf-8")
    named = set(re.findall(r"\b[a-z_][a-z0-9_/]*\.(?:py|md|toml)\b", text))
    there = [path.relative_to(ROOT).as_posix() for path in ROOT.glob("*.*")]
    there += [path.relative_to(ROOT).as_posix() for path in (ROOT / "packaging").glob("*.py")]
    there += [path.relative_to(ROOT).as_posix() for path in (ROOT / "workbench").rglob("*.*")]
    assert named
    assert not {name for name in named if not any(f"/{path}".endswith(f"/{name}") for path in there)}


def test_every_module_of_a_life_is_there() -> None:
    text = (ROOT / "workbench" / "README.md").read_text("utf-8")
    lives = text[text.index("## The life of one text") : text.index("## Threads")]
    named = set(re.findall(r"`((?:[a-z][a-z0-9_]*/)*[a-z][a-z0-9_]+)`", lives)) - {"read"}
    there = [f"/{path.with_suffix('').as_posix()}" for path in (ROOT / "workbench").rglob("*.py")]
    assert named
    assert not {name for name in named if not any(path.endswith((f"/{name}", f"_{name}")) for path in there)}


PACKAGES = sorted((ROOT / "workbench").rglob("__init__.py"))


@pytest.mark.parametrize("path", PACKAGES, ids=lambda path: path.parent.name)
def test_every_package_says_what_to_read_first(path: Path) -> None:
    said = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    named = re.findall(r"`([a-z_/]+(?:\.py)?|README\.md)`", said)
    there = [name for name in named if (path.parent / name).exists() or (path.parent / f"{name}.py").exists()]
    assert not [name for name in named if name.endswith(".py") and name not in there]
    assert "read" in said.lower()
    assert there, f"{path} names no file of its folder"


def test_panels_widgets_and_messages_take_plain_data_alone_of_the_engine() -> None:
    taken: dict[str, object] = {}
    for room in ("panels", "widgets", "worker/messages"):
        for path in (ROOT / "workbench" / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("workbench.engine"):
                    module = import_module(node.module or "")
                    taken |= {each.name: getattr(module, each.name) for each in node.names}
    assert "SourceOptions" in taken

    def _is_plain(each: object) -> bool:
        if isinstance(each, UnionType):
            return all(map(is_dataclass, get_args(each)))
        return is_dataclass(each) or isinstance(each, int | float | str | tuple | Mapping)

    plain = {name for name, each in taken.items() if _is_plain(each)}
    assert not taken.keys() - plain


@cache
def classes_asked_for(path: Path) -> list[tuple[type, int]]:
    """Return the classes of the program that a file asks for by isinstance, and where."""
    text = path.read_text("utf-8")
    if "isinstance(" not in text:
        return []
    tree = ast.parse(text)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    modules = {
        each.asname or each.name: (node.module or "", each.name) for node in imports for each in node.names
    }
    found: list[tuple[type, int]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            for name in (each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)):
                module, original = modules.get(name, ("", ""))
                if module.startswith("workbench."):
                    each = resolve_name(f"{module}.{original}")
                    found += [(each, node.lineno)] if isinstance(each, type) else []
    return found


def asked_of_a_class(path: Path, of: type) -> list[str]:
    found = [(each, line) for each, line in classes_asked_for(path) if of in each.__mro__]
    return [f"{path.relative_to(ROOT)}:{line} {each.__name__}" for each, line in found]


@pytest.mark.parametrize(
    ("of", "rooms"),
    [
        (Model, ("engine/models", "formats")),
        (UnknownSplit, ("engine/splitting", "engine/judging")),  # judging compares how parts are built
        (CustomSplit, ("engine/splitting",)),
        (SentencePieceNormalizer, ("engine/normalizers", "formats")),
    ],
)
def test_what_a_part_can_do_is_asked_of_it(of: type, rooms: tuple[str, ...]) -> None:
    found: list[str] = []
    for path in (ROOT / "workbench").rglob("*.py"):
        if not path.relative_to(ROOT / "workbench").as_posix().startswith(rooms):
            found += asked_of_a_class(path, of)
    assert not found
    assert asked_of_a_class(ROOT / "workbench/engine/models/explain.py", Model)


def classes_of_data(room: str) -> list[type]:
    found: list[type] = []
    for info in pkgutil.walk_packages(import_module(room).__path__, f"{room}."):
        each = vars(import_module(info.name)).values()
        found += [c for c in each if isinstance(c, type) and is_dataclass(c) and c.__module__ == info.name]
    return found


def fields_of(each: type) -> set[tuple[str, str]]:
    own = {"request_id", "handle"}  # of every message
    return {(field.name, str(field.type)) for field in fields(each) if field.name not in own}


def test_no_message_repeats_what_the_engine_made() -> None:
    made = [
        fields_of(c) for room in ("engine", "api", "formats") for c in classes_of_data(f"workbench.{room}")
    ]
    told = {each.__name__: fields_of(each) for each in classes_of_data("workbench.worker.messages")}
    assert len(told) > 80
    many = {name: own for name, own in told.items() if len(own) > 2}
    assert not [name for name, own in many.items() if any(own <= other for other in made)]
