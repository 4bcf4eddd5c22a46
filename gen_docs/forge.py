"""Addresses on a forge: where a file, its history, an issue, a change or a commit can be seen. Pure."""

import re
from collections.abc import Mapping
from typing import Final, Literal
from urllib.parse import quote

from msgspec import Struct

ForgeKind = Literal["github", "gitlab", "forgejo", "gitea", "bitbucket"]

_GITEA: Final = {
    "view": "{url}/src/branch/{branch}/{path}",
    "edit": "{url}/_edit/{branch}/{path}",
    "history": "{url}/commits/branch/{branch}/{path}",
    "issue": "{url}/issues/{number}",
    "pull": "{url}/pulls/{number}",
    "commit": "{url}/commit/{sha}",
}
_TEMPLATES: Final[dict[str, dict[str, str]]] = {
    "github": {
        "view": "{url}/blob/{branch}/{path}",
        "edit": "{url}/edit/{branch}/{path}",
        "history": "{url}/commits/{branch}/{path}",
        "issue": "{url}/issues/{number}",
        "pull": "{url}/pull/{number}",
        "commit": "{url}/commit/{sha}",
    },
    "gitlab": {
        "view": "{url}/-/blob/{branch}/{path}",
        "edit": "{url}/-/edit/{branch}/{path}",
        "history": "{url}/-/commits/{branch}/{path}",
        "issue": "{url}/-/issues/{number}",
        "pull": "{url}/-/merge_requests/{number}",
        "commit": "{url}/-/commit/{sha}",
    },
    "forgejo": _GITEA,
    "gitea": _GITEA,
    "bitbucket": {
        "view": "{url}/src/{branch}/{path}",
        "edit": "{url}/src/{branch}/{path}?mode=edit",
        "history": "{url}/history-node/{branch}/{path}",
        "issue": "{url}/issues/{number}",
        "pull": "{url}/pull-requests/{number}",
        "commit": "{url}/commits/{sha}",
    },
}


class Forge(Struct, frozen=True):
    kind: ForgeKind
    url: str
    branch: str

    def urls(self) -> dict[str, str]:
        """Address templates with the holes `{path}`, `{number}` and `{sha}`, ready to be published."""
        branch = encode_path(self.branch)
        return {
            name: template.replace("{url}", self.url).replace("{branch}", branch)
            for name, template in _TEMPLATES[self.kind].items()
        }


def encode_path(path: str) -> str:
    """A path for use in an address: every segment percent-encoded, the slashes kept."""
    return quote(path, safe="/", encoding="utf-8", errors="surrogatepass")


def fill_url(urls: Mapping[str, str], name: str, value: str) -> str:
    """The address `name` with its one hole filled; "" when there is no forge, or when the value cannot stand there: a
    number and a commit are written by strangers, and must not lead to another repository."""
    template = urls.get(name, "")
    if "{number}" in template and not re.fullmatch(r"[0-9]{1,12}", value):
        return ""
    if "{sha}" in template and not re.fullmatch(r"[0-9a-fA-F]{7,64}", value):
        return ""
    return re.sub(r"\{(path|number|sha)\}", lambda _: encode_path(value), template)


_REMOTES: Final = (
    re.compile(r"https?://(?:[^@/]+@)?([^/]+)/(.+)"),
    re.compile(r"(?:ssh|git)://(?:[^@/]+@)?(?:ssh\.|altssh\.)?([^:/]+)(?::\d+)?/(.+)"),
    re.compile(r"(?:[^@/:]+@)?([^:/@]+):(?!\d+/)([^:]+)"),
)


def guess_forge(remote: str) -> tuple[ForgeKind, str] | None:
    """The forge's kind and the repository's address that a git remote points to, when its host says which it is."""
    for form in _REMOTES:
        if found := form.fullmatch(remote.strip()):
            host, path = found[1].lower(), found[2].removesuffix("/").removesuffix(".git").strip("/")
            kind = _HOSTS.get(host) or _NAMES.get(host.partition(".")[0])
            return (kind, f"https://{host}/{path}") if kind and path else None
    return None


_HOSTS: Final[dict[str, ForgeKind]] = {
    "github.com": "github",
    "gitlab.com": "gitlab",
    "bitbucket.org": "bitbucket",
    "codeberg.org": "forgejo",
}
# How people name the hosts of their own: `gitlab.example.org`.
_NAMES: Final[dict[str, ForgeKind]] = {
    "gitlab": "gitlab",
    "forgejo": "forgejo",
    "gitea": "gitea",
}
