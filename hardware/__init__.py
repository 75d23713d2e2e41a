"""Buttons and lights: each device a small module that says what happened in one small language (see `devices.py`)."""
