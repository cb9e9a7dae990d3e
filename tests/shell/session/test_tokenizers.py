"""The open tokenizers, and the order that they have."""

from __future__ import annotations

from tests.shell.conftest import info
from workbench.shell.session.tokenizers import Tokenizers
from workbench.shell.window import MainWindow
from workbench.worker.replies import Reply


def test_those_of_the_last_session_come_in_their_places_before_others(window: MainWindow) -> None:
    tokenizers = Tokenizers(window, lambda request, **_: Reply())
    tokenizers.take(info(1, "opened meanwhile"))
    tokenizers.put_back(info(2, "fifth"), {2: 4})
    tokenizers.put_back(info(3, "second"), {2: 4, 3: 1})
    assert [each.name for each in tokenizers.infos] == ["second", "fifth", "opened meanwhile"]
    assert tokenizers.current.name == "opened meanwhile"


def test_a_closed_tokenizer_takes_a_name_without_coming_back(window: MainWindow) -> None:
    tokenizers = Tokenizers(window, lambda request, **_: Reply())
    for handle in (1, 2):
        tokenizers.take(info(handle, str(handle)))
    tokenizers.close_current()
    tokenizers.update(info(2, "another name"))
    assert [each.name for each in tokenizers.infos] == ["1"]
