"""What every room of the engine needs: errors and their English, UTF-8, numbers in portions, sliced work."""
