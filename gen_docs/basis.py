"""What the bytes of a site depend on, as one digest: where it is the same again, nothing has to be made again.

It covers the program itself, what is declared, what the stores and the docs say, and the templates of the repository.
Which files there are beside these is asked while pages are made, so the answers are kept, and compared by asking again.
"""

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Final

from gen_docs.build import Build
from gen_docs.bundle import template_folder
from gen_docs.files import FileFault, Root, read_bytes
from gen_docs.ledger import Basis

_LIBRARIES: Final = (
    "babel", "comrak", "jinja2", "markdown-it-py", "markupsafe", "mdit-py-plugins", "msgspec", "nh3", "orjson",
    "pygments",
)  # fmt: skip


def find_basis(built: Build) -> Basis:
    """What a build is made from."""
    return Basis(measure_basis(built), built.lookup, lambda: built.lookup.answers, built.links.views.prepare)


def measure_basis(built: Build) -> str:
    """The digest of everything that the bytes of a build depend on, but for which other files there are."""
    digest = hashlib.blake2b(digest_size=20)
    for part in _list_parts(built):
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


def _list_parts(built: Build) -> Iterator[bytes]:
    root, site = built.root, built.site
    yield _measure_program().encode()
    yield _encode((site.title, site.languages, site.base_url, site.forge, site.docs, built.stamp))
    for judged in built.graphs:
        graph, declared = judged.graph, judged.graph.declared
        yield _encode((graph.id, declared.title, declared.store, declared.tracked_by, graph.state, graph.defect))
        yield from (item.body.encode("utf-8", "surrogatepass") for item in graph.items)
        for problem in graph.problems:
            yield from (_encode(problem.id), _read(root, problem.path))
    for projection in built.projections:
        yield bytes(projection.content)
    yield _encode(built.links.library.docs)
    for route, path in built.links.files.items():
        yield from (_encode(route), _read(root, path))
    if site.templates:
        yield from _list_templates(root, site.templates)


def _list_templates(root: Root, folder: str) -> Iterator[bytes]:
    """Every file of the templates: a template may name any of them, behind links inside the root and in hidden folders
    too."""
    seen: set[bytes] = set()
    for place, folders, names in os.walk(root.locate(folder) or b"", followlinks=True):
        real = os.path.realpath(place)
        if real in seen or not root.holds(place):
            folders.clear()
            continue
        seen.add(real)
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            yield from (os.path.relpath(path, root.folder), _read_place(path))


def _read_place(place: bytes) -> bytes:
    try:
        return read_bytes(place)
    except FileFault as fault:
        return fault.code.encode()


def _encode(value: object) -> bytes:
    return repr(value).encode("utf-8", "surrogatepass")


def _read(root: Root, path: str) -> bytes:
    try:
        return root.read(path) or b""
    except FileFault as fault:
        return fault.code.encode()


@cache
def _measure_program() -> str:
    """The digest of this package, its templates, and the versions of the libraries that write for it."""
    digest = hashlib.blake2b(repr((sys.version, [(name, version(name)) for name in _LIBRARIES])).encode())
    for folder in (Path(__file__).parent, template_folder()):
        for path in sorted(path for path in folder.rglob("*") if path.is_file() and "__pycache__" not in path.parts):
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()
