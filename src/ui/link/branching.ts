import { inOrder } from '../../engine/changes.ts';
import type { Change, Files, Setup } from '../../engine/config.ts';
import { asksModel } from '../../engine/oracleSetup.ts';
import type { SavedRun } from '../../workers/api.ts';
import { type Openings, OVERTAKEN } from '../life/openings.ts';
import type { Reopening } from '../life/reopening.ts';
import { wordsNow } from '../models/looks.ts';
import { isKept } from '../store/keptSlice.ts';
import type { PageState, PageStore } from '../store/pageState.ts';
import { pastTick } from '../store/shown.ts';
import { changeToldBy, sinceWords } from '../words/changeWords.ts';
import type { ReopenLink } from './link.ts';
import type { RemoteEngine } from './remoteEngine.ts';

interface Parts {
  readonly store: PageStore;
  engine(): RemoteEngine;
  readonly runs: Pick<Openings, 'open' | 'attempt' | 'files'>;
  readonly replacing: Reopening['replacing'];
  /** Pauses what plays. */
  pause(): Promise<void>;
  fail(error: unknown): void;
  /** Opens a run that the browser keeps. */
  openKept(id: string): Promise<boolean>;
}

/** Runs that go another way from an earlier round on. */
export function branching(parts: Parts): Pick<ReopenLink, 'branch' | 'fork'> {
  const { store, runs, replacing, fail } = parts;
  const state = store.getState;
  const fork = async (change: Change): Promise<void> => {
    const { run, head, hash, selection } = state();
    if (run === null || change.tick > Math.max(0, head) + 1) return;
    const { Tick, tick } = wordsNow(state());
    const from = change.tick - 1;
    const kept = run.setup.changes.filter(other => other.tick <= change.tick);
    const setup = { ...run.setup, changes: inOrder([...kept, change]) };
    const words = changeToldBy(state(), change);
    const told = `This one branches off after ${Tick} ${from}.`;
    const isSafe = isKept(state());
    const { keptAs: own, branch } = state();
    const keptAs = isSafe ? own : null;
    const parent = { hash, head, setup: run.setup, columns: run.columns, keptAs, branch };
    try {
      const isByPolicy = isRepeatable(state());
      const saved = isByPolicy || isSafe ? null : await savedNow(parts);
      const isThere = await (isByPolicy
        ? replacing(
            () => runs.open(setup, {}, head),
            isOpen => isOpen,
            () => told,
          )
        : branchOff(parts, { setup, from, told, saved }));
      if (!isThere) return;
      const document = saved?.document ?? null;
      state().setBranch({
        from,
        change: words,
        since: sinceWords(change, tick),
        parent: { ...parent, document },
      });
      // They are the same people.
      state().select({ agents: selection.agents });
    } catch (error) {
      fail(error);
    }
  };
  return {
    fork,
    async branch(name, value) {
      const past = pastTick(state());
      if (past !== null) await fork({ tick: Math.max(0, past) + 1, name, value });
    },
  };
}

/** Whether the set-up alone repeats the run. */
const isRepeatable = ({ run, mixed }: PageState): boolean =>
  !mixed && run !== null && run.setup.oracle.kind === 'policy';

/** The run on the screen with its answers, to be brought back by. */
async function savedNow({ engine, pause }: Parts): Promise<SavedRun> {
  await pause();
  const { parts } = await engine().exportDocument(null);
  const bytes = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const spent = (await engine().oracleReport())?.spent ?? { calls: 0, tokens: 0 };
  return { document: { name: 'the run before', bytes }, spent };
}

interface Branching {
  readonly setup: Setup;
  readonly from: number;
  readonly told: string;
  /** Null: the browser keeps it. */
  readonly saved: SavedRun | null;
}

/** Branches off a run whose answers cannot be had again: they are repeated. @returns whether the branch is there */
async function branchOff(
  { store, runs, openKept }: Parts,
  { setup, from, told, saved }: Branching,
): Promise<boolean> {
  const state = store.getState;
  const before = state();
  const files = runs.files();
  const error = await runs.attempt(setup, {}, before.head, { branchAfter: from });
  if (error !== null && error !== OVERTAKEN) throw error;
  if (error !== null) return false;
  // Its document alone repeats it, and it holds answers that were paid for.
  const heldBefore = before.heldBefore || (before.run !== null && asksModel(before.run.setup.oracle));
  state().learn({ mixed: from > 0, heldBefore });
  state().notify('note', `The previous run has been replaced. ${told}`, {
    label: 'Bring it back',
    act: () =>
      void (saved === null
        ? openKept(before.keptAs ?? '')
        : bringBack({ store, runs }, before, files, saved)),
    stays: true,
  });
  return true;
}

async function bringBack(
  { store, runs }: Pick<Parts, 'store' | 'runs'>,
  { run, head, mixed, heldBefore }: PageState,
  files: Files,
  saved: SavedRun,
): Promise<void> {
  if (run === null) return;
  const isReplay = run.setup.oracle.kind === 'replay';
  const error = await runs.attempt(run.setup, files, head, isReplay ? null : saved);
  const { learn, notify } = store.getState();
  if (error === null) learn({ mixed, heldBefore });
  else if (error !== OVERTAKEN) notify('error', error instanceof Error ? error.message : String(error));
}
