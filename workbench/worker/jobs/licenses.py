"""The job that lists licenses."""

from __future__ import annotations

from workbench.api.licenses import licenses
from workbench.worker.jobs.job import Steps
from workbench.worker.jobs.open_tokenizers import Store
from workbench.worker.messages.licenses import LicensesListed, ListLicenses


def list_licenses(store: Store, request: ListLicenses) -> Steps:
    """Yield the licenses of what comes with the program."""
    yield LicensesListed(request.request_id, tuple(licenses()))
