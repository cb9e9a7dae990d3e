"""The list of compiled modules; everything else stands in pyproject.toml. None is compiled yet."""

from setuptools import setup

setup()
