"""The token view that several tests of this folder look at."""

import pytest

from workbench.widgets.token_view.text import TokenTextView


@pytest.fixture
def view(qtbot):
    """A token view of 600 by 400 that has the focus."""
    view = TokenTextView()
    qtbot.addWidget(view)
    view.resize(600, 400)
    view.show()
    qtbot.waitExposed(view)
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    return view
