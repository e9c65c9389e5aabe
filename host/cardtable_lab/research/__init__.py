"""The three games for research: as games of OpenSpiel."""
