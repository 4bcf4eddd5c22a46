"""The same files as sites for Hugo, which is known to be fast, to see times beside its own. Hugo need not be there."""

import shutil
from pathlib import Path

from docs import make_pages
from measuring import Cost, best, run

_CONFIG = """title = "Beside"
baseURL = "https://owner.example/name/"
disableKinds = ["taxonomy", "term", "RSS", "sitemap"]
[markup.tableOfContents]
startLevel = 2
endLevel = 3
"""
_BASE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>{{ .Title }} · {{ site.Title }}</title>
<meta name="viewport" content="width=device-width">
</head>
<body>
<header><a href="{{ site.Home.RelPermalink }}">{{ site.Title }}</a></header>
<nav aria-label="Above"><ol>
{{ range .Ancestors.Reverse }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>
{{ end }}</ol></nav>
<main>{{ block "main" . }}{{ end }}</main>
</body>
</html>
"""
_SINGLE = """{{ define "main" }}
<h1>{{ .Title }}</h1>
{{ .TableOfContents }}
{{ .Content }}
<nav aria-label="Beside"><ul>
{{ range first 20 .CurrentSection.RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>
{{ end }}</ul></nav>
<p>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}" rel="prev">{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a href="{{ .RelPermalink }}" rel="next">{{ .Title }}</a>{{ end }}</p>
{{ end }}
"""
_LIST = """{{ define "main" }}
<h1>{{ .Title }}</h1>
{{ .Content }}
<ul>
{{ range .Pages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>
{{ end }}</ul>
{{ end }}
"""
_ITEM = """{{ define "main" }}
<h1>{{ .Title }}</h1>
<dl>
{{ range $name, $value := .Params }}<dt>{{ $name }}</dt><dd>{{ $value }}</dd>
{{ end }}</dl>
{{ .Content }}
<p>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}" rel="prev">{{ .Title }}</a>{{ end }}
{{ with .NextInSection }}<a href="{{ .RelPermalink }}" rel="next">{{ .Title }}</a>{{ end }}</p>
{{ end }}
"""


def has_hugo() -> bool:
    return shutil.which("hugo") is not None


def write_item_site(folder: Path, store: Path) -> Path:
    """A site whose pages are the items of a store, as they stand."""
    _write_site(folder, _ITEM)
    content = folder / "content" / "beans"
    if not content.exists():
        shutil.copytree(store, content)
    return folder


def write_docs_site(folder: Path, count: int) -> Path:
    """A site of the pages that `docs` makes."""
    _write_site(folder, _SINGLE)
    pages = list(make_pages(count))
    above = {page.folder.rpartition("/")[0] for page in pages} | {""}
    for number, page in enumerate(pages):
        place = folder / "content" / page.folder
        place.mkdir(parents=True, exist_ok=True)
        name = "_index.md" if page.folder in above else "index.md"
        (place / name).write_text(f'---\ntitle: "{page.title}"\nweight: {number + 1}\n---\n\n{page.text}')
    return folder


def _write_site(folder: Path, single: str) -> None:
    layouts = folder / "layouts" / "_default"
    layouts.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text(_CONFIG)
    for name, text in {"baseof": _BASE, "single": single, "list": _LIST}.items():
        (layouts / f"{name}.html").write_text(text)


def measure_hugo(site: Path, rounds: int) -> Cost:
    """A build into an empty folder with nothing cached."""

    def build() -> Cost:
        shutil.rmtree(site / "public", ignore_errors=True)
        return run(["hugo", "--quiet", "--ignoreCache", "--source", site])

    return best(build, rounds)
