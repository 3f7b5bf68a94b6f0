import type { Links } from '../../engine/network/networkLinks.ts';
import { startWorker } from '../shared/startWorker.ts';
import type { LaidOut } from './networkLayout.worker.ts';
import layoutUrl from './networkLayout.worker.ts?worker&url';

/** Receiver of a layout. */
interface Heard {
  /** Places so far, a few times a second; the last with part 1. */
  placed(laid: LaidOut): void;
  failed(error: Error): void;
}

/** Lays a network out in a worker of its own. @returns what gives it up */
export function startNetworkLayout(links: Links, { placed, failed }: Heard): () => void {
  const worker = startWorker(layoutUrl, 'network layout');
  worker.onmessage = ({ data }: MessageEvent<LaidOut>) => {
    if (data.part === 1) worker.terminate();
    placed(data);
  };
  worker.onerror = event => {
    // It would be reported as if the page itself had failed.
    event.preventDefault();
    worker.terminate();
    failed(new Error(event.message || 'the layout of the network could not be loaded'));
  };
  worker.postMessage(links);
  return () => worker.terminate();
}
