"""The catalogues say everything that a person reads: no key is missing, none is idle, and every hole is filled.

The keys in use are read from the sources: from templates by Jinja's own parser, from Python by `ast`. A key that is
put together from parts is a pattern, and the table of `words` says which words it can hold.
"""

import ast
import re
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, get_args

import jinja2
import orjson
import pytest
from babel import Locale
from jinja2 import nodes
from script_source import read_names, read_texts
from support import PROJECT, build

from gen_docs.bundle import template_folder
from gen_docs.catalogue import SOURCE_LANGUAGE, load_catalogue
from gen_docs.derived import project_catalogue
from gen_docs.differences import Change
from gen_docs.gate import Status
from gen_docs.graph import GraphState
from gen_docs.kind_file import builtin_kinds
from gen_docs.rulebook import RULEBOOK, Scope
from gen_docs.rules import RULES
from gen_docs.values import SEVERITIES, StateClass

PACKAGE = PROJECT / "gen_docs"
LOCALES = sorted((template_folder() / "locales").glob("*.json"))
MESSAGES: dict[str, Any] = orjson.loads((template_folder() / "locales" / f"{SOURCE_LANGUAGE}.json").read_bytes())

HOLE = re.compile(r"\{([^{}]*)\}")
ANY = "*"
AMBIGUOUS = {"gate.*"}  # keys whose gap holds other words from place to place: what is put in is named after them
SPEAKERS = {"say", "_say", "text"}  # the functions that look a key up
KEY = re.compile(r"[a-z_*]+(\.[a-z_*-]+)+")
SCRIPT_CALL = re.compile(r"\.(?:say|parts|text)\([^()\"'`]*(?:\"[\w.]+\" : )?$")
SCRIPT_HOLES = re.compile(r"(?: : \"[\w.]+\")?, (?=\{)")


class Use(NamedTuple):
    """One place that looks a key up: where, the key with `*` for what is put in, and the names of what fills holes."""

    place: str
    key: str
    holes: frozenset[str]


# Reading the sources


def python_uses(source: str, place: str) -> Iterator[Use]:
    """The keys that a module looks up."""
    tree = ast.parse(source)
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef):
            names = assigned_keys(function)
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and call.args and called_name(call) in SPEAKERS:
                    holes = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
                    for key in python_keys(call.args[0], names):
                        yield Use(f"{place}:{call.lineno}", key, holes)


