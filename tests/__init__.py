"""The tests; `pytest` finds them, `make test` runs them all."""
