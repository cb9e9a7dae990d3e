"""The `.bin` of llama2.c."""
