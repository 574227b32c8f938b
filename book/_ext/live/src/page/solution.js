// A solution cell: the reader's editor with Run, Check, Reset, Hint and Solution.

import { showChecks, showMistake } from "./checks.js";
import { controls } from "./controls.js";
import { button, element } from "./dom.js";
import { editor } from "./editor.js";
import { output, scrollable } from "./output.js";
import { call } from "./python.js";

const RUNS = new Set(["locked", "given", "ordinary", "solution"]);

/** Put an editor and its buttons in the place of a solution cell. */
export async function liveSolution(place, exercise, hints) {
  const { key } = place.dataset;
  const cell = exercise.cells.find((one) => one.key === key);
  const checks = checksOf(exercise.cells, cell);
  const names = cell.functions.join(", ");
  const saved = () => exercise.record().code[key] ?? cell.source;
  const out = output();

  const run = button("Run", () => busy(runCell));
  const check = button("Check", () => busy(checkCell), { class: "live-button live-main" });
  const reset = button("Reset", () => {
    input.set(cell.source);
    say("The starter is back. Undo with Ctrl+Z in the editor.");
  });
  const buttons = [run, check, reset, ...hintButton(hints), ...solutionButton(exercise, key, out)];
  const { row, busy, say } = controls(`Controls of ${names}`, buttons, [run, check]);
  const badge = element("p", { class: "live-badge" });
  const frame = element("div", { class: "live-editor" });
  place.replaceChildren(badge, frame, row, out.box);

  const input = await editor(frame, {
    text: saved(),
    label: `Your code: ${names}. Tab indents; press Escape, then Tab to leave.`,
    onChange: save,
    onRun: () => busy(runCell),
  });
  mark();

  function save(text) {
    const isKept = exercise.keep((record) => ({ ...record, code: { ...record.code, [key]: text } }));
    if (!isKept) say("This browser keeps nothing: download the notebook before you leave.");
  }

  function mark() {
    const isPassed = exercise.record().passed[key];
    badge.textContent = isPassed ? `Visible checks of ${names} passed` : "";
    badge.hidden = !isPassed;
  }

  /** Return the code of the cells up to this one, as the reader has them. */
  function codeBefore(last) {
    const { code } = exercise.record();
    const upTo = exercise.cells.slice(0, exercise.cells.indexOf(last) + 1);
    const cells = upTo.filter(({ kind }) => RUNS.has(kind));
    return cells.map((one) => (one === cell ? input.text() : (code[one.key] ?? one.source)));
  }

  async function runCell(status) {
    out.clear();
    const before = codeBefore(cell);
    const session = `exercise ${exercise.about.exercise}`;
    for (const [index, code] of before.entries()) {
      const isMine = index === before.length - 1;
      const hear = isMine ? { status, stream: out.stream } : { status };
      const result = await call({ command: "run", session, fresh: index === 0, code }, hear);
      if (isMine || result.stopped) out.show(result);
      if (result.stopped) return;
    }
    if (!out.box.hasChildNodes()) out.say("Ran without an error, and printed nothing.");
  }

  async function checkCell(status) {
    out.clear();
    const cells = codeBefore(checks.visible.at(-1) ?? cell);
    const main = codeBefore(cell).length - 1;
    const visible = checks.visible.map(({ key: id, source: code, title, stage }) => ({ id, code, title, stage }));
    const code = [...cells, ...visible.map((one) => one.code)].join("\n");
    const job = { command: "check", code, cells, main, checks: visible };
    const result = await call(job, { status, stream: out.stream });
    out.show(result);
    if (result.stopped) return;
    if (result.error) return out.say("The checks did not run, because your code stops with an error.");
    for (const mistake of await mistakes(result.checks, status)) showMistake(out, mistake);
    showChecks(out, result.checks, checks.hidden);
    const isPassed = result.checks.every(({ outcome }) => outcome === "passed");
    exercise.keep((record) => ({ ...record, passed: { ...record.passed, [key]: isPassed } }));
    mark();
  }

  /** Return the mistakes that are recognised in this cell's functions, where a check failed. */
  async function mistakes(done, status) {
    if (!done.some(({ outcome }) => outcome === "failed")) return [];
    const known = await exercise.mistakes();
    const found = [];
    for (const name of cell.functions.filter((one) => known[one])) {
      const job = { command: "diagnose", code: "", function: name, known: known[name] };
      const { mistake } = await call(job, { status });
      if (mistake) found.push(mistake);
    }
    return found;
  }

  function renew() {
    input.set(saved());
    out.clear();
    mark();
  }
  return { renew };
}

/** Return the visible checks that follow a solution cell, and how many are hidden. */
function checksOf(cells, cell) {
  const after = cells.slice(cells.indexOf(cell) + 1);
  const end = after.findIndex(({ kind }) => kind === "solution");
  const checks = (end < 0 ? after : after.slice(0, end)).filter(({ kind }) => kind === "check");
  const hidden = checks.filter((one) => one.hidden);
  const points = hidden.reduce((sum, one) => sum + one.points, 0);
  return { visible: checks.filter((one) => !one.hidden), hidden: { count: hidden.length, points } };
}

/** Show the ladder one step a click; each step opens and takes the focus. */
function hintButton(hints) {
  hints.forEach((hint) => (hint.hidden = true));
  let next = 0;
  const label = () => `Hint (${hints.length - next} left)`;
  const more = button(label(), () => {
    const hint = hints[next++];
    if (!hint) return;
    hint.hidden = false;
    hint.open = true;
    more.textContent = label();
    more.setAttribute("aria-disabled", String(next === hints.length));
    hint.querySelector("summary").focus();
  });
  return hints.length ? [more] : [];
}

/** Show a solution, once the reader has confirmed that they want it. */
function solutionButton(exercise, key, out) {
  if (!exercise.answers) return [];
  const ask = button("Solution", () => {
    out.clear();
    const show = button("Show the solution", async () => {
      const { solutions } = await exercise.answers();
      out.clear();
      out.say("One right answer. Yours may look different.");
      out.add(scrollable(element("pre", { class: "live-value" }, solutions[key])));
      ask.focus();
    });
    const keep = button("Not yet", () => (out.clear(), ask.focus()));
    out.say("Reading a solution teaches less than the next hint does. Show it?");
    out.add(element("div", { class: "live-controls" }, show, keep));
    show.focus();
  });
  return [ask];
}
