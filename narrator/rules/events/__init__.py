"""What the cards of the deck of events do, a file for each that needs more than a line of YAML."""
