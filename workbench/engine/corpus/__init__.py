"""From the sources that the user chooses to their documents; read `sources.py`, then `file_documents.py`."""
