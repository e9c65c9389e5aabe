// A Raspberry Pi Pico in an emulator (rp2040js), with the wires that lead out of it: Python holds their far ends.
//
//   node pico.mjs FIRMWARE.uf2 BOOTROM.bin LIGHTS_GPIO FILES MISS     in the folder where rp2040js is installed
//
// FILES: where the part of the flash behind the program begins, in bytes; it goes to the end. MISS: cycles that the
// processor waits for what is not in the cache of the flash; 0: there is no cache, and it never waits.
//
// Python commands and Pico tells, both in binary, little-endian; Pico tells only between a command `r` and its `q`.
// Every telling begins with a letter and the emulated time in ns (float64). Those with a star wait for an answer.
//
//   x *  block byte           SPI: a byte goes out; answer: the byte that comes in
//   o *  gpio level           a pin that is listened to went low or high; answer: levels of all inputs (u32)
//   i *  address byte         I2C: a byte is written; answer: whether somebody acknowledges it
//   a *  address              I2C: an address is called; answer: whether anybody has it
//   u    size bytes           what is said on USB (u16 size)
//   l    size bytes widths    a frame on the wire of the lights: its bytes (u16 size); the shortest and the longest
//                             high of a 0 and of a 1, and of the whole bit, in ns (6 x u16)
//   f    kind address size    flash is erased (1) or written (2): where and how many bytes (u32)
//   b    reason               it starts anew: 0 power, 1 watchdog, 2 by its own will
//   q    why                  it stands: 0 the time has come, 1 the power is cut
//
//   r until                   go on until this time (float64, ns)
//   s size bytes              say this on USB (u16 size); it is taken up as fast as it is read
//   n                         how much of that has not been read yet; answer u32
//   k mask levels             these inputs are driven from outside (u32 each)
//   w mask                    these pins are listened to (u32)
//   c count part              cut the power in the so manieth flash operation from now (u32, 0: never), when so many
//                             parts of 256 of it are done (u16)
//   z image                   power off and on; u32 size and bytes: what that part of the flash is then,
//                             size 0: as it was
//   d                         answer: that part of the flash (u32 size, bytes)
//   h deaf                    the host reads nothing from USB (1), or reads on (0)
//   p slice                   answer: frequency in Hz and duty of 65535 of PWM channel A of this slice (u32 each)
//   m                         answer: the most bytes of the stack in use since it was started (u32)
//   e                         end
//
// What rp2040js 1.4.1 leaves out is added from outside, see docs/develop/emulator.md.

import fs from "node:fs";
import Module, { createRequire } from "node:module";
import { FlashCache, XIP_CTRL } from "./flash_cache.mjs";
import { memoryOf, tabulateInstructions } from "./fast_core.mjs";
tabulateInstructions(Module._extensions);
const { RP2040, RPPIO, USBCDC } = createRequire(`${process.cwd()}/`)("rp2040js");

const [, , UF2, ROM, LIGHTS, FILES_AT, MISS] = process.argv;
const FLASH_SIZE = 2 << 20;
const FILES = Number(FILES_AT);
const ERASE_NS_A_BLOCK = 45e6; // W25Q16JV data sheet 9.6: 45 ms a sector of 4096 bytes
const WRITE_NS_A_PAGE = 400e3; // and 0.4 ms a page of 256
const UNIQUE_ID = [0xe6, 0x61, 0x38, 0x52, 0x83, 0x50, 0xbe, 0x2f];
const SUPPLY = 3103; // of 4096 at GP28, if the board measures there: half of 5 V, against 3.3 V
const GAP_NS = 50_000; // WS2812: so long low is the end of a frame
const BIT_NS = 500; // a high longer than that is a 1

// -- the pipe ---------------------------------------------------------------------------------------

let out = Buffer.alloc(1 << 16);
let used = 0;
const input = Buffer.alloc(1 << 16);

function flush() {
  for (let at = 0; at < used; ) {
    at += fs.writeSync(1, out, at, used - at);
  }
  used = 0;
}

