"""Random use of the whole window: `python -m tests.walks SECONDS SEED [--outside]`.

Inside: every step is drawn from the seed and its own number, and after each what has to hold is looked at.
Outside: the program as it is, under a window manager on a screen of its own, and keys and mouse by xdotool.
"""
