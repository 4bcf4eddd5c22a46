"""The shape of the package, held to: who may import whom, who may touch the disk, and what no module may know.

The layers are the straight line from files to a site, lowest first. A module imports from lower layers only, whether
at its top, inside a function or for types alone; so there can be no cycle of any kind. A new module is given its place
in the table, or the test fails. Every check is a function from sources to faults, and is shown a fault that it finds.
"""

import ast
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, Literal, NamedTuple

import pytest
from support import PROJECT

from gen_docs.kind import ROLES
from gen_docs.kind_file import builtin_kinds

PACKAGE = PROJECT / "gen_docs"
TEMPLATES = PROJECT / "templates"

Sources = Mapping[str, str]  # a module's name without "gen_docs.", and its text; "" is the package itself

# What each layer is for, and its modules. A module may import those of the layers above it in this table.
LAYERS: Final[tuple[tuple[str, tuple[str, ...]], ...]] = (
    ("packages", ("", "docs", "server")),
    (
        "words and values",
        (
            "bundle",
            "cycles",
            "dates",
            "errors",
            "fences",
            "forge",
            "highlighting",
            "routes",
            "scripts",
            "text",
            "values",
        ),
    ),
    ("files and formats", ("catalogue", "differences", "files", "ids", "rulebook", "tables", "workers", "yaml_fields")),
    ("what a build, CI, a terminal and an output folder are told", ("ledger", "progress", "stamp", "workflow")),
    ("templates as code", ("compiled",)),
    (
        "what a kind is; what a text may name; how text is taken apart",
        ("drawing", "frontmatter", "git", "kind", "names", "templating"),
    ),
    ("one file format each; identifiers; bodies", ("bodies", "detection", "identifiers", "readers.markdown")),
    ("the table of readers; links in text", ("inline", "readers")),
    ("declare", ("kind_file",)),
    ("declare a site; give records their shape", ("declaration", "shape")),
    ("link; the sources of docs", ("docs.manifest", "docs.outline", "graph", "output", "scaffold")),
    (
        "judge, one family of rules each; sort; mentions",
        ("losses", "mentions", "order", "rules.relations", "rules.work", "rules.writing"),
    ),
    ("judge", ("rules",)),
    ("project, count and list", ("listing", "projection", "summary")),
    (
        "what is derived; what templates are given; how docs are drawn",
        ("derived", "docs.renderer", "schemas", "shown"),
    ),
    ("links between pages", ("views",)),
    ("the languages of a page", ("languages",)),
    ("what pages show of a graph", ("overview",)),
    ("parts of pages; the docs as a whole", ("docs.library", "docs.markdown", "glances", "item_facts", "kit", "panel")),
    ("what docs lead to", ("docs.links",)),
    ("pages", ("graph_page", "home_page", "item_page")),
    ("their texts and twins", ("prose", "twins")),
    ("docs pages; signposts", ("docs.pages", "docs.twins", "signposts")),
    ("the docs as artifacts", ("docs.rendering",)),
    ("render", ("render",)),
    ("the line", ("build",)),
    ("its consumers", ("basis", "gate", "server.collecting", "server.recall", "server.snapshot", "server.watching")),
    ("the server: a site kept fresh", ("server.keeper",)),
    ("the server: requests", ("server.app",)),
    ("the server: its life", ("server.running",)),
    ("what a consumer says", ("complaints", "report")),
    ("the command", ("cli",)),
    ("the command as a module", ("__main__",)),
)
RANKS: Final = {module: rank for rank, (_, modules) in enumerate(LAYERS) for module in modules}

