"""What a text goes through on its way to ids, stage by stage, each with where it came from in the raw text."""
