"""Settings come back as they were, and no garbage stops a start."""

from __future__ import annotations

import gc
import json
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QSettings

from workbench import settings as settings_module
from workbench.settings import MAX_RECENT, Setting, Settings

DECLARED = {name: value for name, value in vars(Settings).items() if isinstance(value, Setting)}
EXAMPLES = {
    "language": "zh_CN",
    "theme": "dark", "geometry": b"\x00\xff\x10", "layouts": {"train": b"\x01\x02"}, "task": "vocabulary",
    "motion": "reduced", "size": 150, "keep_session": False, "memory_gigabytes": 8,
    "token_font": "DejaVu Sans Mono",
    "proxy": "http://proxy.example:8080", "first_steps_done": True, "first_steps": ("see", "train"),
    "recent_tokenizers": ("/a.model", "/b c.model"), "recent_texts": ("/é.txt",),
    "recent_sessions": ("/a.workbench",),
    "token_choices": {"/a.model": {"before": True, "limit": 77}}, "splits": {"/a.model": "llama3"},
    "last_folder": "/home/me", "show_marks": False, "token_zoom": 140, "line_numbers": True,
    "token_colors": "rank", "preset": "gpt2", "vocab_size": 300, "replay_seconds": 9, "min_count": 2,
    "tie": "first-seen", "compare": {"tokenizers": ["/a.model"], "scope": "corpus"},
    "training_tokens": {"seed_tokens": [" the"], "whole_characters": True},
    "vocabulary": {"columns": ["count"], "scope": "corpus"},
    "dataset": {"form": "npy", "shard_ids": 1000},
    "regex_lab": {"key": "own", "pattern": "\\w+", "own": [{"key": "own"}]},
}  # fmt: skip


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "settings.ini"


def test_every_setting_has_an_example():
    assert set(EXAMPLES) == set(DECLARED)
    assert len({setting.key for setting in DECLARED.values()}) == len(DECLARED)


@pytest.mark.parametrize("name", sorted(DECLARED))
def test_a_setting_comes_back_after_a_restart(file, name):
    settings = Settings(file)
    assert getattr(settings, name) == DECLARED[name].default
    setattr(settings, name, EXAMPLES[name])
    settings.sync()
    assert getattr(Settings(file), name) == EXAMPLES[name]


def test_a_change_is_written_soon_and_not_by_the_windows_thread(file, qtbot, monkeypatch):
    writers = []
    write = settings_module._write_to_disk
    monkeypatch.setattr(
        settings_module,
        "_write_to_disk",
        lambda file: (write(file), writers.append(threading.current_thread())),
    )
    settings = Settings(file)
    settings.vocab_size = 5000
    settings.min_count = 7
    assert not file.exists()
    qtbot.waitUntil(lambda: bool(writers))
    assert "vocab_size=5000" in file.read_text()
    assert "min_count=7" in file.read_text()
    (writer,) = writers
    assert writer is not threading.main_thread()
    settings.vocab_size = 6000
    qtbot.waitUntil(lambda: "6000" in file.read_text())


def test_what_was_not_written_yet_is_written_at_the_end(file):
    settings = Settings(file)
    settings.vocab_size = 5000
    del settings
    gc.collect()
    assert "5000" in file.read_text()


GARBAGE = [
    "", "nonsense", "{", "null", "[]", "{}", "3", "-1", "1e999", "true", '"x"', '["a", 3]', '{"a": 3}',
    "[" * 5000, '"\\u0000"', '{"train": "not base64!"}', "99999999999999999999",
]  # fmt: skip


@pytest.mark.parametrize("name", sorted(DECLARED))
@pytest.mark.parametrize("stored", GARBAGE)
def test_garbage_counts_as_absent(file, name, stored):
    store = QSettings(str(file), QSettings.Format.IniFormat)
    store.setValue(DECLARED[name].key, stored)
    store.sync()
    found = getattr(Settings(file), name)
    assert type(found) is type(DECLARED[name].default)


