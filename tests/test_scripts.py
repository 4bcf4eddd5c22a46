"""Scripts and sheets as they are published say what their sources say, without the comments."""

import subprocess
from pathlib import Path

import orjson
import pytest
from support import PROJECT
from test_javascript import find_node, needs_compiler

from gen_docs.bundle import template_folder
from gen_docs.scripts import publish_source

# Prints a script as the compiler understands it, without its comments.
PRINT = """
import { readFileSync } from "node:fs";
const ts = (await import(process.argv[1])).default;
const printer = ts.createPrinter({ removeComments: true });
const files = JSON.parse(readFileSync(0, "utf-8"));
const read = (text) => {
  const source = ts.createSourceFile("x.js", text, ts.ScriptTarget.Latest);
  return { printed: printer.printFile(source), faults: source.parseDiagnostics.length };
};
process.stdout.write(JSON.stringify(files.map(read)));
"""


def list_sources(suffix: str) -> list[Path]:
    return [path for path in sorted(template_folder().rglob(f"*{suffix}")) if "vendor" not in path.parts]


def read_scripts(texts: list[str]) -> list[dict[str, object]]:
    compiler = PROJECT / "node_modules" / "typescript" / "lib" / "typescript.js"
    command = [find_node(), "--input-type=module", "--eval", PRINT, str(compiler)]
    done = subprocess.run(command, input=orjson.dumps(texts), capture_output=True, check=True)
    found: list[dict[str, object]] = orjson.loads(done.stdout)
    return found


@pytest.mark.full
@needs_compiler
def test_a_script_means_the_same_without_its_comments() -> None:
    sources = [path.read_bytes() for path in list_sources(".js")]
    published = [publish_source("x.js", source) for source in sources]
    assert sum(map(len, published)) < 0.8 * sum(map(len, sources))
    assert read_scripts([text.decode() for text in published]) == read_scripts([text.decode() for text in sources])


def test_a_sheet_loses_its_comments_and_nothing_else() -> None:
    for path in list_sources(".css"):
        source = path.read_text("utf-8")
        assert source.count("/*") == source.count("*/")
        published = publish_source(path.name, path.read_bytes()).decode()
        assert published.count("{") == source.count("{"), path.name
        assert published.count(";") >= source.count(";") - source.count("/*"), path.name


@pytest.mark.parametrize(
    ("source", "published"),
    [
        ("// one\nlet a;\n  // two\nlet b; // stays\n", "let a;\nlet b; // stays\n"),
        ("/** One\n * and more. */\nlet a;\n", "let a;\n"),
        ("/** @type {A} */ (a).b();\nlet c;\n/* gone */\n", "/** @type {A} */ (a).b();\nlet c;\n"),
        ("/* a *//* b */\n/***/\nlet c;\n", "/* a *//* b */\nlet c;\n"),
        ("const a = 4 /\n2;\n", "const a = 4 /\n2;\n"),
    ],
)
def test_what_begins_a_line_and_fills_it_is_a_comment(source: str, published: str) -> None:
    assert publish_source("a.js", source.encode()).decode() == published


def test_other_files_are_published_as_they_are() -> None:
    assert publish_source("a.svg", b"// a\n") == b"// a\n"
