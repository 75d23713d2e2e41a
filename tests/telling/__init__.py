"""Words, voice and sound."""