@given(
    value=st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner, max_size=3),
        max_leaves=6,
    )
)
def test_no_json_value_gets_past_a_check(value):
    for setting in DECLARED.values():
        try:
            found = setting.check(json.loads(json.dumps(value)))
        except (TypeError, ValueError):
            continue
        assert type(found) is type(setting.default)
        assert setting.check(json.loads(json.dumps(setting.plain(found)))) == found


def test_values_of_another_kind_are_absent(file):
    store = QSettings(str(file), QSettings.Format.IniFormat)
    store.setValue("training/vocab_size", 5000)  # stored plainly, as another program would
    store.setValue("window/theme", ["dark", "light"])
    store.sync()
    assert Settings(file).theme == "system"
    assert Settings(file).vocab_size in {4096, 5000}


def test_a_file_of_noise_gives_the_defaults(file):
    file.write_bytes(bytes(range(256)) * 20)
    settings = Settings(file)
    assert all(getattr(settings, name) == setting.default for name, setting in DECLARED.items())


WHOLE = b'[training]\nvocab_size=5000\n\n[window]\ntheme="\\"dark\\""\n'


@pytest.mark.parametrize(
    "damaged",
    [
        bytes(range(256)) * 20,
        WHOLE + b"\0\0\0\0",
        WHOLE + b"[files]\nlast_fol",
        WHOLE.decode().encode("utf-16"),
        b"not a file of settings\n" + WHOLE,
    ],
)
def test_a_damaged_file_is_set_aside_whole(file, damaged):
    file.write_bytes(damaged)
    settings = Settings(file)
    assert settings.vocab_size == 4096
    settings.min_count = 3
    settings.sync()
    (aside,) = file.parent.glob("settings.ini.corrupt-*")
    assert aside.read_bytes() == damaged
    assert settings.damaged == (str(file), str(aside))
    again = Settings(file)
    assert (again.min_count, again.theme, again.damaged) == (3, "system", None)


@pytest.mark.parametrize(
    "value", ['"\\"da', '"\\"blue\\""', "dark, light", '"{\\"train\\": 3}"', "@Variant(\\0\\0)"]
)
def test_a_value_that_does_not_fit_begins_anew_and_is_kept_aside(file, value):
    damaged = WHOLE.replace(b'"\\"dark\\""', value.encode())
    file.write_bytes(damaged)
    settings = Settings(file)
    assert (settings.theme, settings.vocab_size) == ("system", 5000)
    settings.sync()
    (aside,) = file.parent.glob("settings.ini.corrupt-*")
    assert aside.read_bytes() == damaged
    assert Settings(file).damaged is None


def test_what_another_version_has_written_is_no_damage(file):
    file.write_bytes(WHOLE + b"[new]\nthing=what nobody knows\n; a remark\n")
    settings = Settings(file)
    assert (settings.damaged, settings.theme) == (None, "dark")
    settings.theme = "light"
    settings.sync()
    assert "what nobody knows" in file.read_text()
    assert list(file.parent.glob("*corrupt*")) == []


def test_recent_files_are_few_and_the_newest_first(file):
    settings = Settings(file)
    for n in range(MAX_RECENT + 3):
        settings.add_recent_tokenizer(f"/{n}.model")
    settings.add_recent_tokenizer("/5.model")
    assert settings.recent_tokenizers[0] == "/5.model"
    assert len(settings.recent_tokenizers) == len(set(settings.recent_tokenizers)) == MAX_RECENT
    settings.add_recent_text("/a.txt")
    assert settings.recent_texts == ("/a.txt",)


def test_the_data_lies_beside_a_settings_file_of_ones_own(tmp_path: Path) -> None:
    assert Settings(tmp_path / "settings.ini").data_folder == tmp_path / "workbench-data"
    assert Settings().data_folder.is_absolute()