function take(size) {
  const into = size > input.length ? Buffer.alloc(size) : input;
  for (let at = 0; at < size; ) {
    const got = fs.readSync(0, into, at, size - at, null);
    if (got === 0) {
      process.exit(0); // nobody is there any more
    }
    at += got;
  }
  return into;
}

function tell(letter, size) {
  if (used + 9 + size > out.length) {
    flush();
    if (9 + size > out.length) {
      out = Buffer.alloc(9 + size);
    }
  }
  out[used] = letter.charCodeAt(0);
  out.writeDoubleLE(clock.nanos, used + 1);
  const at = used + 9;
  used = at + size;
  return at;
}

// Tell bytes, and return an answer of so many.
function ask(size, letter, ...bytes) {
  const at = tell(letter, bytes.length);
  for (let i = 0; i < bytes.length; i++) {
    out[at + i] = bytes[i];
  }
  flush();
  return take(size);
}

// -- flash ------------------------------------------------------------------------------------------

const flash = new Uint8Array(FLASH_SIZE).fill(0xff);
const uf2 = fs.readFileSync(UF2);
for (let at = 0; at < uf2.length; at += 512) {
  if (!(uf2.readUInt32LE(at + 8) & 1)) {
    flash.set(uf2.subarray(at + 32, at + 32 + uf2.readUInt32LE(at + 16)), uf2.readUInt32LE(at + 12) - 0x10000000);
  }
}

// The boot ROM's functions for flash become a breakpoint and a return (RP2040 data sheet 2.8.3).
const rom = Uint8Array.from(fs.readFileSync(ROM));
const view = new DataView(rom.buffer);
const TRAPS = { RE: 1, RP: 2, FC: 3, IF: 3, EX: 3, CX: 3 };
for (let row = view.getUint16(0x14, true); view.getUint16(row, true); row += 4) {
  const trap = TRAPS[String.fromCharCode(rom[row], rom[row + 1])];
  if (trap) {
    const start = view.getUint16(row + 2, true) & ~1;
    view.setUint16(start, 0xbe00 | 0xb0 | trap, true);
    view.setUint16(start + 2, 0x4770, true);
  }
}

let cutAfter = 0; // flash operations
let cutPart = 0;
let stall = 0; // ns that a flash operation takes

function flashed(kind) {
  const [address, first, second] = mcu.core.registers;
  const size = kind === 1 ? first : second;
  const at = tell("f", 9);
  out[at] = kind;
  out.writeUInt32LE(address, at + 1);
  out.writeUInt32LE(size, at + 5);
  const cut = cutAfter > 0 && --cutAfter === 0;
  const done = cut ? (size * cutPart) >> 8 : size;
  if (kind === 1) {
    flash.fill(0xff, address, address + done);
    stall += (size / 4096) * ERASE_NS_A_BLOCK;
  } else {
    if (first >>> 28 === 1) {
      throw new Error(`flash is written from flash, at 0x${first.toString(16)}: it cannot be read meanwhile`);
    }
    for (let i = 0; i < done; i++) {
      flash[address + i] &= mcu.readUint8((first + i) >>> 0);
    }
    stall += (size / 256) * WRITE_NS_A_PAGE;
  }
  mcu.flash.set(flash.subarray(address, address + size), address);
  powerless = cut;
  clock.due = 0;
}

// -- the wires --------------------------------------------------------------------------------------

let mcu, clock, usb;
let powerless = false;
let restart = 0; // 1 + the reason of a reset that is due
let listened = 0;
let driven = 0;
let levels = 0;
let heard = []; // bytes for USB
let deaf = false; // the host reads nothing
let unread = null; // what its next read completes
let pending = null; // a read of USB that waits for some

function levelOf(gpio) {
  const pin = mcu.gpio[gpio];
  if (pin.outputEnable) {
    return pin.outputValue;
  }
  return (driven >>> gpio) & 1 ? Boolean((levels >>> gpio) & 1) : pin.pullupEnabled;
}

