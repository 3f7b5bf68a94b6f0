import type { KindSums } from './librarianState.ts';

/** Sums by kind over several groups of agents. */
export function sumKindsOverGroups(groups: readonly (readonly KindSums[])[]): readonly KindSums[] {
  const all = new Map<string, KindSums>();
  for (const { kind, settled, right } of groups.flat()) {
    const before = all.get(kind) ?? { kind, settled: 0, right: 0 };
    all.set(kind, { kind, settled: before.settled + settled, right: before.right + right });
  }
  return [...all.values()];
}
