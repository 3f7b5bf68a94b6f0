import { MOST_ROUNDS } from '../../../engine/indices.ts';
import type { RunState } from '../../store/pageState.ts';
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
    // Nothing is taken away from somebody who looks at an earlier step, plays, or has opened another run.
    const { phase, selection, run } = store.getState();
    const isOther = known > 0 && !isFollowed(run);
    if (document.hidden || phase !== 'paused' || selection.cursor !== null || isOther) continue;
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

/** Whether a run is the one that is made of what comes. */
const isFollowed = (run: RunState | null): boolean => run?.info.config.inputInfo.traces?.name === FILE;

/** Makes the run of all traces, with what was set in the one before, and shows in it who was shown there. */
async function openAll({ store, link }: PageParts, bytes: Uint8Array): Promise<boolean> {
  const { run, selection, keptAs } = store.getState();
  const isOn = isFollowed(run);
  const before = run?.info.names ?? [];
  const first = { ...defaultsOf(RECORDED.model), own: ['traces'], parameters: { under_way: true } };
  const setup = isOn && run !== null ? run.setup : first;
  const isOpen = await link.open(setup, { traces: [{ name: FILE, bytes }] }, MOST_ROUNDS);
  if (!isOpen) return false;
  // The receiver keeps what came: of the run one is enough.
  if (isOn && keptAs !== null) void link.forgetKept(keptAs);
  const { names = [] } = store.getState().run?.info ?? {};
  // More cases come after those that were there; where they do not, a case goes by its name.
  const placeOf = (agent: number) =>
    names[agent] === before[agent] ? agent : names.indexOf(before[agent] ?? '');
  const agents = selection.agents.map(placeOf).filter(agent => agent >= 0);
  if (agents.length > 0) store.getState().select({ agents });
  return true;
}
