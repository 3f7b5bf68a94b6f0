import type { RunState } from '../../state/pageState.ts';

/**
 * The most informative state to enter: the first without a way out; else, of the visited states, the one with the
 * fewest agents on average, except the initial one.
 */
export function findInformativeState({ info, columns }: Pick<RunState, 'info' | 'columns'>): string {
  const { states, initial, transitions } = info.chart;
  const others = states.filter(name => name !== initial);
  const final = others.find(name => !transitions.some(({ source }) => source === name));
  if (final !== undefined) return final;
  const mean = (name: string) => columns.meanCount(columns.first, columns.head, states.indexOf(name));
  const been = others.filter(name => mean(name) > 0).sort((a, b) => mean(a) - mean(b));
  return been[0] ?? others[0] ?? initial;
}
