"""Models of the Hugging Face Hub, fetched by `huggingface_hub` from a stand-in of it on the loopback."""

from __future__ import annotations

import hashlib
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.formats.hub_stand_in import COMMIT, TOKEN, Hub, hub_running
from tests.points import Sliced
from workbench import open_tokenizer, save_tokenizer, train
from workbench.cli.main import main
from workbench.engine.base.errors import EngineError, MissingFile
from workbench.engine.base.slices import finished
from workbench.formats import hub
from workbench.formats.files.atomic import folder_beside
from workbench.formats.published import hub_folder, model_of

pytest.importorskip("huggingface_hub")

NAME = "hf:some-one/tiny"


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("hub") / "tokenizer.json"
    save_tokenizer(train([["low lower lowest newer wider " * 20]], vocab_size=280), path)
    return path.read_bytes()


@pytest.fixture
def server(file: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    """The stand-in, with a model of which most is no tokenizer, and an empty cache."""
    config = b'{"model_max_length": 512}'
    others = {"README.md": b"# tiny", "pytorch_model.bin": b"\x80\x04", "tokenizer.model": b"another"}
    for name in [name for name in os.environ if name.startswith("HF_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("HF_HOME", str(tmp_path / "hf"))
    with hub_running(
        Hub(files={"tokenizer.json": file, "tokenizer_config.json": config, **others})
    ) as running:
        monkeypatch.setenv("HF_ENDPOINT", running.endpoint)
        yield running


def fetch(name: str = NAME, token: str = "") -> hub.HubModel:
    return finished(hub.fetch_model(name, token))


def refused(name: str = NAME, token: str = "") -> EngineError:
    with pytest.raises(EngineError) as caught:
        fetch(name, token)
    assert left() == []
    return caught.value


def left() -> list[str]:
    """Return what is in the cache: whole folders alone."""
    return sorted(str(path.relative_to(hub_folder())) for path in Path(hub_folder()).glob("*/*/*"))


@pytest.mark.parametrize("large", [frozenset(), frozenset({"tokenizer.json"})])
def test_of_a_model_come_the_files_of_its_tokenizer_alone(
    server: Hub, file: bytes, large: frozenset[str]
) -> None:
    server.large, file = large, server.files["tokenizer.json"]
    steps, progress = hub.fetch_model(NAME), []
    model = finished(steps, progress.append)
    total = len(file) + len(server.files["tokenizer_config.json"])
    assert progress[-1] == (total, total)
    assert sorted(os.listdir(model.folder)) == ["fetched.json", "tokenizer.json", "tokenizer_config.json"]
    assert Path(model.path).read_bytes() == file
    assert (model.name, model.revision, model.commit) == ("some-one/tiny", "main", COMMIT)
    assert model.license == "apache-2.0"
    assert model.address == f"{server.endpoint}/some-one/tiny/tree/{COMMIT}"
    assert model.files[0] == hub.HubFile("tokenizer.json", len(file), hashlib.sha256(file).hexdigest())
    got = [line for line in server.asked if line.startswith("GET") and "resolve" in line]
    assert {line.rpartition("/")[2] for line in got} == {"tokenizer.json", "tokenizer_config.json"}


def test_what_was_fetched_opens_by_its_name_without_a_network(
    server: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(MissingFile, match="fetch the vocabulary by the command workbench fetch"):
        open_tokenizer(NAME)
    assert server.asked == []  # nothing is fetched unasked
    fetch()
    asked = len(server.asked)
    tokenizer = open_tokenizer(NAME)
    assert tokenizer.name == "tiny"
    assert tokenizer.decode(tokenizer.encode("lower")) == "lower"
    assert open_tokenizer(f"{NAME}@{COMMIT}").name == "tiny"
    assert len(server.asked) == asked
    with pytest.raises(MissingFile):
        open_tokenizer(f"{NAME}@v1")  # another revision was not fetched


def test_what_is_there_is_not_fetched_twice_and_a_changed_file_is(server: Hub, file: bytes) -> None:
    path = Path(fetch().path)
    server.asked.clear()
    fetch()
    assert [line for line in server.asked if "resolve" in line] == []
    path.write_bytes(file[:-1] + b" ")
    assert hub.fetched_model(NAME) is None
    assert Path(fetch().path).read_bytes() == file


def test_a_revision_is_kept_with_it(server: Hub) -> None:
    assert fetch(f"{NAME}@v1").revision == "v1"
    assert hub.fetched_model(f"{NAME}@v1") is not None
    assert hub.fetched_model(NAME) is None
    with pytest.raises(EngineError, match=r"some-one/tiny has no revision v2\. Name a branch"):
        fetch(f"{NAME}@v2")


def test_a_gated_model_says_how_to_get_a_token(server: Hub) -> None:
    server.gated = True
    error = refused()
    assert error.code == "hub_gated"
    assert f"Accept it at {server.endpoint}/some-one/tiny" in str(error)
    assert f"{server.endpoint}/settings/tokens" in str(error)
    assert "HF_TOKEN" in str(error)


def test_the_token_that_the_library_keeps_is_used(server: Hub, tmp_path: Path) -> None:
    server.gated = True
    (tmp_path / "hf").mkdir()
    (tmp_path / "hf" / "token").write_text(f"{TOKEN}\n")
    assert Path(fetch().path).is_file()


def test_a_token_that_was_given_is_sent_and_kept_nowhere(server: Hub, tmp_path: Path) -> None:
    server.gated = True
    assert "enter it below, and retry" in refused().message("window")
    assert Path(fetch(token=TOKEN).path).is_file()
    assert not any(TOKEN.encode() in path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())


def test_a_private_model_needs_a_token(server: Hub) -> None:
    server.private = True
    assert refused().code == "hub_model_missing"
    assert Path(fetch(token=TOKEN).path).is_file()


@pytest.mark.parametrize("token", ["hf_wrong", "hf_a b", "hf_é", "hf_\nx"])
def test_a_token_that_is_not_accepted_is_said_and_not_quoted(server: Hub, token: str) -> None:
    error = refused(token=token)
    assert error.code == "hub_token"
    assert f"Check it at {server.endpoint}/settings/tokens" in str(error)
    while error is not None:
        assert token not in f"{error!r} {error}"
        error = error.__cause__


def test_an_unknown_model_is_said(server: Hub) -> None:
    assert refused("hf:some-one/other").code == "hub_model_missing"


def test_offline_and_without_a_network_it_says_so(server: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    assert refused().code == "hub_offline"
    assert server.asked == []
    monkeypatch.delenv("HF_HUB_OFFLINE")
    with socket.socket() as taken:  # bound and not listening: nothing answers there
        taken.bind(("127.0.0.1", 0))
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{taken.getsockname()[1]}")
        error = refused()
    assert error.code == "fetch_no_network"
    assert "127.0.0.1 cannot be reached (Connection refused)" in str(error)


def test_an_address_that_is_not_safe_is_refused(server: Hub, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", "http://example.org")
    assert refused().code == "fetch_unsafe"


@pytest.mark.parametrize("large", [frozenset(), frozenset({"tokenizer.json"})])
def test_a_file_that_is_not_the_hubs_is_not_taken(server: Hub, file: bytes, large: frozenset[str]) -> None:
    server.large = large
    server.sent = {"tokenizer.json": bytes(len(file))}
    error = refused()
    assert error.code == "hub_hash"
    assert str(error).startswith(
        "the download of tokenizer.json is not what the Hub lists for some-one/tiny."
    )


def test_more_than_was_listed_is_not_taken(server: Hub, file: bytes) -> None:
    server.sent = {"tokenizer.json": file + bytes(8 << 20)}
    assert refused().code == "hub_hash"


def test_sizes_are_limited_before_anything_comes(server: Hub) -> None:
    server.sizes = {"tokenizer.json": 1 << 40}
    error = refused()
    assert error.code == "hub_file_too_large"
    assert "tokenizer.json of some-one/tiny has" in str(error)
    assert [line for line in server.asked if "resolve" in line] == []
    server.sizes = {"tokenizer_config.json": 1 << 40}  # what only says more is left out
    assert [each.name for each in fetch().files] == ["tokenizer.json"]


def test_a_model_without_a_tokenizer_says_what_was_looked_for(server: Hub) -> None:
    for name in ("tokenizer.json", "tokenizer.model"):
        del server.files[name]
    assert "some-one/tiny has no tokenizer file (tokenizer.json, " in str(refused())


@pytest.mark.parametrize(("files", "chosen"), [
    (["vocab.json", "merges.txt", "vocab.txt"], ["vocab.json", "merges.txt"]),
    (["vocab.json", "tekken.json"], ["tekken.json"]),
    (["vocab.json", "vocab.txt"], ["vocab.txt"]),
    (["some.tiktoken", "tokenizer.pkl"], ["some.tiktoken"]),
])  # fmt: skip
def test_the_best_kind_of_file_is_taken(server: Hub, files: list[str], chosen: list[str]) -> None:
    server.files = dict.fromkeys(files, b"x")
    assert [file.name for file in fetch().files] == chosen


@pytest.mark.parametrize("name", ["../../x", "some-one/../x", "/etc", ""])
def test_names_from_the_hub_become_no_paths(server: Hub, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    about = server.about()
    monkeypatch.setattr(server, "about", lambda: {**about, "id": name})
    assert refused().code == "hub_answer"


@pytest.mark.parametrize(("text", "parsed"), [
    ("some-one/tiny", ("some-one/tiny", "")),
    (" hf:gpt2 ", ("gpt2", "")),
    ("hf:some-one/tiny@v1", ("some-one/tiny", "v1")),
    ("https://huggingface.co/some-one/tiny/", ("some-one/tiny", "")),
    ("https://huggingface.co/some-one/tiny/tree/refs/pr/1", ("some-one/tiny", "refs/pr/1")),
])  # fmt: skip
def test_names_of_models(text: str, parsed: tuple[str, str]) -> None:
    assert hub.parse_name(text) == parsed


@pytest.mark.parametrize("text", ["", "a/b/c", "../x", "a b", "https://example.org/a/b", "é/x", "a/b@x y"])
def test_what_is_no_name_of_a_model(text: str) -> None:
    with pytest.raises(EngineError, match=r"is not the name of a model\. Write owner/name"):
        hub.parse_name(text)


def test_giving_up_keeps_nothing_and_ends_the_process(server: Hub) -> None:
    server.hold = threading.Event()
    steps = Sliced(lambda: fetch())
    while not server.began.is_set():
        next(steps)
    steps.close()
    assert left() == []
    server.hold.set()
    server.hold = None
    assert Path(fetch().path).exists()


def test_what_a_killed_fetch_left_goes_with_the_next_of_any_model(server: Hub) -> None:
    server.hold = threading.Event()
    code = "from workbench.formats import hub; list(hub.fetch_model('hf:some-one/tiny'))"
    killed = subprocess.Popen([sys.executable, "-c", code])
    assert server.began.wait(60)
    killed.kill()
    killed.wait(60)
    assert len(left()) == 1
    server.hold.set()
    server.hold, server.name = None, "some-one/other"
    in_use = Path(hub_folder(), "some-one", "third", COMMIT)
    in_use.parent.mkdir(parents=True)
    with folder_beside(str(in_use)) as held:  # by another window
        model = fetch("hf:some-one/other")
        assert left() == sorted(os.path.relpath(path, hub_folder()) for path in (model.folder, held))


def test_a_record_that_was_changed_counts_for_nothing(server: Hub, tmp_path: Path) -> None:
    model = fetch()
    record = Path(model.folder, "fetched.json")
    said = json.loads(record.read_text("utf-8"))
    for change in ({"files": []}, {"files": [["../x", 1, "0"]]}, {"files": 3}, {"name": None, "commit": 1}):
        record.write_text(json.dumps({**said, **change} if "name" not in change else change), "utf-8")
        assert list(hub.fetched_models()) == []
    record.write_text("{", "utf-8")
    assert list(hub.fetched_models()) == []
    record.write_text(json.dumps(said), "utf-8")
    assert [each.name for each in hub.fetched_models()] == ["some-one/tiny"]


def test_only_files_of_models_have_their_names(server: Hub) -> None:
    assert model_of(fetch().path) == "tiny"
    assert model_of(f"{hub_folder()}/tokenizer.json") == ""
    assert model_of("/a/b/c/tokenizer.json") == ""
    assert model_of("tokenizer.json") == ""
    assert model_of(f"{hub_folder()}//owner/name/./commit/tokenizer.json") == "name"


def test_the_verb_fetches_and_lists(server: Hub, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fetch", NAME]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"hf:some-one/tiny@{COMMIT}    some-one/tiny (tokenizer.json)\n")
    assert f"sha256    {hashlib.sha256(server.files['tokenizer.json']).hexdigest()}" in told
    assert main(["fetch", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)
    assert (listed[0]["name"], listed[1]["path"]) == (f"hf:some-one/tiny@{COMMIT}", None)
    assert main(["count", "--tokenizer", NAME, "--json", listed[0]["path"]]) == 0
    assert main(["fetch", "hf:a b"]) == 1
    assert "is not the name of a model" in capsys.readouterr().err
