"""The CI file that `init --workflow` writes: it checks, builds, and deploys to the forge's pages. Pure."""

from typing import Final

import orjson

from gen_docs.errors import GenDocsError

WORKFLOW_PATH: Final = ".github/workflows/gen-docs.yml"
OWN_SOURCE: Final = "."  # of the repository of gen-docs itself

# The official actions, by the tags of their major versions: those get mended, and a digest would have to be renewed by
# hand in every repository.
_TEMPLATE: Final = """\
# Written by gen-docs init --workflow github. It is yours to change.
#
# Before the first run, choose "GitHub Actions" as the source under Settings, Pages.
# The pages of a private repository may be public: look at their visibility there before you deploy.
name: gen-docs

on:
  push:
    branches: [{branch}]
  pull_request:
  workflow_dispatch:

permissions:
  contents: read

env:
  # Where gen-docs is installed from: the address of its repository, and a tag or commit of it.
  GEN_DOCS: {source}

jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
        with:
          fetch-depth: 0  # the gate looks for items that an earlier commit has
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install "$GEN_DOCS"
      - if: github.event_name == 'pull_request'
        run: gen-docs check --format github --base "origin/$GITHUB_BASE_REF"
      - if: github.event_name != 'pull_request'
        run: gen-docs check --format github

  deploy:
    if: github.event_name != 'pull_request' && github.ref_name == {branch}
    needs: check
    runs-on: ubuntu-latest
    permissions:
      contents: read
      pages: write
      id-token: write
    concurrency:
      group: pages
    environment:
      name: github-pages
      url: ${{{{ steps.deployment.outputs.page_url }}}}
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install "$GEN_DOCS"
      - id: pages
        uses: actions/configure-pages@v5
      - run: >-
          gen-docs build
          --base-url "${{{{ steps.pages.outputs.base_url }}}}"
          --commit "$GITHUB_SHA"
          --time "$(date -u +%Y-%m-%dT%H:%M:%SZ)"
      - uses: actions/upload-pages-artifact@v3
        with:
          path: site
      - id: deployment
        uses: actions/deploy-pages@v4
"""


class SourceError(GenDocsError):
    """Nobody has said where a workflow installs gen-docs from."""


def write_workflow(branch: str, source: str) -> str:
    """The text of a workflow that deploys `branch`, and installs gen-docs from `source`, as pip takes it."""
    return _TEMPLATE.format(branch=_quote(branch, "'"), source=_quote(source, '"'))


def _quote(text: str, mark: str) -> str:
    """A scalar of YAML; in single quotes also a text of the forge's expressions."""
    if mark == "'":
        return "'" + text.replace("'", "''") + "'"
    return orjson.dumps(text).decode()


def choose_source(given: str, direct_url: str, *, is_own: bool) -> str:
    """Where gen-docs comes from: what the user says; its own folder; or where it was installed from itself.

    `direct_url` is the record that pip leaves of that (PEP 610), "" for none. Raises SourceError.
    """
    if given or is_own:
        return given or OWN_SOURCE
    record = orjson.loads(direct_url) if direct_url else {}
    vcs = record.get("vcs_info")
    if vcs and str(record.get("url", "")).startswith("https://"):
        return f"{vcs['vcs']}+{record['url']}@{vcs['commit_id']}"
    raise SourceError(
        "the workflow must install gen-docs from somewhere; name the address of its repository: "
        "gen-docs init --workflow github --from git+https://forge.example/owner/gen-docs@main"
    )