function settle(gpio) {
  const level = levelOf(gpio);
  if (level !== mcu.gpio[gpio].rawInputValue) {
    mcu.gpio[gpio].setInputValue(level);
  }
}

function drive(mask) {
  levels = mask;
  for (let rest = driven, gpio = 0; rest; rest >>>= 1, gpio++) {
    if (rest & 1) {
      settle(gpio);
    }
  }
}

function wire(gpio) {
  const pin = mcu.gpio[gpio];
  let known = null;
  pin.addListener(() => {
    settle(gpio);
    if (gpio === lights.gpio) {
      lights.edge(pin.outputEnable && pin.outputValue);
    }
    if ((listened >>> gpio) & 1 && pin.outputEnable && pin.outputValue !== known) {
      known = pin.outputValue;
      drive(ask(4, "o", gpio, known ? 1 : 0).readUInt32LE(0));
    }
  });
}

class Lights {
  constructor(gpio) {
    this.gpio = gpio;
    this.clear();
  }

  clear() {
    this.rose = this.fell = -1;
    this.begin();
  }

  begin() {
    this.bytes = [];
    this.byte = this.count = 0;
    this.least = [65535, 65535, 65535];
    this.most = [0, 0, 0];
  }

  note(what, ns) {
    this.least[what] = Math.min(this.least[what], ns);
    this.most[what] = Math.max(this.most[what], ns);
  }

  edge(level) {
    const now = pioNs;
    if (level) {
      if (this.rose >= 0 && now - this.rose < GAP_NS) {
        this.note(2, now - this.rose);
      }
      this.end(now);
      this.rose = now;
    } else if (this.rose >= 0) {
      const one = now - this.rose > BIT_NS;
      this.note(one ? 1 : 0, now - this.rose);
      this.byte = (this.byte << 1) | (one ? 1 : 0);
      if (++this.count % 8 === 0) {
        this.bytes.push(this.byte & 0xff);
        this.byte = 0;
      }
      this.fell = now;
    }
  }

  end(now) {
    if (this.count && now - this.fell > GAP_NS) {
      const size = this.bytes.length;
      let at = tell("l", 2 + size + 12);
      out.writeUInt16LE(size, at);
      out.set(this.bytes, at + 2);
      at += 2 + size;
      for (let i = 0; i < 3; i++) {
        out.writeUInt16LE(Math.round(this.least[i]), at + 4 * i);
        out.writeUInt16LE(Math.round(this.most[i]), at + 4 * i + 2);
      }
      this.begin();
    }
  }
}

const lights = new Lights(Number(LIGHTS));

function pump() {
  if (pending && heard.length) {
    const { endpoint, size } = pending;
    pending = null;
    usb.endpointReadDone(endpoint, Uint8Array.from(heard.splice(0, Math.min(64, size))));
  }
}

// -- the chip ---------------------------------------------------------------------------------------

RPPIO.prototype.run = () => {}; // stepped below, by the processor's clock
let entropy = 0x2545f491;

// Time goes by with the processor's cycles; it is looked at when something is due, not after each instruction.
class CycleClock extends new RP2040().clock.constructor {
  constructor(began) {
    super();
    this.core = { cycles: 0 };
    this.nanosCounter = began;
    this.counted = 0; // the cycle at which nanosCounter was right
    this.ns = 1e9 / this.frequency; // of a cycle
    this.due = 0; // the cycle at which to look
  }

  drive(chip) {
    this.core = chip.core;
    this.counted = chip.core.cycles;
    this.ns = 1e9 / chip.clkSys;
    chip.addClockListener((frequency) => {
      this.tick(0);
      this.ns = 1e9 / frequency;
      this.due = 0;
    });
  }

  get nanos() {
    return this.nanosCounter + (this.core.cycles - this.counted) * this.ns;
  }

