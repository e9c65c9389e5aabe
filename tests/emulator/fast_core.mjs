// What makes rp2040js's processor faster, and leaves each cycle as it was.
//
// An instruction is found by a table of all opcodes, not by a chain of some eighty comparisons: the chain is made
// into a `switch` when its file is loaded. RAM and flash are read as arrays of words.

import fs from "node:fs";

const HEAD = "        let deltaCycles = 1;\n"; // the chain follows
const TAIL = "        this.cycles += deltaCycles;\n";
const BRANCH = /^ {8}(?:else )?if \((.*)\) \{\n([^]*?)^ {8}\}\n/gm;
const LEAST = 70; // branches: with fewer the file has another shape
const OPCODES = 1 << 16;
const WIDE = 0b11101; // from here on the first five bits say that a second halfword follows

// The source of cortex-m0-core.js -> the same with a table. Instructions of two halfwords go through the chain, as the
// second one decides as well.
function tabulate(source) {
  const from = source.indexOf(HEAD) + HEAD.length;
  const to = source.indexOf(TAIL, from);
  const chain = source.slice(from, to);
  const branches = [...chain.matchAll(BRANCH)].map(([, condition, body]) => ({ condition, body }));
  if (branches.length < LEAST) {
    throw new Error(`cortex-m0-core.js has another shape: ${branches.length} instructions are found in it`);
  }
  const narrow = branches.filter(({ condition }) => !condition.includes("opcode2"));
  const tests = narrow.map(({ condition }) => new Function("opcode", `return ${condition};`));
  const table = new Uint8Array(OPCODES); // the number of a case; 0: none
  for (let opcode = 0; opcode < WIDE << 11; opcode++) {
    table[opcode] = 1 + tests.findIndex((test) => test(opcode));
  }
  const cases = narrow.map(({ body }, i) => `case ${i + 1}: {\n${body}break; }\n`);
  const chosen = `switch (CASES[opcode]) {\n${cases.join("")}default:\n${chain}}\n`;
  return `const CASES = new Uint8Array([${table}]);\n${source.slice(0, from)}${chosen}${source.slice(to)}`;
}

// Have `require` load it so. `extensions`: those of Node's module "module".
export function tabulateInstructions(extensions) {
  const load = extensions[".js"];
  extensions[".js"] = (module, path) => {
    if (path.endsWith("cortex-m0-core.js")) {
      module._compile(tabulate(fs.readFileSync(path, "utf8")), path);
    } else {
      load(module, path);
    }
  };
}

// The memory of this chip: RAM and flash directly, all else by the chip itself. An address is a multiple of its size.
export function memoryOf(chip) {
  const { sram, flash } = chip;
  const RAM = 0x20000000;
  const FLASH = 0x10000000;
  const ramWords = new Uint32Array(sram.buffer, sram.byteOffset, sram.length >> 2);
  const ramHalves = new Uint16Array(sram.buffer, sram.byteOffset, sram.length >> 1);
  const flashWords = new Uint32Array(flash.buffer, flash.byteOffset, flash.length >> 2);
  const flashHalves = new Uint16Array(flash.buffer, flash.byteOffset, flash.length >> 1);
  const ramSize = sram.length;
  const flashSize = flash.length;
  return {
    readUint32(address) {
      const inRam = (address - RAM) >>> 0;
      if (inRam < ramSize) {
        return ramWords[inRam >>> 2];
      }
      const inFlash = (address - FLASH) >>> 0;
      return inFlash < flashSize ? flashWords[inFlash >>> 2] : chip.readUint32(address);
    },
    readUint16(address) {
      const inRam = (address - RAM) >>> 0;
      if (inRam < ramSize) {
        return ramHalves[inRam >>> 1];
      }
      const inFlash = (address - FLASH) >>> 0;
      return inFlash < flashSize ? flashHalves[inFlash >>> 1] : chip.readUint16(address);
    },
    readUint8(address) {
      const inRam = (address - RAM) >>> 0;
      if (inRam < ramSize) {
        return sram[inRam];
      }
      const inFlash = (address - FLASH) >>> 0;
      return inFlash < flashSize ? flash[inFlash] : chip.readUint8(address);
    },
    writeUint32(address, value) {
      const inRam = (address - RAM) >>> 0;
      if (inRam < ramSize) {
        ramWords[inRam >>> 2] = value;
      } else {
        chip.writeUint32(address, value);
      }
    },
    writeUint16(address, value) {
      const inRam = (address - RAM) >>> 0;
      if (inRam < ramSize) {
        ramHalves[inRam >>> 1] = value;
      } else {
        chip.writeUint16(address, value);
      }
    },
    writeUint8(address, value) {
      const inRam = (address - RAM) >>> 0;
      if (inRam < ramSize) {
        sram[inRam] = value;
      } else {
        chip.writeUint8(address, value);
      }
    },
  };
}
