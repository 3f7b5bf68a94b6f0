import { InputError } from '../../../engine/core/errors.ts';
import type { Tick } from '../../../engine/core/indices.ts';
import type { Journal } from '../../../engine/oracle/journal.ts';
import { isLanguageModelOracle, type Limits, type OracleSetup } from '../../../engine/oracle/oracleSetup.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { Setup } from '../../../engine/setup/config.ts';
import type { World } from '../../../engine/worlds/worldCourse.ts';
import { createWorldSetup, type Job, type Plan } from '../../../engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../../engine/worlds/worldPlayer.ts';
import { countAskedQuestions } from '../../../oracles/worlds/countAskedQuestions.ts';
import { isModelDecidedJob, playWorldsInTurn, WorldsModel } from '../../../oracles/worlds/worldsModel.ts';
import type { Progress, RunInfo } from '../../protocol/api.ts';
import type { TellWorlds, WorldsAsked, WorldsCommands } from '../../protocol/worldsCommands.ts';
import { OneAtATime } from '../../shared/oneAtATime.ts';
import { createTimeSlicer } from '../../shared/pace.ts';
import { repeatRunUntil } from '../deciding/branchRunOff.ts';
import type { OpenSession, SessionHost } from '../opened.ts';

/** Milliseconds between two words about the asking. */
const ASKING_REPORT_MS = 500;
/** Advice on how to continue once the budget is spent. */
const GOES_ON = 'with higher limits (Who decides, Limits) Go on asks for the rest';

/** Worlds that a language model decides: one model for all, asked for one world after the other. */
export class ModelWorlds implements WorldsCommands {
  readonly #session: OpenSession;
  readonly #oracle: () => OracleSetup;
  readonly #bundled: SessionHost['bundled'];
  readonly #work = new OneAtATime();
  readonly #answers = new WorldAnswers();
  /** Of which run, and which model it is, without its limits. */
  #model: { readonly of: string; readonly is: WorldsModel } | null = null;

  /** @param oracle who decides in the open run now, and under which limits */
  constructor(session: OpenSession, oracle: () => OracleSetup, bundled: SessionHost['bundled']) {
    this.#session = session;
    this.#oracle = oracle;
    this.#bundled = bundled;
  }

  async askedSoFar() {
    const { run, deciding } = this.#session.room.opened();
    return countAskedQuestions(run, deciding.model?.report().perSecond ?? 0);
  }

  async askWorlds(plan: Plan, jobs: readonly Job[], tell: TellWorlds): Promise<void> {
    const signal = this.#work.begin();
    const model = this.#modelFor(plan);
    let last: Run | null = null;
    const rest = createTimeSlicer();
    const { files } = this.#session.room.opened().loaded;
    const player = new WorldPlayer(
      plan,
      // The page has taken such a run.
      { files, bundled: this.#bundled, isLarge: true },
      {
        ...{ hasCourse: true, signal, rest },
        oracleFor: (run, job) => {
          last = run;
          return model.deciderIn(plan, run, job);
        },
      },
    );
    let heard: unknown = null;
    const hear = (...worlds: readonly World[]) => {
      heard = tell(worlds, reportWorldsUsage(model));
    };
    const timer = setInterval(hear, ASKING_REPORT_MS);
    try {
      const own = jobs.find(({ world }) => world === 0);
      if (own !== undefined) await this.#tellOwn(player, plan, own, hear);
      const others = jobs.filter(({ world }) => world > 0);
      await playWorldsInTurn(player, others, signal, world => {
        if (last !== null && isModelDecidedJob(plan, world))
          this.#answers.keep(createWorldSetup(plan, world), last);
        hear(world);
      });
    } finally {
      clearInterval(timer);
      hear();
      // It goes another way than the end of this command, which would overtake it.
      await heard;
    }
  }

  async stopAsking(): Promise<void> {
    this.#work.end();
  }

  async openAsked(setup: Setup, progress: Progress | null): Promise<RunInfo> {
    const summary = this.#answers.of(setup);
    if (summary === null)
      throw new InputError('the answers of this world are not here any more: it can only be asked again');
    const { files } = this.#session.room.opened().loaded;
    return this.#session.openAt(setup, files, progress, (run, _, watch) =>
      repeatRunUntil(run, summary, summary.tick, watch),
    );
  }

