// The cells of a chapter: "Edit and run". A run gives what a notebook gives that is run from the
// top: cells before this one run first, and all run again when one of them was changed.

import { controls } from "./controls.js";
import { button, element } from "./dom.js";
import { editor } from "./editor.js";
import { output, scrollable } from "./output.js";
import { call, on } from "./python.js";

const SESSION = "chapter";

/** Bring the cells of the page to life. */
export function liveCells(listed) {
  const cells = listed.map((cell) => ({ ...cell, now: cell.code, out: null }));
  const chapter = { cells, ran: [] }; // `ran`: the code of the cells that ran, in order
  on("restart", () => (chapter.ran = []));
  cells.forEach((cell, index) => {
    const box = document.getElementById(cell.id);
    if (box && cell.dead) box.append(element("p", { class: "live-note" }, cell.dead));
    else if (box) liveCell(chapter, index, box);
  });
}

function liveCell(chapter, index, box) {
  const cell = chapter.cells[index];
  const place = element("div", { class: "live-editor" });
  const edit = button("Edit and run", open);
  const run = button("Run", go, { hidden: true });
  const reset = button("Reset", () => cell.editor.set(cell.code), { hidden: true });
  const name = `cell ${index + 1}`;
  const { row, busy, say } = controls(`Controls of ${name}`, [edit, run, reset], [edit, run]);
  const input = box.querySelector(":scope > .cell_input, :scope > details .cell_input");
  if (input) input.after(row);
  else box.prepend(row);
  cell.show = () => (cell.out ??= results(box));

  async function open() {
    const code = input?.querySelector(".highlight, pre");
    if (code) (code.closest("div[class*=highlight-]") ?? code).replaceWith(place);
    else row.before(place);
    box.querySelector(".hbh-source")?.remove();
    cell.editor = await editor(place, {
      text: cell.now,
      label: `Python code of ${name}. Tab indents; press Escape, then Tab to leave.`,
      onChange: (text) => (cell.now = text),
      onRun: go,
    });
    edit.hidden = true;
    run.hidden = reset.hidden = false;
    cell.editor.focus();
    go();
  }

  async function go() {
    await busy((status) => runUpTo(chapter, index, status));
    if (!cell.out?.box.hasChildNodes()) say("Ran without an error, and printed nothing.");
  }
}

/** Return the output of a cell: what the build left there goes with the first result. */
function results(box) {
  const old = box.querySelector(".cell_output");
  const place = old ?? element("div", { class: "cell_output docutils container" });
  if (!old) box.append(place);
  const fold = place.closest("details");
  if (fold) fold.open = true; // the chapter hides it until the reader has guessed
  return output(place);
}

async function runUpTo(chapter, index, status) {
  const { cells, ran } = chapter;
  const isUnchanged = ran.length <= index && ran.every((code, at) => code === cells[at].now);
  if (!isUnchanged) chapter.ran = [];
  for (let at = chapter.ran.length; at <= index; at++) {
    const cell = cells[at];
    if (!cell.dead) {
      const wrong = await runCell(cell, chapter.ran.length === 0, status);
      if (wrong) {
        if (at < index) sayEarlier(cells[index], cell, wrong);
        chapter.ran = []; // what follows an error has to begin anew
        return;
      }
    }
    chapter.ran.push(cell.now);
  }
}

/** Run one cell and show what it gives; return what went wrong. */
async function runCell(cell, fresh, status) {
  const out = cell.show?.();
  let isFirst = true;
  const begin = () => {
    if (isFirst) out?.clear();
    isFirst = false;
  };
  const stream = (kind, text) => {
    begin();
    out?.stream(kind, text);
  };
  const job = { command: "run", session: SESSION, fresh, code: cell.now, reference: cell.reference };
  const result = await call(job, { status, stream });
  begin();
  out?.show(result);
  return result.error ?? result.stopped;
}

function sayEarlier(cell, earlier, wrong) {
  const out = cell.show();
  out.clear();
  const link = element("a", { href: `#${earlier.id}` }, "An earlier cell");
  out.add(element("p", { class: "live-note" }, link, " stopped, so this one did not run:"));
  out.add(scrollable(element("pre", { class: "live-error" }, wrong)));
}
