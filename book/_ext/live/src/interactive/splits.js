// Chapter 2: three splits of one tracer array. A cell tells where its number comes from.

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
import { choices, rove, summary, toolbar } from "./controls.js";

const CELL = [40, 30];
const MARGIN = 34;

const token = (number) => Math.floor(number / 10); // tracers are 10 * token + column
const column = (number) => number % 10;
const names = (letter, n) => Array.from({ length: n }, (_, i) => `${letter}${i}`);

export function mount({ x, splits }) {
  const kinds = Object.keys(splits);
  const width = splits[kinds[0]][0][0].length; // d_head
  const colour = (number) => `--hbh-head-${Math.floor(column(number) / width)}-fill`;
  const source = drawSource(x, colour);
  const target = html("div");
  const says = summary();
  let cells = new Map();
  let position = 0;

  const show = (kind) => {
    const heads = splits[kind];
    const drawn = drawHeads(kind, heads, colour);
    glide(drawn.cells, cells);
    cells = drawn.cells;
    const choose = rove(drawn.nodes, width, (i) => {
      position = i;
      drawn.choose(i);
      source.choose(drawn.numbers[i]);
      says.textContent = `${overview(kind, heads)} ${origin(drawn.numbers, i, heads)}`;
    });
    drawn.nodes.forEach((node, i) => node.addEventListener("pointerenter", () => choose(i)));
    target.replaceChildren(drawn.figure);
    choose(position);
  };

  const controls = toolbar(choices("Split", kinds, (i) => show(kinds[i])));
  show(kinds[0]);
  const panels = html("div", { class: "hbh-panels" }, source.figure, target);
  return html("div", { role: "group", "aria-label": "Three splits" }, controls, panels, says);
}

function drawSource(x, colour) {
  const [rows, columns] = [x.length, x[0].length];
  const drawn = x.flatMap((row, t) =>
    row.map(
      (number, c) =>
        cell(c * CELL[0], t * CELL[1], CELL).show({ content: number, colour: colour(number) }).node,
    ),
  );
  const chosen = frame(CELL);
  const node = figure(
    MARGIN + columns * CELL[0] + 4,
    62 + rows * CELL[1],
    {
      role: "img",
      "aria-label": `x: ${x.map((row, t) => `token ${t}: ${row.join(" ")}`).join("; ")}`,
    },
    text(4, 18, "x", "hbh-heading hbh-code"),
    at(
      MARGIN,
      58,
      ...rowLabels(names("t", rows), CELL[1]),
      ...columnLabels(names("c", columns), CELL[0]),
      ...drawn,
      chosen,
    ),
  );
  const choose = (n) => place(chosen, { x: column(n) * CELL[0], y: token(n) * CELL[1] });
  return { figure: node, choose };
}

function drawHeads(kind, heads, colour) {
  const [rows, columns] = [heads[0].length, heads[0][0].length];
  const step = MARGIN + columns * CELL[0] + 14;
  const byNumber = new Map();
  const all = [];
  const blocks = heads.map((head, h) => {
    const lines = head.map((row, t) =>
      svg(
        "g",
        { role: "row" },
        ...row.map((number, j) => {
          const marked = token(number) !== t;
          const made = cell(h * step + j * CELL[0], t * CELL[1], CELL);
          made.show({ content: number, colour: colour(number), marked });
          made.node.setAttribute("role", "gridcell");
          made.node.setAttribute(
            "aria-label",
            `head ${h}, row ${t}, ${j}: ${number}${marked ? ", wrong token" : ""}`,
          );
          byNumber.set(number, made);
          all.push({ ...made, number });
          return made.node;
        }),
      ),
    );
    const words = at(
      h * step,
      0,
      text(0, -12, `head ${h}`, "hbh-label"),
      ...rowLabels(names("t", rows), CELL[1]),
    );
    return svg("g", { role: "rowgroup" }, words, ...lines);
  });
  const chosen = frame(CELL);
  return {
    cells: byNumber,
    nodes: all.map((c) => c.node),
    numbers: all.map((c) => c.number),
    choose(i) {
      place(chosen, all[i]);
      all.forEach((c, other) => c.node.setAttribute("aria-selected", other === i));
    },
    figure: figure(
      2 * MARGIN + heads.length * columns * CELL[0] + 18,
      62 + rows * CELL[1],
      { role: "grid", "aria-label": `${kind}: ${heads.length} heads` },
      text(4, 18, kind, "hbh-heading"),
      at(MARGIN, 58, ...blocks, chosen),
    ),
  };
}

function overview(kind, heads) {
  const strangers = heads.flatMap((head) =>
    head.flatMap((row, t) => row.filter((n) => token(n) !== t)),
  );
  const width = heads[0][0].length;
  const mixed = heads.some((head, h) =>
    head.flat().some((n) => Math.floor(column(n) / width) !== h),
  );
  if (strangers.length)
    return `${kind}: ${strangers.length} numbers stand in the row of another token.`;
  if (mixed)
    return `${kind}: every number is with its token, and the heads share out the columns differently.`;
  return `${kind}: every number is with its token, in the head of its column.`;
}

function origin(numbers, i, heads) {
  const [rows, columns] = [heads[0].length, heads[0][0].length];
  const [h, t, j] = [Math.floor(i / (rows * columns)), Math.floor(i / columns) % rows, i % columns];
  const [number, wanted] = [numbers[i], 10 * t + h * columns + j];
  const here = `Head ${h}, row ${t}, column ${j} holds ${number}: token ${token(number)}, column ${column(number)}.`;
  return number === wanted
    ? `${here} That is its place.`
    : `${here} The index equation wants ${wanted} there.`;
}