  linkAlarm(nanos, alarm) {
    this.due = Math.min(this.due, this.cycleAt(this.nanos + nanos));
    return super.linkAlarm(nanos, alarm);
  }

  cycleAt(nanos) {
    return this.core.cycles + (nanos - this.nanos) / this.ns;
  }

  // Look again at the next alarm, or then.
  aim(until) {
    this.due = this.cycleAt(this.nextAlarm ? Math.min(this.nextAlarm.nanos, until) : until);
  }

  // Call the alarms that are due. `nanos`: so long the processor did nothing.
  tick(nanos) {
    const now = this.nanos;
    this.counted = this.core.cycles;
    this.nanosCounter = now;
    super.tick(nanos);
    this.core.cycles += Math.round(nanos / this.ns);
    this.counted = this.core.cycles;
  }
}

function boot(reason) {
  const began = clock ? clock.nanos : 0;
  const scratch = reason ? mcu.peripherals[0x40058].scratchData : null;
  clock = new CycleClock(began);
  mcu = new RP2040(clock);
  clock.drive(mcu);
  mcu.logger = { debug() {}, info() {}, warn() {}, error() {} };
  usb = mcu.usbCtrl;
  machines.clear();
  stirred = true;
  lights.clear();
  powerless = false;
  restart = stall = 0;
  pending = null;
  unread = null;
  heard = [];
  mcu.loadBootrom(new Uint32Array(rom.buffer.slice(0)));
  mcu.flash.set(flash);
  const cache = new FlashCache(Number(MISS));
  mcu.onBreak = (code) => {
    if (code === 0xb1 || code === 0xb2) {
      flashed(code - 0xb0);
    }
    cache.flush(); // each operation on flash ends with that
  };
  const memory = memoryOf(mcu);
  Object.assign(mcu.core, memory);
  if (cache.miss) {
    cache.attach(mcu.core, memory);
  }
  mcu.peripherals[XIP_CTRL] = cache;
  mcu.adc.channelValues[2] = SUPPLY;
  const watchdog = mcu.peripherals[0x40058];
  watchdog.reason = reason;
  watchdog.scratchData = scratch ?? watchdog.scratchData; // RP2040 data sheet 4.7.6: a soft reset leaves it
  watchdog.onWatchdogTrigger = () => {
    watchdog.alarm.enable = watchdog.timer.enable = false;
    restart = 1 + watchdog.reason;
  };
  answerUniqueId(mcu.peripherals[0x18000]);
  const rosc = Object.create(mcu.peripherals[0x40060] ?? null);
  rosc.readUint32 = (offset) => (offset === 0x1c ? randomBit() : 0x81001000);
  rosc.writeUint32 = rosc.writeUint32Atomic = () => {};
  mcu.peripherals[0x40060] = rosc;
  attachRegulator(mcu.peripherals[0x40064]);
  mcu.gpio.forEach((_, gpio) => wire(gpio));
  mcu.spi.forEach((spi, block) => attachSpi(spi, block));
  for (const i2c of mcu.i2c) {
    attachI2c(i2c);
  }
  for (const pio of mcu.pio) {
    const { writeUint32 } = pio;
    pio.writeUint32 = function (offset, value) {
      if (!stirred) {
        for (const state of machines.values()) {
          state.at = Math.max(state.at, mcu.core.cycles); // they have waited until now
        }
        stirred = true;
        clock.due = 0;
      }
      writeUint32.call(this, offset, value);
    };
  }
  const cdc = new USBCDC(usb);
  cdc.onSerialData = (bytes) => {
    const at = tell("u", 2 + bytes.length);
    out.writeUInt16LE(bytes.length, at);
    out.set(bytes, at + 2);
  };
  const { indicateBufferReady } = usb;
  usb.indicateBufferReady = (endpoint, out) => {
    if (deaf && !out && endpoint === cdc.inEndpoint) {
      unread = () => indicateBufferReady.call(usb, endpoint, out);
    } else {
      indicateBufferReady.call(usb, endpoint, out);
    }
  };
  usb.onEndpointRead = (endpoint, size) => {
    if (endpoint === cdc.outEndpoint) {
      pending = { endpoint, size };
      pump();
    }
  };
  mcu.core.PC = 0x10000000;
  mcu.core.registers[13] = deepest = STACK_TOP;
  out[tell("b", 1)] = reason;
}

