"""Files, classes and functions stay small, calls and names readable, and no lines are there twice.

The exemptions are tables, what another language fixes, and what is still to be split: take a line away with
what it names.
"""

import ast
import builtins
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1] / "workbench"
MOST_LINES = 500
MOST_METHODS = 29
MOST_LINES_OF_A_FUNCTION = 60  # its docstring may take the room that it needs
MOST_LINES_OF_README = 120
MOST_LINES_OF_WIRING = 250
MOST_LINES_OF_CONTRACTS = 60  # but for blank ones and comments
MOST_POSITIONAL = 6
SAME_LINES = 10

LONG_FILES = {
    "engine/base/english.py",  # a table: the sentence of each error
}
LONG_FUNCTIONS = {
    "api/python.py train",  # a table: each argument of the public face, and which option it is
}
LONG_CALLS = {
    "kernels",  # a function of C takes no keywords
    "formats/proof/llama_cpp.py",  # nor does one of llama.cpp
}

# Words that say how a thing came to be, or nothing, and not what it is.
VAGUE_NAMES = {
    *("around", "asking", "attention", "beside", "choosing", "found"),
    *("given", "joining", "judges", "made", "near_text", "systems"),
}
VAGUE_PARTS = {"desk", "lacking", "mojibake", "nobody", "portions", "somebody", "spoken", "told", "whoever"}

# Built-in names that a member may have, as in Python itself (`Path.open`) or as the field says it;
# `license` is known to the interactive shell alone.
BUILTIN_MEMBERS = {"format", "id", "license", "open"}

Node = TypeVar("Node", bound=ast.AST)


@cache
def trees() -> dict[str, ast.Module]:
    """Return the tree of each file of the product, by its name."""
    files = sorted(ROOT.rglob("*.py"))
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in files}


def nodes(kind: type[Node]) -> Iterator[tuple[str, Node]]:
    for name, tree in trees().items():
        yield from ((name, node) for node in ast.walk(tree) if isinstance(node, kind))


def test_files_are_short() -> None:
    paths = [path for path in ROOT.rglob("*.p*") if path.suffix in (".py", ".pxd")]
    sizes = {p.relative_to(ROOT).as_posix(): len(p.read_text("utf-8").splitlines()) for p in paths}
    assert not {name: n for name, n in sizes.items() if n > MOST_LINES and name not in LONG_FILES}


def test_what_is_read_first_is_short() -> None:
    def _lines(name: str) -> list[str]:
        return (ROOT.parent / name).read_text("utf-8").splitlines()

    assert len(_lines("README.md")) <= MOST_LINES_OF_README
    assert len(_lines("workbench/shell/wiring.py")) <= MOST_LINES_OF_WIRING
    project = _lines("pyproject.toml")
    contracts = project[project.index("[tool.importlinter]") :]
    assert len([line for line in contracts if line and not line.startswith("#")]) < MOST_LINES_OF_CONTRACTS


def test_classes_have_few_methods() -> None:
    methods = {
        f"{name} {node.name}": sum(isinstance(each, ast.FunctionDef) for each in node.body)
        for name, node in nodes(ast.ClassDef)
    }
    assert not {each: n for each, n in methods.items() if n > MOST_METHODS}


def lines_of(function: ast.FunctionDef) -> int:
    first = function.body[0]
    documented = ast.get_docstring(function) is not None
    docstring = (first.end_lineno or 0) - first.lineno + 1 if documented else 0
    return (function.end_lineno or 0) - function.lineno + 1 - docstring


def test_functions_are_short() -> None:
    lines = {f"{name} {node.name}": lines_of(node) for name, node in nodes(ast.FunctionDef)}
    long = {name: n for name, n in lines.items() if n > MOST_LINES_OF_A_FUNCTION}
    assert long.keys() == LONG_FUNCTIONS, long


def test_calls_name_what_they_give() -> None:
    long = [
        f"{name}:{node.lineno} {len(node.args)}"
        for name, node in nodes(ast.Call)
        if len(node.args) > MOST_POSITIONAL and not {name, name.split("/")[0]} & LONG_CALLS
    ]
    assert not long


def imports() -> dict[str, set[str]]:
    """Return the modules that each module imports, wherever in it, also for types alone."""
    modules = {f"workbench/{name}".removesuffix(".py").removesuffix("/__init__"): name for name in trees()}
    found: dict[str, set[str]] = {}
    for module, name in modules.items():
        there: set[str] = set()
        for node in ast.walk(trees()[name]):
            if isinstance(node, ast.Import):
                there |= {each.name.replace(".", "/") for each in node.names}
            elif isinstance(node, ast.ImportFrom):
                room = (node.module or "").replace(".", "/")
                inner = {f"{room}/{each.name}" for each in node.names}
                there |= {each if each in modules else room for each in inner}
        found[module] = (there & modules.keys()) - {module}
    return found


def in_circles(graph: dict[str, set[str]]) -> set[str]:
    """Return what imports itself by way of others, and what lies between two such circles."""
    left = {module: set(there) for module, there in graph.items()}
    while True:
        imported = set().union(*left.values()) if left else set()
        gone = {module for module, there in left.items() if not there or module not in imported}
        if not gone:
            return set(left)
        left = {module: there - gone for module, there in left.items() if module not in gone}


