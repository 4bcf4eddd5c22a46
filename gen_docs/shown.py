"""What templates are given of items, findings and files: text, numbers and links. How they look is the templates'."""

from msgspec import Struct

from gen_docs.inline import draw_code
from gen_docs.values import Problem, Severity


class ItemLink(Struct, frozen=True):
    """An item as a line: where its page is, and what tells it apart."""

    href: str
    id: str
    title: str
    state: str
    state_class: str
    is_open: bool

    @property
    def shown_title(self) -> str:
        """The title as pages show it in a link: with its code spans as such."""
        return draw_code(self.title) if "`" in self.title else self.title

    @property
    def has_title(self) -> bool:
        return bool(self.title) and not self.title.isspace()


class FindingView(Struct, frozen=True):
    """A finding with its sentence. `value` links where it names an item of the graph."""

    rule: str
    severity: Severity
    field: str
    value: "ItemLink | str"
    suggestion: "ItemLink | str"
    edit: str


class ReferenceView(Struct, frozen=True):
    """One entry of a list of references: a link where it resolves, else what is written."""

    kind: str
    text: str
    href: str
    title: str = ""


class ProblemView(Struct, frozen=True):
    """A file that could not be read: its page, "" where it has none, and its places on the forge."""

    problem: Problem
    href: str
    view: str
    edit: str
