import type { KeptFacts } from '../../workers/api.ts';
import { download } from '../controls/download.ts';
import { forget, keptSource, newId } from '../kept/keeper.ts';
import { amendRow, type KeptParent, type KeptRow, keptRow, keptRows } from '../kept/keptIndex.ts';
import { noteClosed, noteOpen } from '../kept/leftRun.ts';
import { type Openings, OVERTAKEN } from '../life/openings.ts';
import { lookOf } from '../models/looks.ts';
import { reached } from '../reload/reached.ts';
import type { Branch, PageStore } from '../store/pageState.ts';
import { messageOf } from '../words/messages.ts';
import { counted } from '../words/words.ts';
import type { KeptLink } from './link.ts';
import type { RemoteEngine } from './remoteEngine.ts';

interface Parts {
  readonly store: PageStore;
  readonly attempt: Openings['attempt'];
  readonly readdress: Openings['readdress'];
  engine(): RemoteEngine;
  fail(error: unknown): void;
}

/** Runs that this browser keeps: opened, listed, renamed, taken out and in. */
export function keptLink({ store, engine, attempt, readdress, fail }: Parts): KeptLink {
  const state = store.getState;
  /** @throws where it cannot be opened; the run on the screen stays */
  const open = async (id: string, isReload = false) => {
    const facts = await Promise.race([engine().keptFacts(id), silence()]);
    const row = await keptRow(id).catch(() => null);
    const source = keptSource(store, id, facts.isMixed);
    const error = await attempt(facts.setup, facts.files, facts.tick, source);
    if (error === OVERTAKEN) return;
    if (error !== null) throw error;
    noteOpen(id);
    await reached(store, facts.tick);
    readdress(facts.tick);
    if (row) lookAgain(store, row, isReload);
    const missing = missingOf(facts, row);
    if (missing !== '') state().notify('error', missing);
  };
  return {
    async openKept(id) {
      try {
        await open(id);
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    async openLeft({ id, isCrash }, otherwise) {
      try {
        await open(id, true);
        if (isCrash) state().notify('note', UNCLOSED);
      } catch (error) {
        noteClosed(id, false);
        await otherwise();
        state().notify(
          'note',
          `The run that was here before could not be brought back: ${messageOf(error)}.`,
        );
      }
    },
    listKept: () =>
      keptRows().catch(error => {
        fail(error);
        return [];
      }),
    async amendKept(id, part) {
      await amendRow(id, part).then(state().relistKept).catch(fail);
    },
    async forgetKept(id) {
      await forget(engine(), id).then(state().relistKept).catch(fail);
    },
    async saveKept(id) {
      try {
        const bytes = await engine().keptFile(id);
        download(
          `${fileName(await keptRow(id))}.statescope`,
          [bytes as Uint8Array<ArrayBuffer>],
          'application/octet-stream',
        );
      } catch (error) {
        fail(error);
      }
    },
    async takeKept(file) {
      const id = newId();
      try {
        await engine().takeKept(id, { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
        await open(id);
        state().relistKept();
      } catch (error) {
        fail(error);
        // Nothing of it is listed.
        if (state().keptAs !== id)
          await engine()
            .forgetKept(id)
            .catch(() => undefined);
      }
    },
  };
}

/** Milliseconds that the browser's storage has to give a run. */
const PATIENCE = 15_000;

/** Rejects for a storage that does not answer. */
const silence = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => reject(new Error('the browser’s storage does not answer')), PATIENCE);
  });

const UNCLOSED =
  'This run was on the screen when the browser ended without warning. It is as it was; Reset starts anew.';

/** Has the page look at what it looked at when the run was left. @param isReload whether with the panel that was open */
function lookAgain(store: PageStore, { view, tick, parent }: KeptRow, isReload: boolean): void {
  const { head, restore, panel, setBranch } = store.getState();
  if (parent !== null) setBranch(branchOf(parent));
  const { keptAs: _, speed, selection, ...rest } = isReload ? view : { ...view, panel };
  const cursor = selection.cursor !== null && selection.cursor < head ? selection.cursor : null;
  // Whoever opens it from the list, or by an undo, wants to see where it went.
  const isWhole = isReload && head >= tick;
  restore({ ...rest, speed, selection: { ...selection, hover: null, cursor: isWhole ? cursor : null } });
}

function branchOf({ id, hash, head, setup, isRepeatable, ...branch }: KeptParent): Branch {
  const isAgain = isRepeatable ?? setup.oracle.kind === 'policy';
  const unknown = { columns: null, document: null, files: null, branch: null };
  return { ...branch, parent: { hash, head, setup, ...unknown, keptAs: id, isRepeatable: isAgain } };
}

/** Why the run ends before the round at which it was left; empty where it does not. */
function missingOf({ tick, damage, setup }: KeptFacts, row: KeptRow | null): string {
  const left = row?.tick ?? tick;
  if (damage === null && left <= tick) return '';
  const { words } = lookOf(setup.model);
  const why = damage === null ? '' : ` (${damage})`;
  return `Of this run ${counted(tick, words.tick)} could be brought back, and it was left at ${words.Tick} ${left}${why}.`;
}

const fileName = (row: KeptRow | null): string =>
  (row?.name ?? `${row?.setup.model ?? 'run'}-seed-${row?.setup.seed ?? 0}-round-${row?.tick ?? 0}`).replace(
    /[^\w-]+/g,
    '-',
  );
