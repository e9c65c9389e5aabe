// The judge of an exported game: chain, heads, commitments, openings and signature, from the bytes of its
// records alone (docs/reference/trust.md). The rules of the games are not judged here: `cardtable verify` does.
// Codes of findings are those of host/tablehost/journal/audit.py.

import { hmac, sha256 } from "./sha256.js";

const MOST_TEXT = 16 << 20; // characters of a file
const MOST_RECORDS = 50000;
const MOST_RAW = 500; // bytes of a record
const MOST_WORK = 200000; // openings tried; a long match has a thousandth of it
const MOST_LISTS = 400; // lists of handles that are remembered
const HANDLE = 4096;
const UNREAD = 255; // a card that was named by hand was sealed as this
const PIECE = 48;
const RULED = ["start", "answer", "part", "found", "fix", "end"];

/** The text is no exported game; `code` says why, `line` (from 1) where. */
export class NotAGame extends Error {
  constructor(code, line = 1) {
    super(`${code}, line ${line}`);
    this.code = code;
    this.line = line;
  }
}

/** A fault of a record; the code is that of the finding. */
class Wrong extends Error {}

/**
 * Judge the text of a `game.jsonl`, trusting nothing but its records (trust.md, Records and Files).
 * Return plain values: {match, mode, policy, first, last, records, segments, over, lost, unproved, keyless,
 * findings, firstBad, heads, signature, values}. Positions are those of records (g). Throws NotAGame.
 */
export function judge(text) {
  const file = readGame(text);
  const audit = new Audit(file.gaps);
  for (const raw of file.raws) audit.take(raw);
  audit.close();
  return audit.report();
}

// -- the file --------------------------------------------------------------------------------------------

/** Return {raws, gaps} of the lines of a file (trust.md, Files). Throws NotAGame. */
function readGame(text) {
  if (typeof text !== "string") throw new NotAGame("no-game-file");
  if (text.length > MOST_TEXT) throw new NotAGame("file-too-long");
  const rows = text.replace(/\n$/, "").split("\n");
  const file = { uid: "", raws: [], gaps: [], isOver: false };
  rows.forEach((row, i) => {
    try {
      readLine(file, lineOf(row), i === 0);
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) throw wrong;
      throw new NotAGame(wrong.message, i + 1);
    }
  });
  if (!file.isOver) throw new NotAGame("file-end-missing", rows.length);
  if (!file.raws.length) throw new NotAGame("file-without-records", rows.length);
  return file;
}

function lineOf(row) {
  let line;
  try {
    line = JSON.parse(row);
  } catch {
    throw new Wrong("not-json");
  }
  if (line === null || typeof line !== "object") throw new Wrong("unknown-kind");
  return line;
}

function readLine(file, line, isFirst) {
  if (file.isOver) throw new Wrong("line-after-end");
  if (isFirst) {
    if (line.kind !== "game" || line.schema !== "cardtable/1") throw new Wrong("no-game-file");
    if (typeof line.uid !== "string") throw new Wrong("no-game-file");
    file.uid = line.uid;
  } else if (line.kind === "record") {
    file.raws.push(rawOf(line));
    if (file.raws.length > MOST_RECORDS) throw new Wrong("one-too-many");
  } else if (line.kind === "gap") {
    const { first, last } = line;
    if (!isPlace(first) || !isPlace(last) || last < first) throw new Wrong("gap-overlaps");
    if (file.gaps.length && first <= file.gaps.at(-1)[1]) throw new Wrong("gap-overlaps");
    file.gaps.push([first, last]);
  } else if (line.kind === "end") {
    const root = btoa(String.fromCharCode(...treeRoot(file.raws)));
    const checkpoint = `cardtable/${file.uid}\n${file.raws.length}\n${root}\n`;
    if (line.records !== file.raws.length || line.checkpoint !== checkpoint) throw new Wrong("other-end");
    file.isOver = true;
  } else if (line.kind !== "note") throw new Wrong("unknown-kind");
}

