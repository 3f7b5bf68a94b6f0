import type { Files, OwnInput, Setup } from '../engine/config.ts';
import { digest32 } from '../engine/digest32.ts';
import { workflowQueries } from '../engine/models/workflow/workflowQueries.ts';
import { DEFAULT_SETUP } from '../engine/setup.ts';
import { FILE_NETWORK } from './choices.ts';
import { type Dropped, droppedAs } from './dropped.ts';
import { replaced } from './edits.ts';
import type { Link } from './engineLink.ts';
import { isStopped, messageOf } from './messages.ts';
import { lookNow } from './models/index.ts';
import type { PageStore } from './store.ts';
import { counted } from './words.ts';

/** What views can do with files of the user's. */
export interface FileLink {
  /** An edge list, chosen or dropped on the page. */
  openFile(edges: File): Promise<void>;
  /** What the model is made from, in the place of what is bundled; null: the bundled again. */
  openOwn(name: OwnInput, files: readonly File[] | null): Promise<void>;
  /** A workflow to run; one with mistakes comes into the editor, and the run stays. */
  openWorkflow(file: File): Promise<void>;
  /** Whatever can be dropped on the page. */
  openDropped(...files: readonly File[]): Promise<void>;
}

interface Parts {
  readonly store: PageStore;
  /** The set-up to start again from. */
  settled(): Setup;
  /** Opens a run. @returns what was in the way, `OVERTAKEN` by a later one; null: it is there. */
  attempt(setup: Setup, files: Files, rounds: number): Promise<unknown>;
  fail(error: unknown): void;
  /** Asks the user where answers of a model would be lost. @returns whether it does. */
  asksFirst(setup: Setup, files: Files): Promise<boolean>;
  link(): Link;
}

/** Another run was opened meanwhile: that is what was wanted. */
export const OVERTAKEN = new Error('another run was opened meanwhile');
/** What becomes of the run before, where a file cannot be used. */
const STAYS = 'The run that was open stays as it was.';
/** Of the files of one input in all, as the engine takes them: more is not even read into memory. */
const MOST_BYTES = 50_000_000;
/** Of a text that the editor takes. */
const MOST_TEXT = 1_000_000;

export function fileLink({ store, settled, attempt, fail, asksFirst, link }: Parts): FileLink {
  /** A run that is made from files of the user's. */
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
  const openWorkflow = async (file: File) => {
    const text = await textOf(file);
    const over = store.getState().workflow.given?.text;
    const check =
      text === null || over === undefined
        ? null
        : await link().ask(api => workflowQueries.ask(api, 'checkWorkflow', text));
    const errors = check?.problems.filter(({ severity }) => severity === 'error').length ?? 0;
    if (text === null || over === undefined || errors === 0) return openOwn('workflow', [file]);
    store.setState(({ edits }) => ({
      edits: replaced(edits, { name: file.name, text, base: digest32(over) }),
      folded: false,
    }));
    const told = `${file.name} has ${counted(errors, 'mistake')}: it is in the editor. ${STAYS}`;
    store.getState().notify('note', told);
  };
  return {
    openFile,
    openOwn,
    openWorkflow,
    async openDropped(...given) {
      let dropped: Dropped;
      try {
        dropped = await droppedAs(given, lookNow(store.getState()).takes);
      } catch (error) {
        return store.getState().notify('error', messageOf(error));
      }
      const [first] = given;
      if (first === undefined) return;
      if (dropped === 'model') return link().openModelFile(first);
      if (dropped === 'recording') return link().openRecording(first);
      if (dropped === 'workflow') return openWorkflow(first);
      return dropped === 'network' ? openFile(first) : openOwn(dropped, given);
    },
  };
}

/** Null for what is no text, or is too long for one: the engine says what is wrong with it. */
async function textOf(file: File): Promise<string | null> {
  if (file.size > MOST_TEXT) return null;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer());
    return text.replace(/\r\n?/g, '\n');
  } catch {
    return null;
  }
}

async function readAll(given: readonly File[], name: keyof Files) {
  const bytes = given.reduce((sum, { size }) => sum + size, 0);
  if (name !== 'network' && bytes > MOST_BYTES)
    throw new Error(`${(bytes / 1e6).toFixed(1)} MB, and at most ${MOST_BYTES / 1e6} MB are read`);
  return Promise.all(
    given.map(async file => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
  );
}
