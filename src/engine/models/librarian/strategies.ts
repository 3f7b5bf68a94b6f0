import type { Oracle } from '../../oracle.ts';
import type { Run } from '../../run.ts';
import type { StrategySums } from './frame.ts';
import type { LibrariansState } from './state.ts';

/** Which limits of working memory hold. */
const REGIMES = [
  { name: 'paging', paging: true, hard: true },
  { name: 'hard limit only', paging: false, hard: true },
  { name: 'no limit', paging: false, hard: false },
] as const;
export type Regime = (typeof REGIMES)[number];

/** What the agents of one strategy came to under one regime. */
export interface StrategyRow extends StrategySums {
  readonly regime: Regime['name'];
  /** Questions to the oracle. */
  readonly cycles: number;
  /** Tokens of the longest prompt. */
  readonly longest: number;
  /** Entries moved by paging, by loads, and by the hard limit; values that are nowhere any more. */
  readonly paged: number;
  readonly loaded: number;
  readonly forced: number;
  readonly lost: number;
}

/** The same tasks under each regime, played to their end. @param rest is awaited between ticks */
export async function compareStrategies(
  make: (regime: Regime) => Promise<Run>,
  oracleOf: (run: Run) => Oracle,
  rest: () => Promise<unknown>,
): Promise<readonly StrategyRow[]> {
  const rows: StrategyRow[] = [];
  for (const regime of REGIMES) {
    const run = await make(regime);
    const oracle = oracleOf(run);
    const { signal } = new AbortController();
    while (!run.state.isOver) {
      await run.step(oracle, signal);
      await rest();
    }
    rows.push(...rowsOf(run.state as LibrariansState, regime));
  }
  return rows;
}

function rowsOf(state: LibrariansState, { name }: Regime): readonly StrategyRow[] {
  return state.frame(state.sealed).strategies.map(sums => {
    const agents = state.book.agents.filter(({ strategy }) => strategy === sums.strategy);
    const steps = agents.flatMap(agent => agent.steps);
    const moves = agents.flatMap(({ memory }) => memory.moves);
    const by = (cause: string): number => moves.filter(move => move.cause === cause).length;
    return {
      ...sums,
      regime: name,
      cycles: steps.filter(({ source }) => source !== null).length,
      longest: steps.reduce((most, { tokensIn }) => Math.max(most, tokensIn), 0),
      paged: by('paging'),
      loaded: by('load'),
      forced: by('hard_limit'),
      lost: agents.reduce((sum, { memory }) => sum + memory.lost.length, 0),
    };
  });
}
