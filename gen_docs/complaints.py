"""What is wrong with the files of a site, in words, one line each: in its stores, its declarations and its docs."""

from collections.abc import Iterator

from gen_docs.build import Build
from gen_docs.catalogue import Catalogue, load_catalogue
from gen_docs.docs.manifest import DocsProblem
from gen_docs.graph import Graph


def list_complaints(built: Build, root: str) -> list[str]:
    """A line for everything that is wrong. `root` stands before the paths, as the reader's folder sees them."""
    catalogue = load_catalogue(built.site.languages[0])
    lines = [line for judged in built.graphs for line in _list_graph(judged.graph, catalogue, root)]
    return lines + [root + word_docs_problem(problem, catalogue) for problem in built.links.problems]


def _list_graph(graph: Graph, catalogue: Catalogue, root: str) -> Iterator[str]:
    if graph.defect:
        yield f"{graph.id}: " + catalogue.text(f"defect.{graph.defect[0]}", value=graph.defect[1])
    for problem in graph.problems:
        place = f"{root}{problem.path}" + (f":{problem.line}" if problem.line else "")
        yield f"{place}: " + catalogue.text(f"problem.{problem.code}", value=problem.value)


def word_docs_problem(problem: DocsProblem, catalogue: Catalogue) -> str:
    """What is wrong in the docs as one line: the place, the sentence, and the nearest thing that exists."""
    place = f"{problem.path}:{problem.line}" if problem.line else problem.path
    key = f"docs.{problem.code}"
    if key not in catalogue.messages:  # a file of the docs can have the faults of any file
        key = f"problem.{problem.code}"
    near = f" {catalogue.text('docs.suggestion', suggestion=problem.suggestion)}" if problem.suggestion else ""
    return f"{place}: {catalogue.text(key, value=problem.value)}{near}"
