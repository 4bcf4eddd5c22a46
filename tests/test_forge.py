"""Addresses on a forge: five sorts of forge, every segment encoded, and a guess only from a host that says its sort."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gen_docs.forge import Forge, ForgeKind, encode_path, fill_url, guess_forge

URL = "https://forge.example/owner/name"

ADDRESSES: list[tuple[ForgeKind, str, str, str]] = [
    ("github", "view", "docs/a.md", "/blob/main/docs/a.md"),
    ("github", "edit", "docs/a.md", "/edit/main/docs/a.md"),
    ("github", "history", "docs/a.md", "/commits/main/docs/a.md"),
    ("github", "issue", "12", "/issues/12"),
    ("github", "pull", "12", "/pull/12"),
    ("github", "commit", "0a1b2c3", "/commit/0a1b2c3"),
    ("gitlab", "view", "docs/a.md", "/-/blob/main/docs/a.md"),
    ("gitlab", "edit", "docs/a.md", "/-/edit/main/docs/a.md"),
    ("gitlab", "history", "docs/a.md", "/-/commits/main/docs/a.md"),
    ("gitlab", "issue", "12", "/-/issues/12"),
    ("gitlab", "pull", "12", "/-/merge_requests/12"),
    ("gitlab", "commit", "0a1b2c3", "/-/commit/0a1b2c3"),
    ("forgejo", "view", "docs/a.md", "/src/branch/main/docs/a.md"),
    ("forgejo", "edit", "docs/a.md", "/_edit/main/docs/a.md"),
    ("forgejo", "history", "docs/a.md", "/commits/branch/main/docs/a.md"),
    ("forgejo", "issue", "12", "/issues/12"),
    ("forgejo", "pull", "12", "/pulls/12"),
    ("forgejo", "commit", "0a1b2c3", "/commit/0a1b2c3"),
    ("gitea", "view", "docs/a.md", "/src/branch/main/docs/a.md"),
    ("gitea", "edit", "docs/a.md", "/_edit/main/docs/a.md"),
    ("gitea", "history", "docs/a.md", "/commits/branch/main/docs/a.md"),
    ("gitea", "issue", "12", "/issues/12"),
    ("gitea", "pull", "12", "/pulls/12"),
    ("gitea", "commit", "0a1b2c3", "/commit/0a1b2c3"),
    ("bitbucket", "view", "docs/a.md", "/src/main/docs/a.md"),
    ("bitbucket", "edit", "docs/a.md", "/src/main/docs/a.md?mode=edit"),
    ("bitbucket", "history", "docs/a.md", "/history-node/main/docs/a.md"),
    ("bitbucket", "issue", "12", "/issues/12"),
    ("bitbucket", "pull", "12", "/pull-requests/12"),
    ("bitbucket", "commit", "0a1b2c3", "/commits/0a1b2c3"),
]
KINDS: list[ForgeKind] = ["github", "gitlab", "forgejo", "gitea", "bitbucket"]


@pytest.mark.parametrize(("kind", "name", "value", "address"), ADDRESSES)
def test_each_forge_has_its_own_addresses(kind: ForgeKind, name: str, value: str, address: str) -> None:
    assert fill_url(Forge(kind, URL, "main").urls(), name, value) == URL + address


@pytest.mark.parametrize("kind", KINDS)
def test_the_table_says_every_address_of_a_forge(kind: ForgeKind) -> None:
    named = {name for each, name, _, _ in ADDRESSES if each == kind}
    assert set(Forge(kind, URL, "main").urls()) == named


@pytest.mark.parametrize(
    ("path", "encoded"),
    [
        ("a b.md", "a%20b.md"),
        ("a#b?c.md", "a%23b%3Fc.md"),
        ("50% more.md", "50%25%20more.md"),
        ("100%25.md", "100%2525.md"),
        ("é/語.md", "%C3%A9/%E8%AA%9E.md"),
        ("[x]/(y)&z+w.md", "%5Bx%5D/%28y%29%26z%2Bw.md"),
        ("a\\b.md", "a%5Cb.md"),
        ('"<>.md', "%22%3C%3E.md"),
        ("{path}.md", "%7Bpath%7D.md"),
        (".beans/a--b.md", ".beans/a--b.md"),
        ("\ud800.md", "%ED%A0%80.md"),
    ],
)
@pytest.mark.parametrize("kind", KINDS)
def test_every_segment_of_a_path_is_encoded(kind: ForgeKind, path: str, encoded: str) -> None:
    assert encode_path(path) == encoded
    for name in ("view", "edit", "history"):
        address = fill_url(Forge(kind, URL, "main").urls(), name, path)
        assert address.removesuffix("?mode=edit").endswith(f"/main/{encoded}")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("branch", "encoded"), [("release/2.x", "release/2.x"), ("a b#c", "a%20b%23c"), ("{path}", "%7Bpath%7D")]
)
def test_the_branch_is_encoded_and_keeps_its_slashes(kind: ForgeKind, branch: str, encoded: str) -> None:
    address = fill_url(Forge(kind, URL, branch).urls(), "view", "a.md")
    assert address.endswith(f"/{encoded}/a.md")


@pytest.mark.parametrize("kind", KINDS)
def test_a_published_template_has_exactly_one_hole(kind: ForgeKind) -> None:
    for name, template in Forge(kind, URL, "main").urls().items():
        holes = [hole for hole in ("{path}", "{number}", "{sha}") if hole in template]
        assert len(holes) == 1, name
        assert template.count("{") == 1, name


@pytest.mark.parametrize("value", ["12?x=1", "12#a", "12 13", "<b>", "../../../evil/x", ""])
def test_what_is_no_number_or_commit_has_no_address(value: str) -> None:
    urls = Forge("github", URL, "main").urls()
    assert fill_url(urls, "issue", value) == fill_url(urls, "commit", value) == ""
    assert fill_url(urls, "issue", "12") == f"{URL}/issues/12"


def test_without_a_forge_there_is_no_address() -> None:
    assert fill_url({}, "view", "a.md") == ""


@given(st.text(max_size=30))
def test_an_address_holds_nothing_that_ends_it_early(path: str) -> None:
    address = fill_url(Forge("github", URL, "main").urls(), "view", path)
    assert address.isascii()
    assert address.startswith(f"{URL}/blob/main/")
    assert not set(address) & set(" \"'<>{}\\^`|#?\n\r\t")


@pytest.mark.parametrize(
    ("remote", "expected"),
    [
        ("https://github.com/owner/name.git", ("github", "https://github.com/owner/name")),
        ("https://github.com/owner/name", ("github", "https://github.com/owner/name")),
        ("https://github.com/owner/name/", ("github", "https://github.com/owner/name")),
        ("https://user:secret@github.com/owner/name.git", ("github", "https://github.com/owner/name")),
        ("git@github.com:owner/name.git", ("github", "https://github.com/owner/name")),
        ("ssh://git@github.com/owner/name.git", ("github", "https://github.com/owner/name")),
        ("ssh://git@gitlab.example:2222/group/sub/name.git", ("gitlab", "https://gitlab.example/group/sub/name")),
        ("git@gitlab.com:group/sub/name.git", ("gitlab", "https://gitlab.com/group/sub/name")),
        ("https://codeberg.org/owner/name", ("forgejo", "https://codeberg.org/owner/name")),
        ("https://forgejo.example/owner/name", ("forgejo", "https://forgejo.example/owner/name")),
        ("https://gitea.example/owner/name", ("gitea", "https://gitea.example/owner/name")),
        ("git@bitbucket.org:team/name.git", ("bitbucket", "https://bitbucket.org/team/name")),
        ("git://github.com/owner/name", ("github", "https://github.com/owner/name")),
        ("https://GitHub.com/Owner/Name\n", ("github", "https://github.com/Owner/Name")),
        ("https://git.example/owner/name", None),
        ("https://github.com/", None),
        ("https://github.com", None),
        ("/srv/git/name.git", None),
        ("../name", None),
        ("file:///srv/github/name.git", None),
        ("C:/github.com/owner/name", None),
        ("", None),
    ],
)
def test_a_forge_is_guessed_from_a_remote_whose_host_says_which_it_is(
    remote: str, expected: tuple[str, str] | None
) -> None:
    assert guess_forge(remote) == expected


@pytest.mark.parametrize(
    "remote", ["https://notgithub.example.com.evil.example/owner/name", "https://mygitlabs.example/owner/name"]
)
def test_a_guess_never_leads_to_another_host(remote: str) -> None:
    guess = guess_forge(remote)
    assert guess is None or urlsplit(guess[1]).netloc == urlsplit(remote).netloc


def test_a_secret_in_a_remote_is_not_written_down() -> None:
    guess = guess_forge("https://token:x-oauth@gitlab.example/owner/name.git")
    assert guess is not None
    assert "token" not in guess[1]
    assert "oauth" not in guess[1]
