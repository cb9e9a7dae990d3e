"""Every package that comes with the program is listed with its license."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import pytest

from workbench.api.licenses import licenses


def test_all_packages_needed_are_listed_with_a_license() -> None:
    try:
        distribution("tokenizer-workbench")
    except PackageNotFoundError:
        pytest.skip("the program is not installed")
    listed = {each.name.lower(): each for each in licenses()}
    needed = {"tokenizer-workbench", "python", "numpy", "pyside6_essentials", "shiboken6", "regex", "pyarrow"}
    assert needed | {"wcwidth", "markupsafe"} <= set(listed), "also those that others need"
    assert "pytest" not in listed
    assert all(each.license for each in listed.values())
    assert "MIT License" in listed["tokenizer-workbench"].text
    assert "PYTHON SOFTWARE FOUNDATION LICENSE" in listed["python"].text
    assert "Redistribution" in listed["numpy"].text


def test_qt_comes_with_the_texts_that_its_license_asks_for() -> None:
    listed = {each.name.lower(): each for each in licenses()}
    for name in ("pyside6_essentials", "shiboken6"):
        if name in listed:
            said = listed[name].text
            places = [said.index(part) for part in (
                "https://download.qt.io", "GNU LESSER GENERAL PUBLIC LICENSE", "GNU GENERAL PUBLIC LICENSE",
                "END OF TERMS AND CONDITIONS",
            )]  # fmt: skip
            assert places == sorted(places)
            assert "by others that work with the program" in said[: places[1]]
    assert all(each.text for each in listed.values()), [n for n, each in listed.items() if not each.text]
