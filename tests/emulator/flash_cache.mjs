// The cache between an RP2040's processor and its flash (RP2040 data sheet 2.6.3): 16 KB in lines of 8 bytes, two
// lines to each of 1024 sets. Of two lines of a set the one that was read longer ago makes room.
//
// What is read from 0x10000000 to 0x10ffffff goes through it. A line that is not there costs `miss` cycles, besides
// those that the emulator counts for each read; a line that is there costs none.

const SETS = 1024;
const NONE = -1;
const MOST = 0xffffffff; // the counters stop there
const FLUSH = 0x04; // registers of XIP_CTRL, from 0x14000000
const HITS = 0x0c;
const ACCESSES = 0x10;

export const XIP_CTRL = 0x14000; // where rp2040js has it among its peripherals

export class FlashCache {
  // miss: cycles of the processor
  constructor(miss) {
    this.miss = miss;
    this.newer = new Int32Array(SETS); // by set: the line that was read last
    this.older = new Int32Array(SETS);
    this.hits = this.accesses = 0;
    this.flush();
  }

  flush() {
    this.newer.fill(NONE);
    this.older.fill(NONE);
  }

  // The cycles that a read at this address waits.
  read(address) {
    const line = (address & 0xffffff) >>> 3;
    const set = line & (SETS - 1);
    this.accesses++;
    if (this.newer[set] === line) {
      this.hits++;
      return 0;
    }
    const last = this.newer[set];
    this.newer[set] = line;
    if (this.older[set] === line) {
      this.older[set] = last;
      this.hits++;
      return 0;
    }
    this.older[set] = last;
    return this.miss;
  }

  // Put it between a processor of rp2040js and its memory. Two halfwords of a word that are fetched one after the
  // other are one access: the processor fetches words.
  attach(core, memory) {
    let next = NONE;
    core.readUint16 = (address) => {
      const fetched = address === next && (address & 2) !== 0;
      next = address + 2;
      if (address >>> 24 === 0x10 && !fetched) {
        core.cycles += this.read(address);
      }
      return memory.readUint16(address);
    };
    core.readUint32 = (address) => {
      if (address >>> 24 === 0x10) {
        core.cycles += this.read(address);
      }
      return memory.readUint32(address);
    };
    core.readUint8 = (address) => {
      if (address >>> 24 === 0x10) {
        core.cycles += this.read(address);
      }
      return memory.readUint8(address);
    };
  }

  // XIP_CTRL, as a peripheral of rp2040js: what is written clears a counter or flushes, whatever it is.

  readUint32(offset) {
    return offset === HITS ? Math.min(this.hits, MOST) : offset === ACCESSES ? Math.min(this.accesses, MOST) : 0;
  }

  writeUint32Atomic(offset) {
    if (offset === FLUSH) {
      this.flush();
    } else if (offset === HITS) {
      this.hits = 0;
    } else if (offset === ACCESSES) {
      this.accesses = 0;
    }
  }
}
