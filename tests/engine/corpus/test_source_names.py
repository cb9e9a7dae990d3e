"""Names of files below a folder."""

from __future__ import annotations

import os

from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.corpus.source_files import name_below

_PARTS = st.sampled_from(["a", "b", "..", ".", "", ".git", "a.b", "x y", "a/", "//"])
_PATHS = st.builds(lambda begin, parts: begin + "/".join(parts), st.sampled_from(["", "/", "./", "../"]),
                   st.lists(_PARTS, min_size=1, max_size=4))  # fmt: skip


@given(_PATHS.filter(bool), _PATHS.filter(bool), st.booleans())
def test_a_name_is_the_relative_path(folder: str, path: str, is_below: bool) -> None:
    path = f"{folder}/{path}" if is_below else path
    assert name_below(folder, path) == os.path.relpath(path, folder).replace(os.sep, "/")
