// Elements, and the book's cells as book/figures/grids.py draws them.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

export const html = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

// Words beside the cells: what a screen reader needs is said by the cells and the summary.
export const text = (x, y, content, classes) =>
  svg("text", { x, y, class: classes, "aria-hidden": "true" }, String(content));

export const at = (x, y, ...children) =>
  svg("g", { transform: `translate(${x} ${y})` }, ...children);

export function figure(width, height, attributes, ...children) {
  const box = { viewBox: `0 0 ${width} ${height}`, width, height, class: "hbh-figure" };
  return svg("svg", { ...box, ...attributes }, ...children);
}

// A cell, and how to change what it shows.
export function cell(x, y, [width, height]) {
  const rect = svg("rect", { width, height, class: "hbh-cell" });
  const inset = { x: 3, y: 3, width: width - 6, height: height - 6 };
  const mark = svg("rect", { ...inset, class: "hbh-mark", visibility: "hidden" });
  const focus = svg("rect", {
    x: 2,
    y: 2,
    width: width - 4,
    height: height - 4,
    class: "hbh-focus",
  });
  const number = text(width / 2, height / 2, "", "hbh-number");
  const inner = svg("g", {}, rect, mark, focus, number);
  const node = svg("g", { transform: `translate(${x} ${y})`, class: "hbh-place" }, inner);
  return {
    node,
    inner,
    x,
    y,
    show({ content, colour, opacity = 1, marked = false }) {
      number.textContent = content;
      rect.style.fill = `var(${colour})`;
      rect.style.fillOpacity = opacity;
      mark.setAttribute("visibility", marked ? "visible" : "hidden");
      return this;
    },
  };
}

export const frame = ([width, height]) =>
  svg("rect", { width, height, class: "hbh-chosen", "aria-hidden": "true" });

export const place = (node, { x, y }) => {
  node.style.transform = `translate(${x}px, ${y}px)`;
};

export const rowLabels = (labels, height, classes = "hbh-label") =>
  labels.map((label, row) => text(-8, (row + 0.5) * height, label, `${classes} hbh-end`));

export const columnLabels = (labels, width, classes = "hbh-label") =>
  labels.map((label, column) => text((column + 0.5) * width, -12, label, `${classes} hbh-middle`));

// Let cells travel from where their numbers stood before, unless the reader wants no motion.
export function glide(cells, before) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const [key, { inner, x, y }] of cells) {
    const from = before.get(key);
    if (!from) continue;
    const start = `translate(${from.x - x}px, ${from.y - y}px)`;
    inner.animate([{ transform: start }, { transform: "none" }], {
      duration: 450,
      easing: "ease-in-out",
    });
  }
}

export const list = (items) =>
  items.length < 2 ? `${items[0] ?? ""}` : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`;
