// The table in a tab: the host's own program on Pyodide. See tablehost/web/tab.py; messages are those of tab.js.
const FOLDER = "/program";
const KEPT = { name: "cardtable", store: "matches" };
let [Tab, tab, about, isOpen, timer, since, started, finished] = [null, null, null, false, 0, 0, "", ""];

const time = () => new Date().toISOString().replace("Z", "+00:00");
const now = () => Math.round(performance.now() - since);

/** Do something with the store of matches that outlive this tab; undefined where there is none. */
async function store(mode, act) {
  const opened = await new Promise((resolve) => {
    const asked = indexedDB.open(KEPT.name, 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore(KEPT.store);
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(null);
  }).catch(() => null);
  if (!opened) return undefined;
  const asked = act(opened.transaction(KEPT.store, mode).objectStore(KEPT.store));
  return new Promise((resolve) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => resolve(undefined);
  }).finally(() => opened.close());
}

async function load(address, given) {
  about = given;
  const { loadPyodide } = await import("./pyodide.mjs");
  const [python, program] = await Promise.all([loadPyodide(), fetch(address).then((answer) => answer.arrayBuffer())]);
  python.unpackArchive(program, "zip", { extractDir: FOLDER });
  python.runPython(`import sys; sys.path.append("${FOLDER}")`);
  Tab = python.pyimport("tablehost.web.tab").Tab;
}

/** Go on with the match that was left in an earlier tab, else begin one. */
async function resume(preset) {
  const kept = about.seed ? undefined : await store("readonly", (matches) => matches.get(about.game));
  if (!kept) return begin(preset);
  about = { ...about, preset: kept.preset, begun: { ...kept.begun, language: about.language, pace: about.pace } };
  [started, finished] = [kept.started, ""];
  try {
    tab = Tab(JSON.stringify(about.begun), kept.rows);
  } catch {
    begin(preset);
    return postMessage({ kind: "other" }); // of another version of this program
  }
  since = performance.now() - tab.now_ms;
  return step();
}

function begin(preset) {
  tab?.destroy();
  const { game, language, pace } = about;
  about.preset = preset ?? about.preset;
  const seed = about.seed ?? crypto.getRandomValues(new Uint32Array(4)).join();
  about.begun = { game, language, pace, ...about.preset, seed, lingers: pace > 0 };
  [started, finished, since] = [time(), "", performance.now()];
  tab = Tab(JSON.stringify(about.begun));
  return step();
}

function step() {
  clearTimeout(timer);
  if (!tab || !isOpen) return;
  const { events, wait } = JSON.parse(tab.step(now()));
  if (events) postMessage({ kind: "news", events, isOver: tab.is_over });
  if (wait !== null) timer = setTimeout(step, wait);
  else keep();
}

/** Note the match as it waits for the person. */
function keep() {
  if (tab.is_over) finished ||= time();
  const { begun, preset } = about;
  const match = { begun, preset, started, rows: tab.keep() };
  store("readwrite", (matches) => (tab.is_over ? matches.delete(begun.game) : matches.put(match, begun.game)));
}

const taking = {
  async load({ address, about: given }) {
    await load(address, given);
    await resume(given.preset);
  },
  open() {
    isOpen = true;
    tab?.again();
    step();
  },
  close() {
    isOpen = false;
  },
  begin({ preset }) {
    if (Tab) begin(preset);
  },
  act({ fields }) {
    tab?.act(JSON.stringify(fields));
    step();
  },
  file() {
    const [name, content] = JSON.parse(tab.file(started, finished));
    postMessage({ kind: "file", name, content });
  },
};

let done = Promise.resolve(); // messages are taken one after another
addEventListener("message", ({ data }) => {
  done = done
    .then(() => taking[data.kind](data))
    .catch((error) => {
      console.error(error);
      postMessage({ kind: "failed" });
    });
});
