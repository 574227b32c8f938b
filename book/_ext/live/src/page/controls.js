// The row of buttons under an editor, and what it says while Python is at work.

import { button, element } from "./dom.js";
import { stop } from "./python.js";

const STOPPED = "Stopped. Python starts again with your next run.";

/**
 * Return `{ row, busy, say }`.
 *
 * `busy(work)` runs `work(status)` unless it is at work already; until it ends there is a Stop
 * button, and the `runners` among the buttons say that they are of no use now.
 */
export function controls(label, buttons, runners) {
  const status = element("span", { class: "live-status", role: "status" });
  const halt = button("Stop", () => stop(STOPPED), { hidden: true });
  const row = element("div", { class: "live-controls", role: "group", "aria-label": label });
  row.append(...buttons, halt, status);
  const say = (text) => (status.textContent = text);
  let isBusy = false;

  function mark(busy) {
    isBusy = busy;
    const heldFocus = document.activeElement === halt;
    halt.hidden = !busy;
    if (heldFocus) runners.find((one) => !one.hidden)?.focus();
    // Not `disabled`, which would take the focus away.
    runners.forEach((one) => one.setAttribute("aria-disabled", String(busy)));
  }

  async function busy(work) {
    if (isBusy) return;
    mark(true);
    try {
      await work((text) => say(`${text}…`));
    } finally {
      mark(false);
      say("");
    }
  }
  return { row, busy, say };
}
