"""Buttons, lights, knobs, keypads and tag readers: each device is a small module that says what happened in one small
language (see `devices.py`)."""
