"""Name the test files that are run once more where nothing is compiled: `python -m tests.readable`.

They are all of engine and formats, but those from which no import leads to what asks for a kernel: what they
are about, and what they use, does the same with and without. A file's subject is the module of the same name,
or else the room of its folder.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import grimp

ROOT = Path(__file__).parents[1]
ROOMS = ("engine", "formats")
ALSO = ("tests/journeys/test_opening.py",)  # what a person does first, in the whole window
# They use what asks for a kernel, but only to look at something else.
ONCE = {
    "tests/engine/chat/test_templates.py": "templates of text, in the child; tokens are made of one of them",
    "tests/engine/corpus/test_corpus_faults.py": "files that cannot be read; what is counted shows what was",
    "tests/engine/corpus/test_many_sources.py": "files that are listed; nothing is counted",
    "tests/engine/corpus/test_scanning.py": "files that are looked at",
    "tests/engine/corpus/test_source_files.py": "files that are listed and chosen",
    "tests/engine/foreign/test_foreign_model.py": "models of libraries, which have kernels of their own",
    "tests/engine/normalizers/test_clip_cleaning.py": "normalized text, held against ftfy",
    "tests/engine/normalizers/test_text_normalizers.py": "normalized text, held against tokenizers",
    "tests/engine/splitting/test_hostile_patterns.py": "patterns of others, which the child runs",
    "tests/formats/files/test_atomic.py": "how a file takes the place of another",
    "tests/formats/test_card.py": "what a card says beside a tokenizer",
    "tests/formats/test_hostile_files.py": "files of others, refused before anything is encoded",
    "tests/formats/test_overwriting.py": "which files may be written over",
    "tests/formats/test_pattern_names.py": "which pattern a name means",
    "tests/formats/test_published.py": "which files are fetched, and by what hash they are known",
}


def files() -> list[str]:
    """Return the test files, from the root of the tree."""
    return [file for file in reaching() if file not in ONCE] + [*ALSO]


def reaching() -> list[str]:
    """Return the test files of engine and formats whose subject, or what they import, reaches the kernels."""
    graph = grimp.build_graph("workbench", cache_dir=None)
    # What all use to check a text: tests/kernels/test_well_formed.py holds both of its ways together.
    graph.remove_import(importer="workbench.engine.base.utf8", imported="workbench.kernels")
    reach = graph.find_downstream_modules("workbench.kernels") | {"workbench.kernels"}
    found = (file for room in ROOMS for file in sorted((ROOT / "tests" / room).rglob("test_*.py")))
    return [
        str(file.relative_to(ROOT))
        for file in found
        if _subject(file, graph) & reach or not reach.isdisjoint(_imported(file))
    ]


def _subject(file: Path, graph: grimp.ImportGraph) -> set[str]:
    room = ".".join(("workbench", *file.relative_to(ROOT / "tests").parent.parts))
    module = f"{room}.{file.stem.removeprefix('test_')}"
    if module in graph.modules and not graph.find_children(module):
        return {module}
    while room not in graph.modules:
        room = room.rpartition(".")[0]
    return {room} | graph.find_descendants(room)


def _imported(file: Path) -> Iterator[str]:
    """Yield each name that a file imports as that of a module, whether it is one or not."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


if __name__ == "__main__":
    print("\n".join(files()))
