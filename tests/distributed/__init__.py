"""Tests of counting on the engines of clusters; each is skipped where its engine is not installed."""
