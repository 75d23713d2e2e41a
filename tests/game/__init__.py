"""Games: journal, scenarios, simulations."""
