import type { Bench } from '../../comparison.ts';
import { InputError, OracleHalt } from '../../errors.ts';
import type { Answer, Evidence, Oracle } from '../../oracle.ts';
import { play } from '../../play.ts';
import type { Run } from '../../run.ts';
import type { MissionRow, PairReport, PairRow, PairSide, PairSums } from './detail.ts';
import { governedQueries } from './governedQueries.ts';
import type { GovernedModelState } from './model.ts';
import type { GovernedQuestion } from './question.ts';
import type { Step } from './step.ts';

/**
 * The same missions without governance and with it, using the same answers: each is kept by mission and step,
 * so that differing prompts do not matter. Without governance a mission is never shorter, so no answer is
 * missing.
 */
export async function pairRuns(bench: Bench): Promise<PairReport> {
  const answers = new Map<string, Answer>();
  const without = bench.run({ governance: false });
  await play(without, { oracle: keeping(bench.oracleOf(without), answers), after: bench.rest });
  return reportOf(rowsOf(without), await governedRows(bench, answers));
}

/**
 * The same for a run that has been played without governance, using the answers that it got, whoever gave
 * them.
 * @throws InputError for a run under governance, or one that is not over: answers are missing from it.
 */
export async function pairOf(run: Run, bench: Bench): Promise<PairReport> {
  const { ledger, parameters } = run.state as GovernedModelState;
  if (parameters.governance)
    throw new InputError(
      'these answers were given under governance: play the missions without it to their end, then compare',
    );
  if (!run.state.isOver)
    throw new InputError('some answers are still missing: compare once all missions have ended');
  const answers = new Map(ledger.steps.flatMap(step => keptAnswer(step, ledger.evidence.get(step.row))));
  return reportOf(rowsOf(run), await governedRows(bench, answers));
}

async function governedRows(
  bench: Bench,
  answers: ReadonlyMap<string, Answer>,
): Promise<readonly MissionRow[]> {
  const governed = bench.run({ governance: true });
  await play(governed, { oracle: repeating(answers), after: bench.rest });
  return rowsOf(governed);
}

/** A step's answer, as it was given. */
function keptAnswer(step: Step, evidence?: Evidence): [string, Answer][] {
  const { agent, number, source, said, kind, refused } = step;
  if (source === null) return [];
  const key = keyOf({ agent, step: number });
  if (said !== null) return [[key, { kind: 'text', text: said, source, ...(evidence && { evidence }) }]];
  if (source === 'late') return [[key, { kind: 'late' }]];
  return [[key, { kind: 'unusable', reason: refused ?? '', said: kind === 'unreadable' }]];
}

const keyOf = ({ agent, step }: Pick<GovernedQuestion, 'agent' | 'step'>): string => `${agent} ${step}`;

const keeping = (inner: Oracle, answers: Map<string, Answer>): Oracle => ({
  name: inner.name,
  async ask(questions, signal) {
    const given = await inner.ask(questions, signal);
    // Without answers there is nothing to compare.
    if (inner.trouble) throw new OracleHalt(inner.trouble);
    for (const [i, question] of (questions as readonly GovernedQuestion[]).entries())
      answers.set(keyOf(question), given[i]);
    return given;
  },
});

const repeating = (answers: ReadonlyMap<string, Answer>): Oracle => ({
  name: 'pair',
  ask: async questions =>
    (questions as readonly GovernedQuestion[]).map(question => {
      const answer = answers.get(keyOf(question));
      if (answer === undefined) throw new Error(`the pair has no answer for ${keyOf(question)}`);
      return answer;
    }),
});

function rowsOf(run: Run): readonly MissionRow[] {
  const agents = Array.from({ length: run.config.agents }, (_, agent) => agent);
  return governedQueries.of(run.state, 'missionRows', agents, {
    tick: run.tick,
    tickSeconds: run.config.tickSeconds,
  });
}

function reportOf(without: readonly MissionRow[], governed: readonly MissionRow[]): PairReport {
  const rows = without.map(
    (row, i): PairRow => ({ agent: row.agent, without: sideOf(row), with: sideOf(governed[i]) }),
  );
  const succeeds = (row: PairRow) => row.without.outcome === 'finished';
  return {
    rows,
    failing: sumsOf(rows.filter(row => !succeeds(row))),
    succeeding: sumsOf(rows.filter(succeeds)),
    lost: rows.filter(row => succeeds(row) && row.with.outcome !== 'finished').map(({ agent }) => agent),
  };
}

const sideOf = ({ outcome, rule, steps, calls, tokens }: MissionRow): PairSide => ({
  outcome,
  rule,
  steps,
  calls,
  tokens,
});

function sumsOf(rows: readonly PairRow[]): PairSums {
  const sum = (of: (row: PairRow) => number) => rows.reduce((total, row) => total + of(row), 0);
  const side = (of: (row: PairRow) => PairSide) => ({
    steps: sum(row => of(row).steps),
    calls: sum(row => of(row).calls),
    tokens: sum(row => of(row).tokens),
  });
  return { missions: rows.length, without: side(row => row.without), with: side(row => row.with) };
}
