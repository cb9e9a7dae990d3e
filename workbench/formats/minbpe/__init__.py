"""minbpe's `.model` and `.vocab`."""
