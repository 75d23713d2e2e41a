"""The variants of a village, a file for each: an option has one in force for the whole game, an event for a turn."""
