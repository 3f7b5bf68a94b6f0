import type { LiveCase, LiveReport } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getRecordedPart } from '../recordedPart.ts';

const byAgent = new WeakMap<LiveReport, ReadonlyMap<number, LiveCase>>();

/** The present of a case that is under way in a live source, or was when it was saved; null for other cases. */
export function getLiveCase(state: Pick<PageState, 'modelParts'>, agent: number): LiveCase | null {
  const { live } = getRecordedPart(state);
  if (live === null) return null;
  const known = byAgent.get(live) ?? new Map(live.cases.map(one => [one.agent, one]));
  byAgent.set(live, known);
  return known.get(agent) ?? null;
}
