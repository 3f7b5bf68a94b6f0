/** Most letters that a name may differ in to be meant. */
const MAX_DISTANCE = 2;

/** `; did you mean "activity"?` for a name that is nearly one of some; empty for none. */
export function suggestName(name: string, names: readonly string[]): string {
  const near = names
    .map(other => ({ other, distance: computeEditDistance(name.toLowerCase(), other.toLowerCase()) }))
    .filter(({ other, distance }) => distance <= Math.min(MAX_DISTANCE, other.length / 3))
    .sort((a, b) => a.distance - b.distance);
  return near.length === 0 ? '' : `; did you mean "${near[0].other}"?`;
}

/** Letters to be put in, left out or replaced, after Levenshtein. */
function computeEditDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + (one[i - 1] === other[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length];
}
