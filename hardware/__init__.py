"""Buttons, lights and readers: each device a small module, each with a fake that needs no device."""
