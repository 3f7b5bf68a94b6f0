/** Calls of the worker that are under way, by number. */
const calls = new Map();
let next = 0;
let worker = null;

/** What came of loading, and the texts of progress. */
globalThis.progress = [];
/** A new worker takes the place of the one before. */
globalThis.startWorker = () => {
  worker?.terminate();
  worker = new Worker('/worker.js', { type: 'module' });
  worker.onmessage = receive;
};
globalThis.endWorker = () => worker.terminate();
/** → {value} or {failure: {kind, name, message}} */
globalThis.call = (name, argument) =>
  new Promise(resolve => {
    calls.set(next, resolve);
    worker.postMessage({ number: next++, name, argument });
  });

function receive({ data }) {
  if (data.progress) {
    globalThis.progress.push(data.progress);
    return;
  }
  calls.get(data.number)(data.outcome);
  calls.delete(data.number);
}
