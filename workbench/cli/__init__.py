"""The command line: one module per verb, over the API. Read first `main.py`.

The exit status is 0, 1 (failed, with one line on standard error), 2 (wrong usage) or 130 (stopped by Ctrl+C);
`same` uses 0, 1 and 3 for its answer, and 2 for a failure. A progress bar is shown if standard error is a
terminal. Files are written completely or not at all.
"""
