import { InputError, pauseOnOracleTrouble } from '../../../core/errors.ts';
import type { Oracle } from '../../../oracle/oracle.ts';
import type { ComparisonBench, ModelComparison } from '../../../run/modelComparison.ts';
import { playRunTicks } from '../../../run/playRunTicks.ts';
import type { Run } from '../../../run/run.ts';
import type { GovernedModelState } from '../governedModel.ts';
import { createEndingCounts } from '../missionLedger.ts';
import type { MissionStep } from '../missionStep.ts';
import type { Ending } from '../phases.ts';
import type { PairPoint, PairReport, PairSide, PairSums } from './governedDetail.ts';

/** Effect of governance: the missions played without it and with it, as two runs of the same seed. */
export const governedComparison: ModelComparison<PairReport, GovernedModelState> = {
  check(_, recorded) {
    if (recorded !== null)
      throw new InputError(
        `${recorded} has the answers of one run; compare plays two, with governance and without, and asks for the answers of both`,
      );
  },
  compare: comparePairedRuns,
  compareWith: pairWithFinishedRun,
  table: ({ rows, points }, run) => ({
    columns: MISSION_COMPARISON_COLUMNS,
    rows: [
      ...rows.map(row => buildPairCsvRow(row, run)),
      ...points.map(point => [`all, at most ${point.limit} steps`, ...getPairSums(point)]),
    ],
  }),
  summary: ({ limit, points }) => ({
    limit,
    limits: points.map(({ limit: at, without, with: governed }) => ({
      limit: at,
      without: toPairRecord(without),
      with: toPairRecord(governed),
      saved: {
        steps: without.steps - governed.steps,
        calls: without.calls - governed.calls,
        tokens: without.tokens - governed.tokens,
      },
    })),
  }),
};

const MISSION_COMPARISON_COLUMNS = [
  { head: 'mission', width: 30, isRight: false },
  { head: 'without governance', width: 44, isRight: false },
  { head: 'steps', width: 6, isRight: true },
  { head: 'tokens', width: 8, isRight: true },
  { head: 'with it', width: 44, isRight: false },
  { head: 'steps', width: 6, isRight: true },
  { head: 'tokens', width: 8, isRight: true },
];

const buildPairCsvRow = (row: PairReport['rows'][number], run: Run<GovernedModelState>) => [
  run.state.nameOf(row.agent),
  formatPairEnding(row.without),
  row.without.steps,
  row.without.tokens,
  formatPairEnding(row.with),
  row.with.steps,
  row.with.tokens,
];

const formatPairEnding = ({ ending, rule }: PairSide): string =>
  rule === null || ending === 'cut_off' ? ending : `${ending}: ${rule}`;

const getPairSums = ({ without, with: governed }: PairPoint) =>
  [without, governed].flatMap(sums => [formatEndingCounts(sums), sums.steps, sums.tokens]);

/** "9 right, 3 wrong, 8 cut_off" */
const formatEndingCounts = ({ endings }: PairSums): string =>
  Object.entries(endings)
    .filter(([, count]) => count > 0)
    .map(([ending, count]) => `${count} ${ending}`)
    .join(', ');

const toPairRecord = ({ endings, ...costs }: PairSums) => ({ ...endings, ...costs });

/** Step limits of the comparison, in addition to the runs' own. */
const COMPARED_STEP_LIMITS = [8, 12, 16, 24, 32, 48, 64, 96] as const;
const HIGHEST = COMPARED_STEP_LIMITS[COMPARED_STEP_LIMITS.length - 1];

/**
 * Plays the missions without governance and with it: two runs of the same seed and characters, each of which asks for
 * its own answers. If answers cost nothing both continue to the highest limit; a run with a lower one is the beginning
 * of the same.
 */
export async function comparePairedRuns(bench: ComparisonBench<GovernedModelState>): Promise<PairReport> {
  const own = bench.run({});
  const limit = getStepLimit(own);
  const isFree = (await bench.oracleOf(own)) === own.policy;
  const step_limit = isFree ? Math.max(limit, HIGHEST) : limit;
  const arms: Arm[] = [];
  for (const governance of [false, true])
    arms.push(await playPairArm(bench.run({ governance, step_limit }), bench));
  return buildPairReport(arms[0], arms[1], limit, step_limit);
}

/**
 * The same for a run that has been played to its end, whose counterpart is asked for.
 * @throws InputError for a run that is not over.
 */
