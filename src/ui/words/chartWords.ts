import type { ChartInfo } from '../../workers/protocol/api.ts';

type Words = Pick<ChartInfo, 'words'> | undefined;

/** A trigger in plain words; its own name where it has none. */
export const getTriggerLabel = (chart: Words, trigger: string): string =>
  chart?.words?.triggers[trigger]?.label ?? trigger;

/** A state in plain words, where the states around it are seen: "like"; its own name where it has none. */
export const getStateLabel = (chart: Words, state: string): string =>
  chart?.words?.states[state]?.label ?? state;

/** A state in plain words by itself, with the group that its name begins with: "engaging: like". */
export function describeStateName(chart: Words, state: string): string {
  const label = getStateLabel(chart, state);
  const group = state.endsWith(`_${label}`) ? state.slice(0, -label.length - 1) : '';
  return group === '' ? label : `${getStateLabel(chart, group)}: ${label}`;
}

/** A sentence of the engine's with the chart's states and triggers in plain words, the latter in quotation marks. */
export function translateChartTerms(chart: Words, said: string): string {
  const words = new Map([
    ...Object.keys(chart?.words?.states ?? {}).map(
      state => [state, describeStateName(chart, state)] as const,
    ),
    ...Object.entries(chart?.words?.triggers ?? {}).map(
      ([trigger, { label }]) => [trigger, `“${label ?? trigger}”`] as const,
    ),
  ]);
  return said.replace(NAMES, name => words.get(name) ?? name);
}

/** What may be a name: no part of a word, of an id or of what is in quotation marks. */
const NAMES = /(?<![\w“-])\w+(?![\w”-])/g;

/** What an agent in a state does; null where the chart does not say. */
export const getStateDescription = (chart: Words, state: string): string | null =>
  chart?.words?.states[state]?.description ?? null;

/** Whether a trigger or a transition of a chart has plain words beside its name. */
export const hasPlainWords = (chart: Pick<ChartInfo, 'words' | 'transitions'>): boolean =>
  Object.keys(chart.words?.triggers ?? {}).length > 0 ||
  chart.transitions.some(({ words }) => words?.label !== undefined);
