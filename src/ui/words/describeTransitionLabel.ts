import type { ChartInfo } from '../../workers/protocol/api.ts';
import { usePage } from '../hooks/hooks.ts';
import { getTriggerLabel } from './chartLabels.ts';

type NamedTransition = ChartInfo['transitions'][number];

/** A transition in plain words: its own, else its trigger's; its meaning is null if it is unknown. */
export const describeTransitionLabel = (
  chart: Pick<ChartInfo, 'words'> | undefined,
  { trigger, words }: Pick<NamedTransition, 'trigger' | 'words'>,
): { readonly label: string; readonly description: string | null } => ({
  label: words?.label ?? getTriggerLabel(chart, trigger),
  description: words?.description ?? chart?.words?.triggers[trigger]?.description ?? null,
});

/** The page's names of transitions of the run on the screen. */
export function useTransitionLabel(): (
  transition: Pick<NamedTransition, 'trigger' | 'source' | 'target'>,
) => string {
  const chart = usePage(({ run }) => run?.info.chart);
  const byName = usePage(state => state.triggerNames);
  return ({ trigger, source, target }) => {
    if (byName) return trigger;
    const same = chart?.transitions.find(
      one => one.trigger === trigger && one.source === source && one.target === target,
    );
    return describeTransitionLabel(chart, same ?? { trigger }).label;
  };
}
