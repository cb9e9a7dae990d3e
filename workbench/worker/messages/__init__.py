"""What crosses between the window and the worker threads: frozen requests and results, only plain data.

There is one module per topic. A tokenizer is a handle (int), never the object. Every result carries the id of
the request that it answers, by which it finds its reply. Arrays in a message are never changed
after it was sent. The types of fields are imported for the type checker alone: the window would import the
engine for them. Read `requests` first: it has what every request has.
"""
