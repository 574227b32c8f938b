// Python itself: Pyodide in a module worker, so that a long loop never holds up the page.

import { loadPyodide } from "../../vendor/pyodide/pyodide.mjs";

const PYODIDE = new URL("../../vendor/pyodide/", import.meta.url).href;
const MODULES = ["harness.py", "capture.py"];
const ready = boot();
ready.catch(lost);

async function boot() {
  self.postMessage({ type: "status", text: "Loading Python" });
  const files = ["course.zip", ...MODULES].map(load);
  const options = { indexURL: PYODIDE, env: { MPLBACKEND: "agg" }, packages: ["numpy"] };
  const python = await timed("start Python, load NumPy", () => loadPyodide(options));
  python._api.on_fatal = lost; // a job that breaks Python itself never returns
  const [course, ...modules] = await Promise.all(files);
  python.unpackArchive(course, "zip", { extractDir: "/course" });
  python.FS.mkdir("/page");
  modules.forEach((text, at) => python.FS.writeFile(`/page/${MODULES[at]}`, new Uint8Array(text)));
  const path = "import sys; sys.path[:0] = ['/page', '/course']";
  await timed("import NumPy", () => python.runPython(`${path}; import numpy`));
  return { python, harness: await timed("import the rest", () => python.pyimport("harness")) };
}

/** Do a step of the work, and leave how long it took among the worker's performance entries. */
async function timed(name, work) {
  const start = performance.now();
  const done = await work();
  performance.measure(name, { start });
  return done;
}

async function load(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is not there (${answer.status}). Reload the page.`);
  return answer.arrayBuffer();
}

function lost(error) {
  self.postMessage({ type: "lost", text: String(error?.message ?? error).slice(0, 500) });
}

self.onmessage = async ({ data: { id, command, code, ...job } }) => {
  try {
    const { python, harness } = await ready;
    await timed("load imports", () => loadImports(python, code));
    self.postMessage({ id, type: "running" });
    self.postMessage({ type: "status", text: "Running" });
    const stream = (kind, text) => self.postMessage({ id, type: "stream", kind, text });
    const answer = await timed("run", () => harness[command](JSON.stringify({ code, ...job }), stream));
    self.postMessage({ id, type: "done", result: JSON.parse(answer) });
  } catch (error) {
    lost(error);
  }
};

async function loadImports(python, code) {
  const tell = (text) => text.startsWith("Loading ") && self.postMessage({ type: "status", text });
  await python.loadPackagesFromImports(code, { messageCallback: tell, errorCallback: () => {} });
}
