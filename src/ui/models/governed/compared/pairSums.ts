import type {
  PairPoint,
  PairReport,
  PairRow,
} from '../../../../engine/models/governed/reports/governedDetail.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getGovernedPart } from '../governedPart.ts';

/** The comparison, once it is there. */
export function getPairReport(state: Pick<PageState, 'modelParts'>): PairReport | null {
  const { pair } = getGovernedPart(state);
  return pair === 'asked' ? null : pair;
}

/** One mission's costs; rows are in agent order. */
export const findPairRow = (pair: PairReport | null, agent: number): PairRow | undefined => pair?.rows[agent];

/** The sums at the run's own limit of steps. */
export const findOwnLimitPoint = ({ points, limit }: PairReport): PairPoint =>
  points.find(point => point.limit === limit)!;

/** "−38 %": a difference relative to the first. */
export const formatRelativeChange = (from: number, to: number): string => {
  if (from === 0) return '0 %';
  const part = Math.round(((to - from) / from) * 100);
  return part < 0 ? `−${-part} %` : part > 0 ? `+${part} %` : '0 %';
};
