// Chapter 1: buttons change shape, strides and reading order; no cell of the tape moves.

import {
  at,
  cell,
  columnLabels,
  figure,
  frame,
  glide,
  html,
  place,
  rowLabels,
  svg,
  text,
} from "./dom.js";
import { choices, button, rove, summary, toggle, toolbar } from "./controls.js";

const TAPE_CELL = [26, 30];
const GRID_CELL = [40, 30];
const BLOCK_CELL = [30, 30]; // in arrays of three axes
const LINE = 12; // cells to a line of the tape
const MARGIN = 34;
const WIDTH = 340; // of the array's figure: room for the longest code
const GREY = "--pst-color-text-muted";
const SHADES = [0.08, 0.22, 0.36, 0.5]; // one strength of grey a token

export function mount({ features, readings }) {
  const shade = (number) => ({
    content: number,
    colour: GREY,
    opacity: SHADES[Math.floor(number / features)],
  });
  const tape = drawTape(readings[0].cells.length, shade);
  const grid = html("div");
  const says = summary();
  let [shape, swapped, position] = [0, 0, 0];
  let cells = new Map();
  let choose;

  const show = () => {
    const reading = readings[2 * shape + swapped];
    const drawn = drawGrid(reading, shade);
    glide(drawn.cells, cells);
    cells = drawn.cells;
    tape.rank(reading.cells);
    choose = rove(drawn.nodes, reading.shape.at(-1), (i) => {
      position = i;
      drawn.choose(i);
      tape.choose(reading.cells[i]);
      says.textContent = describe(reading, i, features);
    });
    drawn.nodes.forEach((node, i) => node.addEventListener("pointerenter", () => choose(i)));
    grid.replaceChildren(drawn.figure);
    choose(position);
  };
  const restart = () => ((position = 0), show());

  const shapes = [0, 2, 4].map((i) => readings[i].code);
  const controls = toolbar(
    choices("Array", shapes, (i) => ((shape = i), restart())),
    toggle("Transpose", (on) => ((swapped = Number(on)), restart())),
    button("Read on", () => choose((position + 1) % cells.size)),
  );
  show();
  const panels = html("div", { class: "hbh-panels" }, tape.figure, grid);
  return html("div", { role: "group", "aria-label": "Memory tape" }, controls, panels, says);
}

function drawTape(size, shade) {
  const height = TAPE_CELL[1] + 22;
  const where = (n) => ({ x: (n % LINE) * TAPE_CELL[0], y: Math.floor(n / LINE) * height });
  const ranks = [];
  const drawn = Array.from({ length: size }, (_, n) => {
    const { x, y } = where(n);
    ranks[n] = text(x + TAPE_CELL[0] / 2, y + TAPE_CELL[1] + 10, "", "hbh-rank");
    return cell(x, y, TAPE_CELL).show(shade(n)).node;
  });
  const chosen = frame(TAPE_CELL);
  const node = figure(
    8 + LINE * TAPE_CELL[0],
    60 + Math.ceil(size / LINE) * height,
    { role: "img", "aria-label": "The tape" },
    text(4, 18, "The tape", "hbh-heading"),
    text(4, 40, "small: when the cell is read", "hbh-label"),
    at(4, 56, ...drawn, ...ranks, chosen),
  );
  return {
    figure: node,
    rank(cells) {
      cells.forEach((n, when) => (ranks[n].textContent = when));
      node.setAttribute(
        "aria-label",
        `The tape: cells 0 to ${size - 1}, read as ${cells.join(" ")}`,
      );
    },
    choose: (n) => place(chosen, where(n)),
  };
}

// Draw an array as a grid, or as one grid for each step of its first axis.
function drawGrid({ code, axes, shape, strides, cells }, shade) {
  const [blocks, rows, columns] = [...Array(3 - shape.length).fill(1), ...shape];
  const size = shape.length === 2 ? GRID_CELL : BLOCK_CELL;
  const step = { x: MARGIN + columns * size[0] + 10, y: rows * size[1] + 32 };
  const origin = (block) => ({ x: (block % 2) * step.x, y: Math.floor(block / 2) * step.y });
  const labels = (axis, n) => Array.from({ length: n }, (_, i) => `${axes.at(axis)}${i}`);
  const byNumber = new Map();
  const drawn = cells.map((number, i) => {
    const [block, row, column] = [
      Math.floor(i / (rows * columns)),
      Math.floor(i / columns) % rows,
      i % columns,
    ];
    const { x, y } = origin(block);
    const made = cell(x + column * size[0], y + row * size[1], size).show(shade(number));
    const name = `${code}[${index(i, shape).join(", ")}] is ${number}`;
    for (const [key, value] of [
      ["role", "gridcell"],
      ["aria-label", name],
    ])
      made.node.setAttribute(key, value);
    byNumber.set(number, made);
    return made;
  });
  const lines = Array.from({ length: blocks * rows }, (_, line) =>
    svg(
      "g",
      { role: "row" },
      ...drawn.slice(line * columns, (line + 1) * columns).map((c) => c.node),
    ),
  );
  const words = Array.from({ length: blocks }, (_, block) => {
    const { x, y } = origin(block);
    const above =
      shape.length === 2
        ? columnLabels(labels(-1, columns), size[0])
        : [text(0, -12, `${axes[0]}${block}`, "hbh-label")];
    return at(x, y, ...rowLabels(labels(-2, rows), size[1]), ...above);
  });
  const chosen = frame(size);
  const says = `shape (${shape.join(", ")}), strides (${strides.join(", ")})`;
  return {
    cells: byNumber,
    nodes: drawn.map((c) => c.node),
    choose(i) {
      place(chosen, drawn[i]);
      drawn.forEach((c, other) => c.node.setAttribute("aria-selected", other === i));
    },
    figure: figure(
      WIDTH,
      80 + 6 * GRID_CELL[1], // the tallest, so that nothing jumps
      { role: "grid", "aria-label": `${code}, ${says}` },
      text(4, 18, code, "hbh-heading hbh-code"),
      text(4, 40, says, "hbh-label"),
      at(MARGIN, 76, ...words, ...lines, chosen),
    ),
  };
}

function index(position, shape) {
  const steps = [];
  for (const length of [...shape].reverse()) {
    steps.unshift(position % length);
    position = Math.floor(position / length);
  }
  return steps;
}

function describe({ code, shape, strides, cells }, position, features) {
  const indices = index(position, shape);
  const sum = indices.map((i, axis) => `${i}·${strides[axis]}`).join(" + ");
  const start = cells.slice(0, 6).join(", ");
  return (
    `${code} reads the cells ${start}, and so on; no cell has moved. ` +
    `Element [${indices.join(", ")}] lies in cell ${sum} = ${cells[position]}, ` +
    `part of token ${Math.floor(cells[position] / features)}.`
  );
}
