"""Chat templates: rendered as jinja2 and transformers render them, in a sandbox, and what came from where."""

from __future__ import annotations

import json
import re
import sys
from datetime import datetime

import jinja2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.engine.base.errors import EngineError
from workbench.engine.chat import rendering as chat_rendering
from workbench.engine.chat import templates as chat_templates
from workbench.engine.chat.operations import prepare_operation
from workbench.engine.chat.rendering import Request, find_contents, find_ends
from workbench.engine.chat.templates import CHATML, Rendered, render_in
from workbench.engine.child.isolation import Child

PATIENCE = 30.0  # seconds: a hang limit for what takes a moment
NOW = datetime(2026, 2, 3)

# Written for these tests, in the manner of the published ones: a system message that joins the first turn,
# roles that have to alternate, contents that are stripped, one that is cut up, and the tags of training.
ALTERNATING = """\
{%- if messages[0].role == 'system' -%}
  {%- set first = messages[0].content -%}
  {%- set turns = messages[1:] -%}
{%- else -%}
  {%- set turns = messages -%}
{%- endif -%}
{%- for turn in turns -%}
  {%- if (turn.role == 'user') != (loop.index0 % 2 == 0) -%}
    {{ raise_exception('user and assistant have to take turns') }}
  {%- endif -%}
  {%- if turn.role == 'user' -%}
    {{ bos_token + '[INST] ' }}
    {%- if loop.first and first is defined %}{{ '<<SYS>>\\n' + first + '\\n<</SYS>>\\n\\n' }}{% endif -%}
    {{ turn.content | trim + ' [/INST]' }}
  {%- else -%}
    {{ ' ' + turn.content | trim + ' ' + eos_token }}
  {%- endif -%}
{%- endfor -%}
"""
HEADERS = """\
{% for message in messages %}
    {% set begin = '<|head|>' + message['role'] + '<|/head|>\\n\\n' %}
    {% if loop.index0 == 0 %}
        {% set begin = bos_token + begin %}
    {% endif %}
    {{ begin + message['content'] | trim + '<|eot|>' }}
{% endfor %}
{% if add_generation_prompt %}
    {{ '<|head|>assistant<|/head|>\\n\\n' }}
{% endif %}
"""
THINKING = """\
{% for message in messages %}
{% set said = message.content.split('</think>')[-1] if message.role == 'assistant' else message.content %}
<{{ message.role }}>{{ said }}</{{ message.role }}>
{% endfor %}
"""
TRAINING = """\
{% for message in messages %}
{% if message.role == 'system' %}{% continue %}{% endif %}
{% if message.role == 'stop' %}{% break %}{% endif %}
{{ message.role }}: {% generation %}{{ message.content }}{% endgeneration %};
{% endfor %}
"""
TOLD = [
    {"role": "system", "content": "Be short."},
    {"role": "user", "content": " Why? "},
    {"role": "assistant", "content": "Because."},
]


@pytest.fixture(scope="module")
def child():
    with Child(chat_templates.MEMORY) as child:
        yield child


def render(child: Child, template: str, messages, prompt=False, values=None, seconds=PATIENCE) -> Rendered:
    return render_in(child, template, messages, values or {}, generation_prompt=prompt, seconds=seconds)


def said(rendered: Rendered) -> list[tuple[int, bytes]]:
    return [(number, rendered.text[start:end]) for start, end, number in rendered.contents]


# --- the text -------------------------------------------------------------------------------------


def test_chatml_is_each_message_between_its_tokens(child):
    made = render(child, CHATML, TOLD, prompt=True)
    assert made.text == (
        b"<|im_start|>system\nBe short.<|im_end|>\n<|im_start|>user\n Why? <|im_end|>\n"
        b"<|im_start|>assistant\nBecause.<|im_end|>\n<|im_start|>assistant\n"
    )
    assert said(made) == [(0, b"Be short."), (1, b" Why? "), (2, b"Because.")]
    assert made.known == (True, True, True)
    ends = [made.text.index(mark) + len(mark) for mark in (b"short.<|im_end|>\n", b" <|im_end|>\n")]
    assert list(made.ends) == [*ends, made.text.index(b"Because.<|im_end|>\n") + 19]


def test_turns_that_alternate_with_the_system_message_in_the_first(child):
    values = {"bos_token": "<s>", "eos_token": "</s>"}
    made = render(child, ALTERNATING, [*TOLD, {"role": "user", "content": "Oh."}], values=values)
    assert made.text == (
        b"<s>[INST] <<SYS>>\nBe short.\n<</SYS>>\n\nWhy? [/INST] Because. </s><s>[INST] Oh. [/INST]"
    )
    assert said(made) == [(0, b"Be short."), (1, b"Why?"), (2, b"Because."), (3, b"Oh.")]
    assert all(made.known)


