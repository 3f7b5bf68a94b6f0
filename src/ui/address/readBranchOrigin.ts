import type { BranchOrigin, Change, Setup } from '../../engine/setup/config.ts';
import { getCurrentModelWords } from '../model/getModelAppearance.ts';
import type { Branch, PageState } from '../state/pageState.ts';
import { describeChangeTime, describeRunChange } from '../words/describeChange.ts';
import type { Reject } from './readOracleSetup.ts';

const BRANCH = /^([0-9a-f]{64}),(\d{1,7}),(\d{1,7}),([1-9]\d{0,4})$/;

/** Reads what a run branches off from: 64 digits of a hash, and `37,20,1` for its rounds, the last one in common, and which change. */
export function readBranchOrigin(
  given: URLSearchParams,
  changes: readonly Change[],
  reject: Reject,
): BranchOrigin | null {
  const value = given.get('branch') ?? '';
  const [, hash = '', rounds, after, at] = BRANCH.exec(value) ?? [];
  const by = changes[Number(at) - 1];
  if (by !== undefined) return { hash, rounds: Number(rounds), after: Number(after), by };
  reject('branch', value, 'must be a hash, its rounds, the last one in common and the number of a change');
  return null;
}

/** The branch that a run's set-up says it is: of the same set-up without that change; null for none. */
export function restoreSetupBranch(state: PageState, setup: Setup): Branch | null {
  const { branchOf, ...whole } = setup;
  if (branchOf === undefined || !('tick' in branchOf.by)) return null;
  const { hash, rounds, after, by } = branchOf;
  const changes = setup.changes.filter(change => JSON.stringify(change) !== JSON.stringify(by));
  const unknown = { columns: null, document: null, files: null, branch: null, keptAs: null };
  return {
    from: after,
    change: describeRunChange(state, by),
    since: describeChangeTime(by, getCurrentModelWords(state).tick),
    parent: {
      hash,
      head: rounds,
      setup: { ...whole, changes },
      ...unknown,
      isRepeatable: setup.oracle.kind === 'policy',
    },
  };
}
