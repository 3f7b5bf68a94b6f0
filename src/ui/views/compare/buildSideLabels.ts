import type { Band } from '../../charts/distribution.ts';

/** A number next to the bands with its meaning. */
interface SideLabel {
  readonly value: number;
  readonly words: string;
  /** Number of the state whose colour it has; null for the sum. */
  readonly state: number | null;
}

/**
 * Labels of the occupied states, the largest first, below their sum unless that is everybody.
 * @param most lines that have room; if not all states fit, the last one gives the number of the others
 * @returns the lines, and the states that are left out
 */
export function buildSideLabels(
  bands: readonly Band[],
  count: (state: number) => number,
  { agents, active, most }: { readonly agents: number; readonly active: string; readonly most: number },
): { readonly lines: readonly SideLabel[]; readonly left: number } {
  const groups = new Map<string, SideLabel>();
  for (const { label, state } of bands) {
    const value = count(state);
    const group = groups.get(label) ?? { value: 0, words: label, state };
    groups.set(label, { ...group, value: group.value + value });
  }
  const all = [...groups.values()].filter(({ value }) => value > 0).sort((p, q) => q.value - p.value);
  const sum = all.reduce((total, { value }) => total + value, 0);
  const top: readonly SideLabel[] = sum === agents ? [] : [{ value: sum, words: active, state: null }];
  const room = Math.max(1, most - top.length);
  const shown = all.length <= room ? all : all.slice(0, Math.max(1, room - 1));
  return { lines: [...top, ...shown], left: all.length - shown.length };
}
