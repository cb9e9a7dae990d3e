"""The selected token: what it is built from, and what else it could have been."""
