"""The command `gen-docs`: reads arguments, calls the line, prints, and sets the exit code.

Everything heavy is imported by the command that needs it, so that `--help` and the gate start fast. Bad input of any
kind ends in a message and the exit code 2, never in a traceback.
"""

import gc
import os
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NoReturn

import click

from gen_docs import __version__
from gen_docs.errors import GenDocsError
from gen_docs.text import printable

if TYPE_CHECKING:
    from gen_docs.build import Build
    from gen_docs.files import Root
    from gen_docs.report import Format
    from gen_docs.values import Severity

UNDETERMINED = 2


def _refuse_empty(_: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    """An option that is given and empty is nearly always a variable that somebody forgot to set."""
    if value is not None and not value.strip():
        raise click.BadParameter("is empty", param=parameter)
    return value


class _Group(click.Group):
    """A group of commands that says of a full or closed output what happened."""

    def main(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - passed on as they are
        try:
            return super().main(*args, **kwargs)
        except OSError as error:
            click.echo(f"error: the output cannot be written: {error.strerror}", err=True)
            os._exit(UNDETERMINED)  # the interpreter would try once more to write it, and say so


ROOT_OPTION = click.option(
    "--root",
    default=".",
    show_default="the current folder",
    type=click.Path(file_okay=False),
    callback=_refuse_empty,
    help="The repository to read.",
)
OUT_OPTION = click.option(
    "--out",
    type=click.Path(file_okay=False),
    callback=_refuse_empty,
    show_default="ROOT/site",
    help="The folder of the site.",
)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="gen-docs")
@click.pass_context
def main(context: click.Context) -> None:
    """Turns the work plan that lives in a repository into a website, public data and a gate.

    \b
    In a repository that has a .beans.yml or a gen-docs.toml:
      gen-docs serve            look at the site, live, in a browser
      gen-docs build            write the site to site/
      gen-docs check            fail if the committed projections are not what the files say
      gen-docs graphs           list what is declared, and what was found
    """
    if os.environ.get("NO_COLOR"):
        context.color = False


@main.command()
@ROOT_OPTION
@OUT_OPTION
@click.option(
    "--base-url",
    metavar="URL",
    callback=_refuse_empty,
    help="Where the site will be published; replaces the declared one.",
)
@click.option("--commit", metavar="SHA", default="", help="The commit that is built, for the stamp of the pages.")
@click.option("--time", metavar="TIME", default="", help="When it is built, such as 2026-01-31T09:30:00Z.")
@click.option("--strict", is_flag=True, help="Exit with 1 if there are problems, in stores or in docs, after writing.")
def build(root: str, out: str | None, base_url: str | None, commit: str, time: str, strict: bool) -> None:
    """Build the site: pages, projections, and all that is derived from them.

    \b
    Examples:
      gen-docs build
      gen-docs build --root ../project --out /tmp/plan
    """
    from gen_docs.basis import find_basis
    from gen_docs.output import write_site
    from gen_docs.progress import CountedRoot, Progress

    with _explaining(), Progress(sys.stderr) as progress:
        built = _build(CountedRoot(root, progress), base_url, commit, time)
        if not built.site.graphs and not built.links.library.pages:
            _fail(
                "there is no state graph here, and there are no docs: no .beans.yml, no todos/items/, no content/docs, "
                "and no declaration; see `gen-docs init`"
            )
        out_folder = _out_folder(root, out)
        progress.begin("Writing")
        written = write_site(built.root, built.site, out_folder, built.artifacts, find_basis(built), progress.tell)
    items = sum(len(judged.graph.items) for judged in built.graphs)
    shown = printable(_show_out(root, out))
    click.echo(
        f"{shown}: {written.files} files of {items} items ({written.changed} written, {written.removed} removed)"
    )
    for graph in (judged.graph for judged in built.graphs):
        if graph.state == "empty":
            click.echo(f"note: {graph.id}: {printable(graph.declared.store)} is empty or not there", err=True)
    problems = _print_problems(built, root)
    if strict and problems:
        sys.exit(1)


@main.command()
@ROOT_OPTION
@OUT_OPTION
@click.option("--format", "form", type=click.Choice(["text", "json", "github"]), default="text", show_default=True)
@click.option("--base", metavar="REF", callback=_refuse_empty, help="Also fail if items that REF has are gone.")
@click.option("--strict", is_flag=True, help="Also fail if a file in a store cannot be read.")
@click.option("--fail-on", type=click.Choice(["error", "warning"]), help="Also fail on findings at least this bad.")
def check(
    root: str,
    out: str | None,
    form: "Format",
    base: str | None,
    strict: bool,
    fail_on: "Severity | None",
) -> None:
    """Compare the committed projections with the files. Writes nothing.

    Exit codes: 0 fresh; 1 stale, missing or orphaned projections (or what the options add); 2 it could not be
    determined: a bad declaration, a store that cannot be read, conflict markers, an unknown REF, nothing to check.

    \b
    Examples:
      gen-docs check
      gen-docs check --base origin/main --fail-on error --format github
    """
    from gen_docs.catalogue import load_catalogue
    from gen_docs.gate import Options, check_site
    from gen_docs.progress import CountedRoot, Progress
    from gen_docs.report import Reporter, report_failure

    with _explaining(lambda lines: click.echo(report_failure(lines, form), nl=False)), Progress(sys.stderr) as progress:
        built = _build(CountedRoot(root, progress))
        verdict = check_site(built, _out_folder(root, out), Options(base or "", strict, fail_on))
    catalogue = load_catalogue(built.site.languages[0])
    places = (_as_folder(root), _as_folder(_show_out(root, out)))
    click.echo(Reporter(catalogue, _build_command(root, out), *places).report(verdict, form), nl=False)
    sys.exit(verdict.exit_code)


@main.command()
@ROOT_OPTION
@click.option("--workflow", type=click.Choice(["github"]), help="Also write a CI file that checks, builds and deploys.")
@click.option("--from", "source", metavar="SOURCE", default="", help="Where the CI file installs gen-docs from.")
def init(root: str, workflow: str | None, source: str) -> None:
    """Write a commented gen-docs.toml, and the lines that .gitignore and .gitattributes need.

    Adds what is missing and never overwrites.

    \b
    Examples:
      gen-docs init --root ../project
      gen-docs init --workflow github
    """
    from gen_docs.files import Root
    from gen_docs.scaffold import scaffold, scaffold_workflow

    with _explaining():
        for line in scaffold(Root(root)):
            click.echo(line)
        for line in scaffold_workflow(Root(root), source) if workflow else ():
            click.echo(line)
    build_command = printable(_build_command(root, None))
    click.echo(f"Next: {build_command}, then commit site/assets/*/index.json, so that gen-docs check can compare it.")


@main.command()
@ROOT_OPTION
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def graphs(root: str, form: str) -> None:
    """List every declared graph: id, kind, state, items, findings by severity, problems.

    \b
    Examples:
      gen-docs graphs
      gen-docs graphs --format json
    """
    from gen_docs.files import Root
    from gen_docs.listing import list_graphs, to_json, to_text

    with _explaining():
        listing = list_graphs(_build(Root(root)).graphs)
    click.echo(to_json(listing) if form == "json" else to_text(listing), nl=False)


@main.command()
@ROOT_OPTION
@click.option(
    "--host", default="127.0.0.1", show_default=True, callback=_refuse_empty, help="The address to listen on."
)
@click.option("--port", type=click.IntRange(0, 65_535), help="The port.  [default: the first free one from 8000 on]")
@click.option("--open", "opens", is_flag=True, help="Open the site in a browser.")
def serve(root: str, host: str, port: int | None, opens: bool) -> None:
    """Serve the site from memory, and keep it fresh while files change. Writes nothing.

    \b
    Examples:
      gen-docs serve
      gen-docs serve --root ../project --open
    """
    from gen_docs.server.recall import RecallingRoot
    from gen_docs.server.running import run_server

    def tell(line: str) -> None:
        click.echo("\n".join(map(printable, line.split("\n"))))

    if host not in ("127.0.0.1", "localhost", "::1"):
        click.echo(f"note: everybody who reaches {host} can read this site", err=True)
    with _explaining():
        first = 8000 if port is None else port
        run_server(RecallingRoot(root), host, first, is_port_given=port is not None, opens=opens, tell=tell)


def _build(root: "Root", base_url: str | None = None, commit: str = "", time: str = "") -> "Build":
    from gen_docs.build import Facts, build_site
    from gen_docs.stamp import make_stamp

    gc.disable()  # reading makes many objects and no cycles; looking for some costs a fifth of the time
    try:
        return build_site(root, Facts(base_url or "", make_stamp(commit, time)))
    finally:
        gc.freeze()
        gc.enable()


@contextmanager
def _explaining(report: Callable[[list[str]], None] = lambda _: None) -> Iterator[None]:
    """Turns what can go wrong into messages and the exit code 2; `report` is told them too."""
    try:
        yield
    except GenDocsError as error:
        lines = str(error).split("\n")
    except OSError as error:
        lines = [f"{error.strerror or error}: {os.fsdecode(error.filename or '')}"]
    else:
        return
    report(lines)
    _fail(*lines)


def _fail(*messages: str) -> NoReturn:
    for message in messages:
        click.echo(f"{click.style('error:', fg='red')} {printable(message)}", err=True)
    sys.exit(UNDETERMINED)


def _print_problems(built: "Build", root: str) -> int:
    """Prints everything that is wrong to the error stream; how much that is."""
    from gen_docs.complaints import list_complaints

    lines = list_complaints(built, _as_folder(root))
    for line in lines:
        click.echo(f"{click.style('problem:', fg='yellow')} {printable(line)}", err=True)
    return len(lines)


def _out_folder(root: str, out: str | None) -> bytes:
    return os.path.abspath(os.fsencode(_show_out(root, out)))


def _show_out(root: str, out: str | None) -> str:
    return out or os.path.normpath(os.path.join(root, "site"))


def _as_folder(path: str) -> str:
    """A path as the beginning of others: "" for the current folder."""
    clean = os.path.normpath(path)
    return "" if clean == "." else f"{clean}/"


def _build_command(root: str, out: str | None) -> str:
    given = (("root", root if root != "." else None), ("out", out))
    return "gen-docs build" + "".join(f" --{name} {shlex.quote(value)}" for name, value in given if value is not None)