  /** Reports the run that they are worlds of, if it is open: nobody is asked for it. */
  async #tellOwn(player: WorldPlayer, plan: Plan, job: Job, tell: (world: World) => void) {
    const { run, reader } = this.#session.room.opened();
    const { setup } = plan.arms[job.arm];
    if (run.tick < plan.rounds || run.config.seed !== setup.seed) return;
    this.#answers.keep(setup, run);
    tell(await reader.at(plan.rounds, past => player.tell(past, job)));
  }

  /** @throws InputError if the model that the plan names is not there */
  #modelFor({ arms }: Plan): WorldsModel {
    const oracle = arms.map(({ setup }) => setup.oracle).find(isLanguageModelOracle);
    if (oracle === undefined) throw new InputError('no language model decides in these worlds');
    const [{ setup }] = arms;
    // Requests for worlds of another run do not count in these.
    const of = `${setup.model} ${setup.network} ${setup.agents} ${setup.preset} ${setup.seed} ${getOracleSetupKey(oracle)}`;
    const { deciding } = this.#session.room.opened();
    const present = this.#oracle();
    const isPresent = getOracleSetupKey(present) === getOracleSetupKey(oracle);
    if (this.#model?.of !== of) {
      if (deciding.model === null || !isPresent)
        throw new InputError(
          'the model that decides in these worlds does not decide in the run on the screen',
        );
      const { model } = deciding;
      this.#model = { of, is: new WorldsModel(needs => model.beside(needs, oracle.limits), GOES_ON) };
    }
    const { is } = this.#model;
    if (isLanguageModelOracle(present) && isPresent) applyWorldsLimits(is, present.limits);
    return is;
  }
}

/** A model and how it is asked; not what that may cost. */
function getOracleSetupKey(oracle: OracleSetup): string {
  return JSON.stringify(Object.entries({ ...oracle, limits: null }).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function applyWorldsLimits({ oracle }: WorldsModel, limits: Limits): void {
  if (JSON.stringify(oracle.limits) !== JSON.stringify(limits)) oracle.limits = limits;
}

function reportWorldsUsage({ oracle, asking }: WorldsModel): WorldsAsked {
  const { decisions, calls, tokensIn, tokensOut, cacheHits, notOwn, perSecond } = oracle.report();
  return {
    questions: decisions,
    calls,
    tokens: tokensIn + tokensOut,
    reused: cacheHits,
    notOwn: notOwn.reduce((sum, { count }) => sum + count, 0),
    perSecond,
    at: asking && { ...asking.job, tick: asking.run.tick },
  };
}

/** Most answers that are kept of all worlds together: as many as a model's cache holds. */
const MAX_ANSWERS = 100_000;

/** The recorded answers of a world, and its last tick. */
interface WorldAnswersSoFar {
  readonly journal: Journal;
  readonly tick: Tick;
  readonly answers: number;
}

/** Answers of worlds, so that they can be opened; if there are too many, the oldest go. */
export class WorldAnswers {
  readonly #told = new Map<string, WorldAnswersSoFar>();
  readonly #most: number;
  #answers = 0;

  constructor(most = MAX_ANSWERS) {
    this.#most = most;
  }

  /** @param setup that the run is made from */
  keep(setup: Setup, { journal, tick, state }: Pick<Run, 'journal' | 'tick' | 'state'>): void {
    const key = getWorldSetupKey(setup);
    this.#forget(key);
    this.#told.set(key, { journal, tick, answers: state.decisionCount });
    this.#answers += state.decisionCount;
    for (const [oldest] of this.#told) {
      if (this.#answers <= this.#most || oldest === key) return;
      this.#forget(oldest);
    }
  }

  of(setup: Setup): Pick<WorldAnswersSoFar, 'journal' | 'tick'> | null {
    return this.#told.get(getWorldSetupKey(setup)) ?? null;
  }

  #forget(key: string): void {
    this.#answers -= this.#told.get(key)?.answers ?? 0;
    this.#told.delete(key);
  }
}

/** The same for equal set-ups, independent of order; limits do not distinguish worlds. */
const getWorldSetupKey = ({ oracle, ...setup }: Setup): string =>
  JSON.stringify([Object.entries(setup).sort(([a], [b]) => (a < b ? -1 : 1)), oracle.kind]);
