"""The theme, and the small views that panels share."""

from workbench.widgets.layout_items import mend_layouts

mend_layouts()  # before any layout is made
