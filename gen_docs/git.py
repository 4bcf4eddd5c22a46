"""Asking git, never telling it anything. Only the gate (`--base`) and `init` ask; a build does not.

A foreign repository's hooks and monitors are off, and so is whatever the environment says about another repository.
"""

import os
import subprocess
from collections.abc import Sequence
from typing import Final

from gen_docs.errors import GenDocsError
from gen_docs.files import Root

_SAFE: Final = (
    "-c",
    "protocol.allow=never",
    "-c",
    "core.hooksPath=/dev/null",
    "-c",
    "core.fsmonitor=false",
    "-c",
    "core.quotePath=false",
)


class GitError(GenDocsError):
    """Git could not answer: what it was asked, and what to do."""


def read_remote(root: Root) -> str:
    """The address of the remote `origin`, or ""."""
    return _try(root, "config", "--get", "remote.origin.url")


def read_default_branch(root: Root) -> str:
    """The branch that the remote calls its own, else the one that is checked out, else ""."""
    remote = _try(root, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD").partition("/")[2]
    return remote or _try(root, "symbolic-ref", "--quiet", "--short", "HEAD")


def list_files(root: Root, commit: str, folder: str) -> list[bytes]:
    """The paths below a folder of the root, relative to the root, as a commit has them. Raises GitError."""
    done = _run(root, "ls-tree", "-r", "-z", "--name-only", commit, "--", folder.encode())
    if done.returncode:
        raise GitError(f"git could not list {folder} at {commit}: {_first_line(done.stderr)}")
    return [path for path in done.stdout.split(b"\0") if path]


def read_files(root: Root, commit: str, paths: Sequence[bytes]) -> list[bytes]:
    """Files as a commit has them, in one process. Raises GitError."""
    asked = b"".join(commit.encode() + b":./" + path + b"\n" for path in paths)
    done = _run(root, "cat-file", "--batch", input_=asked)
    contents: list[bytes] = []
    rest = done.stdout
    for path in paths:
        head, _, rest = rest.partition(b"\n")
        if done.returncode or not head.split(b" ")[-1].isdigit():
            raise GitError(f"git could not read {path.decode('utf-8', 'replace')} at {commit}: {_first_line(head)}")
        size = int(head.split(b" ")[-1])
        contents.append(rest[:size])
        rest = rest[size + 1 :]
    return contents


def find_commit(root: Root, ref: str) -> str:
    """The name of the commit that a reference means. Raises GitError."""
    done = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", ref + "^{commit}")
    if done.returncode == 0:
        return done.stdout.decode("ascii", "replace").strip()
    asked = _run(root, "rev-parse", "--git-dir")
    if b"safe.directory" in asked.stderr:
        raise GitError(f"git does not read a repository that somebody else owns: {_first_line(asked.stderr)}")
    if asked.returncode:
        raise GitError("this is no git repository, so nothing can be compared with an earlier commit")
    if _try(root, "rev-parse", "--is-shallow-repository") == "true":
        raise GitError(
            f"git does not know {ref}, and this clone is shallow; fetch the history first: "
            "git fetch --unshallow origin (in GitHub Actions: fetch-depth: 0)"
        )
    raise GitError(f"git does not know {ref}; name a branch, tag or commit of this repository, or fetch it first")


def find_ignored(root: Root, folder: bytes, paths: Sequence[str]) -> list[str]:
    """Which files of a folder git ignores and does not know yet; none where git cannot say."""
    asked = b"".join(path.encode("utf-8", "surrogateescape") + b"\0" for path in paths)
    try:
        done = _run(root, "-C", folder, "check-ignore", "--stdin", "-z", input_=asked)
    except GitError:
        return []
    return [path.decode("utf-8", "surrogateescape") for path in done.stdout.split(b"\0") if path]


def _try(root: Root, *arguments: str) -> str:
    """The first line of an answer, "" when git has none or is not there."""
    try:
        done = _run(root, *arguments)
    except GitError:
        return ""
    return "" if done.returncode else _first_line(done.stdout)


def _first_line(text: bytes) -> str:
    return text.decode("utf-8", "replace").strip().partition("\n")[0]


def _run(root: Root, *arguments: str | bytes, input_: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    environment = {**inherited, "GIT_OPTIONAL_LOCKS": "0", "GIT_NO_LAZY_FETCH": "1", "GIT_TERMINAL_PROMPT": "0"}
    command: list[str | bytes] = ["git", "-C", root.folder, *_SAFE, *arguments]
    try:
        # No shell; every argument is ours or comes after --end-of-options.
        return subprocess.run(command, capture_output=True, env=environment, check=False, input=input_)  # noqa: S603
    except FileNotFoundError:
        raise GitError("git is not installed") from None
