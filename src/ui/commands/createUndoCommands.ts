import type { Tick } from '../../engine/core/indices.ts';
import type { Files } from '../../engine/files/namedFile.ts';
import type { Setup } from '../../engine/setup/config.ts';
import type { ReopenCommands } from '../contract/pageCommands.ts';
import type { Openings } from '../life/openings.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import type { Branch, PageStore } from '../state/pageState.ts';
import { isRunRepeatable } from '../store/deciders.ts';
import { isRunFullySaved } from '../store/slices/createSavedRunsSlice.ts';
import { hasUnsavedAnswers } from '../store/slices/decidingSlice.ts';

interface UndoParts {
  readonly store: PageStore;
  readonly runs: Pick<Openings, 'open' | 'files'>;
  openKept(id: string): Promise<boolean>;
}

/** A run that can be opened again. */
interface Again {
  readonly keptAs: string | null;
  readonly setup: Setup;
  readonly files: Files;
  readonly head: Tick;
  /** True if its set-up alone repeats it. */
  readonly isRepeatable: boolean;
  /** The run that it branched off from. */
  readonly branch: Branch | null;
}

/** Undo and redo of changes: the ways between a branch and the run that it left. */
export function createUndoCommands({
  store,
  runs,
  openKept,
}: UndoParts): Pick<ReopenCommands, 'undo' | 'redo'> {
  const state = store.getState;
  /** Branches that were undone, the latest last, and the run on the screen since. */
  let undone: readonly Again[] = [];
  let epoch: number | undefined;
  const bring = async ({ keptAs, setup, files, head, isRepeatable, branch }: Again) => {
    const isThere =
      (keptAs !== null && (await openKept(keptAs))) ||
      (isRepeatable && (await runs.open(setup, files, Math.max(0, head))));
    if (isThere && branch !== null) state().setBranch(branch);
    return isThere;
  };
  const redo = async () => {
    const last = undone.at(-1);
    if (last === undefined || state().run?.info.epoch !== epoch) return;
    if (last.keptAs === null && !last.isRepeatable) return state().notify('note', LOST);
    const rest = undone.slice(0, -1);
    if (!(await bring(last))) return;
    undone = rest;
    epoch = state().run?.info.epoch;
  };
  return {
    redo,
    async undo() {
      const { branch, run, head, keptAs, notify } = state();
      if (branch === null || run === null) return;
      const { parent } = branch;
      const isLost = parent.keptAs === null && !parent.isRepeatable;
      if (isLost || hasUnsavedAnswers(state())) return notify('note', LOST);
      const own = {
        keptAs: isRunFullySaved(state()) ? keptAs : null,
        setup: run.setup,
        files: runs.files(),
        head,
        isRepeatable: isRunRepeatable(state()),
        branch,
      };
      const before = state().run?.info.epoch === epoch ? undone : [];
      if (!(await bring({ ...parent, files: parent.files ?? own.files }))) return;
      undone = [...before, own];
      epoch = state().run?.info.epoch;
      const { Tick: Name } = getCurrentModelWords(state());
      const where = branch.isOtherText ? branch.since : `after ${Name} ${branch.from}`;
      notify('note', `Undone: ${branch.change} ${where}.`, {
        label: 'Redo',
        act: () => void redo(),
        stays: true,
      });
    },
  };
}

const LOST =
  'A language model decides in these runs, and the browser does not save them: “Bring it back” next to the notice, or Export, is the way.';
