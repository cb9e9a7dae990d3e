"""The translations: every text has one, and it fits its English."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from workbench.shell.language import language_of

ROOT = Path(__file__).parents[2]


def _script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("translations", ROOT / "packaging" / "translations.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its data classes look themselves up there
    spec.loader.exec_module(module)
    return module


script = _script()
FILES = sorted(script.FOLDER.glob("*.ts"))


@pytest.mark.parametrize(("setting", "system", "language"), [
    ("system", ["zh-Hans-CN", "zh-CN", "zh"], "zh_CN"), ("system", ["zh-SG"], "zh_CN"),
    ("system", ["zh-Hant-TW", "en-US"], "en"), ("system", ["de-DE", "zh-CN"], "zh_CN"),
    ("system", ["en-GB", "zh-CN"], "en"), ("system", ["C"], "en"), ("system", [], "en"),
    ("en", ["zh-CN"], "en"), ("zh_CN", ["en-US"], "zh_CN"),
])  # fmt: skip
def test_the_language_is_that_of_the_setting_or_the_system(
    setting: str, system: list[str], language: str
) -> None:
    assert language_of(setting, system) == language
