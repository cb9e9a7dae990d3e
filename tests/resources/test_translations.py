"""The translations: every text has one, and it fits its English."""

from __future__ import annotations

import importlib.util
import itertools
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest
from PySide6.QtCore import QCoreApplication, QTranslator

from workbench.shell.language import language_of
from workbench.widgets.wording import unmarked

ROOT = Path(__file__).parents[2]
FACT = re.compile(r"\{[^{}]*\}|%n")
MNEMONIC = re.compile(r"&(\w)")


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


def test_every_text_that_is_translated_is_known() -> None:
    """Of a text that is not written where it is translated, the table must be among the messages."""
    tables = {
        "translated(entry",
        "translated(title",
        "'MainWindow', title",
        "FirstSteps",
        "target.title",
        "'Export', title",
        "metric.label",
        "wording.py",
    }
    unclear = [line for module in script.modules() for line in module.unclear]
    assert [line for line in unclear if not any(table in line for table in tables)] == []
    assert len({message.context for message in script.messages()}) > 150


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_no_text_is_missing_or_gone(file: Path) -> None:
    translated = script.read(file)
    wanted = {(message.context, message.text) for message in script.messages()}
    assert wanted - set(translated) == set(), "run packaging/translations.py and translate what is unfinished"
    assert set(translated) - wanted == set(), "run packaging/translations.py"
    assert [key for key, text in translated.items() if not text] == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_translation_says_which_it_is(file: Path) -> None:
    """The manual takes the pages of that name."""
    assert script.read(file)["Manual", "en"] == file.stem.removeprefix("workbench_")


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_translation_has_the_facts_and_the_mnemonic_of_its_english(file: Path) -> None:
    faults = []
    for (_context, text), translation in script.read(file).items():
        if sorted(FACT.findall(text)) != sorted(FACT.findall(translation)):
            faults.append((text, translation))
        if [key.upper() for key in MNEMONIC.findall(text)] != MNEMONIC.findall(translation):
            faults.append((text, translation))
        if text.endswith("…") != translation.endswith("…") or text.startswith(" ") != translation.startswith(
            " "
        ):
            faults.append((text, translation))
    assert faults == []


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_compiled_file_says_the_same(file: Path, qapp: QCoreApplication) -> None:
    """Also with the plural forms: the numbers 1, 2 and 5 have at least one form each."""
    translator = QTranslator()
    assert translator.load(str(file.with_suffix(".qm")))
    plural = {(each.context, each.text) for each in script.messages() if each.singular}
    for (context, text), translation in script.read(file).items():
        if (context, text) in plural:
            forms = {form.replace("%n", "5") for form in translation.split("\n\n")}
            assert translator.translate(context, text, None, 5).replace("%n", "5") in forms
        else:
            assert translator.translate(context, text) == translation


def _emphasized(page: str) -> set[str]:
    plain = re.sub(r"```.*?```", "", page, flags=re.DOTALL)
    return {" ".join(name.split()) for name in re.findall(r"(?<!\*)\*([^*]+)\*(?!\*)", plain)}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_manual_calls_menus_and_buttons_as_the_window_does(file: Path) -> None:
    said: dict[str, set[str]] = {}
    for (context, text), translation in script.read(file).items():
        if context != "EngineError":
            said.setdefault(unmarked(text).rstrip("…"), set()).add(unmarked(translation).rstrip("…"))
    missing, n_names = [], 0
    for page in sorted((ROOT / "resources" / "manual").glob("*.md")):
        other = (page.parent / file.stem.removeprefix("workbench_") / page.name).read_text("utf-8")
        for name in _emphasized(page.read_text("utf-8")):
            parts = [said.get(part.rstrip("…")) for part in name.split(" › ")]
            if None in parts:
                continue  # no text of the window
            n_names += 1
            paths = {"**" + " › ".join(each) for each in itertools.product(*parts)}
            if not any(f"{path}**" in other or f"{path}…**" in other for path in paths):
                missing.append((page.name, name, paths))
    assert n_names > 80
    assert missing == []
