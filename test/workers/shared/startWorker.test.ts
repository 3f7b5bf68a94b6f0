import { afterEach, describe, expect, it } from 'vitest';
import { startWorker } from '../../../src/workers/shared/startWorker.ts';
import echoUrl from '../echo.worker.ts?worker&url';

const running: Worker[] = [];
afterEach(() => {
  for (const worker of running.splice(0)) worker.terminate();
});

function started(url: string): Worker {
  const worker = startWorker(url, 'echo');
  running.push(worker);
  return worker;
}

/** Sends texts with a port each. @returns the answers, in the order in which they came. */
function answers(worker: Worker, texts: readonly string[]): Promise<string[]> {
  return new Promise(resolve => {
    const came: string[] = [];
    for (const text of texts) {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        came.push(data);
        if (came.length === texts.length) resolve(came);
      };
      worker.postMessage(text, [port2]);
    }
  });
}

const said = (...texts: string[]) => texts.map(text => `echo: ${text} at ${location.origin}`);

describe('a worker that is started through a blob', () => {
  it('is made of a blob, and receives what was sent before its script was there, in order and with its ports', async () => {
    const worker = started(echoUrl);
    expect(await answers(worker, ['a', 'b', 'c'])).toEqual(said('a', 'b', 'c'));
    expect(await answers(worker, ['d'])).toEqual(said('d'));
  });

  it('starts a worker of its own in the same way', async () => {
    expect(await answers(started(echoUrl), ['inner: x'])).toEqual([`inner: x at ${location.origin}`]);
  });

  it('has an error event when its script cannot be loaded', async () => {
    const worker = started('/there/is/none.js');
    const message = await new Promise<string>(resolve => {
      worker.onerror = event => {
        event.preventDefault();
        resolve(event.message);
      };
    });
    expect(message).toContain('the echo could not be loaded');
  });
});
