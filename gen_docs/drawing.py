"""The parts that rendered Markdown is drawn with, whichever parser read it: boxes of tasks, tables, code, admonitions.
Pure."""

from typing import Final

from markupsafe import Markup, escape

from gen_docs.catalogue import Catalogue


class Drawing:
    """Draws in one language of the interface."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue: Final = catalogue
        copied, label = self.say("copy.done"), self.say("copy.code")
        self._copied: Final = f'data-copied="{copied}" aria-label="{label}" title="{label}"'

    def say(self, key: str, **holes: object) -> Markup:
        """A sentence of the catalogue, as HTML."""
        return escape(self._catalogue.text(key, **holes))

    def draw_raw(self, text: str) -> Markup:
        """A text that is too large to be laid out, as it is written."""
        return Markup('<p class="hint">{}</p>\n<pre class="raw" tabindex="0">{}</pre>').format(
            self.say("item.body.raw"), text
        )

    def open_table(self) -> str:
        """The beginning of a table that scrolls by itself where it is too wide, and that the keyboard can scroll."""
        return f'<div class="scroll" role="group" tabindex="0" aria-label="{self.say("body.table")}"><table>'

    def draw_task(self, *, is_done: bool) -> str:
        label = self.say("body.task.done" if is_done else "body.task.open")
        name = "task is-done" if is_done else "task"
        return f'<span class="{name}" role="img" aria-label="{label}"></span>'

    def draw_code(self, anchor: str, title: str, code: Markup) -> Markup:
        """Code with its title and a button that copies it, which a script shows."""
        caption = f"<figcaption>{escape(title)}</figcaption>" if title else ""
        place = escape(anchor)
        return Markup(  # noqa: S704 - every part is escaped
            f'<figure class="code">{caption}<button class="button" type="button" hidden data-copy-from="{place}" '
            f'{self._copied}><span class="icon icon-copy"></span></button>'
            f'<pre tabindex="0"><code id="{place}">{escape(code)}</code></pre></figure>\n'
        )

    def open_alert(self, name: str) -> str:
        """The beginning of an admonition: a note, a tip, something important, a warning, a caution."""
        title = self.say(f"doc.alert.{name}")
        return f'<div class="alert is-{name}" role="note"><p class="alert-title">{title}</p>\n'
