"""Modules with the names of other libraries over the workbench, so that those libraries' own tests try it.

`tests.agreement.suites` puts this folder first in the path of the process that runs such tests.
"""
