"""What every test run has: the flag that refreshes golden files, and property tests that repeat exactly."""

import os

import pytest
from hypothesis import settings

settings.register_profile("repeatable", deadline=None, derandomize=True, database=None)
settings.load_profile("repeatable")

UPDATE_GOLDEN = "--update-golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        UPDATE_GOLDEN,
        action="store_true",
        help="Write the expected files of tests/cases anew from what the build makes; then read the difference.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """A machine that judges a change must not be the one that says what is expected."""
    if config.getoption(UPDATE_GOLDEN) and os.environ.get("CI"):
        raise pytest.UsageError(f"{UPDATE_GOLDEN} is refused where CI is set: refresh on your machine and commit")


@pytest.fixture
def update_golden(request: pytest.FixtureRequest) -> bool:
    return bool(request.config.getoption(UPDATE_GOLDEN))