def called_name(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def assigned_keys(function: ast.FunctionDef) -> dict[str, list[str]]:
    """What the plain names of a function stand for, where that is text in the source."""
    found: dict[str, list[str]] = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            found.setdefault(node.targets[0].id, []).extend(python_keys(node.value, {}))
    return found


def python_keys(node: ast.expr, names: dict[str, list[str]]) -> list[str]:
    if isinstance(node, ast.Constant):
        return [node.value] if isinstance(node.value, str) and "." in node.value else []
    if isinstance(node, ast.JoinedStr):
        parts = [part.value if isinstance(part, ast.FormattedValue) else part for part in node.values]
        key = "".join(str(part.value) if isinstance(part, ast.Constant) else ANY for part in parts)
        gap = "".join(f"({ast.unparse(part)})" for part in parts if not isinstance(part, ast.Constant))
        return [key + gap if key in AMBIGUOUS else key] if "." in key else []
    if isinstance(node, ast.IfExp):
        return [*python_keys(node.body, names), *python_keys(node.orelse, names)]
    return names.get(node.id, []) if isinstance(node, ast.Name) else []


def template_uses(source: str, place: str) -> Iterator[Use]:
    """The keys that a template looks up, by the filter or by a function of the same name."""
    environment = jinja2.Environment(autoescape=True)
    environment.filters["say"] = str
    tree = environment.parse(source)
    for use in tree.find_all(nodes.Filter):
        if use.name in SPEAKERS and use.node is not None:
            yield make_use(use.node, use.kwargs, f"{place}:{use.lineno}")
    for call in tree.find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in SPEAKERS and call.args:
            yield make_use(call.args[0], call.kwargs, f"{place}:{call.lineno}")


def make_use(key: nodes.Expr, keywords: Sequence[nodes.Keyword | nodes.Pair], place: str) -> Use:
    parts = key.nodes if isinstance(key, nodes.Concat) else [key]
    text = "".join(str(part.value) if isinstance(part, nodes.Const) else ANY for part in parts)
    return Use(place, text, frozenset(str(word.key) for word in keywords))


def script_keys(source: str) -> set[str]:
    """Every text of a script that has the form of a key, with `*` for what is put in."""
    return {text for each in read_texts(source) if KEY.fullmatch(text := ANY.join(each.pieces))}


def script_uses(source: str, place: str) -> Iterator[Use]:
    """The keys that a script looks up where it names them, alone or as one of two."""
    for text in read_texts(source):
        key = ANY.join(text.pieces)
        if KEY.fullmatch(key) and SCRIPT_CALL.search(source[max(0, text.start - 160) : text.start]):
            filled = SCRIPT_HOLES.match(source, text.end)
            holes = read_names(source, filled.end()) if filled else set[str]()
            yield Use(f"{place}:{source.count(chr(10), 0, text.start) + 1}", key, frozenset(holes))


@cache
def all_uses() -> list[Use]:
    python = [use for path in sorted(PACKAGE.rglob("*.py")) for use in python_uses(path.read_text("utf-8"), path.name)]
    pages = [path for path in sorted(template_folder().rglob("*")) if path.suffix in (".html", ".md", ".txt", ".xml")]
    in_pages = [use for path in pages for use in template_uses(path.read_text("utf-8"), path.name)]
    return python + in_pages + all_script_uses()


@cache
def all_script_uses() -> list[Use]:
    return [use for path in list_scripts() for use in script_uses(path.read_text("utf-8"), path.name)]


def list_scripts() -> list[Path]:
    return [path for path in sorted(template_folder().rglob("*.js")) if "vendor" not in path.parts]


@cache
def all_script_keys() -> frozenset[str]:
    return frozenset(key for path in list_scripts() for key in script_keys(path.read_text("utf-8")))


# What the codes of the sources are


@cache
def package_nodes() -> list[ast.AST]:
    """Every node of every module of the package."""
    return [node for path in PACKAGE.rglob("*.py") for node in ast.walk(ast.parse(path.read_text("utf-8")))]


def first_arguments(function: str, position: int, keyword: str = "") -> set[str]:
    """The text constants that stand at one place of every call of a function in the package."""
    found: set[str] = set()
    for call in package_nodes():
        if isinstance(call, ast.Call) and called_name(call) == function:
            arguments = list(call.args[position : position + 1])
            arguments += [each.value for each in call.keywords if each.arg == keyword]
            found |= {text for each in arguments for text in chosen_texts(each)}
    return found


def script_arguments(function: str) -> set[str]:
    """The text constants that stand first in calls of a function in the scripts."""
    call = re.compile(rf'\b{function}\("([a-z-]+)"')
    return {word for path in list_scripts() for word in call.findall(path.read_text("utf-8"))}


def chosen_texts(node: ast.expr) -> set[str]:
    """The filled text constants that an expression may be."""
    if isinstance(node, ast.IfExp):
        return chosen_texts(node.body) | chosen_texts(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value else set()


def assigned_texts(name: str) -> set[str]:
    """The text constants that a plain name is given anywhere in the package."""
    return {
        str(node.value.value)
        for node in package_nodes()
        if isinstance(node, ast.Assign)
        and isinstance(node.targets[0], ast.Name)
        and node.targets[0].id == name
        and isinstance(node.value, ast.Constant)
        and node.value.value
    }


# A fault of a path in a declaration: it stops the command or becomes a defect, and is never a file's problem.
DECLARATION_FAULTS = {"outside-root"}


def problem_codes() -> set[str]:
    codes = first_arguments("Malformed", 0) | first_arguments("FileFault", 0) | first_arguments("Problem", 1, "code")
    codes |= (
        first_arguments("StoreFile", 3, "fault") | yielded_codes("files.py", "_list_files") | assigned_texts("fault")
    )
    return codes - DECLARATION_FAULTS


def yielded_codes(module: str, function: str) -> set[str]:
    """The hyphenated words that a function yields."""
    tree = ast.parse((PACKAGE / module).read_text("utf-8"))
    body = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function)
    constants = [each for node in ast.walk(body) if isinstance(node, ast.Yield) for each in ast.walk(node)]
    texts = {each.value for each in constants if isinstance(each, ast.Constant) and isinstance(each.value, str)}
    return {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", text)}


def defect_codes() -> set[str]:
    """The first of every pair of a code and its argument that a function which finds defects returns."""
    found: set[str] = set()
    for function in package_nodes():
        if isinstance(function, ast.FunctionDef) and "defect" in function.name:
            pairs = [node.elts for node in ast.walk(function) if isinstance(node, ast.Tuple) and len(node.elts) == 2]
            texts = [pair[0].value for pair in pairs if isinstance(pair[0], ast.Constant)]
            found |= {text for text in texts if isinstance(text, str)}
    return found


def docs_codes() -> set[str]:
    """The codes that only docs have; a file of theirs can have those of any file too."""
    return first_arguments("_blame", 1) | first_arguments("DocsProblem", 2)


def literal_words(annotation: object) -> set[str]:
    return {str(word) for word in get_args(annotation)}


def returned_texts(module: str, function: str) -> set[str]:
    """The filled text constants that a function returns, whichever way it decides."""
    tree = ast.parse((PACKAGE / module).read_text("utf-8"))
    body = next(node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) and node.name == function)
    returns = [node for node in ast.walk(body) if isinstance(node, ast.Return) and node.value is not None]
    values = [value for node in returns for value in ast.walk(node) if isinstance(value, ast.Constant)]
    return {value.value for value in values if isinstance(value.value, str) and value.value}


def script_words(module: str, name: str) -> set[str]:
    """The texts that a list or a table of a script holds, where they are values."""
    source = (template_folder() / "assets" / "js" / module).read_text("utf-8")
    found = re.search(rf"const {name} = (?:/\*.*?\*/ \()?([\[{{].*?[\]}}])\)?;", source, re.DOTALL)
    assert found is not None, name
    return set(re.findall(r'"([a-z]+)"(?!:)', found[1]))


def script_names(module: str, name: str) -> set[str]:
    """The names in a table of a script."""
    source = (template_folder() / "assets" / "js" / module).read_text("utf-8")
    return read_names(source, source.index(f"const {name} = {{") + len(f"const {name} = "))


def script_choices(module: str, name: str) -> set[str]:
    """The texts that a type of a script may be: `@typedef {"a" | "b"} Name`, or a field of that name."""
    source = (template_folder() / "assets" / "js" / module).read_text("utf-8")
    choices = r'"[a-z]*"(?: \| "[a-z]*")+'
    found = re.search(rf"\{{({choices})\}} {name}\b|\b{name}: ({choices})", source)
    assert found is not None, name
    return set(re.findall(r"[a-z]+", found[1] or found[2]))


@cache
def words() -> dict[str, set[str]]:
    """For every key that is put together, the words that its gap can hold."""
    rules = set(RULEBOOK)
    return {
        "rule.*.title": rules,
        "rule.*.text": rules,
        "rule.*.advice": rules,
        "problem.*": problem_codes(),
        "defect.*": defect_codes(),
        "state.name.*": literal_words(GraphState),
        "class.*": literal_words(StateClass) | {"unknown", "missing"},
        "severity.*": set(SEVERITIES),
        "tile.*": first_arguments("Tile", 0),
        "tile.*.of": first_arguments("Tile", 0),
        "panel.failed.*": script_arguments("fail"),
        "gate.*(graph.status)": literal_words(Status),
        "gate.*(graph.reason)": first_arguments("replace", 9, "reason"),
        "gate.*(change.what)": literal_words(Change.__annotations__["what"]),
        "value.*": {"true", "false"},
        "docs.*": docs_codes(),
        "doc.*": {"stale", "missing"},
        "doc.alert.*": {"note", "tip", "important", "warning", "caution"},
        "doc.rules.scope.*": literal_words(Scope),
        "gate.result.*": {"fresh", "stale", "unknown"},
        "view.*": script_words("dashboard/query.js", "VIEWS"),
        "field.*": script_names("dashboard/fields.js", "OWN"),
        "glance.*": first_arguments("Glance", 0),
        "glance.*.none": first_arguments("Glance", 0),
        "keys.*": script_words("dashboard/keyboard.js", "KEYS"),
        "filter.is.*": script_names("dashboard/filtering.js", "STANDINGS"),
        "filter.closed.*": script_words("dashboard/filtering.js", "SHOWN"),
        "filter.archived.*": script_words("dashboard/filtering.js", "SHOWN"),
        "search.texts.*": script_choices("dashboard/parts/narrowing.js", "texts"),
        "tree.*": script_choices("dashboard/tree.js", "Place"),
        "timeline.*": script_choices("dashboard/timeline.js", "name"),
        "timeline.*.hint": script_choices("dashboard/timeline.js", "name"),
        "gate.not_compared.*": returned_texts("losses.py", "_why_not_compared") | {"empty"},
    }


def expand(key: str) -> set[str]:
    """The whole keys that a key in the sources stands for."""
    if ANY not in key:
        return {key}
    return {key.partition("(")[0].replace(ANY, word) for word in words()[key]}


def holes_of(message: Any) -> set[str]:
    forms = message.values() if isinstance(message, dict) else [message]
    return {hole for form in forms for hole in HOLE.findall(form)}


# The tests


@pytest.mark.parametrize("rule", sorted(RULEBOOK))
def test_every_rule_has_a_title_a_sentence_and_advice(rule: str) -> None:
    for part in ("title", "text", "advice"):
        assert MESSAGES[f"rule.{rule}.{part}"].strip(), part


def test_every_rule_of_the_book_is_a_function_and_the_other_way_round() -> None:
    assert set(RULEBOOK) == set(RULES)


def test_the_catalogue_speaks_of_no_rule_that_is_not_there() -> None:
    named = {key.removeprefix("rule.").rpartition(".")[0] for key in MESSAGES if key.startswith("rule.")}
    assert named - {""} == set(RULEBOOK)


def test_every_problem_code_has_a_sentence_and_every_sentence_a_code() -> None:
    assert {key.removeprefix("problem.") for key in MESSAGES if key.startswith("problem.")} == problem_codes()


def test_the_codes_read_from_the_sources_are_those_that_stores_give() -> None:
    """The collector sees at least what the golden cases meet."""
    met = {
        problem.code
        for case in (PROJECT / "tests" / "cases").iterdir()
        for judged in build(case / "input").graphs
        for problem in judged.graph.problems
    }
    assert {"no-id", "not-a-record", "yaml-alias", "unquoted-value", "wrong-type", "bad-encoding"} <= met
    assert met <= problem_codes()
    assert {"too-large", "unreadable-folder", "link-outside-root", "conflict-markers"} <= problem_codes()


def test_every_defect_has_a_sentence_and_every_sentence_a_defect() -> None:
    assert {key.removeprefix("defect.") for key in MESSAGES if key.startswith("defect.")} == defect_codes()


def test_every_key_that_is_put_together_is_in_the_table_of_words() -> None:
    scripts = {key for key in all_script_keys() if ANY in key}
    assert {use.key for use in all_uses() if ANY in use.key} | scripts <= set(words())


def test_every_word_of_the_table_is_looked_up_by_somebody() -> None:
    assert {use.key for use in all_uses() if ANY in use.key} | all_script_keys() >= set(words())


def test_every_key_that_is_looked_up_exists() -> None:
    missing = {f"{use.place}: {key}" for use in all_uses() for key in expand(use.key) if key not in MESSAGES}
    assert missing == set()


def test_every_key_that_a_script_looks_up_exists() -> None:
    """What has the form of a key and begins as one is one."""
    families = {key.partition(".")[0] for key in MESSAGES}
    used = {key for text in all_script_keys() if text.partition(".")[0] in families for key in expand(text)}
    assert len(used) > 40
    assert used - set(MESSAGES) == set()


def test_every_key_that_a_script_looks_up_is_published() -> None:
    """What only the build and the command say is not."""
    published: Any = project_catalogue(load_catalogue(SOURCE_LANGUAGE))["messages"]
    used = {key for text in all_script_keys() for key in expand(text)} & set(MESSAGES)
    assert used <= set(published)
    assert {"gate.stale", "doc.title"} <= set(MESSAGES) - set(published)


def test_no_key_is_idle() -> None:
    used = {key for use in all_uses() for key in expand(use.key)} | {
        key for text in all_script_keys() for key in expand(text)
    }
    assert sorted(set(MESSAGES) - used) == []


def test_every_hole_of_a_sentence_is_filled_where_it_is_used() -> None:
    unfilled = {
        f"{use.place}: {key} needs {hole}"
        for use in all_uses()
        for key in expand(use.key)
        for hole in holes_of(MESSAGES.get(key, "")) - use.holes
    }
    assert unfilled == set()


def test_a_script_names_every_sentence_with_holes_where_it_fills_them() -> None:
    named = {key for use in all_script_uses() for key in expand(use.key)}
    used = {key for text in all_script_keys() for key in expand(text)} & set(MESSAGES)
    assert {key for key in used - named if holes_of(MESSAGES[key])} == set()


def test_a_sentence_with_plural_forms_is_given_its_count() -> None:
    counted = {key for key, message in MESSAGES.items() if isinstance(message, dict)}
    uncounted = {
        f"{use.place}: {key}" for use in all_uses() for key in expand(use.key) & counted if "count" not in use.holes
    }
    assert uncounted == set()


def test_a_finding_fills_every_hole_of_its_rule_s_sentence() -> None:
    """A hole that a finding leaves empty is a sentence with a word missing."""
    empty = {
        f"rule.{finding.rule}.text leaves {{{hole}}} empty"
        for case in (PROJECT / "tests" / "cases").iterdir()
        for judged in build(case / "input").graphs
        for findings in judged.findings
        for finding in findings
        for hole in holes_of(MESSAGES[f"rule.{finding.rule}.text"])
        if not getattr(finding, hole)
    }
    assert empty == set()


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_a_catalogue_holds_texts_and_plural_forms_and_nothing_else(path: Path) -> None:
    for key, message in orjson.loads(path.read_bytes()).items():
        assert re.fullmatch(r"[a-z_]+(\.[a-z_-]+)+", key), key
        forms = message if isinstance(message, dict) else {"other": message}
        assert "other" in forms, key
        assert set(forms) <= {"zero", "one", "two", "few", "many", "other"}, key
        for form in forms.values():
            assert isinstance(form, str), key
            assert form.strip(), key
            assert form.count("{") == form.count("}") == len(HOLE.findall(form)), key


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_a_translation_has_the_keys_and_the_holes_of_the_source(path: Path) -> None:
    translated = orjson.loads(path.read_bytes())
    assert set(translated) == set(MESSAGES)
    for key, message in translated.items():
        assert holes_of(message) - {"count"} == holes_of(MESSAGES[key]) - {"count"}, key


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_a_catalogue_says_everything_in_the_order_of_the_source(path: Path) -> None:
    assert list(orjson.loads(path.read_bytes())) == list(MESSAGES)


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_a_translation_fills_the_holes_of_its_source_and_no_others(path: Path) -> None:
    """A form for one or two may say the number by the word itself."""
    for key, message in orjson.loads(path.read_bytes()).items():
        assert isinstance(message, dict) == isinstance(MESSAGES[key], dict), key
        wanted = holes_of(MESSAGES[key])
        for name, form in message.items() if isinstance(message, dict) else [("", message)]:
            found = set(HOLE.findall(form))
            assert found == wanted or (name in ("zero", "one", "two") and found | {"count"} == wanted), f"{key} {name}"


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_a_translation_has_the_plural_forms_of_its_language(path: Path) -> None:
    """Those for whole numbers; English, Spanish and French need no form for millions."""
    rules = Locale.parse(path.stem, sep="-").plural_form
    needed = {rules(count) for count in range(1000)}
    for key, message in orjson.loads(path.read_bytes()).items():
        if isinstance(message, dict):
            assert needed <= set(message) <= needed | {"many", "other"}, key


def test_there_are_six_languages() -> None:
    assert {path.stem for path in LOCALES} == {"ar", "en", "es", "fr", "ru", "zh-Hans"}


@pytest.mark.parametrize("path", LOCALES, ids=lambda path: path.stem)
def test_a_catalogue_names_no_key_twice(path: Path) -> None:
    keys = re.findall(r'^\s*"([^"]+)":', path.read_text("utf-8"), re.MULTILINE)
    assert len(keys) == len(set(keys))


# Speaking


@pytest.mark.parametrize("language", ["tlh", "ur", "cy-GB"])
def test_a_language_that_has_no_catalogue_is_spoken_to_in_the_source_language(language: str) -> None:
    """Plural forms too are those of the language that speaks."""
    catalogue, source = load_catalogue(language), load_catalogue(SOURCE_LANGUAGE)
    assert dict(catalogue.messages) == dict(source.messages)
    for count in (0, 1, 2, 3, 6, 11):
        assert catalogue.text("item.files", count=count) == source.text("item.files", count=count)


def test_a_regional_tag_has_the_sentences_of_its_language() -> None:
    assert load_catalogue("en-GB").text("severity.error") == load_catalogue("en").text("severity.error")


@pytest.mark.parametrize(
    ("language", "direction"), [("ar", "rtl"), ("ar-EG", "rtl"), ("he", "rtl"), ("en", "ltr"), ("zh-Hans", "ltr")]
)
def test_a_language_has_its_direction(language: str, direction: str) -> None:
    assert load_catalogue(language).direction == direction


@pytest.mark.parametrize(("count", "text"), [(0, "0 closed groups"), (1, "1 closed group"), (2, "2 closed groups")])
def test_a_plural_is_chosen_by_the_count(count: int, text: str) -> None:
    assert load_catalogue("en").text("graph.containers.closed", count=count) == text


def test_an_unknown_key_and_an_empty_hole_are_errors() -> None:
    catalogue = load_catalogue("en")
    with pytest.raises(KeyError):
        catalogue.text("no.such.key")
    with pytest.raises(KeyError):
        catalogue.text("badge.message")


@pytest.mark.parametrize("name", builtin_kinds())
def test_a_value_that_looks_like_a_hole_is_left_alone(name: str) -> None:
    assert load_catalogue("en").text("badge.message", open=f"{{{name}}}") == f"{{{name}}} open"


# The readers of the sources can fail


def test_the_python_reader_sees_keys_gaps_choices_and_names() -> None:
    source = """
def f(self, word, is_done):
    key = "a.b" if word else "a.c"
    self._say(key, x=1)
    self._say(f"d.{word}.e", y=2, z=3)
    catalogue.text("g.h" if is_done else "g.i")
    catalogue.text("not a key")
    other("j.k")
"""
    assert {(use.key, tuple(sorted(use.holes))) for use in python_uses(source, "m.py")} == {
        ("a.b", ("x",)),
        ("a.c", ("x",)),
        ("d.*.e", ("y", "z")),
        ("g.h", ()),
        ("g.i", ()),
    }


def test_the_template_reader_sees_filters_and_calls() -> None:
    source = '{{ "a.b" | say }}{{ ("c." ~ x ~ ".d") | say(y=1) }}{{ say("e.f", z=2) }}{{ "g.h" | upper }}'
    assert {(use.key, tuple(use.holes)) for use in template_uses(source, "t.html")} == {
        ("a.b", ()),
        ("c.*.d", ("y",)),
        ("e.f", ("z",)),
    }


def test_the_script_reader_sees_quoted_keys_and_gaps() -> None:
    assert script_keys("say(\"a.b\"); say('c.d'); say(`e.${x}.f`); import './g.js'") == {"a.b", "c.d", "e.*.f"}


def test_the_script_reader_sees_calls_in_templates_and_what_fills_the_holes() -> None:
    source = """
    const a = html`<p>${pen.say("a.b", { count, unit: f({ x: 1 }), /* why */ field: html`<b>${{ y }}, z</b>` })}</p>`;
    pen.parts(`c.${d}.e`, { value: name(1, 2), more: [3, four] }); pen.say(word ? "f.g" : "h.i", { count: 1 });
    pen.say("j.k"); other("l.m", { n: 1 });
    """
    assert [(use.place, use.key, set(use.holes)) for use in script_uses(source, "s.js")] == [
        ("s.js:2", "a.b", {"count", "unit", "field"}),
        ("s.js:3", "c.*.e", {"value", "more"}),
        ("s.js:3", "f.g", {"count"}),
        ("s.js:3", "h.i", {"count"}),
        ("s.js:4", "j.k", set()),
    ]
