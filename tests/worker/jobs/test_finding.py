"""Finding through the job that the window asks: what is sent, how often, and how much of it."""

from workbench.worker.jobs import finding
from workbench.worker.jobs import starting as jobs
from workbench.worker.jobs.job import ENDED
from workbench.worker.messages.finding import FindText, HitsFound, Replaced, ReplaceText
from workbench.worker.messages.requests import Failed, JobProgress, new_request_id


def answers(store, request):
    job, found = jobs.start(store, request), []
    while (result := job.step()) is not ENDED:
        if result is not None:
            found.append(result)
    return found


def request(text, needle, kind="text", **more):
    return FindText(new_request_id(), text, kind, needle, **more)


def test_hits_come_in_order_and_the_last_answer_says_so(store):
    asked = request(b"one two one", b"one")
    found = [answer for answer in answers(store, asked) if isinstance(answer, HitsFound)]
    assert [answer.last for answer in found] == [False] * (len(found) - 1) + [True]
    assert [start for answer in found for start in answer.starts.tolist()] == [0, 8]
    assert found[-1].n_hits == 2
    assert all(answer.request_id == asked.request_id for answer in found)


def test_a_text_may_come_in_parts(store):
    asked = request((b"one t", memoryview(b"wo o"), b"ne"), b"one")
    (found,) = [answer for answer in answers(store, asked) if isinstance(answer, HitsFound)]
    assert found.starts.tolist() == [0, 8]


def test_progress_is_told_in_bytes(store):
    asked = request(b"ab" * 500_000, b"b")
    told = [answer for answer in answers(store, asked) if isinstance(answer, JobProgress)]
    assert told[-1].done == told[-1].total == 1_000_000
    assert {answer.what for answer in told} == {"find"}


def test_hits_beyond_the_most_are_counted_only(store, monkeypatch):
    monkeypatch.setattr(finding, "MOST_HITS", 10)
    found = [answer for answer in answers(store, request(b"a" * 100, b"a")) if isinstance(answer, HitsFound)]
    assert sum(len(answer.starts) for answer in found) == 10
    assert found[-1].n_hits == 100


def test_replacing_answers_with_the_stretch_that_changes(store):
    find = request(b"one two one two", b"two")
    (told,) = [a for a in answers(store, ReplaceText(5, find, b"2")) if isinstance(a, Replaced)]
    assert (told.start, told.end, told.data, told.n_hits) == (4, 15, b"2 one 2", 2)
    (told,) = [
        a for a in answers(store, ReplaceText(6, find, b"2", only=(12, 15))) if isinstance(a, Replaced)
    ]
    assert (told.start, told.end, told.data, told.n_hits) == (12, 15, b"2", 1)


def test_a_bad_pattern_fails_with_words(store):
    (failed,) = answers(store, request(b"a", b"(", kind="regex"))
    assert isinstance(failed, Failed)
    assert (failed.action, failed.code) == ("", "search_syntax")
