"""Buttons, knob, keys and tags at the table."""
