// The progress page: each exercise in the order of the contents, and what passed in this browser.

import { element } from "./dom.js";
import { read } from "./store.js";

/** Fill the list of a progress page. */
export function showProgress(box) {
  const exercises = JSON.parse(box.querySelector("script").textContent);
  const states = exercises.map((exercise) => {
    const { passed } = read(exercise);
    const done = exercise.cells.filter(({ key }) => passed[key]).length;
    return { ...exercise, passed, done };
  });
  const total = states.reduce((sum, { cells }) => sum + cells.length, 0);
  const done = states.reduce((sum, state) => sum + state.done, 0);
  const bar = element("progress", { max: total, value: done, "aria-label": "Functions that pass" });
  box.replaceChildren(
    element("p", {}, `${done} of ${total} functions pass their visible checks in this browser.`),
    bar,
    element("ul", {}, ...states.map(item)),
  );
}

function item({ title, url, cells, passed, done }) {
  const link = element("a", { href: url }, title);
  const parts = cells.map(({ key, functions }) =>
    element("li", {}, functions.join(", "), passed[key] ? ": visible checks passed" : ": to do"),
  );
  return element("li", {}, link, ` (${done} of ${cells.length})`, element("ul", {}, ...parts));
}