def test_no_module_imports_itself_by_way_of_others() -> None:
    graph = imports()
    assert graph["workbench/widgets/token_view/text"] > {"workbench/widgets/token_view/editing/caret"}
    assert not in_circles(graph)
    caret = "workbench/widgets/token_view/editing/caret"
    back = graph | {caret: graph[caret] | {"workbench/widgets/token_view/text"}}
    assert caret in in_circles(back)


def lines_that_count(name: str) -> list[tuple[int, str]]:
    """Return the lines of a file by number, but for blank ones, comments and imports."""
    tree = trees().get(name, ast.Module([], []))
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    imported = {n for node in imports for n in range(node.lineno, (node.end_lineno or 0) + 1)}
    lines = enumerate((ROOT / name).read_text("utf-8").splitlines(), 1)
    stripped = [(n, line.strip()) for n, line in lines if n not in imported]
    return [(n, line) for n, line in stripped if line and not line.startswith(("#", "cimport", "from"))]


def test_no_lines_stand_twice() -> None:
    places = defaultdict[tuple[str, ...], list[str]](list)
    for name in (*trees(), *(path.relative_to(ROOT).as_posix() for path in ROOT.rglob("*.pxd"))):
        lines = lines_that_count(name)
        for i in range(len(lines) - SAME_LINES + 1):
            run = lines[i : i + SAME_LINES]
            places[tuple(line for _, line in run)].append(f"{name}:{run[0][0]}")
    assert not [where for where in places.values() if len(where) > 1]


def test_generators_yield_results_or_nothing() -> None:
    """Nothing yields None: a generator that works in steps returns its result."""
    yields = [(name, each) for name, each in nodes(ast.Yield) if isinstance(each.value, ast.Constant)]
    assert not [f"{name}:{each.lineno}" for name, each in yields if each.value.value is None]


def names_in(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the names that a file gives to things, with their lines."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.arg(arg=name):
                yield node.lineno, name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield node.lineno, name
            case ast.alias(asname=str(name)) | ast.ExceptHandler(name=str(name)):
                yield node.lineno, name


def members_of(node: ast.ClassDef) -> Iterator[tuple[int, str]]:
    """Yield the names of methods and fields of a class, and of what it gives to `self`, with their lines."""
    for each in node.body:
        match each:
            case ast.FunctionDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
                yield each.lineno, name
    for each in ast.walk(node):
        match each:
            case ast.Attribute(value=ast.Name(id="self"), attr=name, ctx=ast.Store()):
                yield each.lineno, name


def test_members_do_not_have_built_in_names() -> None:
    """Names of functions and arguments are checked by ruff (rules A)."""
    (tree,) = ast.parse("""
class A:
    sum: int
    def next(self):
        self.list = id = 1
""").body
    assert isinstance(tree, ast.ClassDef)
    assert {name for _, name in members_of(tree)} == {"sum", "next", "list"}
    shadowed = {name for name in vars(builtins) if not name.startswith("_")} - BUILTIN_MEMBERS
    named = [(file, *each) for file, node in nodes(ast.ClassDef) for each in members_of(node)]
    found = [f"{file}:{line} {name}" for file, line, name in named if name in shadowed]
    assert not found


def vague(name: str) -> bool:
    """Return whether a name says how a thing came to be, or nothing, and not what it is."""
    plain = name.strip("_").lower()
    return plain in VAGUE_NAMES or not VAGUE_PARTS.isdisjoint(plain.split("_"))


def test_names_say_what_a_thing_is() -> None:
    tree = ast.parse("""
def told(given, *, n_told=0):
    self.found, nobody_s = made, 1
    lacking: int
    import a as desk
    return kept.given
""")
    names = {name for _, name in names_in(tree) if vague(name)}
    assert names == {"told", "given", "n_told", "found", "nobody_s", "lacking", "desk"}
    named = ((file, *each) for file, tree in trees().items() for each in names_in(tree))
    assert not [f"{file}:{line} {name}" for file, line, name in named if vague(name)]


def test_files_and_folders_say_what_is_in_them() -> None:
    assert vague("made")
    assert not vague("view_menu")
    parts = {part for path in ROOT.rglob("*.p*") for part in path.relative_to(ROOT).with_suffix("").parts}
    assert not {part for part in parts if vague(part) or "choosing" in part.split("_")}


VAGUE_WORDS = re.compile(r"\bit\.(?=\s|\"|$)|\b(somebody|nobody|whoever)\b")
BRITISH = re.compile(r"\b(colour|neighbour|behaviour|per cent)")
THERE = "tokens/colours"  # a key in files of settings


def test_sentences_name_what_they_are_about() -> None:
    # The reader of "Remove it." has to look for what is meant.
    found: list[str] = []
    for path in sorted(ROOT.rglob("*.p*")):
        if path.suffix in (".py", ".pxd"):
            lines = path.read_text("utf-8").replace(THERE, "").splitlines()
            found += [
                f"{path.relative_to(ROOT)}:{number} {line.strip()}"
                for number, line in enumerate(lines, 1)
                if VAGUE_WORDS.search(line) or BRITISH.search(line)
            ]
    assert not found
