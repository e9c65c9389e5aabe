// SHA-256 and HMAC-SHA256 of our own, without waiting: a page over plain HTTP has no crypto.subtle,
// and a chain is computed link by link.

const ROUNDS = new Int32Array(64);
const START = new Uint32Array(8);
const BLOCK = 64;
const words = new Int32Array(64);

fillConstants();

/** Fill the constants: 32 bits of the fractions of the roots of the first primes (FIPS 180-4, 4.2.2, 5.3.3). */
function fillConstants() {
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let isPrime = true;
    for (let d = 2; d * d <= n; d++) isPrime = isPrime && n % d !== 0;
    if (!isPrime) continue;
    if (found < 8) START[found] = fraction(n, 2n);
    ROUNDS[found++] = fraction(n, 3n);
  }
}

/** Return 32 bits of the fraction of the `power`-th root of n, by whole numbers alone. */
function fraction(n, power) {
  const wanted = BigInt(n) << (32n * power);
  let root = 0n;
  for (let bit = 1n << 40n; bit; bit >>= 1n) {
    if ((root + bit) ** power <= wanted) root += bit;
  }
  return Number(root & 0xffffffffn);
}

/**
 * Return the SHA-256 of bytes, 32 bytes (FIPS 180-4; docs/reference/trust.md, Records).
 * @param {...(Uint8Array|number[])} parts  one after another they are the bytes
 */
export function sha256(...parts) {
  const state = START.slice();
  const block = new Uint8Array(BLOCK);
  let used = 0;
  let length = 0;
  for (const part of parts) {
    length += part.length;
    for (let at = 0; at < part.length; at++) {
      block[used++] = part[at];
      if (used === BLOCK) {
        mix(state, block);
        used = 0;
      }
    }
  }
  finish(state, block, used, length);
  return bytesOf(state);
}

/** Mix the last blocks into the state: a mark, zeros, and the length in bits. */
function finish(state, block, used, length) {
  block.fill(0, used);
  block[used] = 0x80;
  if (used >= BLOCK - 8) {
    mix(state, block);
    block.fill(0);
  }
  const view = new DataView(block.buffer);
  view.setUint32(BLOCK - 8, Math.floor(length / 0x20000000));
  view.setUint32(BLOCK - 4, (length << 3) >>> 0);
  mix(state, block);
}

/** Return the numbers of a state as bytes, big endian. */
function bytesOf(state) {
  const bytes = new Uint8Array(32);
  const view = new DataView(bytes.buffer);
  state.forEach((word, i) => view.setUint32(4 * i, word));
  return bytes;
}

/** Mix one block of 64 bytes into the state (FIPS 180-4, 6.2.2). */
function mix(state, block) {
  for (let i = 0; i < 16; i++) {
    words[i] = (block[4 * i] << 24) | (block[4 * i + 1] << 16) | (block[4 * i + 2] << 8) | block[4 * i + 3];
  }
  for (let i = 16; i < 64; i++) {
    const x = words[i - 15];
    const y = words[i - 2];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    words[i] = (words[i - 16] + s0 + words[i - 7] + s1) | 0;
  }
  let a = state[0];
  let b = state[1];
  let c = state[2];
  let d = state[3];
  let e = state[4];
  let f = state[5];
  let g = state[6];
  let h = state[7];
  for (let i = 0; i < 64; i++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + ROUNDS[i] + words[i]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

/** Return HMAC-SHA256 of a message, 32 bytes (RFC 2104; trust.md, Records: keys of groups, masks). */
export function hmac(key, message) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK).fill(0x36);
  const outer = new Uint8Array(BLOCK).fill(0x5c);
  short.forEach((byte, i) => {
    inner[i] ^= byte;
    outer[i] ^= byte;
  });
  return sha256(outer, sha256(inner, message));
}

/**
 * Compare our SHA-256 with the browser's own, over inputs of many lengths.
 * Return true if they agree, false if not, null where the page is no secure context and the browser has none.
 */
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
