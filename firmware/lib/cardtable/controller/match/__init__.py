"""One match at the table: from its start over power cuts to its end."""
