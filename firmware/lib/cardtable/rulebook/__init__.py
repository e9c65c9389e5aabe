"""The engine: rules, asks and the referee. Pure, and identical on both interpreters."""
