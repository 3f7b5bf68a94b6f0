import type { Strategy } from '../../../../src/engine/models/librarian/librarianTerms.ts';
import { interval } from '../workflow/standing.ts';
import { openReaders, playOut, stateOf } from './reading.ts';

/** Questions answered right, and asked. */
export interface Tally {
  right: number;
  asked: number;
}

/** What the agents of one strategy did under a limit, seed by seed. */
export interface RecallAt {
  readonly strategy: Strategy;
  readonly limit: number;
  /** By seed. */
  readonly seeds: readonly Tally[];
  /** By kind of question, over all seeds. */
  readonly kinds: Readonly<Record<string, Tally>>;
  /** Tokens of prompts and answers, for one agent. */
  readonly tokens: number;
}

/** Share of a tally; 0 where nothing was asked. */
export const shareOf = ({ right, asked }: Tally): number => (asked === 0 ? 0 : right / asked);

/** Mean share over the seeds, with half the width of its 95 % interval. */
export const intervalOf = ({ seeds }: RecallAt) => interval(seeds.map(shareOf));

/** Recall of each strategy on the bundled texts under a paging limit; the hard limit is twice as high. @param agents of all strategies; null for the usual ones */
export async function recallAt(
  limit: number,
  seeds: number,
  agents: number | null = null,
): Promise<readonly RecallAt[]> {
  type Row = { seeds: Tally[]; kinds: Record<string, Tally>; tokens: number; agents: number };
  const rows = new Map<Strategy, Row>();
  for (let seed = 1; seed <= seeds; seed++) {
    const limits = { paging_limit: limit, hard_limit: 2 * limit };
    const run = await playOut(
      await openReaders({ source: null, setup: { seed, agents }, parameters: limits }),
    );
    for (const { strategy, asked, tokens } of stateOf(run).ledger.agents) {
      const row = rows.get(strategy) ?? { seeds: [], kinds: {}, tokens: 0, agents: 0 };
      rows.set(strategy, row);
      row.seeds[seed - 1] ??= { right: 0, asked: 0 };
      row.tokens += tokens;
      row.agents++;
      for (const { mark, kind } of asked) {
        row.kinds[kind ?? 'plain'] ??= { right: 0, asked: 0 };
        for (const tally of [row.seeds[seed - 1], row.kinds[kind ?? 'plain']]) {
          tally.asked++;
          if (mark === 'right') tally.right++;
        }
      }
    }
  }
  return [...rows].map(([strategy, { seeds: tallies, kinds, tokens, agents }]) => ({
    strategy,
    limit,
    seeds: tallies,
    kinds,
    tokens: Math.round(tokens / agents),
  }));
}
