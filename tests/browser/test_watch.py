"""The watch over every page sees what it is there for; without that, the other tests would pass for nothing."""

import pytest
from playwright.sync_api import Browser

from browser.conftest import OPTIONS, Files, Watch
from browser.serving import Server


@pytest.mark.parametrize(
    ("slip", "seen"),
    [
        ("<script>document.title = 1</script>", "Content Security Policy"),
        ("<p style='color: red'>x</p>", "Content Security Policy"),
        ("<img alt=x src=https://elsewhere.invalid/x.png>", "Content Security Policy"),
        ("<script src=says.js></script>", "console warning: it talks"),
        ("<script src=throws.js></script>", "error in the page: so it does"),
        ("<script src=asks.js></script>", "dialog: really"),
        ("<script src=calls.js></script>", "request to another origin: http://localhost:1/"),
        ("<img alt=x src=nowhere.png>", "answer 404"),
        ("<img alt=x src=/some/icon.png>", "answer 404"),
    ],
)
def test_a_slip_is_seen(browser: Browser, server: Server, rich_files: Files, slip: str, seen: str) -> None:
    scripts = {
        "says.js": b"console.warn('it talks')",
        "throws.js": b"throw new Error('so it does')",
        "asks.js": b"alert('really')",
        "calls.js": b"location.href = 'http://localhost:1/'",
    }
    html = rich_files["index.html"].decode().replace("</main>", f"{slip}</main>")
    base = server.mount({**rich_files, **scripts, "index.html": html.encode()})
    watch = Watch(server.origin)
    context = browser.new_context(**OPTIONS)
    watch.over(context)
    page = context.new_page()
    if "calls" in slip:
        with page.expect_event("requestfailed"):
            page.goto(base, wait_until="commit")
    else:
        page.goto(base)
    context.close()
    assert any(seen in fault for fault in watch.faults), watch.faults


def test_a_page_without_a_slip_is_quiet(browser: Browser, server: Server, rich: str) -> None:
    watch = Watch(server.origin)
    context = browser.new_context(**OPTIONS)
    watch.over(context)
    page = context.new_page()
    page.goto(rich)
    page.evaluate("0")
    context.close()
    assert watch.faults == []
