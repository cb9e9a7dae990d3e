"""The pages next to the aligned text: causes, same, languages, curves, …; read `asked.py` first."""
