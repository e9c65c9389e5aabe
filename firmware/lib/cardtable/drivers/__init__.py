"""One chip, line or part per module; bus, pins and time are injected."""
