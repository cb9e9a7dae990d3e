"""The theme, and the small views that panels share; read `look/theme.py`, then `controls.py`."""

from workbench.widgets.layout_items import mend_layouts

mend_layouts()  # before any layout is made
