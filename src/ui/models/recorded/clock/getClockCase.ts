import type { ClockReport } from '../../../../engine/models/recorded/clock/buildClockReport.ts';
import type { LiveCase } from '../../../../engine/models/recorded/reports/buildLiveReport.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getRecordedPart } from '../recordedPart.ts';

/** Latest known moment of a case, milliseconds since 1970; 0 without times. */
function getLastMoment({ first, reach }: ClockReport, agent: number): number {
  const last = first[agent + 1] - 1;
  return last < first[agent] ? 0 : reach[last];
}

/** Cases under way: those that wait for a person, the longest first, then the others, the one with the latest step first. */
export const sortLiveCases = (report: ClockReport): readonly LiveCase[] =>
  report.live.toSorted((a, b) => {
    const [first, second] = [a.waitsFor === 'person', b.waitsFor === 'person'];
    if (first !== second) return first ? -1 : 1;
    if (first) return (a.since ?? Number.MAX_VALUE) - (b.since ?? Number.MAX_VALUE) || a.agent - b.agent;
    return getLastMoment(report, b.agent) - getLastMoment(report, a.agent) || a.agent - b.agent;
  });

/** The case whose calls are shown: the selected one, else the first that needs somebody, else the one that the engine points to. */
export function getClockCase(state: Pick<PageState, 'selection' | 'focus' | 'modelParts'>): number | null {
  const selected = getInspectedAgent(state.selection);
  if (selected !== null) return selected;
  const { clock } = getRecordedPart(state);
  const live = clock === null ? null : findFirstLive(clock);
  return live ?? (state.focus < 0 ? null : state.focus);
}

const firstOf = new WeakMap<ClockReport, number | null>();

/** The case under way that needs somebody first; found once, since it is asked for with every change of the page. */
function findFirstLive(report: ClockReport): number | null {
  const known = firstOf.get(report);
  if (known !== undefined) return known;
  const found = sortLiveCases(report)[0]?.agent ?? null;
  firstOf.set(report, found);
  return found;
}
