import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import type { OracleSetup } from '../../engine/oracle/oracleSetup.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { BranchOrigin, Change, Setup } from '../../engine/setup/config.ts';
import { sortChanges } from '../../engine/setup/setupChanges.ts';
import type { SavedRun } from '../../workers/protocol/api.ts';
import type { ReopenCommands } from '../contract/pageCommands.ts';
import type { RemoteEngine } from '../contract/remoteEngine.ts';
import { type Openings, OVERTAKEN } from '../life/openings.ts';
import type { Reopening } from '../life/reopening.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import { getCurrentPlugin } from '../model/registered.ts';
import type { PageState, PageStore } from '../state/pageState.ts';
import { getPastTick } from '../state/viewState.ts';
import { createBranchOrigin, getBranchParent } from '../store/getBranchParent.ts';
import { describeChangeTime, describeRunChange } from '../words/describeChange.ts';
import { describeDecider } from '../words/describeDecider.ts';

interface BranchingParts {
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

interface Branching extends Pick<ReopenCommands, 'branch' | 'fork' | 'lengthen'> {
  /** Lets another oracle decide from a round on; those before it are repeated as they were. */
  decideFrom(oracle: OracleSetup, tick: Tick): Promise<void>;
}

/** Another way from a round of the run on the screen on. */
interface Fork {
  readonly setup: Setup;
  /** The last round that stays as it was. */
  readonly from: Tick;
  /** The round to which it is played at once. */
  readonly until: Tick;
  /** "Liking 3 ×" */
  readonly change: string;
  /** "from round 11" */
  readonly since: string;
  readonly by: BranchOrigin['by'];
  /** Text about it. */
  readonly notice: string;
}

/** Runs that go another way from an earlier round on. */
export function createBranching(parts: BranchingParts): Branching {
  const state = parts.store.getState;
  const fork = async (change: Change, instead?: Change): Promise<void> => {
    const { run, head } = state();
    if (run === null || change.tick > Math.max(0, head) + 1) return;
    const { Tick, tick } = getCurrentModelWords(state());
    const from = change.tick - 1;
    const others = selectChangesUpTo(run, change.tick).filter(other => other !== instead);
    await openFork(parts, {
      setup: { ...run.setup, changes: sortChanges([...others, change]) },
      from,
      until: head,
      change: describeRunChange(state(), change),
      since: describeChangeTime(change, tick),
      by: change,
      notice: `This one branches off after ${Tick} ${from}.`,
    });
  };
  return {
    fork,
    async branch(name, value) {
      const past = getPastTick(state());
      if (past !== null) await fork({ tick: Math.max(0, past) + 1, name, value });
    },
    async lengthen(parameter, value) {
      const before = state();
      if (before.run === null) return;
      const { setup } = before.run;
      const longer = { ...setup, parameters: { ...setup.parameters, [parameter]: value } };
      try {
        if (!(await openLonger(parts, longer, before))) return;
        if (before.branch !== null) state().setBranch(before.branch);
        state().select({ agents: before.selection.agents });
      } catch (error) {
        parts.fail(error);
      }
    },
    async decideFrom(oracle, tick) {
      const { run, head } = state();
      if (run === null || tick > Math.max(0, head) + 1) return;
      const words = getCurrentModelWords(state());
      const from = tick - 1;
      const who = describeDecider(oracle);
      // A language model is asked when somebody presses a button.
      const waits = isLanguageModelOracle(oracle);
      await openFork(parts, {
        setup: { ...run.setup, oracle, changes: selectChangesUpTo(run, tick) },
        from,
        until: waits ? from : head,
        change: `who decides: ${who}`,
        since: `from ${words.tick} ${tick}`,
        by: { kind: 'oracle' },
        notice: `From ${words.Tick} ${tick} on ${who} decides${waits ? '; Play or Step asks it' : ''}.`,
      });
    },
  };
}

const selectChangesUpTo = ({ setup }: { readonly setup: Setup }, tick: Tick): readonly Change[] =>
  setup.changes.filter(other => other.tick <= tick);

/** Opens a fork in place of the run on the screen, which can be brought back. */
async function openFork(parts: BranchingParts, { by, ...way }: Fork): Promise<void> {
  const { store, fail } = parts;
  const state = store.getState;
  const parent = getBranchParent(state());
  if (parent === null) return;
  const branchOf = createBranchOrigin(parent, way.from, by);
  const fork = { ...way, by, setup: { ...way.setup, branchOf } };
  const { selection } = state();
  const own = getCurrentPlugin(state()).inBranch?.(state(), way.from) ?? null;
  const isByPolicy = parent.isRepeatable;
  try {
    const saved = isByPolicy || parent.keptAs !== null ? null : await saveCurrentRun(parts);
    if (!(await (isByPolicy ? openRepeatableBranch(parts, fork) : branchOffSavedRun(parts, fork, saved))))
      return;
    const { from, change, since } = fork;
    const document = saved?.document ?? null;
    state().setBranch({ from, change, since, parent: { ...parent, document } });
    // They are the same people, and what was looked at is there as well.
    state().select({ agents: selection.agents, ...(own && { own }) });
  } catch (error) {
    fail(error);
  }
}

/** Branches off a run that its set-up repeats. @returns whether the branch is there */
const openRepeatableBranch = (parts: BranchingParts, fork: Fork): Promise<boolean> =>
  parts.replacing(
    () =>
      fork.setup.oracle.kind === 'policy'
        ? parts.runs.open(fork.setup, {}, fork.until)
        : openRepeatingRun(parts, fork, false),
    isOpen => isOpen,
    () => fork.notice,
  );

/** Opens the same run with another length, played as far as it was. @returns whether it is there */
async function openLonger(
  { store, runs, pause }: BranchingParts,
  longer: Setup,
  before: PageState,
): Promise<boolean> {
  if (longer.oracle.kind === 'policy') return runs.open(longer, {}, before.head);
  await pause();
  const error = await runs.attempt(longer, {}, before.head, { branchAfter: before.head });
  if (error !== null && error !== OVERTAKEN) throw error;
  if (error === null) store.getState().learn({ mixed: before.mixed, heldBefore: before.heldBefore });
  return error === null;
}

/** The run on the screen with its answers, to be brought back by. */
async function saveCurrentRun({ engine, pause }: BranchingParts): Promise<SavedRun> {
  await pause();
  const { parts } = await engine().exportDocument(null);
  const bytes = new Uint8Array(await new Blob(parts as Uint8Array<ArrayBuffer>[]).arrayBuffer());
  const spent = (await engine().oracleReport())?.spent ?? { calls: 0, tokens: 0 };
  return { document: { name: 'the run before', bytes }, spent };
}

/**
 * Opens a run that repeats the inputs of the one on the screen up to a round, and continues by its set-up.
 * @param heldBefore true if paid answers are among them
 * @returns true if it is there
 */
async function openRepeatingRun(
  { store, runs }: BranchingParts,
  { setup, from, until }: Fork,
  heldBefore: boolean,
): Promise<boolean> {
  const error = await runs.attempt(setup, {}, until, { branchAfter: from });
  if (error !== null && error !== OVERTAKEN) throw error;
  if (error === null) store.getState().learn({ mixed: from > 0, heldBefore });
  return error === null;
}

/** Branches off a run whose answers cannot be had again: they are repeated. @param saved null: the browser keeps it */
async function branchOffSavedRun(
  parts: BranchingParts,
  fork: Fork,
  saved: SavedRun | null,
): Promise<boolean> {
  const { store, runs, openKept } = parts;
  const before = store.getState();
  const files = runs.files();
  // Its document alone repeats it, and it holds answers that were paid for.
  const heldBefore =
    before.heldBefore || (before.run !== null && isLanguageModelOracle(before.run.setup.oracle));
  if (!(await openRepeatingRun(parts, fork, heldBefore))) return false;
  const gone = saved === null ? 'is saved, under Runs' : 'has been replaced';
  store.getState().notify('note', `The previous run ${gone}. ${fork.notice}`, {
    label: 'Bring it back',
    act: () =>
      void (saved === null
        ? openKept(before.keptAs ?? '')
        : restorePreviousRun({ store, runs }, before, files, saved)),
    stays: true,
  });
  return true;
}

async function restorePreviousRun(
  { store, runs }: Pick<BranchingParts, 'store' | 'runs'>,
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
