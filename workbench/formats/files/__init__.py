"""Files as such: replaced whole, read strictly, hashed by block."""
