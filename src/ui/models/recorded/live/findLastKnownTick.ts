import type { Tick } from '../../../../engine/core/indices.ts';
import type { LiveReport } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getRecordedPart } from '../recordedPart.ts';

const lastTicks = new WeakMap<LiveReport, ReadonlyMap<number, Tick>>();

/** The tick of the last step of a case that is under way in a live source, or was when it was saved; null for other cases. */
export function findLastKnownTick(state: PageState, agent: number): Tick | null {
  const { live } = getRecordedPart(state);
  if (live === null) return null;
  const known = lastTicks.get(live) ?? new Map(live.cases.map(({ agent: one, last }) => [one, last]));
  lastTicks.set(live, known);
  return known.get(agent) ?? null;
}
