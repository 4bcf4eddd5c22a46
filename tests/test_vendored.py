"""Other people's scripts that a site carries: exactly those of the list, byte for byte, each with its licence.

The list stands beside the assets and not among them: what it says concerns whoever packs the site, not its readers.
"""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import orjson
import pytest
from support import PROJECT, write_files

VENDOR: Final = PROJECT / "templates" / "assets" / "vendor"
LIST: Final = PROJECT / "templates" / "vendored.json"
TYPES: Final = ".d.ts"  # what we say of a script that comes without types
# By its short name a sentence that every copy of the licence has.
LICENCES: Final = {
    "Apache-2.0": "Apache License",
    "MIT": "MIT License",
    "BSD-3-Clause": "Redistributions of source code",
}
# What the content policy of a page, or its reader's peace, forbids.
FORBIDDEN: Final = {
    "evaluates text": re.compile(r"\beval\s*\(|\bFunction\s*\("),
    "imports": re.compile(r"\bimport\s*[({\"'*]|\bfrom\s*[\"']"),
    "calls somebody": re.compile(r"\b(fetch|XMLHttpRequest|sendBeacon|WebSocket|EventSource)\b"),
    "names a map that is not there": re.compile("sourceMappingURL"),
}


def find_faults(folder: Path, libraries: list[dict[str, Any]]) -> list[str]:
    """What of a folder of libraries is not as the list says, or may not be carried at all."""
    listed = {f"{name}-{version}/{file}": facts for name, version, file, facts in _list_files(libraries)}
    present = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    scripts = {name for name in present if not name.endswith(TYPES)}
    faults = [f"{name} is not listed" for name in sorted(scripts - set(listed))]
    faults += [f"{name} is not there" for name in sorted(set(listed) - scripts)]
    typed = {name.removesuffix(TYPES) + ".js" for name in set(present) - scripts}
    faults += [f"{name} is not there, and has types" for name in sorted(typed - scripts)]
    for name in sorted(scripts & set(listed)):
        content = present[name].read_bytes()
        if hashlib.sha256(content).hexdigest() != listed[name]["sha256"]:
            faults.append(f"{name} has another checksum")
        if name.endswith(".js"):
            text = content.decode()
            faults += [f"{name} {fault}" for fault, form in FORBIDDEN.items() if form.search(text)]
    return faults + [fault for library in libraries for fault in _find_licence_faults(folder, library)]


def _list_files(libraries: list[dict[str, Any]]) -> Iterator[tuple[str, str, str, dict[str, str]]]:
    for library in libraries:
        for part in (library, *library.get("holds", [])):
            for file, facts in part["files"].items():
                yield library["name"], library["version"], file, facts


def _find_licence_faults(folder: Path, library: dict[str, Any]) -> Iterator[str]:
    """Of a library and of those that it holds: each has a licence that we know, and its text."""
    for part in (library, *library.get("holds", [])):
        texts = [folder / f"{library['name']}-{library['version']}" / file for file in part["files"]]
        sentence = LICENCES.get(part["licence"])
        if sentence is None:
            yield f"{part['name']} has a licence that nobody has looked at: {part['licence']}"
        elif not any(sentence in path.read_text("utf-8") for path in texts if path.is_file() and path.suffix != ".js"):
            yield f"{part['name']} has no text of its licence"


def read_list() -> list[dict[str, Any]]:
    libraries: list[dict[str, Any]] = orjson.loads(LIST.read_bytes())
    return libraries


def test_what_is_vendored_is_what_the_list_says() -> None:
    assert find_faults(VENDOR, read_list()) == []
    assert any(file.endswith(".js") for *_, file, _ in _list_files(read_list()))


def test_every_library_says_where_it_is_from() -> None:
    for library in read_list():
        assert library["origin"] == f"npm:{library['name']}@{library['version']}"
        assert all(facts["from"] for *_, facts in _list_files([library]))


def test_the_list_is_not_published() -> None:
    assert not list((PROJECT / "templates" / "assets").rglob("*.json"))


# Every check finds what it is for

_SCRIPT: Final = b"export const a = 1;"
_LICENCE: Final = b"The MIT License (MIT)"


def _make(folder: Path, script: bytes = _SCRIPT, licence: str = "MIT") -> list[dict[str, Any]]:
    """A library, and a list that is right about it."""
    contents = {"a.js": script, "LICENSE": _LICENCE}
    write_files(folder, {f"lib-1/{name}": content for name, content in contents.items()})
    files = {name: {"from": name, "sha256": hashlib.sha256(content).hexdigest()} for name, content in contents.items()}
    return [{"name": "lib", "version": "1", "origin": "npm:lib@1", "licence": licence, "files": files}]


def test_a_library_that_is_as_listed_has_no_fault(tmp_path: Path) -> None:
    libraries = _make(tmp_path)
    write_files(tmp_path, {"lib-1/a.d.ts": "export const a: number;"})
    assert find_faults(tmp_path, libraries) == []


def test_a_file_that_was_changed_added_or_lost_is_found(tmp_path: Path) -> None:
    libraries = _make(tmp_path)
    write_files(tmp_path, {"lib-1/a.js": _SCRIPT + b"\n", "lib-1/b.js": "", "lib-1/c.d.ts": ""})
    (tmp_path / "lib-1/LICENSE").unlink()
    assert find_faults(tmp_path, libraries) == [
        "lib-1/b.js is not listed",
        "lib-1/LICENSE is not there",
        "lib-1/c.js is not there, and has types",
        "lib-1/a.js has another checksum",
        "lib has no text of its licence",
    ]


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        (b"eval (a)", "evaluates text"),
        (b"new Function('a')", "evaluates text"),
        (b'import"x"', "imports"),
        (b"import{a}from'x'", "imports"),
        (b"import('x')", "imports"),
        (b"fetch(a)", "calls somebody"),
        (b"//# sourceMappingURL=a.js.map", "names a map that is not there"),
    ],
)
def test_a_script_that_does_what_pages_forbid_is_found(tmp_path: Path, script: bytes, fault: str) -> None:
    assert f"lib-1/a.js {fault}" in find_faults(tmp_path, _make(tmp_path, script))


def test_a_licence_that_nobody_has_looked_at_is_found(tmp_path: Path) -> None:
    faults = find_faults(tmp_path, _make(tmp_path, licence="SSPL-1.0"))
    assert faults == ["lib has a licence that nobody has looked at: SSPL-1.0"]
    assert find_faults(tmp_path, _make(tmp_path, licence="Apache-2.0")) == ["lib has no text of its licence"]