# These compute and nothing else: no disk, no process, no network, no clock, no environment.
PURE: Final = (
    "bodies", "cycles", "dates", "derived", "differences", "docs.library", "docs.links", "docs.markdown",
    "docs.outline", "docs.pages", "docs.renderer", "docs.twins", "drawing", "fences", "forge", "frontmatter",
    "glances", "graph", "graph_page", "highlighting", "home_page", "identifiers", "ids", "inline", "item_facts",
    "item_page", "kind", "languages", "listing", "mentions", "names", "order", "overview", "panel", "projection",
    "report", "routes", "rulebook", "rules", "rules.relations", "rules.work", "rules.writing", "schemas", "scripts",
    "shape", "shown", "signposts", "stamp", "summary", "tables", "text", "twins", "values", "views", "workflow",
    "yaml_fields",
)  # fmt: skip
WRITERS: Final = ("output", "scaffold", "workers")  # the last into a pipe
# They tell the person at the terminal how long a thing takes, know old files from new ones, and take a port; no page
# knows.
TIMED: Final = ("progress", "server.keeper", "server.recall", "server.running")
RUNNERS: Final = ("git", "workers")  # these start processes
READER_IMPORTS: Final = {"fences", "files", "frontmatter", "values", "readers.markdown", "yaml_fields"}

MAX_FUNCTION_LINES: Final = 40
MAX_MODULE_LINES: Final = 300


parse = cache(ast.parse)  # nobody changes a tree, and every check reads those of the package


@cache
def package_sources() -> dict[str, str]:
    found: dict[str, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path.read_text("utf-8")
    return found


# Imports


class Import(NamedTuple):
    """One module of the package that another names, and when it is needed."""

    importer: str
    imported: str
    when: Literal["start", "call", "types"]
    line: int


def find_imports(sources: Sources) -> list[Import]:
    return [each for module, text in sources.items() for each in _read_imports(module, text, sources)]


def _read_imports(module: str, text: str, sources: Sources) -> Iterator[Import]:
    pending: list[tuple[ast.AST, Literal["start", "call", "types"]]] = [(parse(text), "start")]
    while pending:
        node, when = pending.pop()
        if isinstance(node, ast.Import | ast.ImportFrom):
            for name in _name_modules(node, module, sources):
                yield Import(module, name, when, node.lineno)
        pending.extend((child, _when(node, child, when)) for child in ast.iter_child_nodes(node))


def _when(node: ast.AST, child: ast.AST, when: Literal["start", "call", "types"]) -> Literal["start", "call", "types"]:
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test) and child in node.body:
        return "types"
    return "call" if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and when == "start" else when


def _name_modules(node: ast.Import | ast.ImportFrom, module: str, sources: Sources) -> Iterator[str]:
    """The package's modules that an import statement names: a module itself, or the one that holds the name."""
    if isinstance(node, ast.Import):
        named = [alias.name for alias in node.names]
    else:
        base = node.module or ""
        if node.level:  # a relative import: this package's own modules, seen from where it stands
            parts = ["gen_docs", *module.split(".")][: -node.level]
            base = ".".join([*parts, *([base] if base else [])])
        named = [f"{base}.{alias.name}" for alias in node.names]
    for name in named:
        if name.partition(".")[0] == "gen_docs":
            inner = name.partition(".")[2]
            yield inner if inner in sources else inner.rpartition(".")[0]


def find_upward_imports(sources: Sources, ranks: Mapping[str, int]) -> list[str]:
    return [
        f"{each.importer or 'gen_docs'}:{each.line} imports {each.imported or 'gen_docs'} ({each.when})"
        for each in find_imports(sources)
        if ranks[each.imported] >= ranks[each.importer]
    ]


def find_cycles_of_imports(sources: Sources) -> list[str]:
    """Modules that reach themselves by imports of any sort."""
    edges: dict[str, set[str]] = {}
    for each in find_imports(sources):
        edges.setdefault(each.importer, set()).add(each.imported)
    return [module for module in sources if module in _reach(edges, edges.get(module, set()))]


def _reach(edges: Mapping[str, set[str]], start: Iterable[str]) -> set[str]:
    found: set[str] = set()
    pending = list(start)
    while pending:
        module = pending.pop()
        if module not in found:
            found.add(module)
            pending.extend(edges.get(module, ()))
    return found


