import { isRecordedModel } from '../../model/getModelAppearance.ts';
import type { PageState, RunState } from '../../state/pageState.ts';

/** One of two runs that are compared: A is what it was, B what it is otherwise. */
export type SideName = 'a' | 'b';

/** A run with what it is called. */
interface Side {
  readonly run: RunState;
  readonly words: string;
  /** True for the run on the screen. */
  readonly isOwn: boolean;
}

/** Both runs; null while none is compared. */
export function getPairSides({
  run,
  pair,
}: Pick<PageState, 'run' | 'pair'>): Readonly<Record<SideName, Side>> | null {
  if (run === null || pair === null) return null;
  const own: Side = { run, words: pair.words.own, isOwn: true };
  const other: Side = { run: pair.run, words: pair.words.other, isOwn: false };
  return pair.isOwnB ? { a: other, b: own } : { a: own, b: other };
}

/** True if both are sets of recorded cases of their own length: without a chosen tick each is viewed at its own end. */
export const areWholeSets = ({ run, selection }: Pick<PageState, 'run' | 'selection'>): boolean =>
  run !== null && isRecordedModel(run.setup.model) && selection.cursor === null;

/** The last tick that both runs have. */
export const getLastCommonTick = ({ head, pair }: Pick<PageState, 'head' | 'pair'>): number =>
  Math.min(head, pair?.run.columns.head ?? head);
