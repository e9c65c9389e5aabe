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
const IDLE = ["fault", "cured", "dropped", "repl", "deck", "service", "service-over"];
const RULED = ["start", "answer", "part", "found", "fix", "end"];

/** The text is no exported game; `code` says why, `line` (from 1) where. */
export class NotAGame extends Error {
  constructor(code, line = 1) {
    super(`${code}, line ${line}`);
    Object.assign(this, { code, line });
  }
}

/** A fault of a record; the code is that of the finding. */
class Wrong extends Error {}

function need(isFine, code) {
  if (!isFine) throw new Wrong(code);
}

function attempt(act, otherwise) {
  try {
    act();
  } catch (wrong) {
    if (!(wrong instanceof Wrong)) throw wrong;
    otherwise(wrong.message);
  }
}

/**
 * Judge the text of a `game.jsonl`, trusting nothing but its records (trust.md, Records and Files).
 * Return plain values, see `report`. Positions are those of records (g). Throws NotAGame.
 */
export function judge(text) {
  const file = readGame(text);
  const audit = new Audit(file.gaps);
  for (const raw of file.raws) audit.take(raw);
  audit.close();
  return audit.report();
}

// The file

/** Return {raws, gaps} of the lines of a file (trust.md, Files). */
function readGame(text) {
  if (!isText(text)) throw new NotAGame("no-game-file");
  if (text.length > MOST_TEXT) throw new NotAGame("file-too-long");
  const rows = text.replace(/\n$/, "").split("\n");
  const file = { uid: "", raws: [], gaps: [], isOver: false };
  const at = (line, act) =>
    attempt(act, (code) => {
      throw new NotAGame(code, line);
    });
  rows.forEach((row, i) => at(i + 1, () => readLine(file, parse(row), i === 0)));
  at(rows.length, () => {
    need(file.isOver, "file-end-missing");
    need(file.raws.length, "file-without-records");
  });
  return file;
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readLine(file, line, isFirst) {
  const { raws, gaps } = file;
  need(line !== undefined, "not-json");
  need(line !== null && typeof line === "object", "unknown-kind");
  need(!file.isOver, "line-after-end");
  if (isFirst) {
    need(line.kind === "game" && line.schema === "cardtable/1" && isText(line.uid), "no-game-file");
    file.uid = line.uid;
  } else if (line.kind === "record") {
    raws.push(rawOf(line));
    need(raws.length <= MOST_RECORDS, "one-too-many");
  } else if (line.kind === "gap") {
    const { first, last } = line;
    need(isPlace(first) && isPlace(last) && last >= first, "gap-overlaps");
    need(!gaps.length || first > gaps.at(-1)[1], "gap-overlaps");
    gaps.push([first, last]);
  } else if (line.kind === "end") {
    const checkpoint = `cardtable/${file.uid}\n${raws.length}\n${toBase64(treeRoot(raws))}\n`;
    need(line.records === raws.length && line.checkpoint === checkpoint, "other-end");
    file.isOver = true;
  } else need(line.kind === "note", "unknown-kind");
}

/** Return the bytes of a record; if they can be read, the words next to them must be the same. */
function rawOf({ raw: text, record }) {
  need(isText(text) && /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 === 0, "no-base64");
  const raw = fromBase64(text);
  const values = valuesOf(raw);
  need(!values || JSON.stringify(values) === JSON.stringify(record), "words-and-bytes");
  return raw;
}

/** Return the Merkle tree hash over records (RFC 6962, 2.1), 32 bytes. */
function treeRoot(raws) {
  if (raws.length < 2) return raws.length ? sha256([0], raws[0]) : sha256([]);
  let split = 1;
  while (2 * split < raws.length) split *= 2;
  return sha256([1], treeRoot(raws.slice(0, split)), treeRoot(raws.slice(split)));
}

// Values

const isNumber = (value) => Number.isSafeInteger(value);
const isPlace = (value) => isNumber(value) && value >= 0;
const isText = (value) => typeof value === "string";
const isSame = (one, other) => one.length === other.length && one.every((byte, i) => byte === other[i]);
const fromBase64 = (text) => Uint8Array.from(atob(text), (one) => one.charCodeAt(0));
const toBase64 = (data) => btoa(String.fromCharCode(...data));
const toText = (data) => toBase64(data).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
const fourBytes = (n) => new Uint8Array([n >>> 24, n >>> 16, n >>> 8, n]);
const ascii = (text) => new TextEncoder().encode(text);
const escaped = (one) => "\\u" + one.charCodeAt(0).toString(16).padStart(4, "0");
const sum = (numbers) => numbers.reduce((whole, one) => whole + one, 0);
const numbersIn = (value) => [value].flat(Infinity).filter(isNumber);
const handlesIn = (value) => numbersIn(value).filter((one) => one >= HANDLE);

/** Return the list that a record is, null unless its bytes are those that a table writes for it. */
function valuesOf(raw) {
  if (raw.length > MOST_RAW) return null;
  const text = String.fromCharCode(...raw);
  const values = parse(text);
  if (!Array.isArray(values) || !isPlain(values)) return null;
  if (JSON.stringify(values).replace(/[\x7f-\uffff]/g, escaped) !== text) return null;
  return values.slice(0, 4).every(isPlace) && isText(values[4]) ? values : null;
}

function isPlain(value) {
  if (Array.isArray(value)) return value.every(isPlain);
  return value === null || isText(value) || typeof value === "boolean" || isNumber(value);
}

/** Return the bytes of base64url text (RFC 4648, 5), `length` of them. */
function bytesOf(text, length) {
  need(isText(text), "proof-missing");
  need(/^[\w-]*$/.test(text) && text.length % 4 !== 1, "proof-of-wrong-length");
  const data = fromBase64(text.replace(/-/g, "+").replace(/_/g, "/"));
  need(toText(data) === text && data.length === (length ?? data.length), "proof-of-wrong-length");
  return data;
}

/** Return the pieces of 16 bytes of an opening: text, or a list of texts of 48 bytes (trust.md, Opening). */
function unitsOf(told) {
  const parts = [told].flat();
  const data = parts.map((text, i) => bytesOf(text, i < parts.length - 1 ? PIECE : undefined));
  const units = [];
  for (const bytes of data) {
    need(bytes.length && bytes.length % 16 === 0 && bytes.length <= PIECE, "proof-of-wrong-length");
    for (let at = 0; at < bytes.length; at += 16) units.push(bytes.subarray(at, at + 16));
  }
  need(isText(told) || parts.length > 1, "proof-missing");
  return units;
}

/** Return the six words of a head: its first 96 bits as proquints (trust.md, Head; arXiv 0901.4016). */
export function wordsOf(head) {
  const [c, v] = ["bdfghjklmnprstvz", "aiou"];
  const word = (n) => c[n >> 12] + v[(n >> 10) & 3] + c[(n >> 6) & 15] + v[(n >> 4) & 3] + c[n & 15];
  return [0, 2, 4, 6, 8, 10].map((at) => word((head[at] << 8) | head[at + 1])).join(" ");
}

/** Return the public key with which 216 bytes sign a message (trust.md, Signature: Winternitz). */
export function signerOf(signature, match, message) {
  const id = ascii(match);
  let bits = 0n;
  for (const byte of message.subarray(0, 12)) bits = (bits << 8n) | BigInt(byte);
  const digits = Array.from({ length: 16 }, (_, i) => Number((bits >> BigInt(6 * i)) & 63n));
  const missing = 16 * 63 - sum(digits);
  digits.push(missing & 63, missing >> 6);
  const ends = digits.map((digit, chain) => {
    let value = signature.subarray(12 * chain, 12 * chain + 12);
    for (let step = digit; step < 63; step++) value = sha256([6, chain, step], id, value).subarray(0, 12);
    return value;
  });
  return sha256([8], ...ends).subarray(0, 16);
}

/** Return false if all leaves of a group are known, also those `found`, and are not those of its root. */
function fits({ members, root }, found = []) {
  const known = new Map(found);
  const leaves = members.map((one) => known.get(one) ?? one.leaf);
  return leaves.includes(null) || isSame(sha256([3], ...leaves).subarray(0, 16), root);
}

/** The audit of one match, from its record "game" on. */
class Audit {
  constructor(gaps) {
    this.gaps = gaps;
    this.findings = [];
    this.heads = [];
    this.sealed = new Map(); // by handle: {n, group, told, leaf, value, opened}
    this.groups = []; // sealed at once: {g, first, members, root, cover, isLost}
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
    this.before = this.stage = this.trusted = this.signed = this.vaultLost = this.closedAt = null;
    this.hasGap = this.hasLost = this.keyless = this.isOver = this.isClosing = this.isComplete = false;
  }

  find(part, record, code) {
    this.findings.push({ record, part, code });
  }

  /** Do something; what is Wrong becomes a finding, with `code` if that is given. */
  attempt(part, g, act, code) {
    attempt(act, (own) => this.find(part, g, code ?? own));
  }

  take(raw) {
    this.records++;
    const values = valuesOf(raw);
    if (!values) {
      this.find("order", this.last + 1, "no-record");
      this.chain = sha256([0], this.chain, raw);
      return;
    }
    const [g, , , , kind, ...fields] = values;
    const isTakenUp = kind === "note" && isTakingUp(fields);
    if (this.before) this.order(values, isTakenUp);
    if (this.first < 0) this.begin(g, kind, fields);
    const before = this.chain;
    this.chain = sha256([0], before, raw);
    if (this.signed !== null && !this.mayFollowEnd(kind, fields)) this.find("chain", g, "behind-signature");
    if (kind === "head") this.attempt("chain", g, () => this.head(g, fields, before, raw), "no-head");
    else if (kind === "rest") this.attempt("cards", g, () => this.rest(fields));
    else if (kind === "opened") this.attempt("cards", g, () => this.end(g, fields));
    else if (kind === "note") this.note(g, fields, before, raw, isTakenUp);
    else if (kind === "game" && g !== this.first) this.find("end", g, "second-start");
    else if (RULED.includes(kind)) this.attempt("cards", g, () => this.rule(g, kind, fields));
    this.last = g;
    this.before = values;
  }

  /** Return whether a record may be behind the signature (trust.md, Records). */
  mayFollowEnd(kind, [code]) {
    if (kind === "boot") return true;
    return this.isComplete ? kind === "note" && IDLE.includes(code) : kind === "head";
  }

  order([g, boot, n, us], isTakenUp) {
    const due = this.last + 1;
    if (g > due && this.gaps.some(([first, last]) => first === due && last === g - 1)) return this.lose();
    const boots = boot - this.before[1];
    const isLate = boots === 0 && us < this.before[3];
    const steps = n - this.before[2];
    const code = isTakenUp
      ? (boots < 0 || isLate || (boots === 0 && steps <= 0)) && "taken-up-before-parked"
      : (g !== due && "wrong-position") ||
        ((isLate || (boots === 0 && steps !== 1)) && "breaks-boot") ||
        ((boots < 0 || (boots > 0 && n !== 0)) && "no-boot-start");
    if (code) this.find("order", g, code);
  }

  lose() {
    this.hasGap = this.hasLost = true;
    for (const group of this.groups) group.isLost = true;
  }

  begin(g, kind, fields) {
    this.first = g;
    if (kind !== "game" && this.gaps.some(([, last]) => last === g - 1)) return this.lose();
    const [match = "", mode, policy, commitment, chain, signer] = fields;
    const act = () => {
      need(kind === "game" && fields.length < 7 && fields.every(isText));
      this.signer = signer ?? "";
      if (signer !== undefined) bytesOf(signer, 16);
      need(["blind", "open"].includes(mode) && ["shown", "all", "sealed"].includes(policy));
      need([...match].length === 16);
      this.chain = bytesOf(chain, 32);
      this.commitment = bytesOf(commitment, 32);
      Object.assign(this, { match, mode, policy });
    };
    this.attempt("end", g, act, "no-checkable-start");
  }

  head(g, fields, before, raw) {
    const [stage, text] = fields;
    need(isNumber(stage) && fields.length === 2);
    const head = bytesOf(text, 32);
    const due = sha256([4], before, raw.subarray(0, raw.length - text.length - 3));
    if (!this.hasLost && !isSame(head, due)) this.find("chain", g, "head-differs");
    const isDue = this.stage === null || this.hasGap || stage === this.stage - 1;
    if (!isDue) this.find("chain", g, "head-of-other-stage");
    this.heads.push({ record: g, stage, words: wordsOf(head), isBound: !this.hasLost });
    this.isComplete = this.isClosing || this.signed !== null;
  }

  note(g, fields, before, raw, isTakenUp) {
    const [code] = fields;
    if (code === "signed") this.attempt("chain", g, () => this.sign(g, fields, before), "no-signature");
    else if (code === "vault") this.vaultLost ??= g;
    else if (code === "taken-up") {
      const act = () => (need(isTakenUp), this.takeUp(g, fields, before, raw));
      this.attempt("chain", g, act, "taken-up-unclear");
    }
  }

  /** `before`: the chain before the signature. */
  sign(g, fields, before) {
    need(fields.length === 2 && this.signed === null && (this.isClosing || this.hasLost));
    const signer = toText(signerOf(bytesOf(fields[1], 216), this.match, before));
    this.signed = g;
    if (!this.hasLost && signer !== this.signer) this.find("chain", g, "wrong-signature");
  }

  takeUp(g, [, first, last, head = "", chain = ""], before, raw) {
    this.chain = sha256([0], bytesOf(chain, 32), raw);
    const isNext = isSame(bytesOf(head, 32), before) && last === this.last;
    this.segments++;
    if (first !== this.first) this.find("chain", g, "other-match-taken-up");
    else if (!isNext && !this.hasLost) this.find("chain", g, "taken-up-elsewhere");
  }

  /** Take a record of the engine: what it seals, opens, names and ends. */
  rule(g, kind, [stage, answered, value, digest, ...more]) {
    if (this.isClosing && this.closedAt !== null) this.find("cards", this.closedAt, "ends-too-early");
    if (this.isClosing) this.closedAt = null;
    this.isOver = kind === "end";
    const fix = kind === "fix" && Array.isArray(value) ? value : [];
    const isBack = fix[0] === "back" && isNumber(fix[1]);
    if (isBack && this.trusted !== null && fix[1] < this.trusted) this.hasGap = true;
    if (this.hasGap && !this.resume(kind, value)) return;
    need([stage, answered, digest].every(isNumber), "unknown-fields");
    if (kind === "start") this.enter(Array.isArray(value) ? value[3] : null);
    if (isBack) this.goBack(fix[1]);
    if (fix[0] === "name" && this.sealed.has(fix[2]) && !this.proved.has(fix[2])) this.named.add(fix[2]);
    this.answered = kind === "fix" ? lastOf(fix) : answered;
    if (this.match) this.check(g, kind, value, more);
    this.drop(fix);
    if (kind === "end") this.enter(value);
  }

  /** Go on at the end of the stage of lost records. Return true if this record can be judged. */
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

  enter(state) {
    need(Array.isArray(state) && isNumber(state[0]), "unknown-fields");
    this.stage = state[0];
    this.shown.clear();
    const kept = handlesIn(state.slice(2));
    this.states.set(this.stage, { next: this.next, kept });
    this.remember(kept);
  }

  /** Go back to the stage before: what it dropped, or was opened since, needs no proof any more. */
  goBack(stage) {
    const now = this.states.get(this.stage);
    if (!now || !this.states.has(stage)) return;
    for (const n of this.sealed.keys()) if (n < now.next && !now.kept.includes(n)) this.proved.add(n);
    for (const n of this.shown.keys()) this.proved.add(n);
    this.shown.clear();
    this.stage = stage;
  }

  /** Forget what the answers opened that a correction drops. */
  drop([what, first, , until]) {
    const from = what === "undo" ? first : what === "amend" ? until : Infinity;
    for (const [n, answer] of this.shown) if (answer >= from) this.shown.delete(n);
  }

  remember(handles) {
    if (handles.length) this.lists.unshift(handles);
    this.lists.length = Math.min(this.lists.length, MOST_LISTS);
  }

  check(g, kind, value, more) {
    const isSealing = ["answer", "part", "fix"].includes(kind);
    const found = isSealing ? [...new Set(handlesIn(value))].filter((n) => n >= this.next) : [];
    const handles = found.sort((one, other) => one - other);
    if (this.vaultLost !== null && handles.length && !more.length) this.keyless = true;
    const isTrusted = this.keyless && !more.length;
    if (handles.length && !isTrusted) this.seal(g, handles, more);
    if (handles.length) this.next = handles.at(-1) + 1;
    const parts = kind === "fix" && value?.[0] === "amend" ? answersOf(value) : [value];
    for (const part of parts) this.remember(handlesIn(part));
    if (isTrusted || !more.length) return;
    const units = unitsOf(more.shift());
    need(!more.length, "too-many-fields");
    this.open(g, parts, units, kind === "fix");
  }

  seal(g, handles, more) {
    const [first] = handles;
    const count = handles.length;
    need(first === this.next && handles.at(-1) === first + count - 1 && more.length, "unknown-fields");
    const data = bytesOf(more.shift(), 16 + (this.policy === "shown" ? 0 : 2 * count));
    const told = this.mode === "open" ? more.shift() : handles.map(() => null);
    const isTold = Array.isArray(told) && told.length === count && told.every(isNumber);
    need(this.mode !== "open" || isTold, "unknown-fields");
    const group = { g, first, root: data.subarray(0, 16), cover: data.subarray(16), isLost: false };
    group.members = handles.map((n, i) => ({ n, group, told: told[i], leaf: null, value: null, opened: null }));
    for (const one of group.members) this.sealed.set(one.n, one);
    this.groups.push(group);
  }

  /** Return [one, leaf, value], or the code of what speaks against it. */
  leafOf(one, blind, told) {
    if (++this.work > MOST_WORK) throw new NotAGame("too-much-to-try");
    const value = this.named.has(one.n) ? UNREAD : told;
    const leaf = sha256([2], blind, ascii(this.match), fourBytes(one.n), ascii(String(value)));
    if ((one.told ?? value) !== value) return "opened-not-as-told";
    return one.leaf && !isSame(one.leaf, leaf) ? "opened-not-as-sealed" : [one, leaf, value];
  }

  /** Open values: those of a list that a record named, else any that fit. Only the rules know which. */
  open(g, parts, units, isFix) {
    const values = parts.flatMap((part) => (handlesIn(part).length ? [] : numbersIn(part)));
    const lists = this.lists.filter((list) => list.length === values.length);
    let fit = null;
    if (isFix) fit = this.fitList(...this.pairs(parts), units, true);
    else for (const list of lists) fit ??= this.fitList(list, values, units, false);
    fit ??= this.fitAny(values, units);
    if (fit) this.know(g, fit);
    else if (this.hasLost) this.unproved += values.length;
    else throw new Wrong("opening-does-not-fit");
  }

  /** Return handles and values of the answers of an amendment, as far as their lengths agree. */
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

  /** Return the leaves if the values are those of these handles, else null. */
  fitList(handles, values, units, isFix) {
    const rows = new Map();
    for (const [i, n] of handles.entries()) {
      const one = this.sealed.get(n);
      if (!one) return null;
      if (this.proved.has(n)) {
        if (!this.named.has(n) && (one.value ?? values[i]) !== values[i]) return null;
      } else if (!(isFix && this.shown.has(n))) {
        if (!rows.has(one.group)) rows.set(one.group, new Map());
        rows.get(one.group).set(one, values[i]);
      }
    }
    const sorted = [...rows].sort(([one], [other]) => one.first - other.first);
    const due = sorted.map(([{ members }, row]) => (row.size === members.length ? 1 : row.size));
    if (sum(due) !== units.length) return null;
    const left = [...units];
    const fit = sorted.map(([group, row], i) => this.leavesOf(group, row, left.splice(0, due[i])));
    return fit.includes(null) ? null : fit.flat();
  }

  leavesOf(group, row, units) {
    const found = [];
    const ones = [...row.keys()].sort((one, other) => one.n - other.n);
    for (const [i, one] of ones.entries()) {
      const isWhole = row.size === group.members.length;
      const blind = isWhole ? hmac(units[0], fourBytes(one.n)).subarray(0, 16) : units[i];
      const leaf = this.leafOf(one, blind, row.get(one));
      if (isText(leaf)) return null;
      found.push(leaf);
    }
    return fits(group, found) ? found : null;
  }

  /** Return the leaves if each unit is the key of a group with a run of the values, else null. */
  fitAny(values, units) {
    const left = [...values];
    const closed = this.groups.filter(({ members }) => members.every((one) => one.value === null));
    const fit = [];
    for (const unit of units) {
      let leaves = null;
      while (closed.length && !leaves) leaves = this.fitGroup(closed.shift(), left, unit);
      if (!leaves) return null;
      fit.push(...leaves);
    }
    return fit;
  }

  fitGroup(group, left, unit) {
    const count = group.members.length;
    for (let from = 0; from + count <= left.length; from++) {
      for (let turn = 0; turn < count; turn++) {
        const row = new Map(group.members.map((one, i) => [one, left[from + ((i + turn) % count)]]));
        const leaves = this.leavesOf(group, row, [unit]);
        if (!leaves) continue;
        left.splice(from, count);
        return leaves;
      }
    }
    return null;
  }

  know(g, rows) {
    for (const [one, leaf, value] of rows) {
      Object.assign(one, { leaf, value, opened: one.opened ?? g });
      this.shown.set(one.n, this.answered);
    }
  }

  /** Take the leaves of values that stay closed. */
  rest([rows, ...more]) {
    const isRow = (row) => Array.isArray(row) && row.length === 2 && isNumber(row[0]) && isText(row[1]);
    need(!more.length && Array.isArray(rows) && rows.every(isRow), "unknown-fields");
    if (this.hasGap || !this.match) return;
    for (const [n, text] of rows) {
      const one = this.sealed.get(n);
      if (this.hasLost && n < this.since && (one?.group.isLost ?? true)) continue;
      need(one && one.group.members.length > 1 && !one.leaf && this.policy === "shown", "leaf-not-asked");
      one.leaf = bytesOf(text, 32);
      need(fits(one.group), "opening-does-not-fit");
    }
  }

  /** Take the key of the match. */
  end(g, [told, ...more]) {
    need(!more.length && (told === null || isText(told)), "unknown-fields");
    need(!this.isClosing && (this.isOver || this.hasGap), "ends-too-early");
    this.isClosing = true;
    this.closedAt = g;
    if (!this.match) return;
    if (this.policy === "shown") return need(told === null, "key-not-agreed");
    need(/^[0-9a-f]{64}$/.test(told ?? ""), "no-key");
    if (this.policy === "sealed") return;
    const key = Uint8Array.from(told.match(/../g), (pair) => parseInt(pair, 16));
    need(isSame(sha256([75], key, ascii(this.match)), this.commitment), "other-key");
    for (const group of this.groups) this.uncover(g, group, key);
  }

  uncover(g, group, key) {
    const own = hmac(key, fourBytes(group.first)).subarray(0, 16);
    for (const [i, one] of group.members.entries()) {
      const mask = hmac(own, fourBytes(one.n));
      const told = ((group.cover[2 * i] ^ mask[16]) << 8) | (group.cover[2 * i + 1] ^ mask[17]);
      need((one.value ?? told) === told, "told-not-as-shown");
      const leaf = this.leafOf(one, mask.subarray(0, 16), told);
      need(!isText(leaf), leaf);
      this.know(g, [leaf]);
    }
    need(fits(group), "opening-does-not-fit");
  }

  close() {
    if (this.first < 0) this.find("end", null, "record-missing");
    this.isWhole = this.isClosing && (this.isComplete || this.signed !== null);
    if (!this.isWhole || this.hasGap || this.keyless) return;
    if (this.signer && this.signed === null) this.find("chain", this.last, "end-unsigned");
    if (this.policy === "sealed") return; // only a holder of the code knows what is missing
    for (const { g, members, isLost } of this.groups) {
      const isPart = members.some((one) => one.value !== null) && members.some((one) => !one.leaf);
      if (isPart && !isLost) this.find("cards", g, "commitment-opened-in-part");
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
    const bad = findings.flatMap(({ record }) => record ?? []).sort((one, other) => one - other);
    const values = this.groups.flatMap(({ g, members }) =>
      members.map(({ n, opened, value, told }) => {
        const checked = value !== null && members.every((one) => one.leaf);
        return { handle: n, committed: g, opened, value, told, named: this.named.has(n), checked };
      }),
    );
    return {
      ...{ match, mode, policy, first, last, records, segments, findings, heads, keyless, unproved, values },
      over: this.isWhole,
      lost: this.hasLost,
      firstBad: bad[0] ?? null,
      signature: { state: this.signature(), record: this.signed },
    };
  }
}

/** Return true if the fields of a note are those of one that takes up a parked match. */
function isTakingUp([code, first, last, ...texts]) {
  const isWhole = texts.length === 0 || texts.length === 2;
  return code === "taken-up" && isNumber(first) && isNumber(last) && isWhole && texts.every(isText);
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
