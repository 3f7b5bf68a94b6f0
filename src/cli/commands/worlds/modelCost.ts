import { setImmediate } from 'node:timers/promises';
import { InputError } from '../../../engine/core/errors.ts';
import type { ModelSources } from '../../../engine/model/model.ts';
import { openRun } from '../../../engine/models/openRun.ts';
import type { Oracle, Question } from '../../../engine/oracle/oracle.ts';
import { isRemoteOracle, type RemoteSetup } from '../../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../../engine/run/run.ts';
import { createWorldSetup, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { createSystemEnvironment } from '../../../oracles/client/environment.ts';
import { estimateModelUsage } from '../../../oracles/client/estimateModelUsage.ts';
import type { ModelNeeds } from '../../../oracles/http/createModelAccess.ts';
import { ModelOracle } from '../../../oracles/model/modelOracle.ts';
import { isModelDecidedJob, playWorldsInTurn, WorldsModel } from '../../../oracles/worlds/worldsModel.ts';
import { getSpecByName } from '../../options/specs.ts';
import { formatClosingLines } from '../../output/describeForeignAnswers.ts';
import { formatRunProgress, reportModelWaits } from '../../output/progressPrinters.ts';
import { createOrderPlayer, getOrderSources, type WorldsOrder } from './order.ts';
import type { Hearing } from './pool.ts';

/** Calls and hours above which worlds of a language model want `--yes`. */
const MAX_UNCONFIRMED_CALLS = 1_000;
const MAX_UNCONFIRMED_HOURS = 0.5;

/** Estimated requests to a language model, if it decided like the policy and no answer could be reused. */
interface WorldsCost {
  readonly worlds: number;
  readonly calls: number;
  readonly tokens: number;
}

/** Worlds of a set-up by which the others are estimated. */
const SAMPLE = 3;

/** Estimates jobs by the first worlds of each set-up. */
export async function estimateModelWorldsCost(
  plan: Plan,
  jobs: readonly Job[],
  oracle: RemoteSetup,
  sources: ModelSources,
): Promise<WorldsCost> {
  const cost = { worlds: jobs.length, calls: 0, tokens: 0 };
  const { signal } = new AbortController();
  for (const [arm, { setup }] of plan.arms.entries()) {
    if (!isRemoteOracle(setup.oracle)) continue;
    const own = jobs.filter(job => job.arm === arm);
    const sample = own.slice(0, SAMPLE);
    for (const job of sample) {
      const { run } = await openRun(createWorldSetup(plan, job), sources);
      const options = { ...oracle, rounds: plan.rounds };
      const { calls, tokensIn, tokensOut } = await estimateModelUsage(run, options, setImmediate, signal);
      cost.calls += (calls * own.length) / sample.length;
      cost.tokens += ((tokensIn + tokensOut) * own.length) / sample.length;
    }
  }
  return { ...cost, calls: Math.round(cost.calls), tokens: Math.round(cost.tokens) };
}

/**
 * Describes the planned requests.
 * @param perSecond answers; null if there are no requests
 * @throws InputError with that description if they are many and unconfirmed
 */
function describeModelWorldsCost(
  { worlds, calls, tokens }: WorldsCost,
  perSecond: number | null,
  { limits }: RemoteSetup,
  isAgreed: boolean,
): string {
  const hours = perSecond === null ? 0 : calls / perSecond / 3600;
  const rate = perSecond === null ? '' : ` at ${perSecond.toFixed(1)} answers a second`;
  const words = `${worlds} ${worlds === 1 ? 'world asks' : 'worlds ask'} about ${calls} times, ${tokens} tokens, ${hours.toFixed(2)} hours${rate}`;
  const { callsPerRun, tokensPerRun } = limits;
  const isOver = calls > (callsPerRun ?? calls) || tokens > (tokensPerRun ?? tokens);
  const text = isOver
    ? `${words}; the budget of ${callsPerRun ?? 'any number of'} calls and ${tokensPerRun ?? 'any number of'} tokens may end before`
    : words;
  if (!isAgreed && (calls > MAX_UNCONFIRMED_CALLS || hours > MAX_UNCONFIRMED_HOURS))
    throw new InputError(`${text}; --yes plays them`);
  return text;
}

/** Most questions that are asked to know how fast answers come; the first world has their answers then. */
const MAX_TIMED_QUESTIONS = 8;

/** Most worlds that are looked through for the first that asks anything. */
const MAX_SEARCHED_WORLDS = 5;

/** A model that is asked, and whether however much. */
interface AskedModel {
  readonly oracle: RemoteSetup;
  /** For servers; null for none. */
  readonly key: string | null;
  readonly isAgreed: boolean;
}

/**
 * Creates a player that asks a language model, after printing its cost.
 * @throws InputError if that is high and unconfirmed, OracleHalt
 */
export async function createModelPlayers(
  order: WorldsOrder,
  jobs: readonly Job[],
  asked: AskedModel,
  say: (line: string) => void,
): Promise<ModelPlayers> {
  const players = new ModelPlayers(order, asked, say);
  if (jobs.length === 0) return players;
  const cost = await estimateModelWorldsCost(order.plan, jobs, asked.oracle, getOrderSources(order));
  let perSecond: number | null = null;
  for (const job of jobs.filter(one => isModelDecidedJob(order.plan, one)).slice(0, MAX_SEARCHED_WORLDS))
    perSecond ??= await players.perSecond(job);
  say(`${describeModelWorldsCost(cost, perSecond, asked.oracle, asked.isAgreed)}\n`);
  return players;
}

/** Advice on how to continue once the budget is spent. */
const GOES_ON = 'the same command continues, also with more --calls and --tokens';

/** Plays worlds that a language model decides. */
class ModelPlayers {
  readonly #model: WorldsModel;

  constructor(
    private readonly order: WorldsOrder,
    { oracle, key }: AskedModel,
    private readonly say: (line: string) => void,
  ) {
    const needs: Omit<ModelNeeds, 'policy'> = {
      ...{ setup: oracle, key: () => key, template: () => null, environment: createSystemEnvironment() },
      completes: getSpecByName(order.plan.arms[0].setup.model).asks === 'texts',
    };
    this.#model = new WorldsModel(own => new ModelOracle({ ...needs, ...own }), GOES_ON);
  }

  /**
   * Plays jobs; a world that was not played to its end is left out.
   * @throws OracleHalt also once the budget is spent
   */
  async play(jobs: readonly Job[], { signal, played }: Hearing): Promise<void> {
    const { oracle } = this.#model;
    let done = 0;
    const tell = () => {
      const { asking } = this.#model;
      if (asking === null) return;
      const progress = formatRunProgress(asking.run, this.order.plan.rounds, oracle);
      this.say(`\rworld ${done + 1} of ${jobs.length}, ${progress}`);
    };
    const rest = async () => {
      tell();
      await setImmediate();
    };
    const player = createOrderPlayer(this.order, { signal, oracleFor: this.#deciderIn, rest });
    const stopTelling = reportModelWaits(oracle, tell);
    try {
      await playWorldsInTurn(player, jobs, signal, world => {
        done++;
        played([world]);
      });
    } finally {
      stopTelling();
    }
  }

  #deciderIn = (run: Run, job: Job): Oracle => this.#model.deciderIn(this.order.plan, run, job);

  /** Reports answers that were not the model's own. */
  async end(): Promise<void> {
    for (const line of formatClosingLines(this.#model.oracle.report())) this.say(`${line}\n`);
  }

  /** Answers per second, measured by the first questions of a world; null if it asks nothing. @throws OracleHalt */
  async perSecond(job: Job): Promise<number | null> {
    let first: { readonly run: Run; readonly questions: readonly Question[] } | null = null;
    const enough = new Error('the first questions are known');
    const oracleFor = (run: Run): Oracle => ({
      name: 'first',
      ask: async questions => {
        if (questions.length === 0) return [];
        first = { run, questions };
        throw enough;
      },
    });
    await createOrderPlayer(this.order, { oracleFor })
      .play(job)
      .catch(error => {
        if (error !== enough) throw error;
      });
    return first && this.#timed(first, job);
  }

  async #timed(
    { run, questions }: { readonly run: Run; readonly questions: readonly Question[] },
    job: Job,
  ): Promise<number> {
    const { signal } = new AbortController();
    await this.#deciderIn(run, job).ask(questions.slice(0, MAX_TIMED_QUESTIONS), signal);
    return this.#model.oracle.report().perSecond;
  }
}
