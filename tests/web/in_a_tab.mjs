// Runs a Python script on MicroPython's port for the browser: node in_a_tab.mjs PORT CODE FOLDER ...
// The files of the folders are those of the script; its errors are written to the standard error.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [port, code, ...folders] = process.argv.slice(2);
const { loadMicroPython } = await import(pathToFileURL(port));
const write = (to) => (text) => process[to].write(`${text}\n`);
const options = { heapsize: 4 << 20, linebuffer: true, stdout: write("stdout"), stderr: write("stderr") };
const python = await loadMicroPython(options);

function copy(from, to) {
  python.FS.mkdirTree(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [here, there] = [join(from, entry.name), `${to}/${entry.name}`];
    if (entry.isDirectory()) copy(here, there);
    else if (/\.(py|json|txt)$/.test(entry.name)) python.FS.writeFile(there, readFileSync(here));
  }
}

folders.forEach((folder, at) => {
  copy(folder, `/${at}`);
  python.runPython(`import sys; sys.path.append("/${at}")`);
});
try {
  python.runPython(code);
} catch (error) {
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
