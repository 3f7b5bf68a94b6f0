import { MOST_ROUNDS } from '../../../engine/indices.ts';
import { defaultsOf } from '../looks.ts';
import type { PageParts } from '../plugin.ts';
import { RECORDED } from './recordedPart.ts';

/** Milliseconds between two looks at what has come. */
const PACE = 1000;
const FILE = 'observed.jsonl';
const WAITING = 'Nothing has come from an agent yet: until then an example is shown.';

/** What the receiver says of itself. */
interface Received {
  /** Bytes that ever came: it grows with each line. */
  readonly received: number;
}

/**
 * Follows the receiver that serves this page: whenever more has come, the run is made of all that it keeps, up to its last
 * step; who is looked at stays. @param fragment `#observed`, with `=` and the receiver's token where it has one
 */
export async function follow({ store, link }: PageParts, fragment: string): Promise<void> {
  const token = decodeURIComponent(fragment.split('=')[1] ?? '');
  const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
  const ask = async (path: string): Promise<Response> => {
    const response = await fetch(new URL(`observed/${path}`, document.baseURI), { headers });
    if (!response.ok) throw new Error(`the receiver answers ${response.status}`);
    return response;
  };
  let known = 0;
  let isTold = false;
  let isWaiting = false;
  for (; ; await new Promise(resolve => setTimeout(resolve, PACE))) {
    // Nothing is taken away from somebody who looks at an earlier step, or plays.
    const { phase, selection } = store.getState();
    if (document.hidden || phase !== 'paused' || selection.cursor !== null) continue;
    try {
      const { received } = (await (await ask('state')).json()) as Received;
      if (received === 0 && !isWaiting) store.getState().notify('note', WAITING);
      isWaiting = true;
      if (received === known) continue;
      const file = new File([await (await ask('traces.jsonl')).blob()], FILE);
      const bytes = new Uint8Array(await file.arrayBuffer());
      const isOpen = await openAll({ store, link }, bytes);
      known = received;
      isTold = false;
      if (isOpen) store.getState().know(RECORDED, { received });
    } catch (error) {
      if (!isTold)
        store.getState().notify('error', `What agents send cannot be followed: ${(error as Error).message}.`);
      isTold = true;
    }
  }
}

/** Makes the run of all traces, and shows in it who was shown before. */
async function openAll({ store, link }: PageParts, bytes: Uint8Array): Promise<boolean> {
  const { run, selection } = store.getState();
  const labels = selection.agents.map(agent => run?.info.names[agent]);
  const setup = { ...defaultsOf(RECORDED.model), own: ['traces'] };
  const isOpen = await link.open(setup, { traces: [{ name: FILE, bytes }] }, MOST_ROUNDS);
  const { names = [] } = store.getState().run?.info ?? {};
  const agents = labels.flatMap(label => {
    const agent = label === undefined ? -1 : names.indexOf(label);
    return agent < 0 ? [] : [agent];
  });
  if (isOpen && agents.length > 0) store.getState().select({ agents });
  return isOpen;
}