/** Return the bytes of a record; the words next to them, if they can be read, must be the same. */
function rawOf(line) {
  if (typeof line.raw !== "string" || !/^[A-Za-z0-9+/]*={0,2}$/.test(line.raw) || line.raw.length % 4) {
    throw new Wrong("no-base64");
  }
  const raw = Uint8Array.from(atob(line.raw), (one) => one.charCodeAt(0));
  const values = valuesOf(raw);
  if (values && JSON.stringify(values) !== JSON.stringify(line.record)) throw new Wrong("words-and-bytes");
  return raw;
}

/** Return the Merkle tree hash over records (RFC 6962, 2.1), 32 bytes. */
function treeRoot(raws) {
  if (raws.length < 2) return raws.length ? sha256([0], raws[0]) : sha256([]);
  let split = 1;
  while (2 * split < raws.length) split *= 2;
  return sha256([1], treeRoot(raws.slice(0, split)), treeRoot(raws.slice(split)));
}

// -- values ----------------------------------------------------------------------------------------------

const isNumber = (value) => Number.isSafeInteger(value);
const isPlace = (value) => isNumber(value) && value >= 0;
const isText = (value) => typeof value === "string";

/** Return the list that a record is, null if its bytes are not exactly those that a table writes for one. */
function valuesOf(raw) {
  if (raw.length > MOST_RAW) return null;
  const text = String.fromCharCode(...raw);
  let values;
  try {
    values = JSON.parse(text);
  } catch {
    return null;
  }
  const plain = JSON.stringify(values).replace(/[\x7f-\uffff]/g, escaped);
  if (plain !== text || !Array.isArray(values) || !isPlain(values)) return null;
  return values.slice(0, 4).every(isPlace) && isText(values[4]) ? values : null;
}

const escaped = (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0");

function isPlain(value) {
  if (Array.isArray(value)) return value.every(isPlain);
  return value === null || isText(value) || typeof value === "boolean" || isNumber(value);
}

/** Return all whole numbers in a value, in their order. */
function numbersIn(value) {
  return (Array.isArray(value) ? value.flat(Infinity) : [value]).filter(isNumber);
}

const handlesIn = (value) => numbersIn(value).filter((one) => one >= HANDLE);

/** Return the bytes of base64url text (RFC 4648, 5); they must be `length`, if it is given. */
function bytesOf(text, length) {
  if (!isText(text)) throw new Wrong("proof-missing");
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) throw new Wrong("proof-of-wrong-length");
  const data = Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (one) => one.charCodeAt(0));
  if (textOf(data) !== text || (length !== undefined && data.length !== length)) {
    throw new Wrong("proof-of-wrong-length");
  }
  return data;
}

function textOf(data) {
  const text = btoa(String.fromCharCode(...data));
  return text.replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

const isSame = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);
const fourBytes = (n) => new Uint8Array([n >>> 24, n >>> 16, n >>> 8, n]);
const ascii = (text) => new TextEncoder().encode(text);

/** Return the pieces of 16 bytes of an opening: text, or a list of texts of 48 bytes (trust.md, Opening). */
function unitsOf(told) {
  const parts = Array.isArray(told) ? told : [told];
  const data = parts.map((text, i) => bytesOf(text, i < parts.length - 1 ? PIECE : undefined));
  const units = [];
  for (const bytes of data) {
    if (!bytes.length || bytes.length % 16 || bytes.length > PIECE) throw new Wrong("proof-of-wrong-length");
    for (let at = 0; at < bytes.length; at += 16) units.push(bytes.subarray(at, at + 16));
  }
  if (Array.isArray(told) && parts.length < 2) throw new Wrong("proof-missing");
  return units;
}

