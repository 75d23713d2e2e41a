"""The box as a machine that starts by itself; needs containers."""
