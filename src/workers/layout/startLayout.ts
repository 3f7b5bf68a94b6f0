import { startWorker } from '../shared/startWorker.ts';
import layoutUrl from './layout.worker.ts?worker&url';

/** A reply of ELK's worker. */
interface Reply {
  readonly id: number;
  readonly data?: unknown;
  readonly error?: unknown;
}

/**
 * Starts ELK's own worker.
 * @returns a function that lays a graph out; it rejects if that cannot be done, and always once the worker cannot be
 * loaded
 */
export function startLayout(): (graph: object) => Promise<unknown> {
  const worker = startWorker(layoutUrl, 'layout');
  const open = new Map<number, { resolve: (laid: unknown) => void; reject: (error: Error) => void }>();
  let asked = 0;
  let failure: Error | null = null;
  const ask = (question: object) =>
    new Promise<unknown>((resolve, reject) => {
      if (failure !== null) return reject(failure);
      const id = asked++;
      open.set(id, { resolve, reject });
      worker.postMessage({ id, ...question });
    });
  worker.onmessage = ({ data: { id, data, error } }: MessageEvent<Reply>) => {
    const waiting = open.get(id);
    open.delete(id);
    if (error) waiting?.reject(new Error('the chart could not be laid out', { cause: error }));
    else waiting?.resolve(data);
  };
  worker.onerror = event => {
    // It would be reported as if the page itself had failed.
    event.preventDefault();
    failure = new Error(event.message || 'the layout could not be loaded');
    for (const { reject } of open.values()) reject(failure);
    open.clear();
  };
  const ready = ask({ cmd: 'register', algorithms: ['layered'] });
  return async graph => {
    await ready;
    return ask({ cmd: 'layout', graph, layoutOptions: {}, options: {} });
  };
}
