// The tones of the table, each heard when a lamp comes on, and cards that move.
let sounds = null;
let before = [];

export function isOn() {
  return sounds !== null;
}

export function turn(on) {
  sounds?.close();
  sounds = on ? new AudioContext() : null;
}

const looks = (now) => now.pads.map((pad) => pad.lamps.map((lamp) => lamp.colour + lamp.sign));

/** Take note of lamps that are on already. */
export function know(now) {
  before = looks(now);
}

/** Sound the tune of each lamp that has come on; of several that are alike one. */
export function hear(now) {
  const after = looks(now);
  const tunes = new Set();
  now.pads.forEach((pad, at) =>
    pad.lamps.forEach((lamp, number) => {
      if (after[at][number] !== before[at]?.[number] && lamp.tune.length) tunes.add(lamp.tune.join(" "));
    }),
  );
  before = after;
  if (isOn()) tunes.forEach((tune) => play(tune.split(" ").map(Number)));
}

const CARD_MS = 70;

/** Sound a card that is laid, taken or turned over, in so many milliseconds. */
export function card(after = 0) {
  if (!isOn()) return;
  const rustle = sounds.createBuffer(1, (sounds.sampleRate * CARD_MS) / 1000, sounds.sampleRate);
  rustle.getChannelData(0).forEach((_, at, all) => (all[at] = (0.24 * Math.random() - 0.12) * (1 - at / all.length) ** 3));
  const source = sounds.createBufferSource();
  source.buffer = rustle;
  source.connect(sounds.destination);
  source.start(sounds.currentTime + after / 1000);
}

const CALL = [880, 90, 0, 40, 1175, 140]; // it is my turn
const KINDS = { story: [523, 40], pad: [392, 40], lamp: [196, 160], hand: [440, 40], answer: [330, 60], notice: [262, 80], ending: [523, 90, 659, 90, 784, 160] };

/** Sound that something is asked of the player here. */
export function call() {
  if (isOn()) play(CALL);
}

/** Sound the kind of a sentence, before it is said. */
export function tell(kind) {
  if (isOn() && KINDS[kind]) play(KINDS[kind]);
}

/** Play notes: Hertz and milliseconds in turn, 0 Hz for a rest. */
function play(notes) {
  let at = sounds.currentTime;
  for (let i = 0; i < notes.length; i += 2) {
    const end = at + notes[i + 1] / 1000;
    if (notes[i]) {
      const tone = sounds.createOscillator();
      const loudness = sounds.createGain();
      tone.frequency.value = notes[i];
      loudness.gain.value = 0.06;
      tone.connect(loudness).connect(sounds.destination);
      tone.start(at);
      tone.stop(end);
    }
    at = end;
  }
}
