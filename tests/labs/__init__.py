"""What tests share: tables, buttons, tags, sounds and machines to try things with."""
