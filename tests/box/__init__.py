"""The one loop, its pages' data, its secrets."""
