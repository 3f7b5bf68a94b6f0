/**
 * Starts a module worker that is bound by the starter's security policy. A worker that is loaded by its URL
 * is bound by the headers of its own response alone, and static hosts send none; one made from a blob
 * inherits. Messages that arrive before its script are kept and delivered in order; a script that cannot be
 * loaded is the worker's `error` event.
 * @param url of the worker's script, as `?worker&url` gives it.
 */
export function startWorker(url: string, name: string): Worker {
  const script = new URL(url, location.origin).href;
  const blob = new Blob([buildBootScript(script, name)], { type: 'text/javascript' });
  return new Worker(URL.createObjectURL(blob), { type: 'module', name });
}

const buildBootScript = (script: string, name: string): string => `
const kept = [];
const keep = event => {
  event.stopImmediatePropagation();
  kept.push(event);
};
addEventListener('message', keep);
try {
  await import(${JSON.stringify(script)});
  removeEventListener('message', keep);
  for (const { data, ports } of kept) dispatchEvent(new MessageEvent('message', { data, ports }));
} catch (error) {
  reportError(new Error(${JSON.stringify(`the ${name} could not be loaded`)}, { cause: error }));
} finally {
  URL.revokeObjectURL(location.href);
}
`;
