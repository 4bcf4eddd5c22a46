"""Times are facts: which forms are read, what they become, and which comes first."""

import calendar
import itertools
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gen_docs.dates import is_before, parse_date

READ = {
    "2026-01-02": "2026-01-02T00:00:00Z",
    "2026-01-02 03:04:05": "2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05Z": "2026-01-02T03:04:05Z",
    "2026-01-02T03:04:05+02:00": "2026-01-02T03:04:05+02:00",
    "2026-01-02T03:04:05-11:30": "2026-01-02T03:04:05-11:30",
    "2026-01-02T03:04:05+00:00": "2026-01-02T03:04:05+00:00",
    "2026-01-02T03:04:05.1Z": "2026-01-02T03:04:05.1Z",
    "2026-01-02T03:04:05.123456789Z": "2026-01-02T03:04:05.123456789Z",
    "2026-01-02T03:04:05.123456+02:00": "2026-01-02T03:04:05.123456+02:00",
    "2026-01-02T23:59:59+23:59": "2026-01-02T23:59:59+23:59",
    "0001-01-01": "0001-01-01T00:00:00Z",
    "9999-12-31": "9999-12-31T00:00:00Z",
    "2024-02-29": "2024-02-29T00:00:00Z",
    "2000-02-29": "2000-02-29T00:00:00Z",
}


@pytest.mark.parametrize(("text", "date"), READ.items())
def test_four_forms_are_read_and_keep_their_offset(text: str, date: str) -> None:
    assert parse_date(text) == date


REFUSED = [
    "",
    " ",
    "yesterday",
    "2026",
    "2026-01",
    "20260102",
    "1700000000",
    "2026-1-2",
    "26-01-02",
    "2026/01/02",
    "02.01.2026",
    "2026-00-02",
    "2026-13-02",
    "2026-01-00",
    "2026-01-32",
    "2026-04-31",
    "2026-02-29",
    "1900-02-29",
    "2100-02-29",
    "0000-01-02",
    "2026-01-02T03:04:05",
    "2026-01-02T03:04Z",
    "2026-01-02 03:04",
    "2026-01-02 03:04:05Z",
    "2026-01-02 03:04:05 +02:00",
    "2026-01-02 03:04:05.5",
    "2026-01-02t03:04:05Z",
    "2026-01-02T03:04:05z",
    "2026-01-02T03:04:05+0200",
    "2026-01-02T03:04:05+02",
    "2026-01-02T03:04:05.Z",
    "2026-01-02T03:04:05,5Z",
    "2026-01-02T24:00:00Z",
    "2026-01-02T23:60:00Z",
    "2026-01-02T23:59:60Z",
    "2026-01-02 24:00:00",
    "2026-01-02T03:04:05+24:00",
    "2026-01-02T03:04:05+02:60",
    "2026-01-02T03:04:05Z ",
    " 2026-01-02",
    "2026-01-02\n",
    "2026-01-02T03:04:05Z\n",
    "+2026-01-02",
    "-2026-01-02",
    "٢٠٢٦-٠١-٠٢",
    "2026–01–02",
    "2026-W01-1",
    "2026-002",
    "{{date}}",
]


@pytest.mark.parametrize("text", REFUSED)
def test_no_other_form_and_no_day_outside_the_calendar_is_a_date(text: str) -> None:
    assert parse_date(text) is None


@given(st.integers(0, 9999), st.integers(0, 99), st.integers(0, 99))
def test_the_calendar_is_the_calendar(year: int, month: int, day: int) -> None:
    exists = year >= 1 and 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]
    assert (parse_date(f"{year:04}-{month:02}-{day:02}") is not None) == exists


def test_every_day_of_a_leap_year_and_of_a_common_one_is_a_date() -> None:
    for year, days in ((2024, 366), (2026, 365), (1900, 365), (2000, 366)):
        pairs = itertools.product(range(1, 13), range(1, 32))
        assert sum(parse_date(f"{year}-{month:02}-{day:02}") is not None for month, day in pairs) == days


@given(st.text(alphabet="0123456789-:TZ+. ", max_size=30))
def test_what_is_read_is_read_again_as_itself(text: str) -> None:
    date = parse_date(text)
    if date is not None:
        assert parse_date(date) == date


ORDERED = [
    ("2026-01-02T00:00:00Z", "2026-01-02T00:00:01Z"),
    ("2026-01-01T23:59:59Z", "2026-01-02T00:00:00Z"),
    ("2026-01-02T03:00:00+02:00", "2026-01-02T02:00:00Z"),
    ("2026-01-02T02:00:00Z", "2026-01-02T01:30:00-01:00"),
    ("2026-01-02T00:00:00.1Z", "2026-01-02T00:00:00.2Z"),
    ("2026-01-02T00:00:00Z", "2026-01-02T00:00:00.000000001Z"),
    ("2026-01-02T00:00:00.09Z", "2026-01-02T00:00:00.1Z"),
    ("2026-01-02T00:00:00.1Z", "2026-01-02T00:00:00.100001Z"),
    ("2026-01-02T00:00:00.9Z", "2026-01-02T00:00:01Z"),
    ("0001-01-01T00:00:00+23:59", "0001-01-01T00:00:00Z"),
    ("9999-12-31T23:59:59Z", "9999-12-31T23:59:59-23:59"),
]


@pytest.mark.parametrize(("first", "second"), ORDERED)
def test_instants_are_compared_whatever_their_offsets_and_fractions(first: str, second: str) -> None:
    assert is_before(first, second)
    assert not is_before(second, first)


EQUAL = [
    ("2026-01-02T00:00:00Z", "2026-01-02T00:00:00Z"),
    ("2026-01-02T00:00:00Z", "2026-01-02T00:00:00+00:00"),
    ("2026-01-02T02:00:00+02:00", "2026-01-02T00:00:00Z"),
    ("2026-01-02T02:00:00+02:00", "2026-01-01T19:00:00-05:00"),
    ("2026-01-02T00:00:00.5Z", "2026-01-02T00:00:00.500Z"),
    ("2026-01-02T00:00:00Z", "2026-01-02T00:00:00.0Z"),
    ("2026-01-02T00:00:00Z", "2026-01-02T00:00:00.000Z"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_an_instant_is_not_before_another_writing_of_itself(one: str, other: str) -> None:
    assert not is_before(one, other)
    assert not is_before(other, one)


_INSTANTS = st.builds(
    lambda moment, minutes: moment.replace(tzinfo=timezone(timedelta(minutes=minutes))),
    st.datetimes(datetime(1990, 1, 1), datetime(2040, 1, 1)).map(lambda each: each.replace(microsecond=0)),  # noqa: DTZ001
    st.sampled_from([0, 60, -60, 330, 1439, -1439]),
)


@given(_INSTANTS, _INSTANTS)
def test_the_order_is_that_of_time(one: datetime, other: datetime) -> None:
    left, right = (parse_date(each.isoformat()) for each in (one, other))
    assert left is not None
    assert right is not None
    assert is_before(left, right) == (one < other)
    as_utc = parse_date(one.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
    assert as_utc is not None
    assert is_before(as_utc, right) == (one < other)
