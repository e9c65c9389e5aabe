# What the firmware takes from MicroPython, as the host's mypy sees it.
from typing import TypeVar

T = TypeVar("T")

def const(value: T, /) -> T: ...
