// The student's notebook: the exercise itself, and the reader's work on its way out and in.

/** Return what the page needs of a notebook: its cells in order, with kind and id. */
export function cellsOf(notebook) {
  return notebook.cells.map((cell) => ({
    ...cell.metadata.autograder,
    key: cell.metadata.nbgrader?.grade_id,
    points: cell.metadata.nbgrader?.points,
    source: textOf(cell),
  }));
}

const textOf = ({ source }) => (Array.isArray(source) ? source.join("") : source);
const isAnswer = (cell) => cell.metadata.nbgrader?.solution === true;

/** Return the notebook with the reader's code and text in its answer cells. */
export function filled(notebook, { code, written }) {
  const answers = { ...code, ...written };
  const cells = notebook.cells.map((cell) => {
    const answer = isAnswer(cell) ? answers[cell.metadata.nbgrader.grade_id] : undefined;
    return answer === undefined ? cell : { ...cell, source: linesOf(answer) };
  });
  return { ...notebook, cells };
}

/** Return the reader's work from a notebook, without what is still as released. */
export function taken(opened, released) {
  const about = opened.metadata?.autograder;
  if (about?.exercise !== released.metadata.autograder.exercise) {
    throw new Error("This notebook belongs to another exercise.");
  }
  const starters = new Map(cellsOf(released).map(({ key, source }) => [key, source]));
  const work = { code: {}, written: {} };
  for (const cell of opened.cells.filter(isAnswer)) {
    const key = cell.metadata.nbgrader.grade_id;
    if (!starters.has(key) || starters.get(key) === textOf(cell)) continue;
    work[cell.cell_type === "code" ? "code" : "written"][key] = textOf(cell);
  }
  return work;
}

/** Write a notebook as nbformat does: keys in order, one space a level, a line at the end. */
export function serialised(notebook) {
  return `${JSON.stringify(ordered(notebook), null, 1)}\n`;
}

function ordered(value) {
  if (Array.isArray(value)) return value.map(ordered);
  if (value === null || typeof value !== "object") return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, ordered(value[key])]));
}

/** Split text where Python's `splitlines(keepends=True)` does. */
function linesOf(text) {
  const ends = "\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029";
  return text.match(new RegExp(`[^${ends}]*(?:\r\n|[${ends}])|[^${ends}]+`, "g")) ?? [];
}
