// The page's one Python: a worker that is started on intent, runs one job at a time, and can be
// stopped. Stopping ends the worker and with it every variable; the next job starts a new one.

const TIME_LIMIT = 30_000; // milliseconds for one job, loading not counted
const listeners = { restart: new Set(), result: new Set() };
let worker = null;
let current = null;
let count = 0;
let queue = Promise.resolve();

/** Call `listener` whenever Python lost its variables ("restart") or gave a result ("result"). */
export function on(event, listener) {
  listeners[event].add(listener);
}

/** Tell whether a job is running. */
export const isBusy = () => current !== null;

/** Begin to load Python, without a job. */
export function warm() {
  worker ??= start();
}

/**
 * Run a job when those before it are done.
 *
 * `hear.stream(kind, text)` gets output as it comes, `hear.status(text)` what Python is doing.
 * The result is the harness's, or `{ stopped: reason }`.
 */
export function call(job, hear = {}) {
  queue = queue.then(() => send(job, hear));
  return queue;
}

/** End the running job and Python with it. */
export function stop(reason) {
  worker?.terminate();
  worker = null;
  listeners.restart.forEach((listener) => listener());
  current?.finish({ stopped: reason });
}

function start() {
  const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  started.onmessage = ({ data }) => receive(data);
  started.onerror = () => stop("Python could not start. Reload the page, or see whether you are online.");
  return started;
}

function send(job, hear) {
  return new Promise((resolve) => {
    const id = ++count;
    let timer;
    const finish = (result) => {
      clearTimeout(timer);
      current = null;
      resolve(result);
    };
    const limit = () => {
      const seconds = TIME_LIMIT / 1000;
      timer = setTimeout(
        () => stop(`Stopped after ${seconds} seconds. Is there a loop that never ends?`),
        TIME_LIMIT,
      );
    };
    current = { id, hear, finish, limit };
    worker ??= start();
    worker.postMessage({ id, ...job });
  });
}

function receive({ id, type, ...message }) {
  if (type === "lost") return stop(`Python broke down and was ended: ${message.text}`);
  if (type === "status") return current?.hear.status?.(message.text);
  if (id !== current?.id) return;
  if (type === "running") current.limit();
  else if (type === "stream") current.hear.stream?.(message.kind, message.text);
  else if (type === "done") {
    current.finish(message.result);
    listeners.result.forEach((listener) => listener());
  }
}
