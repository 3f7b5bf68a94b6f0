import type { Files, OwnInput, Setup } from '../engine/config.ts';
import { DEFAULT_SETUP } from '../engine/models/usual.ts';
import { FILE_NETWORK } from './choices.ts';
import { droppedAs } from './dropped.ts';
import { STAYS } from './fileKinds.ts';
import { OVERTAKEN } from './life/openings.ts';
import type { FileLink, Link } from './link.ts';
import { isStopped, messageOf } from './messages.ts';
import { lookNow } from './models/looks.ts';
import { pluginNow } from './models/registered.ts';
import type { PageStore } from './store/pageState.ts';

interface Parts {
  readonly store: PageStore;
  /** The set-up to start again from. */
  settled(): Setup;
  /** Opens a run. @returns what was in the way, `OVERTAKEN` by a later one; null for success. */
  attempt(setup: Setup, files: Files, rounds: number): Promise<unknown>;
  fail(error: unknown): void;
  /** Asks the user where answers of a model would be lost. @returns whether it does. */
  asksFirst(setup: Setup, files: Files): Promise<boolean>;
  link(): Link;
}

/** Most bytes for the files of one input, as for the engine: more is not even read into memory. */
const MOST_BYTES = 50_000_000;

/** Commands of the views that take files: dropped, chosen, or asked for again. */
export function fileLink({ store, settled, attempt, fail, asksFirst, link }: Parts): FileLink {
  /** Opens a run made from the user's files. */
  const openWith = async (given: readonly File[], made: (setup: Setup) => Setup, name: keyof Files) => {
    try {
      const read = await readAll(given, name);
      const setup = made(settled());
      const decider = setup.oracle.kind === 'replay' ? DEFAULT_SETUP.oracle : setup.oracle;
      const next = { ...setup, oracle: decider };
      if (await asksFirst(next, { [name]: read })) return;
      const wrong = await attempt(next, { [name]: read }, 0);
      if (wrong !== null && wrong !== OVERTAKEN)
        fail(isStopped(wrong) ? wrong : new Error(`${messageOf(wrong)}. ${STAYS}`));
    } catch (error) {
      const names = given.length > 3 ? `${given.length} files` : given.map(file => file.name).join(', ');
      store.getState().notify('error', `${names} cannot be read: ${messageOf(error)}. ${STAYS}`);
    }
  };
  const openFile = (edges: File) =>
    openWith([edges], setup => ({ ...setup, network: FILE_NETWORK, agents: null }), 'network');
  const openOwn = async (name: OwnInput, given: readonly File[] | null) => {
    const rest = (settled().own ?? []).filter(other => other !== name);
    if (given === null) return link().reset({ own: rest });
    if (given.length > 0) await openWith(given, setup => ({ ...setup, own: [...rest, name] }), name);
  };
  return {
    openFile,
    openOwn,
    async openDropped(...given) {
      const [first] = given;
      if (first === undefined) return;
      const dropped = await droppedAs(given, lookNow(store.getState())).catch(error =>
        store.getState().notify('error', messageOf(error)),
      );
      if (dropped === undefined) return;
      if (dropped === 'model') return link().openModelFile(first);
      if (dropped === 'recording') return link().openRecording(first);
      if (dropped === 'network') return openFile(first);
      const { open } = pluginNow(store.getState());
      return open ? open({ store, link: link() }, first) : openOwn(dropped, given);
    },
  };
}

async function readAll(given: readonly File[], name: keyof Files) {
  const bytes = given.reduce((sum, { size }) => sum + size, 0);
  if (name !== 'network' && bytes > MOST_BYTES)
    throw new Error(`${(bytes / 1e6).toFixed(1)} MB, and at most ${MOST_BYTES / 1e6} MB are read`);
  return Promise.all(
    given.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}
