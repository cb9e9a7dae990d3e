"""Text to tokens and back, in plain Python: no Qt, no printing, no settings.

One folder per stage of the flow, in the order of `workbench/README.md`. Read first `training/merges.py`:
byte-pair encoding in its simplest form.
"""