function randomBit() {
  entropy ^= entropy << 13;
  entropy ^= entropy >>> 17;
  entropy ^= entropy << 5;
  return entropy & 1;
}

// The flash chip's answer to 0x4B, four bytes late (W25Q16JV data sheet 8.2.24); everything else as it was.
function answerUniqueId(ssi) {
  const { readUint32, writeUint32 } = ssi;
  let sent = -1;
  const answers = [];
  ssi.writeUint32 = (offset, value) => {
    if (offset === 0x60) {
      sent = sent < 0 ? (value === 0x4b ? 0 : -1) : sent + 1;
      if (sent >= 0) {
        answers.push(sent > 4 ? UNIQUE_ID[sent - 5] : 0);
        sent = sent === 12 ? -1 : sent;
        return;
      }
    }
    writeUint32.call(ssi, offset, value);
  };
  ssi.readUint32 = (offset) => {
    if (offset === 0x60 && answers.length) {
      return answers.shift();
    }
    if (offset === 0x24 && answers.length) {
      return answers.length;
    }
    return readUint32.call(ssi, offset);
  };
}

// The voltage of the core (RP2040 data sheet 2.10.6): 1.1 V after power-up, always regulated. Above 133 MHz it must
// be 1.15 V before the clock is raised.
function attachRegulator(regulator) {
  let vreg = 0xb1;
  regulator.readUint32 = (offset) => (offset === 0 ? vreg | 0x1000 : 0);
  regulator.writeUint32 = (offset, value) => {
    if (offset === 0) {
      vreg = value & 0xf3;
    }
  };
  const { updateClocks } = mcu;
  mcu.updateClocks = function () {
    updateClocks.call(this);
    if (this.clkSys > 133e6 && vreg >> 4 < 0xc) {
      throw new Error(`the clock is raised to ${this.clkSys / 1e6} MHz before the voltage`);
    }
  };
}

function attachSpi(spi, block) {
  let reply = 0;
  const done = clock.createAlarm(() => spi.completeTransmit(reply));
  spi.onTransmit = (byte) => {
    reply = ask(1, "x", block, byte)[0];
    done.schedule(8e9 / spi.clockFrequency);
  };
}

function attachI2c(i2c) {
  const { abort } = i2c;
  i2c.abort = function (reason) {
    abort.call(this, reason);
    this.setInterrupts(16); // TX_EMPTY, which MicroPython waits for
  };
  let address = 0;
  const after = (act) => clock.createAlarm(act).schedule(22_500); // nine bits at 400 kHz
  i2c.onConnect = (to) => {
    address = to;
    const there = ask(1, "a", address)[0] !== 0;
    after(() => i2c.completeConnect(there));
  };
  i2c.onWriteByte = (byte) => {
    const acknowledged = ask(1, "i", address, byte)[0] !== 0;
    after(() => i2c.completeWrite(acknowledged));
  };
}

// -- time -------------------------------------------------------------------------------------------

const STACK_TOP = 0x20042000; // memmap_mp_rp2040.ld: the end of SCRATCH_Y
let deepest = STACK_TOP;
const machines = new Map(); // PIO state machine -> the cycle it has come to
let pioNs = 0;
let stirred = true; // something was written to PIO, or a state machine has not come to where it waits

// When the processor came to this cycle, if its clock has not been changed since.
function nsOf(cycle) {
  return clock.nanos - ((mcu.core.cycles - cycle) * 1e9) / mcu.clkSys;
}

