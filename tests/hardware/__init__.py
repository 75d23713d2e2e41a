"""Devices, real and fake."""
