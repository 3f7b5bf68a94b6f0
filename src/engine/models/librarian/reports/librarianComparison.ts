import { InputError } from '../../../core/errors.ts';
import type { ComparisonBench, ModelComparison } from '../../../run/modelComparison.ts';
import { playRunTicks } from '../../../run/playRunTicks.ts';
import type { LibrarianModelState } from '../librarianModel.ts';
import type { StrategySums } from '../librarianState.ts';
import type { Strategy } from '../librarianTerms.ts';
import { sumKindsOverGroups } from '../sumKindsOverGroups.ts';

/** Recall and cost of each strategy: with paging, with the hard limit alone, and without limits. */
export const librarianComparison: ModelComparison<readonly ComparedRow[], LibrarianModelState> = {
  check({ parameters }, recorded) {
    const fixed = ['paging', 'hard'].find(name => name in parameters);
    if (fixed !== undefined)
      throw new InputError(
        `compare sets ${fixed} by itself: with paging, with the hard limit alone, and without`,
      );
    if (recorded !== null)
      throw new InputError('comparing librarians needs new answers: a recording holds those of one regime');
  },
  compare: compareStrategies,
  table: rows => ({ columns: STRATEGY_COMPARISON_COLUMNS, rows: rows.map(buildComparisonCells) }),
  summary: rows => ({ rows: rows.map(summarizeComparedRow) }),
};

const STRATEGY_COMPARISON_COLUMNS = [
  { head: 'strategy', width: 9, isRight: false },
  { head: 'limits', width: 16, isRight: false },
  { head: 'right/asked', width: 12, isRight: true },
  { head: 'of all', width: 7, isRight: true },
  { head: 'cycles', width: 8, isRight: true },
  { head: 'tokens', width: 9, isRight: true },
  { head: 'longest', width: 8, isRight: true },
  { head: 'paged', width: 6, isRight: true },
  { head: 'loaded', width: 7, isRight: true },
  { head: 'forced', width: 7, isRight: true },
  { head: 'lost', width: 5, isRight: true },
];

const buildComparisonCells = (row: ComparedRow) => [
  row.strategy,
  row.regime,
  `${row.right}/${row.settled}`,
  row.questions,
  row.cycles,
  row.tokens,
  row.longest,
  row.paged,
  row.loaded,
  row.forced,
  row.lost,
];

const summarizeComparedRow = ({ regime, settled, questions, longest, ...row }: ComparedRow) => ({
  limits: regime,
  ...row,
  asked: settled,
  questions,
  longest_prompt: longest,
});

/** Regimes compared: which limits of working memory hold. */
const REGIMES = [
  { name: 'paging', paging: true, hard: true },
  { name: 'hard limit only', paging: false, hard: true },
  { name: 'no limit', paging: false, hard: false },
] as const;
type Regime = (typeof REGIMES)[number];

/** Results of one strategy's agents under one regime. */
interface StrategyRow extends StrategySums {
  readonly regime: Regime['name'];
  /** Questions to the oracle. */
  readonly cycles: number;
  /** Tokens of the longest prompt. */
  readonly longest: number;
  /** Entries moved by paging, by loads, and by the hard limit; values lost for good. */
  readonly paged: number;
  readonly loaded: number;
  readonly forced: number;
  readonly lost: number;
}

/** A row of the comparison; a language model plays no strategy, so its agents are one group. */
type ComparedRow = Omit<StrategyRow, 'strategy'> & { readonly strategy: Strategy | 'model' };

/** The same tasks under each regime, played to their end. */
async function compareStrategies(
  bench: ComparisonBench<LibrarianModelState>,
): Promise<readonly ComparedRow[]> {
  const rows: StrategyRow[] = [];
  let isPolicy = true;
  for (const regime of REGIMES) {
    const run = bench.run({ paging: regime.paging, hard: regime.hard });
    const oracle = await bench.oracleOf(run);
    isPolicy = oracle === run.policy;
    await playRunTicks(run, { oracle, after: bench.rest });
    rows.push(...buildStrategyRows(run.state, regime));
  }
  return isPolicy ? rows : mergeStrategyRows(rows);
}

function buildStrategyRows(state: LibrarianModelState, { name }: Regime): readonly StrategyRow[] {
  return state.frame(state.sealed).strategies.map(sums => {
    const agents = state.ledger.agents.filter(({ strategy }) => strategy === sums.strategy);
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

type Summed = Exclude<keyof StrategyRow, 'strategy' | 'regime' | 'longest' | 'kinds'>;

function mergeStrategyRows(rows: readonly StrategyRow[]): readonly ComparedRow[] {
  return [...new Set(rows.map(({ regime }) => regime))].map(regime => {
    const same = rows.filter(row => row.regime === regime);
    const sum = (name: Summed) => same.reduce((all, row) => all + row[name], 0);
    return {
      strategy: 'model',
      regime,
      agents: sum('agents'),
      settled: sum('settled'),
      questions: sum('questions'),
      right: sum('right'),
      tokens: sum('tokens'),
      kinds: sumKindsOverGroups(same.map(({ kinds }) => kinds)),
      cycles: sum('cycles'),
      longest: Math.max(...same.map(row => row.longest)),
      paged: sum('paged'),
      loaded: sum('loaded'),
      forced: sum('forced'),
      lost: sum('lost'),
    };
  });
}
