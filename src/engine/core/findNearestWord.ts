/** The candidate most similar to an unknown word; null if none is similar. */
export function findNearestWord(word: string, words: Iterable<string>): string | null {
  const most = word.length <= 3 ? 1 : word.length <= 8 ? 2 : 3;
  let best: string | null = null;
  let least = most + 1;
  // Of one letter each is as near to any other.
  if (word.length < 2 || word.length > 100) return null;
  for (const other of words) {
    if (Math.abs(other.length - word.length) > most) continue;
    const far = computeEditDistance(word.toLowerCase(), other.toLowerCase());
    if (far < least) {
      least = far;
      best = other;
    }
  }
  return best;
}

/** Edit distance: letters to insert, delete, replace or swap with their neighbour. */
function computeEditDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = last[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, last[j] + 1, row[j - 1] + 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1);
    }
    before = last;
    last = row;
  }
  return last[b.length];
}
