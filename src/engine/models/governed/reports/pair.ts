import { InputError, pauseOnOracleTrouble } from '../../../core/errors.ts';
import type { Oracle } from '../../../oracle/oracle.ts';
import type { Bench } from '../../../run/comparison.ts';
import { playRunTicks } from '../../../run/playRunTicks.ts';
import type { Run } from '../../../run/run.ts';
import type { GovernedModelState } from '../model.ts';
import type { GovernedParameters } from '../parameters.ts';
import { Arm } from './arm.ts';
import type { PairReport } from './detail.ts';

/** Limits of steps at which the runs are compared, besides their own. */
const LIMITS = [8, 12, 16, 24, 32, 48, 64, 96] as const;
const HIGHEST = LIMITS[LIMITS.length - 1];

/**
 * Plays the missions without governance and with it: two runs of the same seed and characters, each of which
 * asks for its own answers. Where an answer costs nothing both go on to the highest limit; a run with a lower
 * one is the beginning of the same.
 */
export async function comparePairedRuns(bench: Bench): Promise<PairReport> {
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
 * The same for a run that has been played to its end, beside which its counterpart is asked for.
 * @throws InputError for a run that is not over.
 */
export async function pairWithFinishedRun(run: Run, bench: Bench): Promise<PairReport> {
  const { parameters } = run.state as GovernedModelState;
  if (!run.state.isOver)
    throw new InputError('some missions are still under way: compare once all have ended');
  const { governance } = parameters;
  const [own, other] = [new Arm(run), await playPairArm(bench.run({ governance: !governance }), bench)];
  const limit = getStepLimit(run);
  return governance ? buildPairReport(other, own, limit, limit) : buildPairReport(own, other, limit, limit);
}

const getStepLimit = ({ config: { parameters } }: Run): number =>
  (parameters as unknown as GovernedParameters).step_limit;

async function playPairArm(run: Run, bench: Bench): Promise<Arm> {
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
  const limits = new Set([...LIMITS.filter(other => other <= highest), limit]);
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