/** Return the six words of a head: its first 96 bits as proquints (trust.md, Head; arXiv 0901.4016). */
export function wordsOf(head) {
  const [c, v] = ["bdfghjklmnprstvz", "aiou"];
  const word = (n) => c[n >> 12] + v[(n >> 10) & 3] + c[(n >> 6) & 15] + v[(n >> 4) & 3] + c[n & 15];
  return [0, 2, 4, 6, 8, 10].map((at) => word((head[at] << 8) | head[at + 1])).join(" ");
}

/**
 * Return the public key, 16 bytes, with which 216 bytes are the signature of a message, of which the first
 * 12 bytes count (trust.md, Signature: Winternitz).
 */
export function signerOf(signature, match, message) {
  const id = ascii(match);
  let bits = 0n;
  for (const byte of message.subarray(0, 12)) bits = (bits << 8n) | BigInt(byte);
  const digits = Array.from({ length: 16 }, (_, i) => Number((bits >> BigInt(6 * i)) & 63n));
  const missing = 16 * 63 - digits.reduce((sum, digit) => sum + digit, 0);
  digits.push(missing & 63, missing >> 6);
  const ends = digits.map((digit, chain) => {
    let value = signature.subarray(12 * chain, 12 * chain + 12);
    for (let step = digit; step < 63; step++) value = sha256([6, chain, step], id, value).subarray(0, 12);
    return value;
  });
  return sha256([8], ...ends).subarray(0, 16);
}

// -- the audit -------------------------------------------------------------------------------------------

/** The audit of one match, from its record "game" on. */
class Audit {
  constructor(gaps) {
    this.gaps = gaps;
    this.findings = [];
    this.heads = [];
    this.groups = []; // ascending by handle
    this.lists = []; // of handles, as records named them, the newest first
    this.named = new Set();
    this.proved = new Set(); // handles that a correction of the stage before excuses from a proof
    this.shown = new Map(); // handles opened in this stage: the number of the answer that did
    this.states = new Map(); // by stage: the handles known when it began
    this.chain = new Uint8Array(32);
    this.match = this.mode = this.policy = this.signer = "";
    this.first = this.last = -1;
    this.records = this.unproved = this.work = 0;
    this.segments = 1;
    this.next = this.since = HANDLE;
    this.stage = this.trusted = null;
    this.before = this.signed = this.vaultLost = this.closedAt = null;
    this.hasGap = this.hasLost = this.keyless = this.isOver = this.isClosing = this.isHeaded = false;
  }

  find(part, record, code) {
    this.findings.push({ record, part, code });
  }

  /** Do something; a Wrong becomes a finding with its code, or with `code`. */
  attempt(part, g, act, code) {
    try {
      act();
    } catch (wrong) {
      if (!(wrong instanceof Wrong)) throw wrong;
      this.find(part, g, code ?? wrong.message);
    }
  }

  /** Take the next record, as its bytes. */
  take(raw) {
    this.records++;
    const values = valuesOf(raw);
    if (!values) {
      this.find("order", this.last + 1, "no-record");
      this.chain = sha256([0], this.chain, raw);
      return;
    }
    const [g, , , , kind, ...fields] = values;
    const isTakenUp = kind === "note" && fields[0] === "taken-up" && this.isTakenUp(fields);
    this.order(values, isTakenUp);
    if (this.first < 0) this.begin(g, kind, fields);
    const before = this.chain;
    this.chain = sha256([0], before, raw);
    if (this.signed !== null && (this.isHeaded || (kind !== "boot" && kind !== "head"))) {
      this.find("chain", g, "behind-signature");
    }
    this.isHeaded = false;
    if (kind === "head") this.attempt("chain", g, () => this.head(g, fields, before, raw), "no-head");
    else if (kind === "rest") this.attempt("cards", g, () => this.rest(fields));
    else if (kind === "opened") this.attempt("cards", g, () => this.end(g, fields));
    else if (kind === "note") this.note(g, fields, before, raw, isTakenUp);
    else if (kind === "game" && g !== this.first) this.find("end", g, "second-start");
    else if (RULED.includes(kind)) this.attempt("cards", g, () => this.rule(g, kind, fields));
    this.last = g;
    this.before = values;
  }

