import type { PairPoint, PairReport, PairRow } from '../../../../engine/models/governed/reports/detail.ts';
import type { PageState } from '../../../state/pageState.ts';
import { governedOf } from '../governedPart.ts';

/** The comparison, once it is there. */
export function pairOf(state: Pick<PageState, 'modelParts'>): PairReport | null {
  const { pair } = governedOf(state);
  return pair === 'asked' ? null : pair;
}

/** One mission's costs; rows are in agent order. */
export const rowOf = (pair: PairReport | null, agent: number): PairRow | undefined => pair?.rows[agent];

/** The sums at the run's own limit of steps. */
export const ownPoint = ({ points, limit }: PairReport): PairPoint =>
  points.find(point => point.limit === limit)!;

/** "−38 %": a difference relative to the first. */
export const share = (from: number, to: number): string => {
  if (from === 0) return '0 %';
  const part = Math.round(((to - from) / from) * 100);
  return part < 0 ? `−${-part} %` : part > 0 ? `+${part} %` : '0 %';
};
