"""To copy: a device of your own."""
