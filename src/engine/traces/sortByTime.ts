/**
 * In the order of their times, in their own order if these are equal; one without a time stays behind its predecessor,
 * in its trace if there are several.
 */
export function sortByTime<T>(
  list: readonly T[],
  timeOf: (one: T) => number | null,
  traceOf: (one: T) => string = () => '',
): T[] {
  if (isSortedByTime(list, timeOf)) return list.slice();
  let [latest, trace] = [Number.NEGATIVE_INFINITY, ''];
  const keyed = list.map(one => {
    if (traceOf(one) !== trace) [latest, trace] = [Number.NEGATIVE_INFINITY, traceOf(one)];
    latest = timeOf(one) ?? latest;
    return { one, time: latest };
  });
  return keyed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ one }) => one);
}

/** True if each has a time, none before that of its predecessor. */
function isSortedByTime<T>(list: readonly T[], timeOf: (one: T) => number | null): boolean {
  let latest = Number.NEGATIVE_INFINITY;
  for (const one of list) {
    const time = timeOf(one);
    if (time === null || time < latest) return false;
    latest = time;
  }
  return true;
}
