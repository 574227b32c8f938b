// Chapter 5: paint a mask; the weights and the influence matrix follow.

import {
  at,
  cell,
  columnLabels,
  figure,
  frame,
  html,
  list,
  place,
  rowLabels,
  text,
} from "./dom.js";
import { button, choices, rove, summary, toolbar } from "./controls.js";
import { maskedHead, maskedInfluence } from "./attention.js";

const CELL = [34, 30];
const WEIGHT_CELL = [36, 30];
const STRENGTH = 0.45; // of the strongest fill, so that the page's ink stays readable on it
const CONVENTIONS = ["True keeps (this book, SDPA)", "True blocks (nn.MultiheadAttention)"];

export function mount({ tokens, projections, presets }) {
  const n = tokens.length;
  const mask = drawGrid("Mask", n, CELL, 30, ["q", "k"], ["hbh-query", "hbh-key"]);
  const weights = drawGrid("Weights", n, WEIGHT_CELL, 30, ["q", "k"], ["hbh-query", "hbh-key"]);
  const influence = drawGrid("Influence", n, CELL, 46, ["out ", "in "]);
  const says = summary();
  let array = presets.Causal.map((row) => [...row]);
  let blocks = false; // what True means
  let query = 0;

  const show = (event = "") => {
    const keep = array.map((row) => row.map((value) => value !== blocks));
    const results = maskedHead(tokens, projections, keep).weights;
    const reads = maskedInfluence(tokens, projections, keep);
    mask.each((made, i, j) => {
      made.show({
        content: Number(array[i][j]),
        colour: keep[i][j] ? "--hbh-weight-fill" : "--pst-color-background",
      });
      made.node.setAttribute("aria-checked", array[i][j]);
    });
    weights.each((made, i, j) => {
      const weight = results[i][j];
      const opacity = STRENGTH * weight;
      made.show({
        content: weight ? weight.toFixed(2) : "0",
        colour: "--hbh-weight-line",
        opacity,
      });
    });
    influence.each((made, i, j) => {
      // A token that its own mask hides still asks the question: it is read through its query.
      const through = keep[i][j] ? "•" : "q";
      made.show({
        content: reads[i][j] ? through : "",
        colour: reads[i][j] ? "--hbh-output-fill" : "--pst-color-background",
        marked: reads[i][j] && j > i,
      });
    });
    weights.name(results.map((row, i) => `query ${i}: ${row.map((w) => w.toFixed(2)).join(" ")}`));
    influence.name(reads.map((row, i) => `output ${i} reads ${listed(row)}`));
    weights.choose(query);
    says.textContent = [event, sees(query, keep, results), ahead(reads), itself(reads, keep)]
      .filter(Boolean)
      .join(" ");
  };

  const flip = (i, j) => {
    array[i][j] = !array[i][j];
    query = i;
    show(`mask[${i}, ${j}] is ${array[i][j] ? "True" : "False"}.`);
  };
  const paint = (name) => {
    array = presets[name].map((row) => row.map((kept) => kept !== blocks));
    show(`${name}, where True ${blocks ? "blocks" : "keeps"}.`);
  };
  const convene = (i) => {
    blocks = i === 1;
    show(`The same array, where True ${blocks ? "blocks" : "keeps"}.`);
  };

  rove(mask.nodes, n, (position) => {
    query = Math.floor(position / n);
    show();
  });
  mask.figure.setAttribute("role", "group");
  mask.each((made, i, j) => {
    made.node.setAttribute("role", "switch");
    made.node.setAttribute("aria-label", `mask[${i}, ${j}]`);
    made.node.classList.add("hbh-switch");
    made.node.addEventListener("click", () => flip(i, j));
    made.node.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      flip(i, j);
    });
  });

  const controls = toolbar(
    choices("Convention", CONVENTIONS, convene),
    html(
      "div",
      { role: "group", "aria-label": "Paint" },
      ...Object.keys(presets).map((name) => button(name, () => paint(name))),
    ),
  );
  show();
  const panels = html(
    "div",
    { class: "hbh-panels" },
    mask.figure,
    weights.figure,
    influence.figure,
  );
  const legend = html(
    "p",
    { class: "hbh-legend" },
    "Mask: 1 is True, coloured cells may be seen. Influence: • through key and value, " +
      "q through the query alone, dashed: the future.",
  );
  return html(
    "div",
    { role: "group", "aria-label": "Mask painter" },
    controls,
    panels,
    legend,
    says,
  );
}

function drawGrid(title, n, size, margin, letters, classes = ["hbh-label", "hbh-label"]) {
  const drawn = Array.from({ length: n * n }, (_, p) =>
    cell((p % n) * size[0], Math.floor(p / n) * size[1], size),
  );
  const names = (letter) => Array.from({ length: n }, (_, i) => `${letter}${i}`);
  const chosen = frame([n * size[0], size[1]]);
  chosen.setAttribute("visibility", "hidden");
  const node = figure(
    margin + n * size[0] + 4,
    62 + n * size[1],
    { role: "img", "aria-label": title },
    text(4, 18, title, "hbh-heading"),
    at(
      margin,
      58,
      ...rowLabels(names(letters[0]), size[1], classes[0]),
      ...columnLabels(names(letters[1]), size[0], classes[1]),
      ...drawn.map((c) => c.node),
      chosen,
    ),
  );
  return {
    figure: node,
    nodes: drawn.map((c) => c.node),
    each: (visit) => drawn.forEach((c, p) => visit(c, Math.floor(p / n), p % n)),
    name: (rows) => node.setAttribute("aria-label", `${title}. ${rows.join("; ")}`),
    choose(row) {
      chosen.setAttribute("visibility", "visible");
      place(chosen, { x: 0, y: row * size[1] });
    },
  };
}

const where = (row) => row.flatMap((value, j) => (value ? [j] : []));
const listed = (row) => list(where(row)) || "nothing";
const plural = (word, items) => `${word}${items.length > 1 ? "s" : ""} ${list(items)}`;

function sees(query, keep, weights) {
  const keys = where(keep[query]);
  if (!keys.length)
    return `Query ${query} may see nothing: in this book its weights and its output are 0.`;
  const values = keys.map((j) => weights[query][j].toFixed(2));
  return `Query ${query} sees ${plural("key", keys)}, with ${plural("weight", values)}.`;
}

function ahead(reads) {
  const outputs = where(reads.map((row, i) => row.some((read, j) => read && j > i)));
  return outputs.length
    ? `${plural("Output", outputs)} ${outputs.length > 1 ? "read" : "reads"} the future.`
    : "No output reads the future.";
}

function itself(reads, keep) {
  const outputs = where(reads.map((row, i) => row[i] && !keep[i][i]));
  if (!outputs.length) return "";
  const [depend, own] = outputs.length > 1 ? ["depend", "their"] : ["depends", "its"];
  return `${plural("Output", outputs)} ${depend} on ${own} own blocked token, through the query.`;
}