  isTakenUp(fields) {
    const numbers = fields.slice(1, 3);
    const texts = fields.slice(3);
    const isWhole = texts.length === 0 || texts.length === 2;
    return numbers.length === 2 && numbers.every(isNumber) && isWhole && texts.every(isText);
  }

  /** Check positions and the counts of a boot. */
  order([g, boot, n, us], isTakenUp) {
    const last = this.before;
    if (!last) return;
    const code = this.disorder(g, boot - last[1], n, n - last[2], us - last[3], isTakenUp);
    if (code) this.find("order", g, code);
  }

  disorder(g, boots, n, steps, time, isTakenUp) {
    const due = this.last + 1;
    if (g > due && this.gaps.some(([first, last]) => first === due && last === g - 1)) {
      this.lose();
      return "";
    }
    if (isTakenUp) {
      return boots < 0 || (boots === 0 && (steps <= 0 || time < 0)) ? "taken-up-before-parked" : "";
    }
    if (g !== due) return "wrong-position";
    if (boots === 0) return steps !== 1 || time < 0 ? "breaks-boot" : "";
    return boots < 0 || n !== 0 ? "no-boot-start" : "";
  }

  lose() {
    this.hasGap = this.hasLost = true;
    for (const group of this.groups) group.isLost = true;
  }

  begin(g, kind, fields) {
    this.first = g;
    if (kind !== "game" && this.gaps.some(([, last]) => last === g - 1)) {
      this.lose();
      return;
    }
    const act = () => {
      if (kind !== "game" || !fields.slice(0, 6).every(isText)) throw new Wrong("");
      const [match = "", mode, policy, commitment, chain, signer] = fields;
      if (fields.length > 6) throw new Wrong("");
      if (signer !== undefined) {
        this.signer = signer;
        bytesOf(signer, 16);
      }
      const isAgreed = ["blind", "open"].includes(mode) && ["shown", "all", "sealed"].includes(policy);
      if (!isAgreed || [...match].length !== 16) throw new Wrong("");
      this.chain = bytesOf(chain, 32);
      this.commitment = bytesOf(commitment, 32);
      Object.assign(this, { match, mode, policy });
    };
    this.attempt("end", g, act, "no-checkable-start");
  }

  head(g, fields, before, raw) {
    const [stage, text] = fields;
    if (!isNumber(stage) || fields.length !== 2) throw new Wrong("");
    const head = bytesOf(text, 32);
    const due = sha256([4], before, raw.subarray(0, raw.length - text.length - 3));
    if (!this.hasLost && !isSame(head, due)) this.find("chain", g, "head-differs");
    if (this.stage !== null && !this.hasGap && stage !== this.stage - 1) {
      this.find("chain", g, "head-of-other-stage");
    }
    this.heads.push({ record: g, stage, words: wordsOf(head), isBound: !this.hasLost });
    this.isHeaded = true;
  }

  note(g, fields, before, raw, isTakenUp) {
    const [code] = fields;
    if (code === "signed") this.attempt("chain", g, () => this.sign(g, fields, before), "no-signature");
    else if (code === "vault") this.vaultLost ??= g;
    else if (isTakenUp) {
      this.attempt("chain", g, () => this.takeUp(g, fields, before, raw), "taken-up-unclear");
    } else if (code === "taken-up") this.find("chain", g, "taken-up-unclear");
  }

  /** Check the signature of the end; `before`: the chain before it. */
  sign(g, fields, before) {
    if (fields.length !== 2 || this.signed !== null || !(this.isClosing || this.hasLost)) throw new Wrong("");
    const signer = textOf(signerOf(bytesOf(fields[1], 216), this.match, before));
    this.signed = g;
    if (!this.hasLost && signer !== this.signer) this.find("chain", g, "wrong-signature");
  }

