"""Files that once went wrong when opened, in the folder `hostile_files` by the name of their format.

`tests.hostile` looks for more.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.formats.toys import unsplit
from workbench.engine.base.errors import EngineError
from workbench.engine.child.isolation import Child
from workbench.formats.registry import open_file

KEPT = Path(__file__).parent / "hostile_files"


@pytest.mark.parametrize("path", sorted(KEPT.glob("*/*")), ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_once_went_wrong(path: Path) -> None:
    code = ""
    with Child() as child:
        try:
            tokenizer = unsplit(open_file(path, child))
            tokenizer.decode(tokenizer.encode("ab aaé Zz<sep>日\n <s>123", allowed_special="all"))
        except EngineError as fault:
            code = fault.code
    assert code not in ("child_died", "child_fault", "internal")
