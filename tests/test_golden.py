"""Golden cases: a folder `cases/<name>` with a whole repository, `input`, and files that its build makes, `expected`.

Expected are every projection, and whatever else a case chooses to hold: a JSON file as published, or a `page.txt`
that shows `<main>` of the page in its folder as text. To begin holding a file, make it, empty, and run
`pytest tests/test_golden.py --update-golden`; then read what it wrote, since from then on that is right by definition.
"""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode
from support import PROJECT, build, outputs

CASES = Path(__file__).parent / "cases"
NAMES = sorted(path.name for path in CASES.iterdir() if path.is_dir())
PAGE_TEXT = "page.txt"

_BLOCKS = {
    "article", "dd", "details", "div", "dl", "dt", "h1", "h2", "h3", "h4", "h5", "h6", "li", "nav", "ol", "p", "pre",
    "section", "summary", "table", "tr", "ul",
}  # fmt: skip
_MARKS = {"h1": "# ", "h2": "## ", "h3": "### ", "h4": "#### ", "li": "- ", "dt": ": ", "dd": "    ", "summary": "> "}


def page_text(html: bytes) -> str:
    """`<main>` as people read it: one line a block, headings and list entries marked, links with their target."""
    main = LexborHTMLParser(html.decode()).css_first("main")
    assert main is not None
    lines = [" ".join(line.split()) for line in "".join(_write(main)).split("\n")]
    marked = [line.replace("\N{SYMBOL FOR SPACE}", " ").rstrip() for line in lines]
    return "\n".join(line for line in marked if line.strip(" #-:>")) + "\n"


def _write(node: LexborNode) -> Iterator[str]:
    for child in node.iter(include_text=True):
        tag = child.tag
        if tag == "-text":
            yield child.text_content or ""
            continue
        if "aria-label" in child.attributes and not child.text_content:
            yield f"({child.attributes['aria-label']})"
        is_block = tag in _BLOCKS
        if is_block:
            yield "\n" + _MARKS.get(str(tag), "").replace(" ", "\N{SYMBOL FOR SPACE}")
        inner = _write(child)
        yield from _write_link(child, inner) if tag == "a" and "href" in child.attributes else inner
        if is_block:
            yield "\n"


def _write_link(link: LexborNode, inner: Iterator[str]) -> Iterator[str]:
    yield f"[{' '.join(''.join(inner).split())}]({link.attributes['href']})"


def made_file(made: dict[str, bytes], path: str) -> bytes | None:
    """A file as a case holds it, or None when the build makes no such file."""
    if not path.endswith(PAGE_TEXT):
        return made.get(path)
    page = made.get(path.removesuffix(PAGE_TEXT) + "index.html")
    return None if page is None else page_text(page).encode()


def held_files(case: Path) -> set[str]:
    folder = case / "expected"
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def is_projection(path: str) -> bool:
    return path.startswith("assets/") and path.endswith("/index.json")


def compare_case(case: Path) -> list[str]:
    """What is wrong with a case, one line a file."""
    made = outputs(build(case / "input"))
    held = held_files(case)
    if not held:
        return ["the case holds no expected file"]
    faults = [f"{path}: is not held" for path in made if is_projection(path) and path not in held]
    for path in sorted(held):
        content = made_file(made, path)
        if content is None:
            faults.append(f"{path}: the build makes no such file")
        elif content != (case / "expected" / path).read_bytes():
            faults.append(f"{path}: differs")
    return faults


def refresh_case(case: Path) -> None:
    """Writes every held file and every projection anew; removes projections that no graph makes any more."""
    made = outputs(build(case / "input"))
    for path in sorted(held_files(case) | {path for path in made if is_projection(path)}):
        content = made_file(made, path)
        place = case / "expected" / path
        if content is not None:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
        elif is_projection(path):
            place.unlink()


@pytest.mark.parametrize("name", NAMES)
def test_a_case_gives_what_it_expects(name: str, *, update_golden: bool) -> None:
    case = CASES / name
    if update_golden:
        refresh_case(case)
    if faults := compare_case(case):
        made = outputs(build(case / "input"))
        for path in sorted(held_files(case)):  # an assertion of pytest's own shows where texts differ
            if (content := made_file(made, path)) is not None:
                assert content.decode().split("\n") == (case / "expected" / path).read_text("utf-8").split("\n"), path
        pytest.fail("\n".join(faults))


@pytest.fixture
def copied_case(tmp_path: Path) -> Path:
    """A case that is right, whatever the one it was copied from has become."""
    case = Path(shutil.copytree(CASES / "beans", tmp_path / "case"))
    refresh_case(case)
    return case


