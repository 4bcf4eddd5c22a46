"""An invented work plan in which everything occurs that a page has to show."""

from pathlib import Path

from support import bean, write_files

DECLARATION = """
title = "Harbour \\"Ωmega\\" plan"

[forge]
kind = "github"
url = "https://forge.invalid/harbour/plan"
branch = "main"

[graphs.beans]
kind = "beans"
store = ".beans"

[graphs.todos]
kind = "todos"
store = "todos/items"

[graphs.quiet]
title = "Quiet"
kind = "beans"
store = "quiet"

[graphs.planned]
title = "Planned"
store = "planned"
tracked_by = "pier"

[graphs.broken]
title = "Broken"
kind = "beans"
store = "missing.md"
"""

LONG_WORD = "Donaudampfschifffahrtsgesellschaftskapitaen" * 6
LONG_ID = "har-" + "k9" * 60

BODY = f"""Text before any heading, with `code`, **bold**, *slanted*, ~~gone~~ and a [link](https://example.invalid/a).

## Plan

- [x] Ticked
- [ ] Not ticked
  - nested, with {LONG_WORD}

##### A deep heading

1. one
2. two

### 日本語の見出し

> Quoted: مرحبا بالعالم, and a footnote.[^one] Another.[^two]

| Left | Centre | Right |
|:-----|:------:|------:|
| `a`  | b      | {LONG_WORD} |

A second table:

| Key | Value |
|-----|-------|
| ä   | 漢字  |

```python
def a_function_with_a_long_line(argument):  return "{"x" * 300}"
```

```toml
depth = 12  # metres & more
```

<script>document.title = "no"</script>

![A picture](https://example.invalid/picture.png) and [relative](other.md) and <mailto:someone@example.invalid>.

[^one]: The first note.
[^two]: The second.
"""

ARABIC = "إصلاح المرفأ قبل وصول السفن الكبيرة"
CJK = "港湾管理システムの再設計と移行計画の策定"