def test_white_space_around_blocks_goes_as_in_transformers(child):
    made = render(child, HEADERS, TOLD[1:], prompt=True, values={"bos_token": "<|begin|>"})
    assert made.text == (
        b"    <|begin|><|head|>user<|/head|>\n\nWhy?<|eot|>\n"
        b"    <|head|>assistant<|/head|>\n\nBecause.<|eot|>\n    <|head|>assistant<|/head|>\n\n\n"
    )
    assert said(made) == [(0, b"Why?"), (1, b"Because.")]


def test_the_tags_of_training_and_of_loops(child):
    told = [*TOLD, {"role": "stop", "content": "never"}, {"role": "user", "content": "nor this"}]
    made = render(child, TRAINING, told)
    assert made.text == b"user:  Why? ;\nassistant: Because.;\n"
    assert said(made) == [(1, b" Why? "), (2, b"Because.")]
    assert made.known == (True,) * 5  # what is left out stands nowhere


def test_json_keeps_letters_and_marks_as_they_are(child):
    made = render(child, "{{ messages[0].content | tojson }}", [{"role": "user", "content": 'é<b> "x"'}])
    assert made.text == '"é<b> \\"x\\""'.encode()
    assert said(made) == [(0, 'é<b> \\"x\\"'.encode())]


def test_the_time_is_told_and_the_same_throughout(child):
    made = render(child, "{{ strftime_now('%Y') }}{{ messages[0].content }}", TOLD)
    assert re.fullmatch(rb"20\d\dBe short\.", made.text)
    assert made.known[0]


def test_unknown_names_are_empty(child):
    assert render(child, "{{ bos_token }}{% if tools %}t{% endif %}.", TOLD).text == b"."


def test_bytes_that_are_not_text_come_through(child):
    content = b"a\xffb".decode("utf-8", "surrogateescape")
    made = render(child, CHATML, [{"role": "user", "content": content}])
    assert said(made) == [(0, b"a\xffb")]
    assert made.text[made.ends[0] :] == b""


# --- what came from where ---------------------------------------------------------------------------


def request(template: str, messages, prompt: bool = False, **values: str) -> Request:
    return Request(template, messages, values, prompt, NOW)


def test_what_a_template_cuts_up_is_not_claimed_to_be_known():
    told = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "<think>b</think>c"}]
    asked = request(THINKING, told)
    text = asked.rendered(told, False)
    assert text == "<user>a</user>\n<assistant>c</assistant>\n"
    found = find_contents(asked, text)
    assert found.known == (True, False)
    assert [text[start:end] for start, end, _ in found.spans] == ["a"]


@pytest.mark.parametrize(
    "template",
    [
        "{{ messages[0].content | length }}",
        "{{ messages[0].content.split('x')[1] }}",
        "{{ messages[0].content }}{{ messages[0].content.split('x')[1] }}",
        "{{ messages[0].content[:2] }}",
        "{{ messages[0].content | upper | reverse }}",
        "{% if 'x' in messages[0].content %}special{% endif %}{{ messages[0].content }}",
    ],
)
def test_no_part_that_depends_on_a_content_is_taken_for_template(template):
    told = [{"role": "user", "content": "axbxc"}]
    asked = request(template, told)
    assert find_contents(asked, asked.rendered(told, False)).known == (False,)


def test_a_content_that_stands_twice_is_found_twice():
    told = [{"role": "user", "content": "hi"}]
    asked = request("{{ messages[0].content }}-{{ messages[0].content }}", told)
    assert find_contents(asked, "hi-hi").spans == ((0, 2, 0), (3, 5, 0))


def test_ends_are_known_where_the_part_begins_the_whole():
    shared = "{% for m in messages %}{{ m.content }}{% if not loop.last %},{% endif %}{% endfor %}"
    told = [{"role": "user", "content": letter} for letter in "abc"]
    asked = request(shared, told)
    assert find_ends(asked, "a,b,c") == [1, 3, 5]
    backwards = request("{% for m in messages | reverse %}{{ m.content }}{% endfor %}", told)
    assert find_ends(backwards, "cba") == [-1, -1, 3]


contents = st.text(st.sampled_from("ab \n<|>é\U000f0000{%}"), max_size=6)
roles = st.sampled_from(["system", "user", "assistant", "tool"])
conversations = st.lists(st.builds(lambda r, c: {"role": r, "content": c}, roles, contents), max_size=5)


