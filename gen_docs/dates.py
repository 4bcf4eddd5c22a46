"""Times as facts: four written forms, read exactly, kept with their offset. No clock, no locale."""

import re
from datetime import date

_DATE = r"([0-9]{4})-([0-9]{2})-([0-9]{2})"
_TIME = r"([0-9]{2}):([0-9]{2}):([0-9]{2})"
_FORMS = re.compile(rf"{_DATE}(?:T{_TIME}(\.[0-9]+)?(Z|[+-][0-9]{{2}}:[0-9]{{2}})| {_TIME})?")
# What nearly every store writes: UTC, and a day that every month has.
_USUAL = re.compile(
    r"[12][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])T(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]Z"
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def parse_date(text: str) -> str | None:
    """`text` as RFC 3339 with its own offset, or None when it is not one of the forms or not in the calendar.

    The forms: `YYYY-MM-DD`, `YYYY-MM-DD HH:MM:SS` (both UTC) and `YYYY-MM-DDTHH:MM:SS[.f](Z|±HH:MM)`.
    """
    if _USUAL.fullmatch(text):
        return text
    found = _FORMS.fullmatch(text)
    if found is None:
        return None
    year, month, day, hour, minute, second, _, zone, *space = found.groups()
    if not _is_day(int(year), int(month), int(day)):
        return None
    if zone is not None:
        valid = _is_time(hour, minute, second) and (zone == "Z" or _is_time(zone[1:3], zone[4:6], "00"))
        return text if valid else None
    if space[0] is None:
        return f"{text}T00:00:00Z"
    return f"{text[:10]}T{text[11:]}Z" if _is_time(*space) else None


def _is_day(year: int, month: int, day: int) -> bool:
    if not (year and 1 <= month <= 12 and 1 <= day <= _DAYS[month - 1]):
        return False
    return not (month == 2 and day == 29) or (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))


def _is_time(hour: str, minute: str, second: str) -> bool:
    return hour < "24" and minute < "60" and second < "60"


def is_before(left: str, right: str) -> bool:
    """Whether the instant `left` comes before `right`; both as `parse_date` returns them."""
    if len(left) == len(right) == 20:  # both in whole seconds and UTC: their order is that of their text
        return left < right
    return instant(left) < instant(right)


def instant(stamp: str) -> tuple[int, str]:
    """A date of `parse_date` as a value that sorts: seconds since the year 1 in UTC, and the digits of the fraction,
    of which a file may write any number."""
    found = _FORMS.fullmatch(stamp)
    assert found is not None, f"not a date: {stamp!r}"  # noqa: S101 - only `parse_date` makes these values
    year, month, day, hour, minute, second, fraction, zone, *_ = found.groups()
    days = date(int(year), int(month), int(day)).toordinal()
    seconds = (days * 24 + int(hour)) * 3600 + int(minute) * 60 + int(second)
    return seconds - _offset(zone), (fraction or "").strip(".").rstrip("0")


def _offset(zone: str) -> int:
    if zone == "Z":
        return 0
    seconds = int(zone[1:3]) * 3600 + int(zone[4:6]) * 60
    return -seconds if zone[0] == "-" else seconds
