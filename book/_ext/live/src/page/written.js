// A written question: the reader's own words, and after enough of them a model answer.

import { button, element } from "./dom.js";
import { output } from "./output.js";

const ENOUGH = 40; // words

const count = (text) => text.split(/\s+/).filter(Boolean).length;

/** Put a text field in the place of a written question's answer. */
export function liveWritten(place, exercise) {
  const { key } = place.dataset;
  const saved = () => exercise.record().written[key] ?? "";
  const out = output();
  const status = element("span", { class: "live-status", role: "status" });
  const field = element("textarea", { rows: 6, id: `written-${key}` });
  const label = element("label", { for: field.id, class: "hbh-points" }, "Your answer");
  const save = button("Save", async () => {
    const isKept = exercise.keep((record) => ({
      ...record,
      written: { ...record.written, [key]: field.value },
    }));
    status.textContent = isKept ? `Saved: ${count(field.value)} words.` : "This browser keeps nothing.";
    await compare();
  });
  const row = element("div", { class: "live-controls" }, save, status);
  place.replaceChildren(label, field, row, out.box);
  renew();

  async function compare() {
    out.clear();
    if (!exercise.answers) return out.say("A person reads your answer when you hand in.");
    if (count(saved()) < ENOUGH) {
      return out.say(`Save ${ENOUGH} words of your own to see a model answer.`);
    }
    const { answer, rubric } = (await exercise.answers()).written[key];
    // From the site itself, not from the reader's code.
    for (const [title, html] of [["A model answer", answer], ["What earns the points", rubric]]) {
      const part = element("div", { class: "live-model" }, element("p", { class: "hbh-points" }, title));
      part.insertAdjacentHTML("beforeend", html);
      out.add(part);
    }
    await window.MathJax?.typesetPromise?.([out.box]);
  }

  function renew() {
    field.value = saved();
    compare();
  }
  return { renew };
}
