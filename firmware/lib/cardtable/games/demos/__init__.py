"""DēmoS: teams and a scandal, by discarding and revealing cards."""
