import type { Moment, OutcomeDefinition } from '../../../model/outcomeDefinition.ts';
import type { CompiledChart } from '../../../statechart/compiled.ts';
import { StateKind, type Tree } from '../../../statechart/hierarchy/stateTree.ts';

/** Maximum number of states with outcomes; of a chart with more, the first ones in its text. */
export const MAX_OUTCOME_STATES = 30;

/** Numbers of the reachable states with outcomes. */
const listReportedStates = ({ kind }: Tree): readonly number[] =>
  [...kind.keys()].filter(state => !isHistoryStateKind(kind[state])).slice(0, MAX_OUTCOME_STATES);

const isHistoryStateKind = (kind: number): boolean => kind === StateKind.shallow || kind === StateKind.deep;

/** Outcomes of each state: its share, its peak and when that was, and when it emptied. */
const OF_EACH = 4;

/**
 * The outcome that says most of a chart: of a state that spreads to neighbours its peak, or its share if it is never left; without
 * such, the share of a state that is never left. Null if there is none.
 */
function findTellingOutcome({
  definition,
  initial,
  states,
}: Pick<CompiledChart, 'definition' | 'initial' | 'states'>) {
  const { transitions } = definition;
  const isLeft = (state: string) => transitions.some(({ source }) => source === state || source === '*');
  const spreading = transitions.find(({ per }) => per !== undefined)?.per;
  if (spreading !== undefined) return `${isLeft(spreading) ? 'peak' : 'share'}_in_${spreading}`;
  const reached = transitions.flatMap(({ target }) => (typeof target === 'string' ? [target] : []));
  const lasting = reached.find(state => state !== states[initial] && !isLeft(state));
  return lasting === undefined ? null : `share_in_${lasting}`;
}

/** Outcomes of the states of a chart, in the order of its text. */
export function defineStateOutcomes(
  chart: Pick<CompiledChart, 'definition' | 'initial' | 'states' | 'tree'>,
): readonly OutcomeDefinition[] {
  const telling = findTellingOutcome(chart);
  return listStateOutcomes(chart).map(one => (one.name === telling ? { ...one, isFirst: true } : one));
}

const listStateOutcomes = ({
  states,
  tree,
}: Pick<CompiledChart, 'states' | 'tree'>): readonly OutcomeDefinition[] =>
  listReportedStates(tree).flatMap((number): OutcomeDefinition[] => {
    const state = states[number];
    return [
      {
        ...{ name: `share_in_${state}`, label: `Share in ${state}`, unit: 'share', better: null },
        meaning: `Share of all agents that are in ${state}.`,
      },
      {
        ...{ name: `peak_in_${state}`, label: `Most in ${state}`, unit: 'share', better: null },
        meaning: `Largest share of all agents that have been in ${state} at the end of one tick.`,
      },
      {
        ...{
          name: `peak_tick_in_${state}`,
          label: `Tick of most in ${state}`,
          unit: '',
          better: null,
          bounds: 'none' as const,
        },
        meaning: `The first tick at whose end so many were in ${state}; nothing where nobody has been.`,
      },
      {
        ...{
          name: `emptied_tick_in_${state}`,
          label: `Tick that empties ${state}`,
          unit: '',
          better: null,
          bounds: 'none' as const,
        },
        meaning: `The first tick at whose end nobody was in ${state} any more; nothing before there is one.`,
      },
    ];
  });

/** Number of these outcomes. */
export const countStateOutcomes = (tree: Tree): number => listReportedStates(tree).length * OF_EACH;

/** Their values after a tick. O(ticks up to it × states) @param agents how many there are */
export function measureStateOutcomes(
  { course }: Pick<Moment, 'course'>,
  agents: number,
  tree: Tree,
): readonly (number | null)[] {
  const states = tree.kind.length;
  const ticks = course.length / states;
  return listReportedStates(tree).flatMap(state => {
    let [peak, peakTick, emptied] = [0, -1, -1];
    for (let tick = 0; tick < ticks; tick++) {
      const count = course[tick * states + state];
      if (count > peak) [peak, peakTick] = [count, tick];
      else if (count === 0 && peak > 0 && emptied < 0) emptied = tick;
    }
    const share = course[(ticks - 1) * states + state] / agents;
    const at = (tick: number) => (tick < 0 ? null : tick);
    return [share, peak / agents, at(peakTick), at(emptied)];
  });
}