@given(told=conversations, prompt=st.booleans(), template=st.sampled_from([CHATML, HEADERS, THINKING]))
def test_spans_rise_and_hold_the_contents(told, prompt, template):
    asked = request(template, told, prompt, bos_token="^")
    text = asked.rendered(told, prompt)
    found = find_contents(asked, text)
    position = 0
    for start, end, number in found.spans:
        assert position <= start < end <= len(text)
        assert text[start:end] in told[number]["content"]
        position = end
    if template != THINKING:
        assert all(found.known)
        held = {number: text[start:end] for start, end, number in found.spans}
        strip = template == HEADERS
        assert held == {
            number: wanted
            for number, message in enumerate(told)
            if (wanted := message["content"].strip() if strip else message["content"])
        }
    ends = [end for end in find_ends(asked, text) if end >= 0]
    assert ends == sorted(ends)
    assert all(end <= len(text) for end in ends)


# In the manner of Gemma's (turns named otherwise, no system), of Mistral's (the system's text in the last
# turn) and of templates with tools; again written for these tests.
TURNS = """\
{{ bos_token }}{% if messages and messages[0]['role'] == 'system' %}
{{ raise_exception('no system') }}{% endif %}
{% for message in messages %}
{%- set who = 'model' if message['role'] == 'assistant' else message['role'] -%}
<turn>{{ who }}
{{ message['content'] | trim }}<end>
{% endfor %}
{%- if add_generation_prompt %}<turn>model
{% endif %}"""
LAST = """\
{%- set found = namespace(system='') -%}
{%- for message in messages if message.role == 'system' -%}
{%- set found.system = found.system ~ message.content ~ '\\n\\n' -%}
{%- endfor -%}
{%- for message in messages -%}
{%- if message.role == 'system' %}{% continue %}{% endif -%}
{%- if message.role == 'user' -%}[I]{% if loop.last %}{{ found.system }}{% endif %}{{ message.content }}[/I]
{%- elif message.role == 'tool' -%}{{ {'content': message.content} | tojson }}
{%- else -%}{{ message.content }}{{ eos_token }}{% endif -%}
{%- endfor -%}
"""
ALL = [CHATML, ALTERNATING, HEADERS, THINKING, TRAINING, TURNS, LAST]


def as_jinja_renders(template: str, told, prompt: bool) -> str | None:
    """Render as transformers sets Jinja up, by an environment of the test's own; None where it raises."""

    def _raise(message: str) -> None:
        raise jinja2.TemplateError(message)

    own = jinja2.Environment(
        trim_blocks=True, lstrip_blocks=True, autoescape=False, extensions=["jinja2.ext.loopcontrols"]
    )
    own.globals["raise_exception"] = _raise
    own.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    source = template.replace("{% generation %}", "").replace("{% endgeneration %}", "")
    try:
        return own.from_string(source).render(
            messages=told, add_generation_prompt=prompt, bos_token="^", eos_token="$"
        )
    except jinja2.TemplateError:
        return None


@pytest.mark.parametrize("template", ALL)
@given(told=conversations, prompt=st.booleans())
def test_the_text_is_that_of_jinja_itself(template, told, prompt):
    asked = request(template, told, prompt, bos_token="^", eos_token="$")
    text = asked.attempted(told, prompt)
    assert text == as_jinja_renders(template, told, prompt)
    if text is None:
        return
    found = find_contents(asked, text)
    for start, end, number in found.spans:
        content = told[number]["content"]
        assert text[start:end] in (content, content.strip(), json.dumps(content, ensure_ascii=False)[1:-1])
    outside = "".join(
        text[a:b]
        for a, b in zip(
            [0, *(s[1] for s in found.spans)], [*(s[0] for s in found.spans), len(text)], strict=True
        )
    )
    # Where all is known, what is left is the same whatever else the messages say.
    if all(found.known):
        others = [{**m, "content": "\u2603" if m["content"] else ""} for m in told]
        other = request(template, others, prompt, bos_token="^", eos_token="$").rendered(others, prompt)
        assert outside == other.replace("\u2603", "")


# --- what a template may not do ---------------------------------------------------------------------

