import type { TraceCase } from '../../../traces/traces.ts';

/** Senders and receivers by numbers of cases. */
export interface Families {
  /** Case that sent each one; -1 for none, and for one that is not among the cases. */
  readonly senderOf: Int32Array;
  /** Cases that each one sent, in their order. */
  readonly sentBy: ReadonlyMap<number, readonly number[]>;
}

/** Senders of the cases; senders in a circle are dropped. O(cases × generations). */
export function buildCaseFamilies(cases: readonly TraceCase[]): Families {
  const numbers = new Map(cases.map(({ id }, c) => [id, c]));
  const senderOf = Int32Array.from(cases, ({ parent }) =>
    parent === null ? -1 : (numbers.get(parent) ?? -1),
  );
  for (let c = 0; c < senderOf.length; c++) {
    const seen = new Set([c]);
    for (let one = senderOf[c]; one >= 0; one = senderOf[one]) {
      if (seen.has(one)) {
        senderOf[c] = -1;
        break;
      }
      seen.add(one);
    }
  }
  const sentBy = new Map<number, number[]>();
  for (const [c, sender] of senderOf.entries()) {
    if (sender < 0) continue;
    const sent = sentBy.get(sender);
    if (sent === undefined) sentBy.set(sender, [c]);
    else sent.push(c);
  }
  return { senderOf, sentBy };
}

/** The cases with those that each one sent right after it. @param weightOf of those that nobody sent: the largest first */
export function sortByFamily(
  { senderOf, sentBy }: Families,
  weightOf: (agent: number) => number,
): readonly number[] {
  const roots = [...senderOf.keys()].filter(c => senderOf[c] < 0);
  roots.sort((a, b) => weightOf(b) - weightOf(a) || a - b);
  const order: number[] = [];
  const waiting = roots.toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    waiting.push(...(sentBy.get(next) ?? []).toReversed());
  }
  return order;
}