def find_foreign_imports_of_readers(sources: Sources) -> list[str]:
    return [
        f"{each.importer}:{each.line} imports {each.imported}"
        for each in find_imports(sources)
        if each.importer.partition(".")[0] == "readers" and each.imported not in READER_IMPORTS
    ]


# Disk, processes, clock

_OUTWARD: Final = {
    "asyncio", "ftplib", "getpass", "glob", "http", "importlib", "io", "locale", "multiprocessing", "os", "pathlib",
    "platform", "random", "secrets", "select", "shutil", "signal", "socket", "ssl", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib.request", "uuid", "webbrowser",
}  # fmt: skip
_OUTWARD_CALLS: Final = {"open", "print", "input", "exec", "eval", "__import__", "breakpoint"}
_CLOCK_CALLS: Final = {"now", "today", "utcnow", "time_ns", "getmtime", "getctime", "monotonic", "perf_counter"}
_CLOCK_MODULES: Final = {"time", "random", "secrets", "uuid", "locale", "socket", "platform", "getpass"}


def imported_names(tree: ast.AST) -> Iterator[tuple[str, int]]:
    """Every module that is imported, in full and by each of its parents."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            parts = name.split(".")
            for length in range(1, len(parts) + 1):
                yield ".".join(parts[:length]), node.lineno


def calls_of(tree: ast.AST) -> Iterator[tuple[ast.Call, str, str]]:
    """Every call with the name it ends in, and the plain name before that ("" for a bare call)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node, node.func.id, ""
            elif isinstance(node.func, ast.Attribute):
                owner = node.func.value
                yield node, node.func.attr, owner.id if isinstance(owner, ast.Name) else "?"


def find_outward_looks(sources: Sources, pure: Iterable[str]) -> list[str]:
    """Where a module that should only compute reaches for the world."""
    found: set[str] = set()
    for module in pure:
        tree = parse(sources[module])
        found |= {f"{module}:{line} imports {name}" for name, line in imported_names(tree) if name in _OUTWARD}
        for call, name, owner in calls_of(tree):
            if (name in _OUTWARD_CALLS and not owner) or name in _CLOCK_CALLS:
                found.add(f"{module}:{call.lineno} calls {name}")
    return sorted(found)


def find_clocks(sources: Sources) -> list[str]:
    """Where anything looks at a clock, at chance, or at what differs from machine to machine."""
    found: set[str] = set()
    for module, text in sources.items():
        tree = parse(text)
        found |= {f"{module}:{line} imports {name}" for name, line in imported_names(tree) if name in _CLOCK_MODULES}
        found |= {f"{module}:{call.lineno} calls {name}" for call, name, _ in calls_of(tree) if name in _CLOCK_CALLS}
    return sorted(found)


_WRITING_OS: Final = {
    "chmod", "chown", "link", "makedirs", "mkdir", "mkfifo", "pwrite", "remove", "removedirs", "rename", "renames",
    "replace", "rmdir", "sendfile", "symlink", "truncate", "unlink", "utime", "write",
}  # fmt: skip
_WRITING_METHODS: Final = {
    "hardlink_to", "mkdir", "rmdir", "symlink_to", "touch", "unlink", "write_bytes", "write_text", "writelines",
}  # fmt: skip
_WRITING_FLAGS: Final = {"O_WRONLY", "O_RDWR", "O_CREAT", "O_APPEND", "O_TRUNC", "O_EXCL"}


def find_writes(sources: Sources, writers: Iterable[str]) -> list[str]:
    """Where a module that is no writer could change a file."""
    found: set[str] = set()
    for module, text in sources.items():
        if module in writers:
            continue
        tree = parse(text)
        for call, name, owner in calls_of(tree):
            is_open = name == "open" and owner in ("", "io", "?", "Path") and not _is_reading(call)
            if is_open or (owner == "os" and name in _WRITING_OS) or owner == "shutil" or name in _WRITING_METHODS:
                found.add(f"{module}:{call.lineno} calls {name}")
        flags = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr in _WRITING_FLAGS)
        found |= {f"{module}:{flag.lineno} names {flag.attr}" for flag in flags}
        found |= {f"{module}:{line} imports {name}" for name, line in imported_names(tree) if name in _HELPERS}
    return sorted(found)


