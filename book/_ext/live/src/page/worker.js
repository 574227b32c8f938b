// Python itself: Pyodide in a module worker, so that a long loop never holds up the page.

import { loadPyodide } from "../../vendor/pyodide/pyodide.mjs";

const PYODIDE = new URL("../../vendor/pyodide/", import.meta.url).href;
const MODULES = ["harness.py", "capture.py"];
const ready = boot();
ready.catch((error) => self.postMessage({ type: "lost", text: String(error) }));

async function boot() {
  self.postMessage({ type: "status", text: "Loading Python" });
  const [python, course, ...modules] = await Promise.all([
    loadPyodide({ indexURL: PYODIDE, env: { MPLBACKEND: "agg" }, packages: ["numpy"] }),
    load("course.zip"),
    ...MODULES.map(load),
  ]);
  python.unpackArchive(course, "zip", { extractDir: "/course" });
  python.FS.mkdir("/page");
  modules.forEach((text, at) => python.FS.writeFile(`/page/${MODULES[at]}`, new Uint8Array(text)));
  python.runPython("import sys; sys.path[:0] = ['/page', '/course']; import numpy");
  return { python, harness: python.pyimport("harness") };
}

async function load(name) {
  const answer = await fetch(new URL(name, import.meta.url));
  if (!answer.ok) throw new Error(`${name} is not there (${answer.status}). Reload the page.`);
  return answer.arrayBuffer();
}

self.onmessage = async ({ data: { id, command, code, ...job } }) => {
  try {
    const { python, harness } = await ready;
    await loadImports(python, code);
    self.postMessage({ id, type: "running" });
    self.postMessage({ type: "status", text: "Running" });
    const stream = (kind, text) => self.postMessage({ id, type: "stream", kind, text });
    const answer = await harness[command](JSON.stringify({ code, ...job }), stream);
    self.postMessage({ id, type: "done", result: JSON.parse(answer) });
  } catch (error) {
    self.postMessage({ type: "lost", text: String(error.message ?? error).slice(0, 500) });
  }
};

async function loadImports(python, code) {
  const tell = (text) => text.startsWith("Loading ") && self.postMessage({ type: "status", text });
  await python.loadPackagesFromImports(code, { messageCallback: tell, errorCallback: () => {} });
}