def _remove_all(case: Path) -> None:
    shutil.rmtree(case / "expected")


def _remove_projection(case: Path) -> None:
    (case / "expected/assets/beans/index.json").unlink()


def _add_unmade(case: Path) -> None:
    (case / "expected/assets/beans/other.json").write_text("{}\n")


def _add_unmade_page(case: Path) -> None:
    (case / "expected/nowhere").mkdir()
    (case / "expected/nowhere/page.txt").write_text("# Nowhere\n")


def _change_page(case: Path) -> None:
    page = case / "expected/beans/page.txt"
    page.write_text(page.read_text("utf-8") + "- one more\n", "utf-8")


@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (_remove_all, "the case holds no expected file"),
        (_remove_projection, "assets/beans/index.json: is not held"),
        (_add_unmade, "assets/beans/other.json: the build makes no such file"),
        (_add_unmade_page, "nowhere/page.txt: the build makes no such file"),
        (_change_page, "beans/page.txt: differs"),
    ],
)
def test_a_spoilt_case_fails_and_says_why(copied_case: Path, spoil: Callable[[Path], None], fault: str) -> None:
    spoil(copied_case)
    assert compare_case(copied_case) == [fault]


def test_a_refresh_repairs_what_differs_and_never_what_the_build_does_not_make(copied_case: Path) -> None:
    _change_page(copied_case)
    _remove_projection(copied_case)
    refresh_case(copied_case)
    assert compare_case(copied_case) == []
    _add_unmade(copied_case)
    refresh_case(copied_case)
    assert compare_case(copied_case) == ["assets/beans/other.json: the build makes no such file"]


def test_refreshing_is_refused_where_ci_is_set(pytestconfig: pytest.Config, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the hook that every run of these tests calls first."""
    hooks = [each.function for each in pytestconfig.hook.pytest_configure.get_hookimpls()]
    (configure,) = [each for each in hooks if each.__module__ == "conftest"]
    monkeypatch.setattr(pytestconfig.option, "update_golden", True)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.UsageError, match="--update-golden is refused"):
        configure(config=pytestconfig)
    monkeypatch.delenv("CI")
    configure(config=pytestconfig)


def test_a_new_state_graph_needs_a_declaration_and_no_python() -> None:
    """The case `incidents` declares a kind of its own; neither the case nor the package holds code about it."""
    case = CASES / "incidents"
    assert {path.suffix for path in case.rglob("*") if path.is_file()} <= {".toml", ".md", ".json", ".txt"}
    made = outputs(build(case / "input"))
    assert {"assets/incidents/index.json", "schemas/incident-1.json", "incidents/index.html"} <= set(made)
    sources = [*PROJECT.glob("gen_docs/**/*.*"), *PROJECT.glob("templates/**/*.*")]
    files = [path for path in sources if path.is_file() and path.suffix != ".pyc"]
    named = [path for path in files if b"incident" in path.read_bytes().lower()]
    assert named == []


RIGHT_TO_LEFT_TEXTS = ("خطة البستان", "إصلاح المضخة", "فحص الأنابيب", "ريّ", "المضخة لا تعمل")


def test_a_site_in_arabic_runs_from_right_to_left() -> None:
    made = outputs(build(CASES / "right-to-left/input"))
    for path in ("index.html", "beans/index.html", "beans/nakhl-a1/index.html"):
        html = LexborHTMLParser(made[path].decode()).css_first("html")
        assert html is not None
        assert (html.attributes["lang"], html.attributes["dir"]) == ("ar", "rtl"), path


@pytest.mark.parametrize("text", RIGHT_TO_LEFT_TEXTS)
def test_text_from_files_finds_its_own_direction(text: str) -> None:
    """Whatever stands in `<main>` and comes from a file stands in an element with `dir="auto"`, or in `<bdi>`."""
    found = 0
    for path, content in outputs(build(CASES / "right-to-left/input")).items():
        main = LexborHTMLParser(content.decode()).css_first("main") if path.endswith(".html") else None
        for node in main.traverse(include_text=True) if main else ():
            if node.tag == "-text" and text in (node.text_content or ""):
                found += 1
                assert _has_own_direction(node), f"{path}: {text}"
    assert found


def _has_own_direction(node: LexborNode) -> bool:
    above = node.parent
    while above is not None and above.tag != "main":
        if above.tag == "bdi" or above.attributes.get("dir") == "auto":
            return True
        above = above.parent
    return False