_HELPERS: Final = {"shutil", "tempfile"}


def _is_reading(call: ast.Call) -> bool:
    modes = [*call.args[1:2], *(keyword.value for keyword in call.keywords if keyword.arg == "mode")]
    return all(isinstance(mode, ast.Constant) and mode.value in ("r", "rb", "rt") for mode in modes)


def find_processes(sources: Sources, runners: Iterable[str]) -> list[str]:
    return sorted(
        {
            f"{module}:{line} imports {name}"
            for module, text in sources.items()
            if module not in runners
            for name, line in imported_names(parse(text))
            if name in ("subprocess", "multiprocessing", "os.system", "os.popen", "pty")
        }
    )


# State

_MUTABLE_MAKERS: Final = {"list", "dict", "set", "bytearray", "defaultdict", "Counter", "OrderedDict", "deque"}
_MUTATORS: Final = {
    "add", "append", "appendleft", "clear", "discard", "extend", "insert", "pop", "popitem", "remove", "reverse",
    "setdefault", "sort", "update",
}  # fmt: skip


def find_state(sources: Sources) -> list[str]:
    """Module-level names that hold something mutable and are not final, and final ones that somebody changes."""
    found: list[str] = []
    mutable: set[str] = set()
    for module, text in sources.items():
        for node in parse(text).body:
            names, value, annotation = _read_assignment(node)
            if value is not None and _is_mutable(value):
                mutable |= names
                if "Final" not in annotation:
                    found += [f"{module}:{node.lineno} {name} is mutable and not Final" for name in sorted(names)]
    for module, text in sources.items():
        found += [f"{module}:{line} changes {name}" for name, line in _find_changes(parse(text), mutable)]
    return found


def _read_assignment(node: ast.stmt) -> tuple[set[str], ast.expr | None, str]:
    if isinstance(node, ast.Assign):
        return {target.id for target in node.targets if isinstance(target, ast.Name)}, node.value, ""
    if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        return {node.target.id}, node.value, ast.unparse(node.annotation)
    return set(), None, ""


def _is_mutable(value: ast.expr) -> bool:
    if isinstance(value, ast.List | ast.Dict | ast.Set | ast.ListComp | ast.DictComp | ast.SetComp):
        return True
    return isinstance(value, ast.Call) and getattr(value.func, "id", getattr(value.func, "attr", "")) in _MUTABLE_MAKERS


