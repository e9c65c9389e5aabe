"""The cache of the flash: the model alone, in node; then a program that the emulated Pico runs with it."""

import json
import subprocess
from contextlib import closing

import emulated_pico
from emulated_pico import HERE

MISS = 60  # cycles
MHZ = 125  # of the processor at the prompt
WAY = 0x2000  # places at this distance share a set
BASE = 0x10000000
FLUSH, HITS, ACCESSES = 0x04, 0x0C, 0x10  # registers of XIP_CTRL
ALONE = """
import { FlashCache } from "./flash_cache.mjs";
const cache = new FlashCache(%d);
const memory = { readUint8: () => 1, readUint16: () => 2, readUint32: () => 4 };
const core = { cycles: 0 };
cache.attach(core, memory);
const acts = {
  read: (address) => core.readUint32(address),
  fetch: (address) => core.readUint16(address),
  byte: (address) => core.readUint8(address),
  write: (offset) => cache.writeUint32Atomic(offset, 0, 0),
};
for (const [act, at] of %s) {
  const before = core.cycles;
  acts[act](at);
  const counts = [HITS, ACCESSES].map((offset) => cache.readUint32(offset));
  console.log(JSON.stringify([core.cycles - before, ...counts]));
}
""".replace("HITS", str(HITS)).replace("ACCESSES", str(ACCESSES))
PROGRAM = """
import time
from machine import mem32

@micropython.viper
def walk(at: int, count: int):
    for i in range(count):
        ptr32(at)[0]
        at += 8

def measure(at, count):
    mem32[0x14000010] = mem32[0x1400000C] = 0
    began = time.ticks_us()
    walk(at, count)
    took = time.ticks_diff(time.ticks_us(), began)
    hits = mem32[0x1400000C]
    return mem32[0x14000010], hits, took

def show(name, at, count, times=1):
    for _ in range(times): # in between nothing is printed, which would take its part of the cache
        told = measure(at, count)
    print("walk:", name, *told)

def rewrite():
    with open("file", "w") as file:
        file.write("flash")

FLASH = 0x10080000
show("cold", FLASH, 1024)
show("warm", FLASH, 1024, 3)
mem32[0x14000004] = 1
show("flushed", FLASH, 1024)
show("warm again", FLASH, 1024, 3)
rewrite()
show("written", FLASH, 1024)
show("larger", FLASH, 4096, 2)
show("past the cache", FLASH + 0x3000000, 1024)
print("end")
"""


def alone(*acts):
    """(Cycles waited, hits, accesses) after each of these acts on a cache: (what, address or register)."""
    script = ALONE % (MISS, json.dumps(acts))
    command = ["node", "--input-type=module", "-e", script]
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, check=True)
    return [tuple(json.loads(line)) for line in done.stdout.splitlines()]


def waits(*addresses):
    """The cycles that each of these reads waits."""
    return [row[0] for row in alone(*(("read", at) for at in addresses))]


def test_eight_bytes_come_at_once():
    assert waits(BASE, BASE + 4, BASE + 8, BASE + 12) == [MISS, 0, MISS, 0]


def test_of_three_lines_of_a_set_the_one_read_longest_ago_goes():
    one, two, three = BASE, BASE + WAY, BASE + 2 * WAY
    assert waits(one, two, one, two) == [MISS, MISS, 0, 0]
    assert waits(one, two, one, three, one, two) == [MISS, MISS, 0, MISS, 0, MISS]
    assert waits(one, two, three, two, one) == [MISS, MISS, MISS, 0, MISS]


def test_all_of_it_is_kept_and_nothing_of_a_walk_over_more():
    whole = range(BASE, BASE + 2 * WAY, 8)
    assert waits(*whole, *whole) == [MISS] * len(whole) + [0] * len(whole)
    more = range(BASE, BASE + 3 * WAY, 8)
    assert waits(*more, *more) == [MISS] * 2 * len(more)


def test_two_halves_of_a_word_that_are_fetched_in_order_are_one_access():
    told = alone(*(("fetch", BASE + at) for at in (0, 2, 4, 6, 2)))
    assert told == [(MISS, 0, 1), (0, 0, 1), (0, 1, 2), (0, 1, 2), (0, 2, 3)]


def test_reads_past_the_cache_cost_and_count_nothing():
    assert alone(("read", 0x13000000), ("fetch", 0x20000000), ("byte", 0)) == [(0, 0, 0)] * 3


def test_counters_are_cleared_one_by_one_and_a_flush_keeps_them():
    read = ("read", BASE)
    told = alone(read, read, ("write", FLUSH), read, ("write", HITS), ("byte", BASE), ("write", ACCESSES))
    counts = [(0, 1), (1, 2), (1, 2), (1, 3), (0, 3), (1, 4), (1, 0)]
    assert [row[1:] for row in told] == counts
    assert [row[0] for row in told] == [MISS, 0, 0, MISS, 0, 0, 0]


def walks(miss):
    """Return the report of the walks in a Pico with such a cache: name -> (accesses, misses, us)."""
    with closing(emulated_pico.Pico(miss=miss)) as pico:
        pico.power_cycle(emulated_pico.image({"board": b"none", "walk.py": PROGRAM.encode()}))
        pico.ask()
        lines = pico.ask("import walk").splitlines()
    assert "end" in lines, lines
    told = {}
    for words in (line.split() for line in lines if line.startswith("walk: ")):
        accesses, hits, took = map(int, words[-3:])
        told[" ".join(words[1:-3])] = accesses, accesses - hits, took
    return told


def test_a_program_waits_for_what_its_counters_say_it_missed():
    told = walks(MISS)
    misses = {name: row[1] for name, row in told.items()}
    assert min(misses[name] for name in ("cold", "flushed", "written")) >= 1024, told
    few = 512  # the walker itself shares a set with some of the 1024
    assert max(misses[name] for name in ("warm", "warm again", "past the cache")) < few, told
    assert misses["larger"] >= 4096, told
    assert told["warm"][0] - told["past the cache"][0] == 1024, "each read is one access"
    waited = (told["flushed"][2] - told["warm"][2]) * MHZ
    each = waited / (misses["flushed"] - misses["warm"])  # a few are counted before the watch runs
    assert MISS * 0.9 < each < MISS * 1.05, told


def test_without_the_model_nothing_is_counted_and_nothing_waits():
    told = walks(0)
    assert {row[:2] for row in told.values()} == {(0, 0)}
    assert abs(told["cold"][2] - told["warm"][2]) <= 5, told
