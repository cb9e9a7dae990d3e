"""What every room needs: errors and their English, UTF-8, numbers in chunks, interruption (`pace`)."""
