"""A display of text lines that shows them to whoever reads `lines`."""


class Lines:
    """`count` lines of exactly `width` characters. A real panel offers the same show()."""

    def __init__(self, count, width):
        self.count = count
        self.width = width
        self.lines = [" " * width] * count

    def show(self, texts):
        """Replace the picture: texts are cut or padded to the width, missing ones are blank."""
        width = self.width
        for i in range(self.count):
            text = texts[i] if i < len(texts) else ""
            self.lines[i] = text[:width] + " " * (width - len(text))
