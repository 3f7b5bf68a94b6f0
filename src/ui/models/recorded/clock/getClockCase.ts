import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import type { LiveCase } from '../../../../engine/models/recorded/reports/listLiveCases.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';

/** Latest known moment of a case, milliseconds since 1970; 0 without times. */
function getLastMoment({ first, reach }: ClockReport, agent: number): number {
  const last = first[agent + 1] - 1;
  return last < first[agent] ? 0 : reach[last];
}

/**
 * Cases under way: those that wait for a person, the longest first, then those that are stuck, those that are silent and the
 * others, in each the one with the latest step first.
 */
export function sortLiveCases(report: ClockReport): readonly LiveCase[] {
  const stuck = new Set(report.stuck.map(({ agent }) => agent));
  return report.live.toSorted((a, b) => {
    const [first, second] = [a.waitsFor === 'person', b.waitsFor === 'person'];
    if (first !== second) return first ? -1 : 1;
    if (first) return (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE) || a.agent - b.agent;
    const byLoop = Number(stuck.has(b.agent)) - Number(stuck.has(a.agent));
    const bySilence = Number(b.isSilent) - Number(a.isSilent);
    return (
      byLoop ||
      bySilence ||
      getLastMoment(report, b.agent) - getLastMoment(report, a.agent) ||
      a.agent - b.agent
    );
  });
}

/** The case whose calls are shown: the selected one, else the one that is ringed in the chart. */
export const getClockCase = ({ selection, focus }: Pick<PageState, 'selection' | 'focus'>): number | null =>
  getInspectedAgent(selection) ?? (focus < 0 ? null : focus);
