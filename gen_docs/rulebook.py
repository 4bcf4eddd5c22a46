"""Every rule by name, as data: when it can run, what it may say, how bad that is. The functions are in `rules`.

A rule speaks of roles, edges and state classes. It runs for a kind that has the roles and edges it needs and gives
the parameters it cannot do without, unless the kind or the graph sets its severity to "off".
"""

from typing import Any, Final, Literal

from msgspec import Struct

from gen_docs.values import Severity

Scope = Literal["open", "any", "closed"]


class RuleSpec(Struct, frozen=True):
    """A rule needs all its `roles` and `edges`, and one of `any_edges` where there are some. Its `parameters` are named
    with their type; the rule is off until a kind gives them all. `scope` says about which work the rule speaks.
    `names` says whether the value
    and the suggestion of its findings are ids: of its own graph, or of any that a reference speaks of."""

    name: str
    scope: Scope
    severity: Severity
    roles: tuple[str, ...] = ()
    edges: tuple[str, ...] = ()
    any_edges: tuple[str, ...] = ()
    parameters: dict[str, Any] = {}
    names: Literal["", "item", "reference"] = ""


_PATTERN: Final[dict[str, Any]] = {"heading": str}

RULEBOOK: Final = {
    spec.name: spec
    for spec in (
        RuleSpec("all-checked-open", "open", "note", roles=("state",)),
        RuleSpec("archived-open", "open", "warning", roles=("state",)),
        RuleSpec("bad-date", "any", "warning"),
        RuleSpec("bad-encoding", "any", "warning"),
        RuleSpec("bad-value", "any", "warning"),
        RuleSpec("blocked-by-descendant", "open", "warning", edges=("blocks", "parent"), names="item"),
        RuleSpec("blocker-scrapped", "open", "warning", roles=("state",), edges=("blocks",), names="item"),
        RuleSpec("blocker-unknown", "open", "error", edges=("blocks",), names="item"),
        RuleSpec("blocking-cycle", "open", "error", edges=("blocks",), names="item"),
        RuleSpec("completed-unchecked", "closed", "note", roles=("state",)),
        RuleSpec("container-complete", "open", "note", roles=("state", "type"), edges=("parent",)),
        RuleSpec("done-without-section", "closed", "warning", roles=("state",), parameters=_PATTERN),
        RuleSpec("dropped-without-section", "closed", "warning", roles=("state",), parameters=_PATTERN),
        RuleSpec("duplicate-id", "any", "error"),
        RuleSpec("duplicate-key", "any", "warning"),
        RuleSpec("duplicate-title", "open", "warning", roles=("title",), names="item"),
        RuleSpec("empty-body", "any", "note"),
        RuleSpec("id-mismatch", "any", "warning"),
        RuleSpec("in-progress-blocked", "open", "warning", roles=("state",), edges=("blocks",), names="item"),
        RuleSpec("missing-date", "any", "note", roles=("created",)),
        RuleSpec("missing-state", "any", "error", roles=("state",)),
        RuleSpec("missing-title", "any", "error", roles=("title",)),
        RuleSpec("misspelt-key", "any", "warning"),
        RuleSpec("open-under-closed", "open", "warning", roles=("state",), edges=("parent",), names="item"),
        RuleSpec("parent-cycle", "open", "error", edges=("parent",), names="item"),
        RuleSpec(
            "parent-type",
            "open",
            "warning",
            roles=("type",),
            edges=("parent",),
            parameters={"allowed": dict[str, tuple[str, ...]]},
            names="item",
        ),
        RuleSpec("parent-unknown", "open", "error", edges=("parent",), names="item"),
        RuleSpec("reference-unknown", "open", "warning", edges=("refers",), names="reference"),
        RuleSpec("scalar-for-list", "any", "note"),
        RuleSpec("self-reference", "open", "error", any_edges=("blocks", "parent"), names="item"),
        RuleSpec("title-comment", "any", "warning", roles=("title",)),
        RuleSpec("unknown-word", "any", "warning"),
        RuleSpec("updated-before-created", "any", "warning", roles=("created", "updated")),
    )
}
