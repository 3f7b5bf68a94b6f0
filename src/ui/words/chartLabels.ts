import type { ChartInfo } from '../../workers/protocol/api.ts';

type ChartLabels = Pick<ChartInfo, 'words'> | undefined;

/** A trigger in plain words; its own name if it has none. */
export const getTriggerLabel = (chart: ChartLabels, trigger: string): string =>
  chart?.words?.triggers[trigger]?.label ?? trigger;

/** A state in plain words, if the states around it are visible: "like"; its own name if it has none. */
export const getStateLabel = (chart: ChartLabels, state: string): string =>
  chart?.words?.states[state]?.label ?? state;

/** A state in plain words by itself, with the group that its name begins with: "engaging: like". */
export function describeStateName(chart: ChartLabels, state: string): string {
  const label = getStateLabel(chart, state);
  const group = state.endsWith(`_${label}`) ? state.slice(0, -label.length - 1) : '';
  return group === '' ? label : `${getStateLabel(chart, group)}: ${label}`;
}

/** A sentence of the engine's with the chart's states and triggers in plain words, the latter in quotation marks. */
export function translateChartTerms(chart: ChartLabels, sentence: string): string {
  const words = new Map([
    ...Object.keys(chart?.words?.states ?? {}).map(
      state => [state, describeStateName(chart, state)] as const,
    ),
    ...Object.entries(chart?.words?.triggers ?? {}).map(
      ([trigger, { label }]) => [trigger, `“${label ?? trigger}”`] as const,
    ),
  ]);
  return sentence.replace(POSSIBLE_NAME, name => words.get(name) ?? name);
}

/** A possible name: not part of a word, of an id or of a quotation. */
const POSSIBLE_NAME = /(?<![\w“-])\w+(?![\w”-])/g;

/** Activity of an agent in a state; null if the chart does not say. */
export const getStateDescription = (chart: ChartLabels, state: string): string | null =>
  chart?.words?.states[state]?.description ?? null;

/** True if a trigger or a transition of a chart has plain words in addition to its name. */
export const hasPlainWords = (chart: Pick<ChartInfo, 'words' | 'transitions'>): boolean =>
  Object.keys(chart.words?.triggers ?? {}).length > 0 ||
  chart.transitions.some(({ words }) => words?.label !== undefined);
