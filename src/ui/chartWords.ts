import type { PlainWords } from '../engine/statechart/definition.ts';
import type { ChartInfo } from '../workers/api.ts';
import { usePage } from './hooks.ts';

type Words = Pick<ChartInfo, 'words'> | undefined;

/** A trigger in plain words; its own name where it has none, or where names are wanted. */
export const triggerLabel = (chart: Words, trigger: string, byName = false): string =>
  (byName ? undefined : chart?.words?.triggers[trigger]?.label) ?? trigger;

/** What a trigger means; null where the chart does not say. */
export const aboutTrigger = (chart: Words, trigger: string): PlainWords | null =>
  chart?.words?.triggers[trigger] ?? null;

/** What an agent in a state does; null where the chart does not say. */
export const aboutState = (chart: Words, state: string): string | null =>
  chart?.words?.states[state]?.description ?? null;

/** How the page names triggers of the run on the screen. */
export function useTriggerWords(): (trigger: string) => string {
  const chart = usePage(({ run }) => run?.info.chart);
  const byName = usePage(state => state.triggerNames);
  return trigger => triggerLabel(chart, trigger, byName);
}
