import { OracleHalt } from '../../engine/core/errors.ts';
import type { Answer, Oracle, Question } from '../../engine/oracle/oracle.ts';
import { isLanguageModelOracle } from '../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../engine/run/run.ts';
import type { World } from '../../engine/worlds/worldCourse.ts';
import type { Job, Plan } from '../../engine/worlds/worldPlan.ts';
import type { WorldPlayer } from '../../engine/worlds/worldPlayer.ts';
import type { ModelNeeds } from '../http/createModelAccess.ts';
import type { ModelOracle } from '../model/modelOracle.ts';

/** A world that is being played. */
interface AskedWorld {
  readonly run: Run;
  readonly job: Job;
}

/** True if a language model decides in a world. */
export const isModelDecidedJob = ({ arms }: Plan, { arm }: Job): boolean =>
  isLanguageModelOracle(arms[arm].setup.oracle);

/** A language model that decides in worlds, one after the other: one budget, one window of requests and one cache for all. */
export class WorldsModel {
  readonly oracle: ModelOracle;
  readonly #goesOn: string;
  #asking: AskedWorld | null = null;

  /** @param make creates the shared oracle @param goesOn advice on how to continue once the budget is spent */
  constructor(make: (needs: Required<Pick<ModelNeeds, 'policy' | 'world'>>) => ModelOracle, goesOn: string) {
    this.#goesOn = goesOn;
    this.oracle = make({
      policy: question => this.#policy(question),
      world: () => this.#asking?.job.world ?? 0,
    });
  }

  /** The world that was asked for last; null before the first question. */
  get asking(): AskedWorld | null {
    return this.#asking;
  }

  /** The decider of a world: the model, or the policy if its set-up says so. */
  deciderIn(plan: Plan, run: Run, job: Job): Oracle {
    return isModelDecidedJob(plan, job) ? this.#in(run, job) : run.policy;
  }

  /** The model in one world. It rejects once answers would not be the model's own any more. */
  #in(run: Run, job: Job): Oracle {
    const { oracle } = this;
    return {
      name: oracle.name,
      get record() {
        return oracle.record;
      },
      ask: async (questions, signal) => {
        this.#asking = { run, job };
        const answers = await oracle.ask(questions, signal);
        if (!signal.aborted) this.#checkOwn(answers);
        return answers;
      },
    };
  }

  /** @throws OracleHalt if the model no longer decides */
  #checkOwn(answers: readonly Answer[]): void {
    const { calls, tokens } = this.oracle.report().spent;
    if (answers.some(answer => 'source' in answer && answer.source === 'budget'))
      throw new OracleHalt(`the budget is spent, ${calls} calls and ${tokens} tokens; ${this.#goesOn}`);
    if (this.oracle.trouble !== null) throw new OracleHalt(this.oracle.trouble);
  }

  #policy(question: Question): Answer {
    if (this.#asking === null) throw new Error('a question of no world');
    return this.#asking.run.state.policy(question);
  }
}

/**
 * Plays worlds one after the other, until the signal ends it: one that is not played to its end is left out.
 * @throws OracleHalt
 */
export async function playWorldsInTurn(
  player: Pick<WorldPlayer, 'play'>,
  jobs: readonly Job[],
  signal: AbortSignal,
  played: (world: World) => void,
): Promise<void> {
  for (const job of jobs) {
    const world = await player.play(job).catch(error => {
      if (!signal.aborted) throw error;
      return null;
    });
    if (world === null) return;
    played(world);
  }
}
