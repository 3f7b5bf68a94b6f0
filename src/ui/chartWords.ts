import type { PlainWords } from '../engine/statechart/definition.ts';
import type { ChartInfo } from '../workers/api.ts';
import { usePage } from './hooks.ts';

type Words = Pick<ChartInfo, 'words'> | undefined;
type Named = Pick<ChartInfo['transitions'][number], 'trigger' | 'source' | 'target' | 'words'>;

/** A trigger in plain words; its own name where it has none. */
export const triggerLabel = (chart: Words, trigger: string): string =>
  chart?.words?.triggers[trigger]?.label ?? trigger;

/** What a trigger means; null where the chart does not say. */
const aboutTrigger = (chart: Words, trigger: string): PlainWords | null =>
  chart?.words?.triggers[trigger] ?? null;

/** What an agent in a state does; null where the chart does not say. */
export const aboutState = (chart: Words, state: string): string | null =>
  chart?.words?.states[state]?.description ?? null;

/** A transition in plain words: its own, else its trigger's; what it means is null where nobody says. */
export const transitionWords = (
  chart: Words,
  { trigger, words }: Pick<Named, 'trigger' | 'words'>,
): { readonly label: string; readonly description: string | null } => ({
  label: words?.label ?? triggerLabel(chart, trigger),
  description: words?.description ?? aboutTrigger(chart, trigger)?.description ?? null,
});

/** Whether anything in a chart has plain words beside its name. */
export const hasPlainWords = (chart: Pick<ChartInfo, 'words' | 'transitions'>): boolean =>
  Object.keys(chart.words?.triggers ?? {}).length > 0 ||
  chart.transitions.some(({ words }) => words?.label !== undefined);

/** How the page names transitions of the run on the screen. */
export function useTransitionLabel(): (transition: Omit<Named, 'words'>) => string {
  const chart = usePage(({ run }) => run?.info.chart);
  const byName = usePage(state => state.triggerNames);
  return ({ trigger, source, target }) => {
    if (byName) return trigger;
    const same = chart?.transitions.find(
      one => one.trigger === trigger && one.source === source && one.target === target,
    );
    return transitionWords(chart, same ?? { trigger }).label;
  };
}
