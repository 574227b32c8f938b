// What the reader holds: choices, buttons, and grids of cells for the arrow keys.

import { html } from "./dom.js";

let groups = 0;

// One of several options. Native radio buttons bring their own keyboard use.
export function choices(legend, options, onChoose) {
  const name = `hbh-choices-${groups++}`;
  const labels = options.map((option, i) => {
    const input = html("input", { type: "radio", name, value: i });
    input.checked = i === 0;
    input.addEventListener("change", () => onChoose(i));
    return html("label", {}, input, html("span", {}, option));
  });
  return html("fieldset", { class: "hbh-choices" }, html("legend", {}, legend), ...labels);
}

export function button(label, onPress) {
  const node = html("button", { type: "button" }, label);
  node.addEventListener("click", onPress);
  return node;
}

export function toggle(label, onToggle) {
  const node = button(label, () => {
    const on = node.getAttribute("aria-pressed") !== "true";
    node.setAttribute("aria-pressed", on);
    onToggle(on);
  });
  node.setAttribute("aria-pressed", false);
  return node;
}

export const toolbar = (...nodes) => html("div", { class: "hbh-controls" }, ...nodes);

// The sentence that says what is shown; screen readers hear it when it changes.
export const summary = () => html("p", { class: "hbh-summary", "aria-live": "polite" });

const STEPS = {
  ArrowRight: (i) => i + 1,
  ArrowLeft: (i) => i - 1,
  ArrowDown: (i, columns) => i + columns,
  ArrowUp: (i, columns) => i - columns,
  Home: (i, columns) => i - (i % columns),
  End: (i, columns) => i - (i % columns) + columns - 1,
};

// One cell takes part in the page's tab order; arrow keys move between the cells.
export function rove(nodes, columns, onReach) {
  const reach = (i) => {
    nodes.forEach((node, other) => node.setAttribute("tabindex", other === i ? 0 : -1));
    onReach(i);
  };
  nodes.forEach((node, i) => {
    node.setAttribute("tabindex", i === 0 ? 0 : -1);
    node.addEventListener("focus", () => reach(i));
    node.addEventListener("click", () => reach(i));
    node.addEventListener("keydown", (event) => {
      const next = STEPS[event.key]?.(i, columns);
      if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault(); // arrow keys would scroll the page
      nodes[next]?.focus();
    });
  });
  return reach;
}
