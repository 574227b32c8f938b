// An exercise in the page: its student's notebook, with an editor in place of each solution cell.

import { button, element } from "./dom.js";
import { cellsOf, filled, serialised, taken } from "./notebook.js";
import { liveSolution } from "./solution.js";
import { read, write } from "./store.js";
import { liveWritten } from "./written.js";

/** Bring one exercise to life. */
export async function liveExercise(box) {
  const notebook = await (await fetch(new URL(`exercises/${box.dataset.name}.ipynb`, import.meta.url))).json();
  const exercise = open(notebook, box.dataset.answers === "yes" && box.dataset.name);
  const parts = [];
  for (const place of box.querySelectorAll(".hbh-solution")) {
    parts.push(await liveSolution(place, exercise, laddersOf(box, place)));
  }
  for (const place of box.querySelectorAll(".hbh-written")) parts.push(liveWritten(place, exercise));
  const renew = () => parts.forEach((part) => part.renew());
  box.append(transfer(exercise, renew));
}

/** Return the state of an exercise that its parts share. */
function open(notebook, answersOf) {
  const about = notebook.metadata.autograder;
  const cells = cellsOf(notebook);
  const part = async (name) => (await fetch(new URL(name, import.meta.url))).json();
  return {
    about,
    notebook,
    cells,
    record: () => read(about),
    keep: (change) => write(about, change(read(about))),
    answers: answersOf && (() => part(`answers/${answersOf}.json`)),
    mistakes: () => part(`diagnosis/${about.exercise}.json`),
  };
}

/** Return the hints that stand between the solution before this one and this one. */
function laddersOf(box, place) {
  const marks = [...box.querySelectorAll(".hbh-hint, .hbh-solution")];
  const before = marks.slice(0, marks.indexOf(place));
  const last = before.findLastIndex((mark) => mark.matches(".hbh-solution"));
  return before.slice(last + 1);
}

function transfer(exercise, renew) {
  const { about, notebook } = exercise;
  const status = element("span", { class: "live-status", role: "status" });
  const name = `${about.exercise}.ipynb`;

  function download() {
    const text = serialised(filled(notebook, exercise.record()));
    const address = URL.createObjectURL(new Blob([text], { type: "application/x-ipynb+json" }));
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    status.textContent = `${name} holds your code. Hand it in as it is.`;
  }

  async function load() {
    const [file] = input.files;
    input.value = "";
    if (!file) return;
    try {
      const work = taken(JSON.parse(await file.text()), notebook);
      exercise.keep((record) => ({ ...record, ...work, passed: {} }));
      renew();
      status.textContent = `The answers of ${file.name} are in the page.`;
    } catch (error) {
      const reason = error instanceof SyntaxError ? "This file is not a notebook." : error.message;
      status.textContent = `${reason} Nothing was changed.`;
    }
  }

  const input = element("input", { type: "file", accept: ".ipynb", hidden: true, onchange: load });
  const row = element("div", { class: "live-controls", role: "group", "aria-label": "Notebook" });
  row.append(
    button("Download as notebook", download),
    button("Open notebook", () => input.click()),
    input,
    status,
  );
  return row;
}
