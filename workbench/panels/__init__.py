"""One room a panel; none imports another."""
