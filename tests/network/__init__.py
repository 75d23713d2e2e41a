"""Where phones find the box."""
