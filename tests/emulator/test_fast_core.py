"""The faster processor does what that of rp2040js does: each opcode of one halfword, on both."""

import json
import subprocess

import emulated_pico
from emulated_pico import HERE

TRIALS = 3  # of each opcode
OPCODES = 0xE800  # those of one halfword
SCRIPT = """
import Module, { createRequire } from "node:module";
import { memoryOf, tabulateInstructions } from "HERE/fast_core.mjs";
const require = createRequire(`${process.cwd()}/`);
const RAM = 0x20000000, CODE = RAM + 0x20000, STACK = RAM + 0x30000;

function load() {
  for (const name of Object.keys(require.cache)) delete require.cache[name];
  const chip = new (require("rp2040js").RP2040)();
  chip.logger = { debug() {}, info() {}, warn() {}, error() {} };
  return chip;
}

const plain = load();
tabulateInstructions(Module._extensions);
const fast = load();
Object.assign(fast.core, memoryOf(fast));

const shape = [plain, fast].map((chip) => chip.core.executeInstruction.toString().includes("CASES[opcode]"));
if (shape.join() !== "false,true") throw new Error(`which has the table: ${shape}`);

let seed = 1;
const draw = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0);
for (let at = 0; at < plain.sram.length; at++) plain.sram[at] = fast.sram[at] = draw() >>> 24;
for (let at = 0; at < 0x10000; at++) plain.flash[at] = fast.flash[at] = draw() >>> 24;

const places = [RAM, RAM + 0x10000, 0x10000000, 0]; // an address in RAM, in flash, in the boot ROM
const address = () => places[draw() >>> 30] + ((draw() >>> 16) & 0x3ffc);
const reaches = (group) => (group >= 5 && group <= 9) || group === 12; // memory, by an address in a register

function step(chip, opcode, registers, flags) {
  const { core } = chip;
  core.registers.set(registers);
  [core.N, core.Z, core.C, core.V] = flags;
  core.cycles = 1000;
  core.waiting = core.pendingSVCall = core.interruptsUpdated = core.PM = false;
  chip.writeUint16(CODE, opcode);
  core.executeInstruction();
  const { N, Z, C, V, PM, cycles, waiting } = core;
  return JSON.stringify([[...core.registers], N, Z, C, V, PM, cycles, waiting]);
}

const differ = [];
const halves = (bytes) => new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2).join();
for (let opcode = 0; opcode < OPCODES; opcode++) {
  for (let trial = 0; trial < TRIALS; trial++) {
    const value = reaches(opcode >>> 12) ? address : trial === 1 ? () => draw() >>> 27 : draw;
    const registers = Array.from({ length: 16 }, value);
    registers[13] = STACK + (draw() >>> 24) * 4;
    registers[15] = CODE;
    const flags = Array.from({ length: 4 }, () => draw() >>> 31 === 1);
    const told = [plain, fast].map((chip) => step(chip, opcode, registers, flags));
    if (told[0] !== told[1]) differ.push([opcode, ...told]);
  }
  if (opcode % 4096 === 4095 && halves(plain.sram) !== halves(fast.sram)) differ.push([opcode, "memory"]);
}
console.log(JSON.stringify([differ.length, differ.slice(0, 3)]));
"""


def compare(script):
    script = script.replace("HERE", str(HERE)).replace("OPCODES", str(OPCODES)).replace("TRIALS", str(TRIALS))
    run = subprocess.run(
        ["node", "--input-type=module", "-e", script], cwd=emulated_pico.TOOLS, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    return json.loads(run.stdout)


def test_each_opcode_does_the_same():
    assert compare(SCRIPT) == [0, []]


def test_a_difference_is_seen():
    """The fast one loses its zero flag."""
    broken = "Object.defineProperty(fast.core, 'Z', { set() {} });\nconst differ = []"
    count, _ = compare(SCRIPT.replace("const differ = []", broken))
    assert count > OPCODES / 10
