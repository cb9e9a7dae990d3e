"""The regex lab: a split pattern edited live against the corpus."""
