"""One browser and one server a worker, and a watch over every page: whatever goes wrong in one fails its test."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Dialog,
    Page,
    Request,
    Response,
    sync_playwright,
)
from support import build, outputs

from browser.rich import write_rich_store
from browser.serving import Server, launch, serve

HERE = Path(__file__).parent

Files = Mapping[str, bytes]
Open = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if HERE in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = launch(playwright)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serve() as served:
        yield served


class Watch:
    """Everything that should not happen in a page: messages, errors, dialogs, failed requests, other origins."""

    def __init__(self, origin: str) -> None:
        self._origin = origin
        self.faults: list[str] = []

    def over(self, context: BrowserContext, *, has_script: bool = True) -> None:
        """Without scripts a browser refuses to fetch those that a page announces, which is nobody's fault."""
        context.on("console", self._on_console)
        context.on("weberror", lambda error: self.faults.append(f"error in the page: {error.error}"))
        context.on("dialog", self._on_dialog)
        context.on("request", self._on_request)
        context.on("requestfailed", self._on_failure if has_script else self._on_failure_without_script)
        context.on("response", self._on_response)
        context.on("page", lambda page: page.on("crash", lambda _: self.faults.append("the page crashed")))

    def _on_console(self, message: ConsoleMessage) -> None:
        self.faults.append(f"console {message.type}: {message.text}")

    def _on_dialog(self, dialog: Dialog) -> None:
        self.faults.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _on_request(self, request: Request) -> None:
        if not request.url.startswith((f"{self._origin}/", "data:,")):
            self.faults.append(f"request to another origin: {request.url}")

    def _on_failure(self, request: Request) -> None:
        if request.failure != "net::ERR_ABORTED":  # the page was left before its icon was there
            self.faults.append(f"failed: {request.url}: {request.failure}")

    def _on_failure_without_script(self, request: Request) -> None:
        if (request.failure, request.resource_type) != ("csp", "script"):
            self._on_failure(request)

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.faults.append(f"answer {response.status}: {response.url}")


OPTIONS: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-US", "timezone_id": "UTC"}


@pytest.fixture(scope="session")
def watch(server: Server) -> Watch:
    return Watch(server.origin)


@pytest.fixture(scope="session")
def usual_page(browser: Browser, watch: Watch) -> Iterator[Page]:
    """A page that tests use one after the other: a new one for each would take longer than most of them."""
    context = browser.new_context(**OPTIONS)
    watch.over(context)
    yield context.new_page()
    context.close()


def wait_until_live(page: Page) -> None:
    """A dashboard shows what the build wrote until it has read its data."""
    if page.locator("[data-dashboard]").count():
        page.locator("[data-view] > *").first.wait_for()


@pytest.fixture
def open_page(browser: Browser, watch: Watch, usual_page: Page) -> Iterator[Open]:
    """Opens an address under watch: in the usual page, or in one of its own where `own` is set or a context needs
    options. At the end every page is asked once more, so that all that it said until then has arrived."""
    watch.faults.clear()
    others: list[Page] = []

    def open_address(
        address: str,
        *,
        width: int = 1280,
        scheme: Literal["light", "dark"] = "light",
        own: bool = False,
        **options: Any,
    ) -> Page:
        page = usual_page
        if own or options:
            context = browser.new_context(**{**OPTIONS, **options})
            watch.over(context, has_script=options.get("java_script_enabled", True))
            page = context.new_page()
            others.append(page)
        page.set_viewport_size({"width": width, "height": 800})
        page.emulate_media(color_scheme=scheme)
        page.goto(address)
        if options.get("java_script_enabled", True):
            wait_until_live(page)
        return page

    yield open_address
    for page in (usual_page, *others):
        page.evaluate("0")
    for page in others:
        page.context.close()
    assert watch.faults == []


@pytest.fixture(scope="session")
def rich_files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    """The artifacts of a site in which everything occurs that pages have to show."""
    return outputs(build(write_rich_store(tmp_path_factory.mktemp("rich"))))


@pytest.fixture(scope="session")
def rich(server: Server, rich_files: Files) -> str:
    """The address of that site."""
    return server.mount(rich_files)


@pytest.fixture(scope="session")
def right_to_left(server: Server, rich_files: Files) -> str:
    """The address of the same site, read from right to left; what its words are is the matter of a catalogue."""
    turned = {
        name: content.replace(b'dir="ltr"', b'dir="rtl"', 1) if name.endswith(".html") else content
        for name, content in rich_files.items()
    }
    return server.mount(turned)
