"""Invented docs in which everything occurs that a docs page has to show, beside the invented work plan."""

import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

import pytest
from browser.rich import ARABIC, CJK, DECLARATION, LONG_WORD, write_rich_store
from support import write_files

from gen_docs import kit
from gen_docs.catalogue import load_catalogue
from gen_docs.files import Root
from gen_docs.templating import Templates

LANGUAGES = ("en", "es", "ar")
SIBLINGS = 25

PICTURE = """<svg xmlns="http://www.w3.org/2000/svg" width="900" height="120" viewBox="0 0 900 120">
<rect width="900" height="120" fill="#357"/></svg>
"""

EVERYTHING = f"""# Everything `that` *occurs*

Text with **bold**, *slanted*, ~~gone~~, `code`, {LONG_WORD} and a footnote.[^one] Another.[^two] The first again.[^one]

The item har-pier, `har-crane`, issue #17 and https://example.invalid/a?b=c&d=e.

## Links {{#links}}

[A page](../guide/), [a section](../guide/01-begin.md), [a heading](../guide/01-begin.md#two), [here](#links),
[the plan](/beans/), [an item](/beans/har-pier/), [its file](../../../.beans/har-pier--p.md),
[data](/assets/beans/index.json), [the repository](../../../gen-docs.toml), [the web](https://example.invalid/),
[mail](mailto:someone@example.invalid), [a reference][ref] and [a file](picture.svg "The picture").

[ref]: ../guide/02-next.md

![A picture of the harbour](picture.svg) [![Linked](picture.svg)](../guide/) ![Of the web](https://example.invalid/p.png)

### Lists

- [ ] open
- [x] done
  - nested, with {LONG_WORD}

- [x] loose

  with a second paragraph

1. one
2. two
   ```sh title="in/a/list.sh"
   echo {"x" * 200}
   ```

#### A deep heading

> Quoted: {ARABIC}
>
> # A heading in a quote

##### A deeper one

| Left | Centre | Right | {LONG_WORD} |
|:-----|:------:|------:|---|
| `a`  | b      | har-pier | [link](../guide/) |

| Key | Value |
|-----|-------|
| ä   | {CJK} |

```python title="a/very/{LONG_WORD}.py"
def a_function_with_a_long_line(argument):  return "{"x" * 300}"
```

    indented <code>

~~~nosuchlanguage
plain
~~~

<script>document.title = "no"</script>

[^one]: The first note, with [a link](../guide/).
[^two]: The second.

    With two paragraphs.
"""

NOTES = """No title begins this section.

> [!NOTE]
> A note.

> [!TIP]
> - a list
> - in a tip

> [!IMPORTANT]
> ```sh
> echo important
> ```

> [!WARNING]
> A warning, with [a link](../guide/).

> [!CAUTION]
> Take care.

## Underlined by signs

Another
-------
"""

PANELS = """# Panels

```graph beans
```

## Of other states

```graph todos
```

### Below

```graph quiet
```

```graph planned
```

```graph broken
```
"""

BEGIN = "# Begin\n\n## One\n\nWords.\n\n## Two\n\nWords, and [on](02-next.md).\n"


def mark(source: str) -> str:
    """Front matter that says of which text a translation is."""
    return f"---\nsource_digest: {hashlib.sha256(source.encode()).hexdigest()[:12]}\n---\n"


def _list_docs() -> dict[str, str | bytes]:
    pages = {
        "": 'title = "Harbour handbook"\nsummary = "How it is run."\n[titles]\nes = "Manual"\nar = "دليل المرفأ"',
        "everything/": f'title = "Everything"\nsummary = "With {LONG_WORD}."\norder = 2',
        "guide/": 'title = "Guide"\norder = 1\n[titles]\nar = "الدليل"\n[summaries]\nar = "كيف"',
        "guide/deep/": f'title = "{CJK}"',
        "guide/deep/deeper/": 'title = "Deeper"',
        "panels/": 'title = "Panels"\norder = 3',
        "many/": 'title = "Many"\norder = 4',
        **{f"many/p{at:02}/": f'title = "Part {at}"' for at in range(SIBLINGS)},
    }
    return {
        **{f"{route}page.toml": text for route, text in pages.items()},
        "01-welcome.md": "# Welcome\n\nRead [everything](everything/) or the [rules](/panels/#rules).\n",
        "es/01-welcome.md": "# Bienvenida\n\n[Todo](everything/).\n",
        "ar/01-welcome.md": f"{mark('')}# أهلا\n\n{ARABIC}\n",
        "everything/01-all.md": EVERYTHING,
        "everything/02-notes.md": NOTES,
        "everything/picture.svg": PICTURE,
        "guide/01-begin.md": BEGIN,
        "guide/02-next.md": f"# Next\n\n{ARABIC}\n\n[Back](01-begin.md#one)\n",
        "guide/es/01-begin.md": f"{mark(BEGIN)}# Empezar\n\n## Uno\n\nPalabras.\n\n## Dos\n\n[Más](02-next.md#next)\n",
        "guide/ar/01-begin.md": f"{mark(BEGIN)}# البداية\n\n## واحد\n\n`code` {ARABIC}\n\n```sh\necho\n```\n",
        "guide/deep/01-text.md": f"# {CJK}\n\n{CJK * 10}\n",
        f"guide/deep/deeper/01-{LONG_WORD[:150]}.md": f"# {LONG_WORD}\n\nWords.\n",
        "panels/01-all.md": PANELS,
        "panels/02-rules.md": "# Rules\n\n```rules\n```\n",
        "many/p07/01-a.md": "# A\n\n[The last](../p24/).\n",
    }


def write_docs_store(folder: Path) -> Path:
    """The rich work plan with docs in three languages; the site has an address."""
    write_rich_store(folder)
    head = f'languages = {list(LANGUAGES)}\nbase_url = "https://harbour.invalid/plan/"\n'.replace("'", '"')
    docs = {f"content/docs/{name}": text for name, text in _list_docs().items()}
    return write_files(folder, {"gen-docs.toml": head + DECLARATION, **docs})


@contextmanager
def compile_once() -> Iterator[None]:
    """Compiles the templates once for many sites: they depend on the language alone."""
    templates = cache(lambda language: Templates(load_catalogue(language), Root("."), ""))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kit, "Templates", lambda catalogue, *_: templates(catalogue.language))
        yield
