import type { AwaitedParty, LiveCase } from '../../../../engine/models/recorded/reports/buildLiveReport.ts';
import type { PageState } from '../../../state/pageState.ts';
import { getInspectedAgent } from '../../../state/selection.ts';
import { getRecordedPart } from '../recordedPart.ts';

/** Those that wait for a person come first. */
const URGENCY: readonly AwaitedParty[] = ['person', 'tool', 'model', null];

/** Cases under way, the one that needs somebody first: waits for a person, the longest first, then the others in the same way. */
export const sortLiveCases = (cases: readonly LiveCase[]): readonly LiveCase[] =>
  cases.toSorted(
    (a, b) =>
      Number(b.waitsFor === 'person') - Number(a.waitsFor === 'person') ||
      (a.since ?? Number.POSITIVE_INFINITY) - (b.since ?? Number.POSITIVE_INFINITY) ||
      URGENCY.indexOf(a.waitsFor) - URGENCY.indexOf(b.waitsFor) ||
      a.agent - b.agent,
  );

/** The case whose calls are shown: the selected one, else the first that needs somebody, else the one that the engine points to. */
export function getClockCase(state: Pick<PageState, 'selection' | 'focus' | 'modelParts'>): number | null {
  const selected = getInspectedAgent(state.selection);
  if (selected !== null) return selected;
  const { clock } = getRecordedPart(state);
  return findFirstLive(clock?.live ?? NONE) ?? (state.focus < 0 ? null : state.focus);
}

const NONE: readonly LiveCase[] = [];

const firstOf = new WeakMap<readonly LiveCase[], number | null>();

/** The case under way that needs somebody first; found once, since it is asked for with every change of the page. */
function findFirstLive(cases: readonly LiveCase[]): number | null {
  const known = firstOf.get(cases);
  if (known !== undefined) return known;
  const found = sortLiveCases(cases)[0]?.agent ?? null;
  firstOf.set(cases, found);
  return found;
}
