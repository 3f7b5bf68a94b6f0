import type { PairReport, PairRow, PairSums } from '../../../engine/models/governed/detail.ts';
import type { PageState } from '../../store/pageState.ts';
import { governedOf } from './governedPart.ts';

/** The comparison, once it is there. */
export function pairOf(state: Pick<PageState, 'modelParts'>): PairReport | null {
  const { pair } = governedOf(state);
  return pair === 'asked' ? null : pair;
}

/** One mission's costs; rows are in agent order. */
export const rowOf = (pair: PairReport | null, agent: number): PairRow | undefined => pair?.rows[agent];

/** Steps that governance saves on one mission, played to its end. */
export const savedOn = (row: PairRow): number => row.without.steps - row.with.steps;

/** Whether a mission's agent finishes by itself without governance: then there is nothing to save. */
export const succeeds = (row: PairRow): boolean => row.without.outcome === 'finished';

/** Whether governance stops a mission that would be finished. */
export const isLost = (row: PairRow): boolean => succeeds(row) && row.with.outcome !== 'finished';

/** Effects of governance so far. */
interface SoFar {
  /** Steps saved on missions that are unfinished without it. */
  readonly saved: number;
  /** Missions that it stopped and that would have finished. */
  readonly lost: number;
}

let before: { readonly pair: unknown; readonly society: unknown; readonly soFar: SoFar } | null = null;

/** The effects over the missions that have ended; null without a comparison. Remembers its last answer. */
export function savedSoFar(state: PageState): SoFar | null {
  const pair = pairOf(state);
  const { society, run } = state;
  if (!pair || !society || !run) return null;
  if (before?.pair === pair && before.society === society) return before.soFar;
  const finishing = run.info.chart.states.indexOf('finishing');
  const ended = pair.rows.filter(({ agent }) => society.state[agent] === finishing);
  const soFar = {
    saved: ended.reduce((sum, row) => sum + (succeeds(row) ? 0 : savedOn(row)), 0),
    lost: ended.filter(isLost).length,
  };
  before = { pair, society, soFar };
  return soFar;
}

/** Total savings of governance, by the three costs. */
export const savingsOf = ({ failing, succeeding }: PairReport) =>
  (['steps', 'calls', 'tokens'] as const).map(cost => ({
    cost,
    failing: pairOfCosts(failing, cost),
    succeeding: pairOfCosts(succeeding, cost),
  }));

const pairOfCosts = (sums: PairSums, cost: 'steps' | 'calls' | 'tokens') => ({
  without: sums.without[cost],
  with: sums.with[cost],
});

/** Missions whose agent finishes by itself, with governance or without. */
export const successes = ({ rows }: PairReport, side: 'with' | 'without'): number =>
  rows.reduce((sum, row) => sum + (row[side].outcome === 'finished' ? 1 : 0), 0);

/** "−38 %": savings relative to the costs without governance. */
export const share = (without: number, governed: number): string => {
  if (without === 0) return '0 %';
  const part = Math.round(((governed - without) / without) * 100);
  return part < 0 ? `−${-part} %` : part > 0 ? `+${part} %` : '0 %';
};
