"""What keeps a page from being for everybody: what axe finds, what sticks out, what a finger misses."""

from itertools import product

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Page

WAYS = list(product((1280, 390), ("light", "dark"), ("ltr", "rtl")))  # width, scheme, direction
SPREAD = (WAYS[0], WAYS[3], WAYS[5], WAYS[6])  # any two settings meet in one of these

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22a", "wcag22aa", "best-practice"]
AXE = Axe()

CUT_OFF = """() => [...document.querySelectorAll('main *')].filter(each => {
  const style = getComputedStyle(each);
  return style.overflowX !== 'visible' && style.overflowX !== 'auto' && !each.matches('.visually-hidden, progress')
    && each.scrollWidth > each.clientWidth + 1;
}).map(each => each.outerHTML.slice(0, 200))"""

OUTSIDE = """() => [...document.querySelectorAll('header *, main *, footer *')].filter(each => {
  if (each.closest('.scroll, pre, .visually-hidden')) return false;
  const box = each.getBoundingClientRect();
  return box.width > 0 && (box.left < -1 || box.right > innerWidth + 1);
}).map(each => each.outerHTML.slice(0, 200))"""

TARGETS = """() => {
  const isInSentence = each => [...each.parentElement.childNodes].some(node => node.nodeType === 3 && node.data.trim());
  return [...document.querySelectorAll('a[href], summary, button, input, select, [tabindex]')]
    .filter(each => !each.matches('.skip, .scroll, main, label *') && !each.closest('.body') && !isInSentence(each))
    .map(each => [each.getBoundingClientRect(), each.outerHTML.slice(0, 160)])
    .filter(([box]) => Math.min(box.width, box.height) < 23.9)
    .map(([box, html]) => `${box.width.toFixed(1)} × ${box.height.toFixed(1)}: ${html}`);
}"""


def show_everything(page: Page) -> None:
    """Opens what is folded and draws what is out of sight, so that it is looked at too and has its real size."""
    page.evaluate("""() => {
      for (const each of document.querySelectorAll('details')) each.open = true;
      for (const each of document.querySelectorAll('.rows > li')) each.style.contentVisibility = 'visible';
    }""")


def find_faults(page: Page) -> list[str]:
    """What axe finds, each with the rule and the element."""
    found = AXE.run(page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]})
    assert len(found.response["passes"]) > 10, "axe looked at the page"
    return [
        f"{violation['id']}: {node['target']} {node['html'][:200]}"
        for violation in found.response["violations"]
        for node in violation["nodes"]
    ]
