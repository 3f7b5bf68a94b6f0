import { startWorker } from '../../src/workers/shared/startWorker.ts';
import innerUrl from './echo.worker.ts?worker&url';

// A worker with much to load: messages that come meanwhile must not be lost.
await new Promise(resolve => setTimeout(resolve, 100));

/** Answers each message through the port that came with it; `inner: …` through a worker of its own. */
addEventListener('message', ({ data, ports: [port] }: MessageEvent<string>) => {
  if (data.startsWith('inner: ')) startWorker(innerUrl, 'inner').postMessage(data.slice(7), [port]);
  else port.postMessage(`${name}: ${data} at ${location.origin}`);
});