function stepMachines() {
  if (!stirred) {
    return true;
  }
  let idle = true;
  for (const pio of mcu.pio) {
    if (pio.stopped) {
      continue;
    }
    for (const machine of pio.machines) {
      let state = machines.get(machine);
      if (!state) {
        machines.set(machine, (state = { at: 0, seen: 0 }));
      }
      const now = mcu.core.cycles;
      if (!machine.enabled) {
        state.at = now;
        continue;
      }
      const divider = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
      if (machine.cycles !== state.seen) {
        state.at = Math.max(state.at, now) + (machine.cycles - state.seen) * divider;
      }
      while (state.at <= now) {
        const before = machine.cycles;
        pioNs = nsOf(state.at);
        machine.step();
        pio.checkChangedPins();
        if (machine.waiting && machine.cycles === before) {
          state.at = now + divider;
          break;
        }
        state.at += Math.max(1, machine.cycles - before) * divider;
      }
      state.seen = machine.cycles;
      idle &&= machine.waiting;
    }
  }
  stirred = !idle;
  return idle;
}

function run(until) {
  let idle = stepMachines();
  while (clock.nanos < until) {
    const core = mcu.core;
    if (core.waiting) {
      let span = Math.min(clock.nanosToNextAlarm || 1e3, until - clock.nanos);
      if (!idle) {
        span = Math.min(span, 800);
      }
      clock.tick(span);
      if (core.checkForInterrupts()) {
        core.waiting = false;
      }
    } else {
      clock.aim(idle ? until : 0);
      do {
        core.executeInstruction();
        if (core.registers[13] < deepest) {
          deepest = core.registers[13];
        }
      } while (core.cycles < clock.due && !core.waiting);
      clock.tick(stall);
      stall = 0;
    }
    if (powerless) {
      return 1;
    }
    if (restart) {
      boot(restart - 1);
    }
    idle = stepMachines();
  }
  lights.end(pioNs = clock.nanos);
  return 0;
}

// -- commands ---------------------------------------------------------------------------------------

// Answer numbers as they lie in memory: little-endian.
function answer(numbers) {
  const bytes = Buffer.from(numbers.buffer, numbers.byteOffset, numbers.byteLength);
  for (let at = 0; at < bytes.length; ) {
    at += fs.writeSync(1, bytes, at, bytes.length - at);
  }
}

boot(0);
for (;;) {
  const command = String.fromCharCode(take(1)[0]);
  if (command === "r") {
    ask(0, "q", run(take(8).readDoubleLE(0)));
  } else if (command === "s") {
    const size = take(2).readUInt16LE(0);
    heard.push(...take(size).subarray(0, size));
    pump();
  } else if (command === "n") {
    answer(Uint32Array.of(heard.length));
  } else if (command === "k") {
    const both = take(8);
    driven = both.readUInt32LE(0);
    drive(both.readUInt32LE(4));
  } else if (command === "w") {
    listened = take(4).readUInt32LE(0);
  } else if (command === "c") {
    const how = take(6);
    cutAfter = how.readUInt32LE(0);
    cutPart = how.readUInt16LE(4);
  } else if (command === "z") {
    const size = take(4).readUInt32LE(0);
    if (size) {
      flash.set(take(size).subarray(0, size), FILES);
    }
    boot(0);
  } else if (command === "d") {
    answer(Uint32Array.of(FLASH_SIZE - FILES));
    answer(flash.subarray(FILES));
  } else if (command === "h") {
    deaf = take(1)[0] !== 0;
    if (!deaf && unread) {
      unread();
      unread = null;
    }
  } else if (command === "p") {
    const { csr, div, cc, top } = mcu.pwm.channels[take(1)[0]];
    const hz = csr & 1 ? Math.round(mcu.clkSys / (div / 16) / (top + 1)) : 0;
    answer(Uint32Array.of(hz, Math.min(65535, Math.round(((cc & 0xffff) / (top + 1)) * 65535))));
  } else if (command === "m") {
    answer(Uint32Array.of(STACK_TOP - deepest));
  } else {
    process.exit(0);
  }
}
