"""What a site declares: `gen-docs.toml`, `[tool.gen-docs]` of `pyproject.toml`, or nothing and detection.

`load_site` reads the declaration and gives a `Site`. What is badly written is a mistake, and all of them are raised at
once. A graph that is well written but points at nothing real is kept, with its defect: its page says so, the others
are not hidden by it.
"""

import re
import tomllib
from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from gen_docs.detection import Detected, detect, read_declaration_file
from gen_docs.files import Root
from gen_docs.forge import Forge, ForgeKind
from gen_docs.kind import Kind
from gen_docs.kind_file import builtin_kinds, make_kind, override_rules
from gen_docs.readers import READERS
from gen_docs.routes import is_device_name
from gen_docs.tables import DeclarationError, Mistake, Report, decode_table

CONFIG: Final = "gen-docs.toml"
PYPROJECT: Final = "pyproject.toml"
DEFAULT_TITLE: Final = "Work plan"
DEFAULT_DOCS: Final = "content/docs"
RESERVED_ROUTES: Final = ("assets", "schemas")
RESERVED_KINDS: Final = (
    "summary",
    "text",
    "badge",
    "build",
    "catalogue",
)  # their schemas stand beside those of the kinds

_BASE_URL: Final = re.compile(r"https?://[^\s/?#]+(/[^\s?#]*)?")
_NO_BASE_URL: Final = "must be an address that begins with http:// or https://, without '?' and '#'"

Gate = Literal["exact", "exists", "off"]


class ForgeTable(Struct, frozen=True, kw_only=True):
    kind: ForgeKind
    url: str
    branch: str = "main"


class GraphTable(Struct, frozen=True, kw_only=True):
    title: str | None = None
    kind: str | None = None
    store: str | None = None
    gate: Gate = "exact"
    aliases: dict[str, dict[str, str]] = {}
    rules: dict[str, dict[str, Any]] = {}
    tracked_by: str | None = None


class SiteTable(Struct, frozen=True, kw_only=True):
    """A declaration as written."""

    title: str | None = None
    languages: tuple[str, ...] = ("en",)
    base_url: str | None = None
    forge: ForgeTable | None = None
    graphs: dict[str, GraphTable] | None = None
    kinds: dict[str, Any] = {}
    templates: str | None = None
    docs: str | None = None


class DeclaredGraph(Struct, frozen=True):
    """A state graph as declared. Without a kind nothing reads its store. `defect` is the code of why it cannot be read,
    with its argument, or None."""

    id: str
    title: str
    store: str
    kind: Kind | None
    gate: Gate
    aliases: Mapping[str, Mapping[str, str]]
    tracked_by: str = ""
    defect: tuple[str, str] | None = None


class Site(Struct, frozen=True):
    """Everything declared about one repository. `source` is the file that declares it, "" when stores were detected."""

    title: str
    languages: tuple[str, ...]
    base_url: str
    forge: Forge | None
    graphs: tuple[DeclaredGraph, ...]
    templates: str
    docs: str
    source: str


def load_site(root: Root) -> Site:
    """The site that a root declares. Raises DeclarationError with every mistake."""
    if not root.is_folder("."):
        raise DeclarationError([Mistake(root.name, "", "there is no such folder")])
    source, table = _read_declaration(root)
    report = Report(source, "tool.gen-docs" if source == PYPROJECT else "")
    written = decode_table(table, SiteTable, report) or SiteTable()
    needs_detection = written.graphs is None or written.title is None
    detected = _detect(root, report) if needs_detection else Detected()
    graphs = _declare_detected(detected) if written.graphs is None else written.graphs
    kinds = _complete_kinds(written.kinds, report.below("kinds"))
    _check_site(written, root, report)
    site = Site(
        title=_first_filled(written.title, detected.name) or DEFAULT_TITLE,
        languages=written.languages,
        base_url=_with_slash(written.base_url),
        forge=_complete_forge(written.forge, report.below("forge")),
        graphs=tuple(
            graph
            for name, each in graphs.items()
            if (graph := _complete_graph(name, each, kinds, root, report.below("graphs").below(name)))
        ),
        templates=written.templates or "",
        docs=written.docs or DEFAULT_DOCS,
        source=source,
    )
    _check_routes(site, report.below("graphs"))
    report.raise_if_any()
    return site


def _read_declaration(root: Root) -> tuple[str, object]:
    """The file that holds the declaration, and its table; an empty table when there is none."""
    own = _read_toml(root, CONFIG)
    tool = (_read_toml(root, PYPROJECT) or {}).get("tool")
    embedded = tool.get("gen-docs") if isinstance(tool, dict) else None
    if own is not None and embedded is not None:
        raise DeclarationError([Mistake(CONFIG, "", f"{PYPROJECT} holds [tool.gen-docs] too; keep one of them")])
    if embedded is not None:
        return PYPROJECT, embedded
    return (CONFIG, own) if own is not None else ("", {})


def _read_toml(root: Root, path: str) -> dict[str, Any] | None:
    data = read_declaration_file(root, path)
    if data is None:
        return None
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise DeclarationError([Mistake(path, "", "is not UTF-8 text")]) from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise DeclarationError([Mistake(path, "", f"is not TOML: {error}")]) from None


