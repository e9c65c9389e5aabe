// SHA-256 and HMAC-SHA256 of our own, without waiting: a page over plain HTTP has no crypto.subtle,
// and a chain is computed link by link.

const ROUNDS = new Int32Array(64);
const START = new Uint32Array(8);
const BLOCK = 64;
const words = new Int32Array(64);

// 32 bits of the fractions of the roots of the first primes (FIPS 180-4, 4.2.2, 5.3.3).
for (let n = 2, found = 0; found < 64; n++) {
  let divisor = 2;
  while (n % divisor) divisor++;
  if (divisor < n) continue;
  if (found < 8) START[found] = Math.sqrt(n) * 2 ** 32;
  ROUNDS[found++] = Math.cbrt(n) * 2 ** 32;
}

const turn = (word, n) => (word >>> n) | (word << (32 - n));

/** Mix one block of 64 bytes into the state (FIPS 180-4, 6.2.2). */
function mix(state, block) {
  for (let i = 0; i < 16; i++) words[i] = block.getInt32(4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [words[i - 15], words[i - 2]];
    const s0 = turn(x, 7) ^ turn(x, 18) ^ (x >>> 3);
    const s1 = turn(y, 17) ^ turn(y, 19) ^ (y >>> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t2 = s0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + t1) | 0, c, b, a, (t1 + t2) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
}

/** Return the SHA-256 of bytes, 32 bytes (FIPS 180-4): those of all parts, arrays of them, in turn. */
export function sha256(...parts) {
  const state = START.slice();
  const block = new Uint8Array(BLOCK);
  const view = new DataView(block.buffer);
  let length = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at++) {
      block[length++ % BLOCK] = part[at];
      if (length % BLOCK === 0) mix(state, view);
    }
  }
  // At the end: a mark, zeros, and the length in bits.
  const used = length % BLOCK;
  block.fill(0, used);
  block[used] = 0x80;
  if (used >= BLOCK - 8) {
    mix(state, view);
    block.fill(0);
  }
  view.setBigUint64(BLOCK - 8, BigInt(length) << 3n);
  mix(state, view);
  return Uint8Array.from({ length: 32 }, (_, i) => state[i >> 2] >>> (24 - 8 * (i & 3)));
}

/** Return HMAC-SHA256 of a message, 32 bytes (RFC 2104). */
export function hmac(key, message) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const pad = (byte) => Uint8Array.from({ length: BLOCK }, (_, i) => (short[i] ?? 0) ^ byte);
  return sha256(pad(0x5c), sha256(pad(0x36), message));
}

/** Return true if ours agrees with the browser's own, null where that has none. */
export async function agreesWithBrowser() {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) return null;
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1000]) {
    const data = new Uint8Array(length).map((_, i) => (i * 151 + length) & 255);
    const theirs = new Uint8Array(await subtle.digest("SHA-256", data));
    if (theirs.join() !== sha256(data).join()) return false;
  }
  return true;
}
