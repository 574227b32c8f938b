// The reader's work, in the browser's storage: one record an exercise.
//
// `about` is the notebook's own `{ course, exercise, version }`. A record holds the version that it
// belongs to, `code` and `written` by cell, and what `passed`.

const key = ({ course, exercise }) => `${course}/${exercise}`;

/** Return the record of an exercise. What passed under another version has to be shown again. */
export function read(about) {
  let found;
  try {
    found = JSON.parse(localStorage.getItem(key(about)));
  } catch {
    found = null; // storage is shut, or not ours
  }
  const record = { code: {}, written: {}, passed: {}, ...found };
  const isSame = record.version === about.version;
  return isSame ? record : { ...record, version: about.version, passed: {} };
}

/** Keep the record; return whether the browser did. */
export function write(about, record) {
  try {
    localStorage.setItem(key(about), JSON.stringify(record));
  } catch {
    return false;
  }
  return true;
}