  /** Resume the match after it was parked; `before`: the chain at the last record before that. */
  takeUp(g, [, first, last, head = "", chain = ""], before, raw) {
    this.chain = sha256([0], bytesOf(chain, 32), raw);
    const bound = bytesOf(head, 32);
    this.segments++;
    if (first !== this.first) this.find("chain", g, "other-match-taken-up");
    else if ((last !== this.last || !isSame(bound, before)) && !this.hasLost) {
      this.find("chain", g, "taken-up-elsewhere");
    }
  }

  // -- records of the engine -------------------------------------------------------------------------

  /** Take a record of the engine: what it seals, opens, names and ends; never whether the rules allow it. */
  rule(g, kind, [stage, answered, value, digest, ...more]) {
    if (this.isClosing && this.closedAt !== null) this.find("cards", this.closedAt, "ends-too-early");
    if (this.isClosing) this.closedAt = null;
    this.isOver = kind === "end";
    const fix = kind === "fix" && Array.isArray(value) ? value : [];
    const isBack = fix[0] === "back" && isNumber(fix[1]);
    if (isBack && this.trusted !== null && fix[1] < this.trusted) this.hasGap = true;
    if (this.hasGap && !this.resume(kind, value)) return;
    if (!isNumber(stage) || !isNumber(answered) || !isNumber(digest)) throw new Wrong("unknown-fields");
    if (kind === "start") this.enter(Array.isArray(value) ? value[3] : null);
    if (isBack) this.goBack(fix[1]);
    if (fix[0] === "name" && this.groupOf(fix[2]) && !this.proved.has(fix[2])) this.named.add(fix[2]);
    this.answered = kind === "fix" ? lastOf(fix) : answered;
    if (this.match) this.check(g, kind, value, more);
    this.drop(fix);
    if (kind === "end") this.enter(value);
  }

  /** Go on behind lost records: at the end of their stage. Return true if this record can be judged. */
  resume(kind, value) {
    if (kind === "start" && this.stage === null) this.hasGap = false;
    else if (kind === "end" && Array.isArray(value) && isNumber(value[0]) && isNumber(value[1])) {
      this.hasGap = false;
      this.next = this.since = value[1];
      this.trusted = value[0];
      this.enter(value);
    }
    return !this.hasGap && kind === "start";
  }

  /** Enter the stage that begins with this state. */
  enter(state) {
    if (!Array.isArray(state) || !isNumber(state[0])) throw new Wrong("unknown-fields");
    this.stage = state[0];
    this.shown.clear();
    const kept = handlesIn(state.slice(2));
    this.states.set(this.stage, { next: this.next, kept });
    this.remember(kept);
  }

  /** Go back to the stage before: what it dropped at its end, or was opened since, needs no proof any more. */
  goBack(stage) {
    const now = this.states.get(this.stage);
    if (!now || !this.states.has(stage)) return;
    for (const { members } of this.groups) {
      for (const n of members) {
        if (n < now.next && !now.kept.includes(n)) this.proved.add(n);
      }
    }
    for (const n of this.shown.keys()) this.proved.add(n);
    this.shown.clear();
    this.stage = stage;
  }

  /** Forget what the answers opened that a correction of this stage drops. */
  drop([what, first, , until]) {
    const from = what === "undo" ? first : what === "amend" ? until : Infinity;
    for (const [n, answer] of this.shown) if (answer >= from) this.shown.delete(n);
  }

  remember(handles) {
    if (handles.length) this.lists.unshift(handles);
    this.lists.length = Math.min(this.lists.length, MOST_LISTS);
  }

  /** Check what a record seals and opens. New handles are those that no record had before. */
  check(g, kind, value, more) {
    const isSealing = ["answer", "part", "fix"].includes(kind);
    const found = isSealing ? [...new Set(handlesIn(value))].filter((n) => n >= this.next) : [];
    const sealed = found.sort((one, other) => one - other);
    if (this.vaultLost !== null && sealed.length && !more.length) this.keyless = true;
    const isTrusted = this.keyless && !more.length;
    if (sealed.length && !isTrusted) this.seal(g, sealed, more);
    if (sealed.length) this.next = sealed.at(-1) + 1;
    const parts = kind === "fix" && value?.[0] === "amend" ? answersOf(value) : [value];
    for (const part of parts) this.remember(handlesIn(part));
    if (isTrusted || !more.length) return;
    const units = unitsOf(more.shift());
    if (more.length) throw new Wrong("too-many-fields");
    this.open(g, parts, units, kind === "fix");
  }

