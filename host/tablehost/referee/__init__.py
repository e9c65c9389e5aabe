"""The shadow referee: records of a table, judged again by the same rules."""
