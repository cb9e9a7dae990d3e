"""Counting pieces on the engines that clusters have: Ray, datatrove, Spark.

Each is an optional library that only its module imports. They start the workers, repeat what failed and show
the progress; what a worker counts is a part, as of `workbench.count_pieces`. Read first `ray_counting.py`.
"""