def _find_changes(tree: ast.AST, mutable: set[str]) -> Iterator[tuple[str, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Global):
            yield from ((name, node.lineno) for name in node.names)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _MUTATORS:
            yield from ((name, node.lineno) for name in [_last_name(node.func.value)] if name in mutable)
        elif isinstance(node, ast.Assign | ast.AugAssign | ast.Delete):
            targets = [node.target] if isinstance(node, ast.AugAssign) else node.targets
            subscripts = [target.value for target in targets if isinstance(target, ast.Subscript)]
            yield from ((name, node.lineno) for name in map(_last_name, subscripts) if name in mutable)


def _last_name(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""


# Names of kinds, fields and formats

# Detection reads another tool's file, whose keys are what they are, and says which kind a found store is of.
KNOWS_KINDS: Final = {"detection": ("detect", "_read_beans_config")}
# Words of a kind that are words of this project too: roles, edges, state classes, names of its own parts.
COMMON_WORDS: Final = {
    *ROLES, "blocked", "blocking", "draft", "open", "origin", "references", "summary", "todo",
}  # fmt: skip


def text_constants(tree: ast.AST) -> Iterator[ast.Constant]:
    """The text constants of a module, those that only document it apart."""
    documentation = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node


def find_kind_names(sources: Sources, names: set[str], exempt: Mapping[str, tuple[str, ...]]) -> list[str]:
    """Where a module holds the name of a kind, as it would to test for one."""
    found: list[str] = []
    for module, text in sources.items():
        tree = ast.parse(text)
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name in exempt.get(module, ()):
                node.body = [ast.Pass()]
        found += [f"{module}:{node.lineno} {node.value}" for node in text_constants(tree) if node.value in names]
    return found


def kind_names() -> set[str]:
    kinds = builtin_kinds().values()
    units = {word for kind in kinds for word in (kind.table.unit.one, kind.table.unit.other)}
    return {kind.name for kind in kinds} | units


def field_names() -> set[str]:
    """The names of fields, links and states of the built-in kinds that are no word of this project."""
    kinds = builtin_kinds().values()
    fields = {field.name for kind in kinds for field in kind.all_fields()}
    return (fields | {state for kind in kinds for state in kind.states}) - COMMON_WORDS


def page_sources() -> dict[str, str]:
    """Templates and scripts of our own."""
    return {
        path.relative_to(TEMPLATES).as_posix(): path.read_text("utf-8")
        for path in sorted(TEMPLATES.rglob("*"))
        if path.suffix in (".html", ".js", ".css") and "vendor" not in path.parts
    }


_FORMATS: Final = re.compile(r"\b(ya?ml|toml|front.?matter|markdown|jsonl|\.md)\b", re.IGNORECASE)
_KEYS: Final = re.compile(
    r"""(["'])[a-z_]+(\.[a-z_-]+)+\1(?=\s*\|\s*say\b)|(?<=say\()(["'])[a-z_]+(\.[a-z_-]+)+\3"""
)  # of sentences
_TWINS: Final = re.compile(r"text/markdown|index\.md")  # the twin of a page, which is no store


def find_format_names(pages: Sources) -> list[str]:
    return [f"{path}: {found[0]}" for path, text in pages.items() for found in _FORMATS.finditer(_TWINS.sub("", text))]


def find_words_in_pages(pages: Sources, words: set[str]) -> list[str]:
    """Quoted words, and attributes, that only one kind has; the keys of sentences are no attributes."""
    form = re.compile(r"[\"'`.](" + "|".join(re.escape(word) for word in sorted(words)) + r")(?![\w-])")
    return [f"{path}: {found[1]}" for path, text in pages.items() for found in form.finditer(_KEYS.sub("", text))]


# Sizes


def find_long_functions(sources: Sources, limit: int) -> list[str]:
    """Functions whose body, its docstring apart, has more lines than the limit."""
    found: list[str] = []
    for module, text in sources.items():
        for node in ast.walk(parse(text)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                body = node.body[1:] if ast.get_docstring(node) is not None else node.body
                lines = (body[-1].end_lineno or 0) - body[0].lineno + 1 if body else 0
                if lines > limit:
                    found.append(f"{module}.{node.name}: {lines} lines")
    return found


def find_long_modules(sources: Sources, limit: int) -> list[str]:
    lengths = {module: len(text.splitlines()) for module, text in sources.items()}
    return [f"{module}: {length} lines" for module, length in lengths.items() if length > limit]


# The package as it is


def test_every_module_has_its_place_in_the_table_and_the_table_no_other() -> None:
    assert set(package_sources()) == set(RANKS)
    assert sum(len(modules) for _, modules in LAYERS) == len(RANKS)


def test_no_module_imports_from_its_own_layer_or_a_higher_one() -> None:
    assert find_upward_imports(package_sources(), RANKS) == []


def test_no_import_of_any_sort_leads_round_in_a_circle() -> None:
    assert find_cycles_of_imports(package_sources()) == []


def test_readers_import_files_formats_and_values_only() -> None:
    assert find_foreign_imports_of_readers(package_sources()) == []


def test_what_computes_looks_at_nothing_but_its_arguments() -> None:
    assert find_outward_looks(package_sources(), PURE) == []


def test_nothing_looks_at_a_clock_or_at_chance() -> None:
    assert find_clocks({name: text for name, text in package_sources().items() if name not in TIMED}) == []
    assert {each.partition(":")[0] for each in find_clocks(package_sources())} == set(TIMED)


def test_only_the_output_and_the_scaffolding_write() -> None:
    assert find_writes(package_sources(), WRITERS) == []


def test_only_git_and_the_workers_start_processes() -> None:
    assert find_processes(package_sources(), RUNNERS) == []


def test_no_module_holds_state() -> None:
    assert find_state(package_sources()) == []


def test_no_module_tests_for_a_kind() -> None:
    assert find_kind_names(package_sources(), kind_names(), KNOWS_KINDS) == []


def test_no_module_knows_the_field_or_state_of_a_kind() -> None:
    assert {"status", "blocked_by", "created_at", "in-progress", "scrapped", "wontfix", "artefacts"} <= field_names()
    assert find_kind_names(package_sources(), field_names(), {}) == []


def test_pages_and_scripts_name_no_kind_and_no_field_of_one() -> None:
    assert find_words_in_pages(page_sources(), kind_names() | field_names()) == []


def test_pages_and_scripts_name_no_store_format() -> None:
    assert find_format_names(page_sources()) == []


def test_functions_are_short() -> None:
    assert find_long_functions(package_sources(), MAX_FUNCTION_LINES) == []


def test_modules_are_short() -> None:
    assert find_long_modules(package_sources(), MAX_MODULE_LINES) == []


# Every check finds what it is for

TOY_RANKS: Final = {"low": 0, "mid": 1, "pair.a": 2, "pair": 3, "high": 4}


@pytest.mark.parametrize(
    ("module", "text", "fault"),
    [
        ("low", "import gen_docs.high", "low:1 imports high (start)"),
        ("low", "from gen_docs.high import x", "low:1 imports high (start)"),
        ("low", "from gen_docs import high", "low:1 imports high (start)"),
        ("low", "from . import high", "low:1 imports high (start)"),
        ("low", "from .high import x", "low:1 imports high (start)"),
        ("mid", "from gen_docs.pair import a", "mid:1 imports pair.a (start)"),
        ("mid", "from gen_docs.pair import name", "mid:1 imports pair (start)"),
        ("pair.a", "from ..high import x", "pair.a:1 imports high (start)"),
        ("pair.a", "from gen_docs.pair import name", "pair.a:1 imports pair (start)"),
        ("mid", "from gen_docs.mid import x", "mid:1 imports mid (start)"),
        ("low", "def f():\n    from gen_docs.high import x", "low:2 imports high (call)"),
        ("low", "def f():\n    if x:\n        import gen_docs.mid", "low:3 imports mid (call)"),
        ("low", "class C:\n    def f(self):\n        import gen_docs.mid", "low:3 imports mid (call)"),
        ("low", "async def f():\n    import gen_docs.mid", "low:2 imports mid (call)"),
        ("low", "if TYPE_CHECKING:\n    from gen_docs.high import x", "low:2 imports high (types)"),
        ("low", "if typing.TYPE_CHECKING:\n    from gen_docs.high import x", "low:2 imports high (types)"),
        ("low", "try:\n    import gen_docs.high\nexcept ImportError:\n    pass", "low:2 imports high (start)"),
        ("high", "from gen_docs.mid import x\nimport gen_docs.low, os", None),
    ],
)
def test_an_import_from_above_is_found_wherever_it_stands(module: str, text: str, fault: str | None) -> None:
    sources = {**dict.fromkeys(TOY_RANKS, ""), module: text}
    assert find_upward_imports(sources, TOY_RANKS) == ([fault] if fault else [])


@pytest.mark.parametrize(
    "back",
    [
        "import gen_docs.a",
        "def f():\n    import gen_docs.a",
        "if TYPE_CHECKING:\n    from gen_docs.a import x",
        "from . import a",
    ],
)
def test_a_circle_of_imports_is_found_whatever_closes_it(back: str) -> None:
    assert find_cycles_of_imports(
        {"a": "from gen_docs import b", "b": "from gen_docs.c import x", "c": back, "d": ""}
    ) == [
        "a",
        "b",
        "c",
    ]
    assert find_cycles_of_imports({"a": "from gen_docs import b", "b": "", "c": ""}) == []


SMALL_FAULTS: list[tuple[Callable[[Sources], list[str]], str, str]] = [
    (find_foreign_imports_of_readers, "from gen_docs.kind import Kind", "readers.toy:1 imports kind"),
    (lambda sources: find_outward_looks(sources, sources), "import os", "readers.toy:1 imports os"),
    (lambda sources: find_outward_looks(sources, sources), "from os import path", "readers.toy:1 imports os"),
    (lambda sources: find_outward_looks(sources, sources), "import os.path", "readers.toy:1 imports os"),
    (lambda sources: find_outward_looks(sources, sources), "from pathlib import Path", "readers.toy:1 imports pathlib"),
    (
        lambda sources: find_outward_looks(sources, sources),
        "def f():\n    return open('a')",
        "readers.toy:2 calls open",
    ),
    (lambda sources: find_outward_looks(sources, sources), "print('a')", "readers.toy:1 calls print"),
    (lambda sources: find_outward_looks(sources, sources), "x = datetime.now()", "readers.toy:1 calls now"),
    (find_clocks, "import time", "readers.toy:1 imports time"),
    (find_clocks, "from random import choice", "readers.toy:1 imports random"),
    (find_clocks, "x = date.today()", "readers.toy:1 calls today"),
    (find_clocks, "x = os.path.getmtime(p)", "readers.toy:1 calls getmtime"),
    (lambda sources: find_writes(sources, ()), "open('a', 'w')", "readers.toy:1 calls open"),
    (lambda sources: find_writes(sources, ()), "open('a', mode='ab')", "readers.toy:1 calls open"),
    (lambda sources: find_writes(sources, ()), "open('a', mode)", "readers.toy:1 calls open"),
    (lambda sources: find_writes(sources, ()), "os.replace(a, b)", "readers.toy:1 calls replace"),
    (lambda sources: find_writes(sources, ()), "os.makedirs(a)", "readers.toy:1 calls makedirs"),
    (lambda sources: find_writes(sources, ()), "path.write_text('a')", "readers.toy:1 calls write_text"),
    (lambda sources: find_writes(sources, ()), "path.unlink()", "readers.toy:1 calls unlink"),
    (lambda sources: find_writes(sources, ()), "os.open(a, os.O_CREAT)", "readers.toy:1 names O_CREAT"),
    (lambda sources: find_writes(sources, ()), "from shutil import rmtree", "readers.toy:1 imports shutil"),
    (lambda sources: find_processes(sources, ()), "import subprocess", "readers.toy:1 imports subprocess"),
    (lambda sources: find_processes(sources, ()), "from os import system", "readers.toy:1 imports os.system"),
    (find_state, "CACHE = {}", "readers.toy:1 CACHE is mutable and not Final"),
    (find_state, "CACHE: dict[str, str] = {}", "readers.toy:1 CACHE is mutable and not Final"),
    (find_state, "CACHE = defaultdict(list)", "readers.toy:1 CACHE is mutable and not Final"),
    (find_state, "SEEN = [a for a in b]", "readers.toy:1 SEEN is mutable and not Final"),
    (find_state, "X: Final = {}\ndef f():\n    X['a'] = 1", "readers.toy:3 changes X"),
    (find_state, "X: Final = []\ndef f():\n    X.append(1)", "readers.toy:3 changes X"),
    (find_state, "X: Final = {}\ndef f():\n    del X['a']", "readers.toy:3 changes X"),
    (find_state, "X: Final = {}\ndef f():\n    X['a'] += 1", "readers.toy:3 changes X"),
    (find_state, "def f():\n    global count\n    count = 1", "readers.toy:2 changes count"),
    (lambda sources: find_kind_names(sources, {"beans"}, {}), "x = kind == 'beans'", "readers.toy:1 beans"),
    (lambda sources: find_kind_names(sources, {"beans"}, {}), "x = {'beans': 1}", "readers.toy:1 beans"),
    (lambda sources: find_long_functions(sources, 2), "def f():\n    a\n    b\n    c", "readers.toy.f: 3 lines"),
    (lambda sources: find_long_functions(sources, 2), "async def f():\n    a\n    b\n    c", "readers.toy.f: 3 lines"),
    (lambda sources: find_long_modules(sources, 2), "a\nb\nc\n", "readers.toy: 3 lines"),
    (find_format_names, "<p>Written in YAML</p>", "readers.toy: YAML"),
    (find_format_names, "its front matter", "readers.toy: front matter"),
    (lambda sources: find_words_in_pages(sources, {"status"}), "item.status", "readers.toy: status"),
    (lambda sources: find_words_in_pages(sources, {"status"}), "item['status']", "readers.toy: status"),
]


@pytest.mark.parametrize(("check", "text", "fault"), SMALL_FAULTS, ids=[fault for _, _, fault in SMALL_FAULTS])
def test_a_check_finds_its_fault(check: Callable[[Sources], list[str]], text: str, fault: str) -> None:
    sources = {"readers.toy": text, "kind": ""} if "Kind" in text else {"readers.toy": text}
    assert check(sources) == [fault]


SOUND: list[tuple[Callable[[Sources], list[str]], str]] = [
    (find_foreign_imports_of_readers, "from gen_docs.files import StoreFile\nimport os"),
    (lambda sources: find_outward_looks(sources, sources), "import re\nfrom datetime import UTC\nx = file.open"),
    (find_clocks, "from datetime import datetime\nx = datetime(2026, 1, 1)"),
    (
        lambda sources: find_writes(sources, ()),
        "open('a')\nopen('a', 'rb')\ntext.replace('a', 'b')\nos.open(a, os.O_RDONLY)",
    ),
    (lambda sources: find_writes(sources, ("readers.toy",)), "open('a', 'w')"),
    (lambda sources: find_processes(sources, ("readers.toy",)), "import subprocess"),
    (find_state, "X: Final = {}\nY = (1, 2)\nZ = frozenset({1})\ndef f():\n    x = {}\n    x['a'] = X['a']"),
    (
        lambda sources: find_kind_names(sources, {"beans"}, {}),
        '"""beans"""\ndef f():\n    """beans"""\nx = "beans.yml"',
    ),
    (
        lambda sources: find_kind_names(sources, {"beans"}, {"readers.toy": ("detect",)}),
        "def detect():\n    return 'beans'",
    ),
    (lambda sources: find_long_functions(sources, 2), 'def f():\n    """A.\n\n    B.\n    """\n    a\n    b'),
    (find_format_names, '<link type="text/markdown" href="index.md">'),
    (lambda sources: find_words_in_pages(sources, {"status"}), "res.status_code, the status of things"),
    (lambda sources: find_words_in_pages(sources, {"status"}), """{{ "a.status" | say(x=1) }} say('b.status')"""),
]


@pytest.mark.parametrize(("check", "text"), SOUND)
def test_a_check_lets_pass_what_is_sound(check: Callable[[Sources], list[str]], text: str) -> None:
    assert check({"readers.toy": text, "files": ""}) == []


def test_the_sources_are_those_of_the_package() -> None:
    sources = package_sources()
    assert {"", "build", "rules", "rules.work", "readers.markdown"} <= set(sources)
    assert all(Path(PACKAGE, *name.split(".")).with_suffix(".py").is_file() for name in sources if "." in name)
    assert {"graph.html", "assets/js/ages.js"} <= set(page_sources())
