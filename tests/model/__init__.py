"""A second reader of the rules, who knows nothing of the code, watches random games and notes what differs."""