  seal(g, sealed, more) {
    const [first] = sealed;
    const count = sealed.length;
    if (first !== this.next || sealed.at(-1) !== first + count - 1) throw new Wrong("unknown-fields");
    if (!more.length) throw new Wrong("unknown-fields");
    const data = bytesOf(more.shift(), 16 + (this.policy === "shown" ? 0 : 2 * count));
    let told = null;
    if (this.mode === "open") {
      told = more.shift();
      if (!Array.isArray(told) || !told.every(isNumber) || told.length !== count) {
        throw new Wrong("unknown-fields");
      }
    }
    const [root, cover] = [data.subarray(0, 16), data.subarray(16)];
    const known = { leaves: new Map(), opened: new Map(), where: new Map() };
    this.groups.push({ g, first, count, members: sealed, root, cover, told, isLost: false, ...known });
  }

  groupOf(n) {
    let [low, high] = [0, this.groups.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.groups[middle].first <= n) low = middle + 1;
      else high = middle;
    }
    const group = this.groups[low - 1];
    return group && n < group.first + group.count ? group : undefined;
  }

  leaf(blind, n, value) {
    if (++this.work > MOST_WORK) throw new NotAGame("too-much-to-try");
    return sha256([2], blind, ascii(this.match), fourBytes(n), ascii(String(value)));
  }

  /**
   * Open values. Only the rules say which handle a value belongs to; here the handles are those of a list
   * that a record named, or any with whose commitments the values agree.
   */
  open(g, parts, units, isFix) {
    const told = parts.filter((part) => !handlesIn(part).length).map(numbersIn);
    const values = told.flat();
    let fit = null;
    for (const list of isFix ? [] : this.lists) {
      if (list.length === values.length) fit ??= this.fitList(list, values, units, isFix);
    }
    if (isFix) fit = this.fitList(...this.pairs(parts), units, isFix);
    fit ??= this.fitAny(values, units);
    if (fit) this.know(g, fit);
    else if (this.hasLost) this.unproved += values.length;
    else throw new Wrong("opening-does-not-fit");
  }

  /** Return the handles and the values of the answers of an amendment, as far as their lengths agree. */
  pairs(parts) {
    const [handles, values] = [[], []];
    for (const part of parts) {
      const told = handlesIn(part).length ? [] : numbersIn(part);
      const list = told.length && this.lists.find((one) => one.length === told.length);
      if (list) {
        handles.push(...list);
        values.push(...told);
      }
    }
    return [handles, values];
  }

  /** Return the leaves if these values are those of these handles, null if not. */
  fitList(handles, values, units, isFix) {
    const rows = new Map();
    for (let i = 0; i < handles.length; i++) {
      const n = handles[i];
      const group = this.groupOf(n);
      if (!group) return null;
      const known = group.opened.get(n);
      if (this.proved.has(n)) {
        if (known !== undefined && !this.named.has(n) && known !== values[i]) return null;
      } else if (!(isFix && this.shown.has(n))) {
        if (!rows.has(group)) rows.set(group, new Map());
        rows.get(group).set(n, values[i]);
      }
    }
    return this.fitRows([...rows].sort((one, other) => one[0].first - other[0].first), units);
  }

  /** Return the leaves if the units open these rows [group, handle -> value], null if not. */
  fitRows(rows, units) {
    const due = rows.map(([group, row]) => (row.size === group.count ? 1 : row.size));
    if (due.reduce((sum, one) => sum + one, 0) !== units.length) return null;
    const fit = [];
    let at = 0;
    for (const [i, [group, row]] of rows.entries()) {
      const leaves = this.leavesOf(group, row, units.slice(at, at + due[i]));
      if (!leaves) return null;
      fit.push(...leaves);
      at += due[i];
    }
    return fit;
  }

  /** Return rows [group, handle, leaf, value] if they fit the commitment of the group, as far as it is known. */
  leavesOf(group, row, units) {
    const leaves = new Map(group.leaves);
    const found = [];
    const handles = [...row.keys()].sort((one, other) => one - other);
    for (const [i, n] of handles.entries()) {
      const value = this.named.has(n) ? UNREAD : row.get(n);
      const isWhole = row.size === group.count;
      const blind = isWhole ? hmac(units[0], fourBytes(n)).subarray(0, 16) : units[i];
      const leaf = this.leaf(blind, n, value);
      if (group.told && group.told[n - group.first] !== value) return null;
      if (leaves.has(n) && !isSame(leaves.get(n), leaf)) return null;
      leaves.set(n, leaf);
      found.push([group, n, leaf, value]);
    }
    return leaves.size < group.count || this.isRoot(group, leaves) ? found : null;
  }

  isRoot(group, leaves) {
    const root = sha256([3], ...group.members.map((n) => leaves.get(n)));
    return isSame(root.subarray(0, 16), group.root);
  }

  /** Return the leaves if each unit is the key of a group, with a run of the values in any turn. */
  fitAny(values, units) {
    const left = [...values];
    const fit = [];
    let at = 0;
    for (const unit of units) {
      let leaves = null;
      for (; at < this.groups.length && !leaves; at++) {
        if (!this.groups[at].opened.size) leaves = this.fitGroup(this.groups[at], left, unit);
      }
      if (!leaves) return null;
      fit.push(...leaves);
    }
    return fit;
  }

  /** Return the leaves of a group that this is the key of, and take its values out of those left. */
  fitGroup(group, left, unit) {
    const { count, first } = group;
    for (let from = 0; from + count <= left.length; from++) {
      for (let turn = 0; turn < count; turn++) {
        const row = new Map();
        for (let i = 0; i < count; i++) row.set(first + i, left[from + ((i + turn) % count)]);
        const leaves = this.leavesOf(group, row, [unit]);
        if (!leaves) continue;
        left.splice(from, count);
        return leaves;
      }
    }
    return null;
  }

  know(g, rows) {
    for (const [group, n, leaf, value] of rows) {
      group.leaves.set(n, leaf);
      group.opened.set(n, value);
      if (!group.where.has(n)) group.where.set(n, g);
      this.shown.set(n, this.answered);
    }
  }

  // -- the end ---------------------------------------------------------------------------------------

  /** Take the leaves of values that stay closed. */
  rest([rows, ...more]) {
    const isRow = (row) => Array.isArray(row) && row.length === 2 && isNumber(row[0]) && isText(row[1]);
    if (more.length || !Array.isArray(rows) || !rows.every(isRow)) throw new Wrong("unknown-fields");
    if (this.hasGap || !this.match) return;
    for (const [n, text] of rows) {
      const group = this.groupOf(n);
      if (this.hasLost && n < this.since && (!group || group.isLost)) continue;
      if (!group || group.count === 1 || group.leaves.has(n) || this.policy !== "shown") {
        throw new Wrong("leaf-not-asked");
      }
      group.leaves.set(n, bytesOf(text, 32));
      this.compare(group);
    }
  }

  compare(group) {
    const isWhole = group.leaves.size === group.count;
    if (isWhole && !this.isRoot(group, group.leaves)) throw new Wrong("opening-does-not-fit");
  }

  /** Take the key of the match, as far as the policy tells it. */
  end(g, [told, ...more]) {
    if (more.length || (told !== null && !isText(told))) throw new Wrong("unknown-fields");
    if (this.isClosing || !(this.isOver || this.hasGap)) throw new Wrong("ends-too-early");
    this.isClosing = true;
    this.closedAt = g;
    if (!this.match) return;
    if (this.policy === "shown") {
      if (told !== null) throw new Wrong("key-not-agreed");
      return;
    }
    if (!/^[0-9a-f]{64}$/.test(told ?? "")) throw new Wrong("no-key");
    if (this.policy === "sealed") return;
    const key = Uint8Array.from(told.match(/../g), (pair) => parseInt(pair, 16));
    if (!isSame(sha256([75], key, ascii(this.match)), this.commitment)) throw new Wrong("other-key");
    for (const group of this.groups) this.uncover(g, group, key);
  }

  /** Open all values of a group with the key of the match. */
  uncover(g, group, key) {
    const own = hmac(key, fourBytes(group.first)).subarray(0, 16);
    for (const [i, n] of group.members.entries()) {
      const mask = hmac(own, fourBytes(n));
      const told = ((group.cover[2 * i] ^ mask[16]) << 8) | (group.cover[2 * i + 1] ^ mask[17]);
      if ((group.opened.get(n) ?? told) !== told) throw new Wrong("told-not-as-shown");
      const value = this.named.has(n) ? UNREAD : told;
      if (group.told && group.told[i] !== value) throw new Wrong("opened-not-as-told");
      const leaf = this.leaf(mask.subarray(0, 16), n, value);
      if (group.leaves.has(n) && !isSame(group.leaves.get(n), leaf)) throw new Wrong("opened-not-as-sealed");
      this.know(g, [[group, n, leaf, value]]);
    }
    this.compare(group);
  }

  /** Finish: no further record follows. */
  close() {
    if (this.first < 0) this.find("end", null, "record-missing");
    this.isWhole = this.isClosing && (this.isHeaded || this.signed !== null);
    if (!this.isWhole || this.hasGap || this.keyless) return;
    if (this.signer && this.signed === null) this.find("chain", this.last, "end-unsigned");
    if (this.policy === "sealed") return; // only a holder of the code knows what is missing
    for (const { g, count, leaves, opened, isLost } of this.groups) {
      if (opened.size && leaves.size < count && !isLost) this.find("cards", g, "commitment-opened-in-part");
    }
  }

  signature() {
    if (!this.signer) return this.first < 0 || !this.match ? "unknown" : "older";
    if (this.signed === null) return "missing";
    if (this.hasLost) return "unbound";
    return this.findings.some(({ part }) => part === "chain") ? "broken" : "signed";
  }

  report() {
    const { match, mode, policy, first, last, records, segments, findings, heads, keyless, unproved } = this;
    const bad = findings.map(({ record }) => record).filter((g) => g !== null);
    const firstBad = bad.length ? bad.reduce((one, other) => Math.min(one, other)) : null;
    const signature = { state: this.signature(), record: this.signed };
    const values = this.groups.flatMap((group) => group.members.map((n) => this.value(group, n)));
    const state = { over: this.isWhole, lost: this.hasLost, unproved, keyless };
    const told = { match, mode, policy, first, last, records, segments };
    return { ...told, ...state, findings, firstBad, heads, signature, values };
  }

  value(group, n) {
    return {
      handle: n,
      committed: group.g,
      opened: group.where.get(n) ?? null,
      value: group.opened.get(n) ?? null,
      told: group.told ? group.told[n - group.first] : null,
      named: this.named.has(n),
      checked: group.opened.has(n) && group.leaves.size === group.count,
    };
  }
}

/** Return the number of the last answer that an amendment changes. */
function lastOf([what, , changes]) {
  const rows = what === "amend" && Array.isArray(changes) ? changes : [];
  return rows.reduce((most, row) => Math.max(most, numbersIn(row)[0] ?? 0), 0);
}

/** Return the answers in an amendment ["amend", i, [[i, answer], ...], ...]. */
function answersOf(fix) {
  return Array.isArray(fix[2]) ? fix[2].map((row) => (Array.isArray(row) ? row[1] : null)) : [];
}