FAULTS = [
    ("{% for %}", "chat_template_syntax", "line 1: the chat template is not valid Jinja: "),
    ("\n{{ raise_exception('no system role') }}", "chat_template_refused",
     "the template rejects the messages: no system role. "),
    ("{{ ''.__class__.__mro__[1].__subclasses__() }}", "chat_template_unsafe",
     "line 1: the chat template was stopped as unsafe: "),
    ("{{ cycler.__init__.__globals__.os.system('true') }}", "chat_template_unsafe",
     "line 1: the chat template was stopped as unsafe: "),
    ("{{ '{0.__class__.__mro__}'.format(1) }}", "chat_template_unsafe",
     "line 1: the chat template was stopped as unsafe: "),
    ("{% set f = '{0.__class__.__mro__}'.format %}{{ f(1) }}", "chat_template_unsafe",
     "line 1: the chat template was stopped as unsafe: "),
    ("{% for name in ['__class__'] %}{{ (''|attr(name)).__mro__ }}{% endfor %}", "chat_template_unsafe",
     "line 1: the chat template was stopped as unsafe: "),
    ("{{ messages.append(1) }}", "chat_template_unsafe",
     "line 1: the chat template was stopped as unsafe: "),
    ("{{ messages[0].update({}) }}", "chat_template_unsafe",
     "line 1: the chat template was stopped as unsafe: "),
    ("\n\n{{ 1 / 0 }}", "chat_template_failed",
     "line 3: the chat template cannot be run: ZeroDivisionError: division by zero. "),
    ("{% include '/etc/passwd' %}", "chat_template_failed",
     "line 1: the chat template cannot be run: "),
    ("{{ messages[0].missing.more }}", "chat_template_failed",
     "line 1: the chat template cannot be run: "),
    ("{{ range(1000000000) | list }}", "chat_template_failed",
     "line 1: the chat template cannot be run: OverflowError: "),
    ("{% for i in range(9999) %}{{ 'x' * 9999 }}{% endfor %}", "chat_text_too_long",
     "the template writes over 4194304 characters. "),
    ("{{ messages[0].content * 10000000000 }}", "chat_template_memory",
     "the chat template used too much memory and was stopped. "),
]  # fmt: skip


@pytest.mark.parametrize(("template", "code", "words"), FAULTS)
def test_what_a_template_may_not_do_ends_in_a_message(child, template, code, words):
    with pytest.raises(EngineError) as caught:
        render(child, template, TOLD)
    assert caught.value.code == code
    assert str(caught.value).startswith(words)
    assert caught.value.remedy.endswith(".")
    assert ".." not in str(caught.value)
    assert render(child, CHATML, TOLD).text.startswith(b"<|im_start|>")


@pytest.mark.parametrize(
    "template",
    [
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}",
        "{% macro again() %}{% for i in range(99999) %}{{ again() }}{% endfor %}{% endmacro %}"
        "{% for i in range(99999) %}{% for j in range(99999) %}{% endfor %}{% endfor %}{{ again() }}",
        "{{ 9 ** (9 ** 9) }}",
    ],
)
def test_a_template_without_end_is_stopped(child, template):
    with pytest.raises(EngineError) as caught:
        render(child, template, TOLD, seconds=0.5)
    assert caught.value.code == "chat_template_too_slow"
    assert str(caught.value).startswith("the chat template did not finish in 0.5 s and was stopped. ")


def test_two_seconds_are_the_rule():
    assert chat_templates.SECONDS == 2.0


def test_a_template_that_is_slow_once_only_keeps_its_text(child):
    """The first rendering ends in time; with a mark in its content the template never ends."""
    trap = (
        "{% if messages[0].content != 'Be short.' %}{% for i in range(99999) %}{% for j in range(99999) %}"
        "{% endfor %}{% endfor %}{% endif %}{{ messages[0].content }}"
    )
    made = render(child, trap, TOLD, seconds=3.0)
    assert made == Rendered(b"Be short.", (), (False,) * 3, (-1,) * 3)


def test_a_giant_template_is_not_sent(child):
    with pytest.raises(EngineError) as caught:
        render(child, "x" * (chat_templates.LONGEST_TEMPLATE + 1), TOLD)
    assert caught.value.code == "chat_template_too_long"


def test_the_template_is_given_no_way_to_change_what_it_is_told(child):
    harmless = "{{ ''.__class__ }}|{{ messages.__class__ }}|{{ strftime_now.__self__ }}"
    assert render(child, harmless, TOLD).text == b"||"


def test_the_operation_answers_in_plain_data():
    given_ = json.dumps({"messages": TOLD, "values": {}}).encode()
    frames = list(chat_rendering.render({"prompt": False}, (CHATML.encode(), given_)))
    assert [frame.header["done"] for frame in frames] == [1, 2]


def test_what_renders_is_imported_beforehand(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "workbench.engine.chat.rendering")
    assert list(prepare_operation({}, [])) == []
    assert "workbench.engine.chat.rendering" in sys.modules
