import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import type { LiveCase } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';

/** The least urgent last. */
function rankLiveCase(
  { agent, waitsFor }: LiveCase,
  stuck: ReadonlySet<number>,
  silent: ReadonlySet<number>,
): number {
  if (waitsFor === 'person') return 0;
  if (stuck.has(agent)) return 1;
  return silent.has(agent) ? 2 : 3;
}

/**
 * Cases under way: those that wait for a person, the longest first, then those that are stuck, those that are silent and the
 * others, in the order in which they began: a row that somebody is about to press stays where it is.
 * @param silent agents
 */
export function sortLiveCases(
  { live, stuck }: Pick<ClockReport, 'live' | 'stuck'>,
  silent: ReadonlySet<number>,
): readonly LiveCase[] {
  const held = new Set(stuck.map(({ agent }) => agent));
  const waitOf = ({ waitsFor, since }: LiveCase) => (waitsFor === 'person' ? (since ?? Number.MAX_VALUE) : 0);
  return live.toSorted(
    (a, b) =>
      rankLiveCase(a, held, silent) - rankLiveCase(b, held, silent) ||
      waitOf(a) - waitOf(b) ||
      a.agent - b.agent,
  );
}

/** The case whose calls are shown: the selected one, else the one that is ringed in the chart. */
export const getClockCase = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  getInspectedAgent(selection) ?? (focus < 0 ? null : focus);
