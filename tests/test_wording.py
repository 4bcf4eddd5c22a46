"""No words for people stand outside the catalogues: not in the templates, not in the scripts, not in the HTML that
Python writes. Each reader of the sources is shown what it must find."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Final

import jinja2
from jinja2 import nodes
from script_source import read_texts
from support import PROJECT

from gen_docs.bundle import template_folder

SPOKEN: Final = {
    "alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext",
    "data-copied", "label", "placeholder", "title",
}  # fmt: skip
SILENT: Final = {"script", "style"}
LETTER: Final = re.compile(r"[^\W\d_]")
JINJA: Final = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)


class Words(HTMLParser):
    """The texts of a piece of HTML, and what its attributes say."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._silent = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent += tag in SILENT
        self.found += [value for name, value in attrs if name in SPOKEN and value and LETTER.search(value)]

    def handle_endtag(self, tag: str) -> None:
        self._silent -= tag in SILENT

    def handle_data(self, data: str) -> None:
        if not self._silent and LETTER.search(data):
            self.found.append(data.strip())


def words_of_html(html: str) -> list[str]:
    """A tag that is not finished is none, since a piece may end anywhere."""
    reader = Words()
    reader.feed(html)
    return reader.found


# Templates


def words_of_template(source: str) -> list[str]:
    """What a template says by itself: in its HTML, and as text in an expression that is no key of the catalogue."""
    environment = jinja2.Environment(autoescape=True)
    environment.filters["say"] = str
    outputs = environment.parse(source).find_all(nodes.Output)
    shown = [text for output in outputs for node in output.nodes for text in constants_shown(node)]
    return words_of_html(JINJA.sub("", source)) + [text for text in shown if LETTER.search(text)]


def constants_shown(node: nodes.Node | None) -> Iterator[str]:
    """The text constants that an expression may show. What goes into a filter or a call is given, not shown."""
    match node:
        case nodes.Const(value=str(text)):
            yield text
        case nodes.Filter(name=name, node=inner) if name != "say":
            yield from constants_shown(inner)
        case (
            nodes.CondExpr(expr1=one, expr2=other) | nodes.Or(left=one, right=other) | nodes.And(left=one, right=other)
        ):
            yield from constants_shown(one)
            yield from constants_shown(other)
        case nodes.Concat(nodes=parts):
            for part in parts:
                yield from constants_shown(part)


def test_templates_say_nothing_by_themselves() -> None:
    templates = sorted(template_folder().rglob("*.html"))
    assert len(templates) > 8
    assert {path.name: found for path in templates if (found := words_of_template(path.read_text("utf-8")))} == {}


def test_the_words_of_a_template_would_be_seen() -> None:
    source = """{# note #}<p class="x" title="A title" data-x="y">Text {{ a }} <b>{{ "k.e.y" | say(x="given") }}</b></p>
    <script>var x</script><i>…</i>{{ "shown" if a else b }}{{ (a or "too") | trim }}{{ f("given") }}{{ "s" ~ a }}"""
    assert words_of_template(source) == ["A title", "Text", "shown", "too", "s"]


# Scripts

_PROSE: Final = re.compile(r"(?<![\w-])[^\W\d_]+[,.:;!?]? [^\W\d_]+(?![\w-])|^[A-Z][a-z]+\W?$")
_SPEAKING: Final = re.compile(
    r"(\.(textContent|innerText|title|alt|placeholder|ariaLabel) \+?= |[\"']?(title|aria-label|alt|placeholder)[\"']?: "
    r"|setAttribute\(\"(title|aria-label|alt|placeholder)\", )$"
)
_FOR_PROGRAMS: Final = re.compile(r"(Error\(|postMessage\(|[!=]== |case |class: )$")
KEY_NAMES: Final = re.compile(r"<kbd>\w+</kbd>")  # what is printed on a key
_ALPHABETS: Final = {"Arabic", "Cyrillic", "Greek", "Hebrew", "Inherited", "Latin", "Syriac"}  # as Unicode names them


def words_of_script(source: str) -> list[str]:
    """Texts that read as prose, those that a script puts where people read them, and what its markup says by itself. An
    error speaks to programmers."""
    found: list[str] = []
    for text in read_texts(source):
        if text.tag == "html":
            found += words_of_html(KEY_NAMES.sub("", fill_holes(text.pieces)))
            continue
        said = "".join(text.pieces)
        is_read = (_PROSE.search(said) and said not in _ALPHABETS) or _SPEAKING.search(text.before)
        if LETTER.search(said) and is_read and not _FOR_PROGRAMS.search(text.before):
            found.append(said)
    return found


def fill_holes(pieces: tuple[str, ...]) -> str:
    """Markup with its holes filled: with a name where a tag has one, with nothing elsewhere."""
    markup = pieces[0]
    for piece in pieces[1:]:
        markup += "x" if markup.endswith(("<", "</")) else '""' if markup.endswith("=") else ""
        markup += piece
    return markup


def list_scripts() -> list[Path]:
    return [path for path in sorted(template_folder().rglob("*.js")) if "vendor" not in path.parts]


def test_scripts_say_nothing_by_themselves() -> None:
    assert len(list_scripts()) > 10
    assert {path.name: found for path in list_scripts() if (found := words_of_script(path.read_text("utf-8")))} == {}


def test_the_words_of_a_script_would_be_seen() -> None:
    source = r"""
    // a comment "with words"
    const a = "two words", b = `There are ${n} of them`, c = /a regex "here and"/, d = "Loading", e = 'rows of-panel';
    node.textContent = "gone"; node.title = say("a.key");
    node.setAttribute("aria-label", "close"); make("p", {title: 'x'});
    throw new Error("no such thing");
    html`<${Part} title="A title" class="is wide" href=${link}>
      Text <i>×</i> ${a ? html`<b>${b} inner</b>` : `one more`} <kbd>Esc</kbd><//>`;
    """
    said = ["two words", "There are  of them", "Loading", "gone", "close", "x", "inner", "one more", "A title", "Text"]
    assert words_of_script(source) == said


# Python


def words_of_python(source: str) -> list[str]:
    """What the HTML in a module says by itself. The holes of a format are filled from elsewhere."""
    tree = ast.parse(source)
    patterns = {id(each) for call in ast.walk(tree) if is_of_regex(call) for each in ast.walk(call)}
    texts = [text_of(node) for node in ast.walk(tree) if id(node) not in patterns]
    return [word for text in texts if text.startswith("<") for word in words_of_html(empty_holes(text))]


def empty_holes(html: str) -> str:
    """HTML without what is put in; a tag's name that is put in is some name."""
    return re.sub(r"\{[^}]*\}|\\\d", "", re.sub(r"(?<=[</])(\{[^}]*\}|\\\d)", "x", html))


def is_of_regex(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func).startswith("re.")


def text_of(node: ast.AST) -> str:
    """The text of a constant, or of a format with its holes empty; "" for anything else."""
    if isinstance(node, ast.JoinedStr):
        return "".join(text_of(part) or "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def test_the_html_that_python_writes_says_nothing_by_itself() -> None:
    modules = sorted((PROJECT / "gen_docs").rglob("*.py"))
    assert {path.name: found for path in modules if (found := words_of_python(path.read_text("utf-8")))} == {}


def test_the_words_of_python_s_html_would_be_seen() -> None:
    source = (
        """a = '<p title="A title">{} Text</p>'; b = f'<b>{x} more</b>'; c = re.compile("<b> no"); d = '<hr class="x'"""
    )
    assert words_of_python(source) == ["A title", "Text", "more"]
