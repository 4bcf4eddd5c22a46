"""The values that pass from step to step. They hold data and no behaviour beyond a word about themselves.

`Record` comes from a reader, `Item` from shaping, `Finding` from a rule. All are immutable.
"""

from collections.abc import Callable
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

# What YAML front matter holds once every scalar is its source text.
Value: TypeAlias = "str | list[Value] | dict[str, Value]"

StateClass = Literal["draft", "ready", "active", "waiting", "done", "dropped"]
Severity = Literal["error", "warning", "note"]

SEVERITIES: tuple[Severity, ...] = get_args(Severity)
CLOSED: frozenset[str] = frozenset({"done", "dropped"})


class Note(Struct, frozen=True, gc=False):
    """Something a reader saw that a rule may turn into a finding. `name` is that rule's name."""

    name: str
    field: str = ""
    value: str = ""


class Problem(Struct, frozen=True, gc=False):
    """A file that gave no record. `line` counts from 1; 0 where no line is meant. `value` is the code's argument. `id`
    is the id that the record would have had, "" when the reader cannot tell: the address of the problem's page."""

    path: str
    code: str
    line: int = 0
    value: str = ""
    id: str = ""


class Record(Struct, frozen=True):
    """One thing as read: its id, its fields as the source spells them, its text and where it stands."""

    id: str
    path: str
    fields: dict[str, Value]
    body: str
    archived: bool = False
    notes: tuple[Note, ...] = ()


class Item(Struct, frozen=True):
    """A record in its kind's shape.

    `values` holds the fields and links in the kind's order, typed and only where present; `state` is the word of
    the state role ("" when absent) and `state_class` its class, None for a word the kind does not know.
    """

    id: str
    path: str
    values: dict[str, object]
    state: str
    state_class: StateClass | None
    body: str
    archived: bool
    checklist: tuple[int, int] | None
    extra: dict[str, str]
    notes: tuple[Note, ...]

    @property
    def is_open(self) -> bool:
        """Closed means done or dropped; an unknown word is open, since nobody has said that the work ended."""
        return self.state_class not in CLOSED


class Finding(Struct, frozen=True, gc=False, order=True):
    """A rule's verdict about one item. The item holds it, so it does not name the item."""

    rule: str
    field: str = ""
    value: str = ""
    suggestion: str = ""


class Artifact(Struct, frozen=True):
    """One output file: its path under the output folder, and a function that gives its bytes, the same at each call."""

    path: str
    content: Callable[[], bytes]
