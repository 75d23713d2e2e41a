"""The rules, by scenarios, by random games and by themselves."""