export async function pairWithFinishedRun(
  run: Run<GovernedModelState>,
  bench: ComparisonBench<GovernedModelState>,
): Promise<PairReport> {
  const { parameters } = run.state;
  if (!run.state.isOver)
    throw new InputError('some missions are still under way: compare once all have ended');
  const { governance } = parameters;
  const [own, other] = [new Arm(run), await playPairArm(bench.run({ governance: !governance }), bench)];
  const limit = getStepLimit(run);
  return governance ? buildPairReport(other, own, limit, limit) : buildPairReport(own, other, limit, limit);
}

const getStepLimit = ({ state }: Run<GovernedModelState>): number => state.parameters.step_limit;

async function playPairArm(
  run: Run<GovernedModelState>,
  bench: ComparisonBench<GovernedModelState>,
): Promise<Arm> {
  const oracle = await bench.oracleOf(run);
  const whole: Oracle = {
    name: oracle.name,
    async ask(questions, signal) {
      const given = await oracle.ask(questions, signal);
      // Without answers there is nothing to compare.
      pauseOnOracleTrouble(oracle);
      return given;
    },
  };
  await playRunTicks(run, { oracle: oracle === run.policy ? oracle : whole, after: bench.rest });
  return new Arm(run);
}

/** @param highest limit under which both have been played */
function buildPairReport(without: Arm, governed: Arm, limit: number, highest: number): PairReport {
  const limits = new Set([...COMPARED_STEP_LIMITS.filter(other => other <= highest), limit]);
  return {
    limit,
    rows: Array.from({ length: without.missions }, (_, agent) => ({
      agent,
      without: without.at(agent, limit),
      with: governed.at(agent, limit),
    })),
    points: [...limits]
      .sort((a, b) => a - b)
      .map(at => ({ limit: at, without: without.sumsAt(at), with: governed.sumsAt(at) })),
  };
}

/** One mission of a finished run, from which its end under a lower step limit follows. */
interface Course {
  readonly ending: Ending;
  readonly rule: PairSide['rule'];
  /** Tokens and tool calls after each question, from none on. */
  readonly tokens: readonly number[];
  readonly calls: readonly number[];
}

/**
 * A run that is over. A mission goes its way whatever the limit is, until the limit ends it, so its first n
 * questions are those of a run with the limit n.
 */
class Arm {
  readonly #courses: readonly Course[];

  constructor(run: Run<GovernedModelState>) {
    const { ledger, population } = run.state;
    this.#courses = Array.from({ length: population.size }, (_, agent) => ({
      ending: ledger.endingOf(agent) ?? 'cut_off',
      rule: ledger.ruleOf(agent),
      ...sumStepCosts(ledger.stepsOf(agent)),
    }));
  }

  get missions(): number {
    return this.#courses.length;
  }

  /** A mission's end and cost under a limit up to the run's own. */
  at(agent: number, limit: number): PairSide {
    const { ending, rule, tokens, calls } = this.#courses[agent];
    const asked = tokens.length - 1;
    const steps = Math.min(asked, limit);
    // The limit is looked at before the rules: at its last question a stuck mission is cut off.
    const isCut = asked > limit || (asked === limit && ending === 'stuck');
    return {
      ending: isCut ? 'cut_off' : ending,
      rule: isCut ? 'step_limit' : rule,
      steps,
      tokens: tokens[steps],
      calls: calls[steps],
    };
  }

  sumsAt(limit: number): PairSums {
    const endings = createEndingCounts();
    const sums = { steps: 0, calls: 0, tokens: 0 };
    for (let agent = 0; agent < this.missions; agent++) {
      const { ending, steps, calls, tokens } = this.at(agent, limit);
      endings[ending]++;
      sums.steps += steps;
      sums.calls += calls;
      sums.tokens += tokens;
    }
    return { endings, ...sums };
  }
}

function sumStepCosts(steps: readonly MissionStep[]): Pick<Course, 'tokens' | 'calls'> {
  const tokens = [0];
  const calls = [0];
  for (const { source, tokensIn, tokensOut, call, refused } of steps) {
    if (source === null) continue;
    tokens.push(tokens[tokens.length - 1] + tokensIn + tokensOut);
    calls.push(calls[calls.length - 1] + (call !== null && refused === null ? 1 : 0));
  }
  return { tokens, calls };
}
