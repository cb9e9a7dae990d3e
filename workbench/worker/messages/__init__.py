"""What crosses between the window and the worker threads: frozen requests and results, plain data only.

A module a topic. A tokenizer is a handle (int), never the object. Every result carries the id of the request
that it answers, so that a stale answer can be dropped. Arrays in a message are never written to once sent.
Read `requests` first: what every request has.
"""
