"""The verb `doctor`: checks of this computer and of the table."""
