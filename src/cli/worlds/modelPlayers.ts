import { setImmediate } from 'node:timers/promises';
import type { RemoteSetup } from '../../engine/config.ts';
import type { Answer, Oracle, Question } from '../../engine/oracle.ts';
import { isRemote } from '../../engine/oracleSetup.ts';
import type { Run } from '../../engine/run.ts';
import type { Job } from '../../engine/worlds/plan.ts';
import { systemEnvironment } from '../../oracles/environment.ts';
import { ModelOracle } from '../../oracles/modelOracle.ts';
import { closingLines } from '../notOwnLine.ts';
import { progressOf, tellWaits } from '../progress.ts';
import { StoppedEarly } from '../run.ts';
import { specNamed } from '../specs.ts';
import { costOf, costWords } from './modelCost.ts';
import { playerOf, sourcesOf, type WorldsOrder } from './order.ts';
import type { Hearing } from './pool.ts';

/** Most questions that are asked to know how fast answers come; the first world has their answers then. */
const MOST_TIMED = 8;

/** Most worlds that are looked through for the first that asks anything. */
const MOST_LOOKED = 5;

/** A model that is asked, and whether however much. */
interface AskedModel {
  readonly oracle: RemoteSetup;
  /** For servers; null for none. */
  readonly key: string | null;
  readonly isAgreed: boolean;
}

/** A language model as player, once it is told what that costs. @throws InputError where it is much and not agreed to, OracleHalt */
export async function modelPlayers(
  order: WorldsOrder,
  jobs: readonly Job[],
  asked: AskedModel,
  say: (line: string) => void,
): Promise<ModelPlayers> {
  const players = new ModelPlayers(order, asked, say);
  if (jobs.length === 0) return players;
  const cost = await costOf(order.plan, jobs, asked.oracle, sourcesOf(order));
  let perSecond: number | null = null;
  for (const job of jobs.filter(one => isRemote(order.plan.arms[one.arm].setup.oracle)).slice(0, MOST_LOOKED))
    perSecond ??= await players.perSecond(job);
  say(`${costWords(cost, perSecond, asked.oracle, asked.isAgreed)}\n`);
  return players;
}

/** A language model that decides in worlds, one after the other: one budget, one window and one cache for all. */
class ModelPlayers {
  readonly #oracle: ModelOracle;
  /** Who is asked for at present. */
  #asking: { readonly run: Run; readonly world: number } | null = null;

  constructor(
    private readonly order: WorldsOrder,
    { oracle, key }: AskedModel,
    private readonly say: (line: string) => void,
  ) {
    this.#oracle = new ModelOracle({
      ...{ setup: oracle, key: () => key, template: () => null, environment: systemEnvironment() },
      policy: question => this.#policy(question),
      completes: specNamed(order.plan.arms[0].setup.model).asks === 'texts',
      world: () => this.#asking?.world ?? 0,
    });
  }

  /** Plays jobs; a world that is not played to its end is not told. @throws StoppedEarly once the budget is spent, OracleHalt */
  async play(jobs: readonly Job[], { signal, played }: Hearing): Promise<void> {
    let begun = 0;
    const tell = () => {
      if (this.#asking === null) return;
      const progress = progressOf(this.#asking.run, this.order.plan.rounds, this.#oracle);
      this.say(`\rworld ${begun} of ${jobs.length}, ${progress}`);
    };
    const rest = async () => {
      tell();
      await setImmediate();
    };
    const oracleFor = (run: Run, job: Job) => (this.#asks(job) ? this.#in(run, job.world) : run.policy);
    const player = playerOf(this.order, { signal, oracleFor, rest });
    const stopTelling = tellWaits(this.#oracle, tell);
    try {
      for (const job of jobs) {
        begun++;
        played([await player.play(job)]);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      stopTelling();
    }
  }

  #asks = ({ arm }: Job): boolean => isRemote(this.order.plan.arms[arm].setup.oracle);

  /** Tells which answers were not the model's own. */
  async end(): Promise<void> {
    for (const line of closingLines(this.#oracle.report())) this.say(`${line}\n`);
  }

  /** Answers a second, by the first questions of a world; null where it asks nothing. @throws OracleHalt */
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
    await playerOf(this.order, { oracleFor })
      .play(job)
      .catch(error => {
        if (error !== enough) throw error;
      });
    return first && this.#timed(first, job.world);
  }

  async #timed(
    { run, questions }: { readonly run: Run; readonly questions: readonly Question[] },
    world: number,
  ): Promise<number> {
    const { signal } = new AbortController();
    await this.#in(run, world).ask(questions.slice(0, MOST_TIMED), signal);
    return this.#oracle.report().perSecond;
  }

  /** The oracle in one world. */
  #in(run: Run, world: number): Oracle {
    const oracle = this.#oracle;
    return {
      name: oracle.name,
      get record() {
        return oracle.record;
      },
      ask: async (questions, signal) => {
        this.#asking = { run, world };
        const answers = await oracle.ask(questions, signal);
        this.#checkOwn(answers, signal);
        return answers;
      },
    };
  }

  /** @throws StoppedEarly where the model does not decide any more */
  #checkOwn(answers: readonly Answer[], signal: AbortSignal): void {
    if (signal.aborted) return;
    const isSpent = answers.some(answer => 'source' in answer && answer.source === 'budget');
    const { calls, tokens } = this.#oracle.report().spent;
    if (isSpent)
      throw new StoppedEarly(
        `the budget is spent, ${calls} calls and ${tokens} tokens; the same command goes on, also with more --calls and --tokens`,
      );
    if (this.#oracle.trouble !== null) throw new StoppedEarly(this.#oracle.trouble);
  }

  #policy(question: Question): Answer {
    if (this.#asking === null) throw new Error('a question of no world');
    return this.#asking.run.state.policy(question);
  }
}