def _beans() -> dict[str, str | bytes]:
    closed = "## Summary of Changes\n\nDone."
    return {
        "har-mile--m": bean("Open the harbour", "in-progress", type="milestone"),
        "har-epic--e": bean("Rebuild the eastern pier", "todo", type="epic", priority="high", parent="har-mile"),
        "har-done-epic--e": bean("Survey of the sea bed", "completed", type="epic", body=closed),
        "har-full-epic--e": bean("All below it is closed", "todo", type="epic"),
        "har-pier--p": bean("Drive the piles", "in-progress", body=BODY, type="feature", priority="critical",
            tags=["sea", "steel", "a-tag-that-is-quite-a-bit-longer-than-usual", "ملاحة"], parent="har-epic",
            order="a1", contract="2026/17", notes="'Ask: <b>the divers</b>'", deep="{a: {b: [1, 2]}}"),
        "har-crane--c": bean("Order the crane", "todo", type="task", parent="har-epic", blocked_by=["har-pier"]),
        "har-cable--c": bean("Lay the cable", "todo", type="task", parent="har-crane"),
        "har-light--l": bean("Light the mole", "todo", type="task", parent="har-mile", priority="low",
            tags=["sea"], body="- [x] lamp\n- [x] wire\n"),
        "har-paint--p": bean("Paint the bollards", "in-progress", type="task", blocked_by=["har-crane", "har-light"]),
        "har-sketch--s": bean("A sketch of the ferry gate", "draft", type="feature"),
        "har-ended--e": bean("Dredge the basin", "completed", body="- [ ] one\n- [x] two\n", parent="har-full-epic"),
        "har-gone--g": bean("Buy a submarine", "scrapped", body="Too dear."),
        "har-waits--w": bean("Paint the submarine", "todo", blocked_by=["har-gone"]),
        "har-nowhere--n": bean("Points nowhere", "todo", parent="har-none", blocking=["har-no"], blocked_by=["pier"]),
        "har-self--s": bean("Waits for itself", "todo", blocked_by=["har-self"]),
        "har-ring1--r": bean("Round and round", "todo", blocked_by=["har-ring2"]),
        "har-ring2--r": bean("Round and round", "todo", blocked_by=["har-ring1"]),
        "har-under--u": bean("Open below closed", "todo", parent="har-done-epic"),
        "har-words--w": bean("Unknown words", "someday-maybe", type="chore", priority="asap"),
        "har-words2--w": bean("More of them", "complete", type="feture"),
        "har-stateless--s": bean("No state at all", None),
        "har-untitled--u": bean(None, "todo", body=""),
        "har-blank--b": bean('"   "', "todo"),
        "har-dates--d": "---\ntitle: Odd dates\nstatus: todo\ncreated_at: soon\nupdated_at: 2026-02-30\n---\n\nx\n",
        "har-back--b": "---\ntitle: Back\nstatus: todo\ncreated_at: 2026-03-01\nupdated_at: 2025-03-01\n---\n\nx\n",
        "har-typo--t": bean("Misspelt and single", "todo", blockedby="har-pier", tags="alone"),
        "har-twin--one": bean("A twin", "todo", body="First[^a].\n\n[^a]: Note of the first.\n", type="bug"),
        "har-twin--two": bean("Its brother", "completed", body="## Head\n\nSecond[^a].\n\n[^a]: Other note.\n"),
        "har-Case--one": bean("Capital letters", "todo", body="One[^a].\n\n[^a]: Upper.\n"),
        "har-case--two": bean("Small letters", "draft", body="Two[^a].\n\n[^a]: Lower.\n", parent="har-mile"),
        f"{LONG_ID}--long": bean(LONG_WORD, "todo", parent="har-mile", tags=[LONG_WORD]),
        "har-arabic--a": bean(ARABIC, "todo", body=f"{ARABIC}\n\n## {ARABIC}\n\n- [ ] {ARABIC}\n", tags=["ميناء"]),
        "har-cjk--c": bean(CJK * 4, "todo", body=f"# {CJK}\n\n{CJK * 20}\n"),
        "漢字-ü--x": bean("An id of another alphabet", "todo", blocked_by=["har-arabic"]),
        "har-many--m": bean("Waits for many", "todo",
            blocked_by=["har-pier", "har-crane", "har-cable", "har-light", "har-paint"]),
        "har-huge--h": bean("A huge text", "completed", body=f"## Summary of Changes\n\n{'A line of a log. ' * 16000}"),
        "archive/har-old--o.md": bean("Set aside", "completed", body=closed),
        "archive/har-older--o.md": bean("Set aside and dropped", "scrapped", body="## Reasons for Scrapping\n\nYes."),
        "archive/har-odd--o.md": bean("Set aside, and open", "todo"),
        "notes--n": "No front matter here.\n",
        "har-yaml--y": "---\ntitle: [unclosed\nstatus: todo\n---\n\nx\n",
        "har-conflict--c": "---\na: x\n<<<<<<< ours\nstatus: todo\n=======\nstatus: draft\n>>>>>>> theirs\n---\n\nx\n",
        "har-latin--l": b"---\ntitle: caf\xe9\nstatus: todo\n---\n\nx\n",
        "har-list--l": "---\ntitle:\n  - not\n  - text\nstatus: todo\n---\n\nx\n",
    }  # fmt: skip


TODOS = {
    "0001-call-the-divers": """---
id: 0001-call-the-divers
summary: Call the divers
status: in_progress
priority: high
due: 2026-02-01
identities:
    - harbour-master
references:
    - kind: bean
      id: pier
    - kind: bean
      id: har-nowhere-at-all
    - kind: issue
      id: "17"
    - kind: issue
      id: "4"
      repo: other/place
    - kind: scroll
      id: "of the dead sea"
artefacts:
    - kind: commit
      id: 0a1b2c3d
created_at: 2026-01-01
---

Before the tide.
""",
    "0002-answer": "---\nid: 0003-other\nsummary: Answer the ferry\nstatus: blocked\n---\n\n",
    "0003-thank": "---\nid: 0003-thank\nsummary: Thank the pilots\nstatus: resolved\ncreatedAt: 2026-01-05\n---\n\n",
    "0004-odd": "---\nid: 0004-odd\ntitle: Odd\nstatus: open\norder: first\npriority: whenever\n---\n\nText\n",
}


def write_rich_store(folder: Path) -> Path:
    beans = {f".beans/{name if name.endswith('.md') else name + '.md'}": text for name, text in _beans().items()}
    todos = {f"todos/items/{name}.md": text for name, text in TODOS.items()}
    return write_files(folder, {"gen-docs.toml": DECLARATION, **beans, **todos})