def _detect(root: Root, report: Report) -> Detected:
    """What is detected, with what is wrong there among the other mistakes."""
    try:
        return detect(root)
    except DeclarationError as error:
        report.mistakes.extend(error.mistakes)
        return Detected()


def _declare_detected(detected: Detected) -> dict[str, GraphTable]:
    return {graph: GraphTable(kind=graph, store=store) for graph, store in detected.stores.items()}


def _complete_kinds(tables: Mapping[str, object], report: Report) -> dict[str, Kind]:
    kinds = dict(builtin_kinds())
    for name, table in tables.items():
        if name in kinds or name in RESERVED_KINDS:
            report.add(name, "is the name of a built-in kind or of a published file; give yours another")
        elif not _is_slug(name):
            report.add(name, "must be lower-case letters, digits and single '-'")
        elif kind := make_kind(name, table, report.below(name)):
            kinds[name] = kind
    return kinds


def _complete_graph(
    name: str, table: GraphTable, kinds: Mapping[str, Kind], root: Root, report: Report
) -> DeclaredGraph | None:
    named = kinds.get(table.kind) if table.kind else None
    kind = override_rules(named, table.rules, report) if named and table.rules else named
    if table.kind and not table.store:
        report.add("store", "is missing: a graph that has a kind needs the folder or file to read")
    if named:
        _check_aliases(table, named, report.below("aliases"))
    return DeclaredGraph(
        id=name,
        title=_first_filled(table.title, kind.table.title if kind else "") or name,
        store=table.store or "",
        kind=kind,
        gate=table.gate,
        aliases=table.aliases,
        tracked_by=table.tracked_by or "",
        defect=_find_defect(table, kind, kinds, root),
    )


def _find_defect(table: GraphTable, kind: Kind | None, kinds: Mapping[str, Kind], root: Root) -> tuple[str, str] | None:
    """Why a well-written graph cannot be read."""
    store = table.store or ""
    if table.kind and table.kind not in kinds:
        return "unknown-kind", table.kind
    if store and root.locate(store) is None:
        return "outside-root", store
    if kind is None or not store or root.is_folder(store):
        return None
    is_single = store.endswith(READERS[kind.table.reader].suffix)
    if root.exists(store):
        return None if is_single else ("not-a-store", store)
    return ("missing-file", store) if is_single else None


def _check_aliases(table: GraphTable, kind: Kind, report: Report) -> None:
    for name, words in table.aliases.items():
        field = next((field for field in kind.fields if field.name == name and field.type == "enum"), None)
        if field is None:
            enums = [field.name for field in kind.fields if field.type == "enum"]
            report.add_unknown(name, name, "a field with declared words", enums)
            continue
        for word, meaning in words.items():
            if meaning not in field.values:
                report.below(name).add_unknown(word, meaning, f"a word of {name!r}", field.values)


def _check_site(written: SiteTable, root: Root, report: Report) -> None:
    for language in written.languages:
        if not re.fullmatch(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*", language):
            report.add("languages", f"{language!r} is not a language tag such as 'en' or 'zh-Hans'")
    if len({tag.lower() for tag in written.languages}) < len(written.languages) or not written.languages:
        report.add("languages", "must name at least one language, each once; the first is the source language")
    if written.base_url and not _BASE_URL.fullmatch(written.base_url):
        report.add("base_url", _NO_BASE_URL)
    if written.templates and not root.is_folder(written.templates):
        report.add("templates", f"{written.templates!r} is not a folder below the root")
    if written.docs and not root.is_folder(written.docs):
        report.add("docs", f"{written.docs!r} is not a folder below the root")


def _complete_forge(table: ForgeTable | None, report: Report) -> Forge | None:
    if table is None:
        return None
    if not re.fullmatch(r"https?://[^\s/?#]+/[^\s?#]+", table.url):
        report.add("url", "must be the repository's address, such as 'https://forge.example/owner/name'")
    return Forge(table.kind, table.url.rstrip("/").removesuffix(".git"), table.branch)


def _check_routes(site: Site, report: Report) -> None:
    for graph in site.graphs:
        if not _is_slug(graph.id) or is_device_name(graph.id):
            report.add(graph.id, "must be lower-case letters, digits and single '-', since it is a route")
        elif graph.id in RESERVED_ROUTES:
            report.add(graph.id, f"would take the route /{graph.id}/, which the site itself uses")
        elif graph.id in {language.lower() for language in site.languages}:
            report.add(graph.id, f"would take the route of the language {graph.id!r}")


def _first_filled(*texts: str | None) -> str:
    return next((text for text in texts if text and not text.isspace()), "")


def _is_slug(name: str) -> bool:
    return re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) is not None


def _with_slash(url: str | None) -> str:
    return f"{url.rstrip('/')}/" if url else ""


def replace_base_url(site: Site, base_url: str) -> Site:
    """The site with another base URL, as given on a command line. Raises DeclarationError."""
    if not _BASE_URL.fullmatch(base_url):
        raise DeclarationError([Mistake("--base-url", "", _NO_BASE_URL)])
    return msgspec.structs.replace(site, base_url=_with_slash(base_url))
