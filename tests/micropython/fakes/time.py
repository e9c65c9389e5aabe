"""`time` as far as the boards use it: the models' time."""

from models import models
from utime import ticks_diff  # noqa: F401 (the boards take it from here)

ticks_us = models.ticks_us
sleep_us = models.sleep


def sleep_ms(ms):
    models.sleep(ms * 1000)
