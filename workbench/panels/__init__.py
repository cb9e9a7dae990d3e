"""One package per panel; none imports another."""
