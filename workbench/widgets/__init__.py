"""The theme, and the small views that panels share; read `look/theme.py`, then `controls.py`."""

from workbench.widgets.imports import mend_imports
from workbench.widgets.layout_items import mend_layouts

mend_imports()  # before most others are imported
mend_layouts()  # before any layout is made
