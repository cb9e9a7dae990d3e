"""The pages next to the aligned text: causes, same, languages, curves, …; read `page.py` first."""
