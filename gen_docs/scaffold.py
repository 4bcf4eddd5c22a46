"""What `init` writes: a declaration with comments, and the lines that git needs. It adds, and never overwrites."""

import os
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution
from typing import Final

from gen_docs.declaration import CONFIG, PYPROJECT, Site, load_site
from gen_docs.errors import GenDocsError
from gen_docs.files import FileFault, Root
from gen_docs.forge import guess_forge
from gen_docs.git import read_default_branch, read_remote
from gen_docs.workflow import WORKFLOW_PATH, choose_source, write_workflow

GIT_IGNORE: Final = (
    "# gen-docs: the site is derived; only its projections are committed.",
    "site/**",
    "!site/**/",
    "!site/assets/*/index.json",
)
GIT_ATTRIBUTES: Final = ("site/assets/*/index.json text eol=lf linguist-generated",)


_FAULTS: Final = {"outside-root": "it is a link that leaves the root"}


class ScaffoldError(GenDocsError):
    """Something is in the way of what `init` would write."""


def scaffold(root: Root) -> Iterator[str]:
    """Writes what is missing, and says of each file what was done. Raises DeclarationError and ScaffoldError."""
    site = load_site(root)
    if site.source:
        yield f"{CONFIG if site.source == CONFIG else PYPROJECT}: is there already, left as it is"
    else:
        _create(root, CONFIG, declare(site, read_remote(root), read_default_branch(root)))
        yield f"{CONFIG}: written"
    yield _add_lines(root, ".gitignore", GIT_IGNORE)
    yield from _find_hiding_lines(root)
    yield _add_lines(root, ".gitattributes", GIT_ATTRIBUTES)


def scaffold_workflow(root: Root, source: str) -> Iterator[str]:
    """Writes the CI file of GitHub, and says what was done. `source` is where it installs gen-docs from, "" for where
    this gen-docs came from. Raises SourceError and ScaffoldError."""
    is_own = (root.read("gen_docs/__init__.py") or b"") != b""
    text = write_workflow(read_default_branch(root) or "main", choose_source(source, read_direct_url(), is_own=is_own))
    present = root.read(WORKFLOW_PATH)
    if present is None:
        folder = os.path.join(root.folder, os.path.dirname(WORKFLOW_PATH.encode()))
        os.makedirs(folder, exist_ok=True)
        _create(root, WORKFLOW_PATH, text)
        yield f"{WORKFLOW_PATH}: written"
    elif present == text.encode():
        yield f"{WORKFLOW_PATH}: is what it would write already"
    else:
        yield f"{WORKFLOW_PATH}: is there and differs, left as it is; move it away to have it written"
    yield "note: the pages of a private repository may be public; look at Settings, Pages before you push"


def read_direct_url() -> str:
    """The record of where this package was installed from, "" where there is none."""
    try:
        return distribution("gen-docs").read_text("direct_url.json") or ""
    except PackageNotFoundError:
        return ""


def declare(site: Site, remote: str, branch: str) -> str:
    """The text of a declaration that says what was detected."""
    forge = guess_forge(remote)
    lines = [
        "# What gen-docs shows of this repository. Every key is optional.",
        f"title = {_quote(site.title)}",
        "",
        "# The first language is the one that the sources are written in.",
        'languages = ["en"]',
        "",
        "# Where the site is published. Links are relative; this is for the few places that need a whole address.",
        '# base_url = "https://example.org/plan/"',
        "",
        "# Where the repository lives, for links to files, history and issues. Builds never guess it.",
    ]
    mark = "" if forge else "# "
    kind, url = forge or ("github", "https://forge.example/owner/name")
    lines += [f"{mark}[forge]", f"{mark}kind = {_quote(kind)}", f"{mark}url = {_quote(url)}"]
    lines += [f"{mark}branch = {_quote(branch or 'main')}", "", *_declare_graphs(site)]
    return "\n".join(lines) + "\n"


def _declare_graphs(site: Site) -> Iterator[str]:
    yield "# One table for each state graph; its name is its route. A graph without a kind is declared and not read."
    if not site.graphs:
        yield "# [graphs.beans]"
        yield '# kind = "beans"'
        yield '# store = ".beans"'
    for graph in site.graphs:
        yield f"[graphs.{graph.id}]"
        yield f"kind = {_quote(graph.kind.name if graph.kind else '')}"
        yield f"store = {_quote(graph.store)}"
        yield '# gate = "exact"  # or "exists" for a store that moves all day, or "off"'
        yield ""


def _find_hiding_lines(root: Root) -> Iterator[str]:
    """Says which lines keep git from ever seeing a projection: what an ignored folder holds cannot be taken out."""
    written = root.read(".gitignore") or b""
    for line in written.decode("utf-8", "replace").splitlines():
        if line.strip() in ("site", "site/", "/site", "/site/"):
            yield f".gitignore: the line {line.strip()!r} hides the projections from git; remove it"


def _quote(text: str) -> str:
    """A TOML basic string."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return (
        '"'
        + "".join(f"\\u{ord(each):04x}" if ord(each) < 0x20 or ord(each) == 0x7F else each for each in escaped)
        + '"'
    )


def _create(root: Root, path: str, text: str) -> None:
    place = os.path.join(root.folder, path.encode())
    try:
        handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    except OSError as error:
        raise ScaffoldError(f"{path} cannot be written: {error.strerror}") from None
    with open(handle, "wb") as file:
        file.write(text.encode())


def _add_lines(root: Root, path: str, lines: tuple[str, ...]) -> str:
    """Appends the lines that a file lacks; what it did."""
    try:
        written = root.read(path)
    except FileFault as fault:
        raise ScaffoldError(f"{path} is in the way: {_FAULTS.get(fault.code, 'it cannot be read')}") from None
    if written is None:
        _create(root, path, "\n".join(lines) + "\n")
        return f"{path}: written"
    present = {line.strip() for line in written.decode("utf-8", "replace").splitlines()}
    missing = [line for line in lines if line not in present]
    if not missing:
        return f"{path}: has every line already"
    gap = "" if written.endswith(b"\n") or not written else "\n"
    place = root.locate(path)
    assert place is not None, path  # noqa: S101 - `read` would have refused it
    try:
        with open(place, "ab") as file:
            file.write((gap + "\n".join(missing) + "\n").encode())
    except OSError as error:
        raise ScaffoldError(f"{path} cannot be written: {error.strerror}") from None
    return f"{path}: added {len(missing)} of {len(lines)} lines"
