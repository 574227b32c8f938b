// The page's Python under Node: one job a line in, one result a line out.
//   node pyodide.mjs PYODIDE PROGRAM
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [pyodide, program] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const quiet = { messageCallback() {}, errorCallback() {} };
const python = await loadPyodide({ indexURL: `${pyodide}/`, env: { MPLBACKEND: "agg" } });
await python.loadPackage("numpy", quiet);
const read = (name) => new Uint8Array(readFileSync(`${program}/${name}`));
python.unpackArchive(read("course.zip"), "zip", { extractDir: "/course" });
python.FS.mkdir("/page");
for (const name of ["harness.py", "capture.py"]) {
  python.FS.writeFile(`/page/${name}`, read(name));
}
python.runPython("import sys; sys.path[:0] = ['/page', '/course']");
const harness = python.pyimport("harness");

for await (const line of createInterface({ input: process.stdin })) {
  const { command, ...job } = JSON.parse(line);
  await python.loadPackagesFromImports(job.code ?? "", quiet);
  const streams = [];
  const answer = await harness[command](JSON.stringify(job), (kind, text) => streams.push([kind, text]));
  process.stdout.write(`${JSON.stringify({ ...JSON.parse(answer), streams })}\n`);
}
