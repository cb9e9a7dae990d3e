"""List the licenses of what comes with the program."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.api.licenses import License


@dataclass(frozen=True, slots=True)
class ListLicenses:
    """Ask for the licenses; answered by `LicensesListed`."""

    request_id: int


@dataclass(frozen=True, slots=True)
class LicensesListed:
    """The licenses, those of the program and of Python first."""

    request_id: int
    licenses: tuple[License, ...]
