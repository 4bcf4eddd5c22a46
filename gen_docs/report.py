"""What the gate saw, said three ways: text for people, JSON for programs, annotations for GitHub. Pure."""

import shlex
from collections.abc import Iterator, Sequence
from typing import Final, Literal

import msgspec

from gen_docs.catalogue import Catalogue
from gen_docs.differences import Change
from gen_docs.gate import FindingVerdict, GraphVerdict, Verdict
from gen_docs.losses import Comparison
from gen_docs.text import cut_to_bytes, printable
from gen_docs.values import Problem

Format = Literal["text", "json", "github"]
Level = Literal["error", "warning", "notice"]

_RESULTS: Final = {0: "fresh", 1: "stale", 2: "unknown"}
MAX_SHOWN_BYTES: Final = 400  # a value in a line of text; the JSON form has all of it
MAX_ANNOTATED: Final = 50  # GitHub shows ten annotations a step; the text form, printed beside them, has all


class Message(msgspec.Struct, frozen=True):
    """One line of a report: how bad, about which file, and what. `detail` lines belong to the one before them."""

    level: Level
    place: str
    text: str
    line: int = 0
    is_detail: bool = False


class Reporter:
    """Words a verdict in one language. `build` is the command that builds the site as this run was called; `root` and
    `out` stand before paths in the repository and in the site, as the reader's folder sees them."""

    def __init__(self, catalogue: Catalogue, build: str, root: str, out: str) -> None:
        self._say: Final = catalogue.text
        self._build: Final = build
        self._root: Final = root
        self._out: Final = out

    def report(self, verdict: Verdict, form: Format) -> str:
        """The report, ending in a newline."""
        if form == "json":
            return self._to_json(verdict)
        messages = list(self._list_messages(verdict))
        lines = list(self._to_annotations(messages)) if form == "github" else []
        text = list(self._to_text(verdict, messages))
        if form == "github":  # the runner takes an older form of command anywhere in a line
            text = [line.replace("##[", "## [") for line in text]
        return "\n".join([*lines, *text]) + "\n"

    def _to_text(self, verdict: Verdict, messages: list[Message]) -> Iterator[str]:
        for graph in verdict.graphs:
            status = self._say(f"gate.{graph.status}")
            key = "gate.summary" if graph.items is None else "gate.summary.numbers"
            yield self._say(key, graph=graph.graph, status=status, items=graph.items, problems=graph.problems)
        for comparison in verdict.comparisons:
            yield f"{comparison.graph}: {self._say_comparison(verdict, comparison)}"
        for message in messages:
            text = cut_to_bytes(printable(message.text), 4 * MAX_SHOWN_BYTES)
            yield f"    {text}" if message.is_detail else f"{message.level}: {_show_place(message)}{text}"
        if not verdict.is_anything_checked:
            yield self._say("gate.nothing")
        if verdict.graphs and not verdict.has_projections and verdict.is_repairable:
            yield self._say("gate.missing.begin")
        if verdict.is_merging:
            yield self._say("gate.merge_first")
        if verdict.is_repairable:
            yield self._say("gate.repair", command=self._word_repair(verdict))
        yield self._say(f"gate.result.{_RESULTS[verdict.exit_code]}")

    def _word_repair(self, verdict: Verdict) -> str:
        """The command that makes the projections fresh and stages them. It names orphans: a build removes only what its
        marker lists, and a fresh clone has no marker."""
        orphans = " ".join(shlex.quote(self._out + path) for path in verdict.orphans)
        remove = f" && rm -f -- {orphans}" if orphans else ""
        folder = shlex.quote(self._out.rstrip("/") or ".")
        return printable(f"{self._build}{remove} && git -C {folder} add --all -- 'assets/*/index.json'")

    def _list_messages(self, verdict: Verdict) -> Iterator[Message]:
        for graph, code, value in verdict.defects:
            text = self._say(f"defect.{code}", value=value)
            yield Message("error", "", self._say("gate.defect", graph=graph, text=text))
        for verdict_of_graph in verdict.graphs:
            yield from self._list_graph(verdict_of_graph)
        for path in verdict.orphans:
            yield Message("error", self._out + path, self._say("gate.orphan.text"))
        for path in verdict.conflicts:
            yield Message("error", self._out + path, self._say("gate.merge"))
        for path in verdict.ignored:
            text = self._say("gate.ignored", line="!site/assets/*/index.json")
            yield Message("warning", self._out + path, text)
        for comparison in verdict.comparisons:
            for loss in comparison.losses:
                text = self._say("gate.lost", id=loss.id, ref=verdict.options.base)
                yield Message("error", self._root + loss.path, text)
        for _, problem in verdict.problems:
            yield self._word_problem(problem, is_strict=verdict.options.is_strict)
        for finding in verdict.findings:
            yield self._word_finding(finding)

    def _list_graph(self, graph: GraphVerdict) -> Iterator[Message]:
        place = self._out + graph.path
        if graph.status == "missing":
            yield Message("error", place, self._say("gate.missing.text"))
        elif graph.status == "stale":
            text = self._say(f"gate.{graph.reason}") if graph.reason else self._say("gate.stale")
            yield Message("error", place, text)
            for change in graph.changes:
                yield Message(
                    "error",
                    self._root + change.path if change.path else place,
                    self._word_change(change),
                    is_detail=True,
                )

    def _word_change(self, change: Change) -> str:
        absent = self._say("gate.absent")
        old, new = (absent if value is None else _shorten(value) for value in (change.old, change.new))
        if not change.id:
            return self._say("gate.envelope", field=change.field, old=old, new=new)
        return self._say(f"gate.{change.what}", id=change.id, path=change.path, field=change.field, old=old, new=new)

    def _word_problem(self, problem: Problem, *, is_strict: bool) -> Message:
        level: Level = "error" if is_strict or problem.code == "conflict-markers" else "warning"
        return Message(
            level, self._root + problem.path, self._say(f"problem.{problem.code}", value=problem.value), problem.line
        )

    def _word_finding(self, found: FindingVerdict) -> Message:
        finding = found.finding
        text = self._say(f"rule.{finding.rule}.text", field=finding.field, value=finding.value)
        if finding.suggestion:
            text += " " + self._say("rule.suggestion", suggestion=finding.suggestion)
        level: Level = "notice" if found.severity == "note" else found.severity
        return Message(level, self._root + found.path, f"{found.item}: {text}")

    def _say_comparison(self, verdict: Verdict, comparison: Comparison) -> str:
        ref = verdict.options.base
        if comparison.skipped:
            reason = self._say(f"gate.not_compared.{comparison.skipped}", ref=ref, store=comparison.store)
            return self._say("gate.not_compared", ref=ref, reason=reason)
        return self._say("gate.compared", ref=ref, ids=comparison.ids, lost=len(comparison.losses))

    def _to_json(self, verdict: Verdict) -> str:
        whole = {
            "result": _RESULTS[verdict.exit_code],
            "exit_code": verdict.exit_code,
            "repair": self._word_repair(verdict) if verdict.is_repairable else None,
            **msgspec.to_builtins(verdict),
        }
        del whole["options"]
        return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"

    def _to_annotations(self, messages: list[Message]) -> Iterator[str]:
        for message in messages[:MAX_ANNOTATED]:
            file = f" file={_encode_property(message.place)}" if message.place else ""
            line = f",line={message.line}" if message.line else ""
            yield f"::{message.level}{file}{line}::{_encode_data(message.text)}"


def _show_place(message: Message) -> str:
    if not message.place:
        return ""
    line = f":{message.line}" if message.line else ""
    return f"{printable(message.place)}{line}: "


def report_failure(lines: Sequence[str], form: Format) -> str:
    """What the standard output says of a run that could not even begin: the errors for a program that reads them."""
    if form == "json":
        whole = {"result": "unknown", "exit_code": 2, "errors": lines}
        return msgspec.json.format(msgspec.json.encode(whole), indent=2).decode() + "\n"
    return "".join(f"::error::{_encode_data(line)}\n" for line in lines) if form == "github" else ""


def _shorten(text: str) -> str:
    return cut_to_bytes(text, MAX_SHOWN_BYTES)


def _encode_data(text: str) -> str:
    """Text of a workflow command: what would end the line or be a command of its own is percent-encoded."""
    return printable(text).replace("%", "%25")


def _encode_property(text: str) -> str:
    return _encode_data(text).replace(":", "%3A").replace(",", "%2C")
