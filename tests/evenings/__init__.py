"""Whole evenings by the real program: heard, killed, with phones and without."""
