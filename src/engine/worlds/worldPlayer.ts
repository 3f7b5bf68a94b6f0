import type { Tick } from '../core/indices.ts';
import type { Files } from '../files/namedFile.ts';
import type { ModelSources } from '../model/model.ts';
import { type OutcomeValues, roundToSixDecimals } from '../model/outcomeDefinition.ts';
import { createRun, type Loaded, loadSetup } from '../models/openRun.ts';
import type { Oracle } from '../oracle/oracle.ts';
import { measureSubjectAtTick } from '../run/moment.ts';
import { playRunTicks } from '../run/playRunTicks.ts';
import type { Run } from '../run/run.ts';
import type { Keyframe } from '../run/snapshot.ts';
import type { Setup } from '../setup/config.ts';
import { computeTickDigests } from './trace.ts';
import { GROWING_TICKS, selectCourseTicks, type World } from './worldCourse.ts';
import {
  checkWorldPlan,
  createWorldSetup,
  findLastChangeTick,
  getJobSeed,
  type Job,
  type Plan,
} from './worldPlan.ts';

/** Beginning of the worlds of one arm. */
interface Past {
  readonly run: Run;
  readonly keyframe: Keyframe;
}

/** Outcomes after some ticks of a world. */
type Outcomes = Map<Tick, OutcomeValues>;

/** Options of a player. */
interface Playing {
  /** True to return the course of each world, and its trace. */
  readonly hasCourse?: boolean;
  /** Awaited after each tick; whatever it throws ends the world. */
  rest?(): unknown;
  /** Decider of a world in place of the policy. */
  oracleFor?(run: Run, job: Job): Oracle;
  /** Ends the world that is being played. */
  readonly signal?: AbortSignal;
  /** Called with the run of a world at its end. */
  finish?(run: Run, job: Job): Promise<void>;
  /** A run of them, whose inputs are not loaded again. */
  readonly loaded?: Loaded;
}

/** Plays worlds of a plan, any of them in any order: what one comes to does not depend on the others. */
export class WorldPlayer {
  #loaded: Loaded | null = null;
  /** By arm, if all worlds share the past before the new draws. */
  readonly #pasts = new Map<number, Promise<Past>>();
  /** Tick of the last change of any arm. */
  readonly #since: Tick;

  /** @param sources of the inputs; arms are set-ups of one model, which share what they load. */
  constructor(
    private readonly plan: Plan,
    private readonly sources: Pick<ModelSources, 'bundled' | 'isLarge'> & { readonly files: Files },
    private readonly playing: Playing = {},
  ) {
    this.#since = findLastChangeTick(plan);
  }

  /** Plays a world to its end. @throws InputError for a set-up or a plan that cannot be played */
  async play(job: Job): Promise<World> {
    const { rounds } = this.plan;
    const run = await this.#begin(job);
    const outcomes: Outcomes = new Map();
    // A subject may not be there yet while the world is played.
    const isLooked = this.playing.hasCourse === true && this.plan.subject === null;
    const wanted = new Set(isLooked ? [...selectCourseTicks(rounds), rounds - GROWING_TICKS] : []);
    await this.#playTo(run, job, rounds, () => {
      if (wanted.has(run.tick)) outcomes.set(run.tick, this.#measure(run, run.tick));
    });
    await this.playing.finish?.(run, job);
    return this.tell(run, job, outcomes);
  }

  /** Results of a run that is a world of the plan, played to its end. @param known outcomes after some of its ticks */
  tell(run: Run, job: Job, known: Outcomes = new Map()): World {
    const { hasCourse = false } = this.playing;
    const outcomesAt = (tick: Tick) => known.get(tick) ?? this.#measure(run, tick);
    const outcomes = outcomesAt(run.tick);
    const earlier = outcomesAt(Math.max(-run.config.warmUp, run.tick - GROWING_TICKS));
    return {
      ...job,
      seed: getJobSeed(this.plan, job),
      rounds: run.rounds,
      hash: run.hash,
      outcomes,
      growing: outcomes.map((value, at) => !run.state.isOver && value !== earlier[at]),
      course: hasCourse ? this.#courseOf(run, outcomesAt) : null,
      trace: hasCourse ? computeTickDigests(run, this.plan.rounds) : null,
    };
  }

  async #begin(job: Job): Promise<Run> {
    const { from } = this.plan;
    const setup = createWorldSetup(this.plan, job);
    const run = createRun(await this.#load(setup));
    if (from === null || from <= 1 - run.config.warmUp) return run;
    const { run: parent, keyframe } = await this.#pastOf(job.arm, from);
    run.become(parent, keyframe);
    return run;
  }

  async #load(setup: Setup): Promise<Loaded> {
    const before = this.#loaded;
    this.#loaded = await loadSetup(setup, this.sources, before ?? this.playing.loaded);
    if (before === null) checkWorldPlan(this.plan, this.#loaded.model, this.playing.oracleFor !== undefined);
    return this.#loaded;
  }

  #pastOf(arm: number, from: Tick): Promise<Past> {
    const known = this.#pasts.get(arm);
    if (known !== undefined) return known;
    const past = this.#playPast(arm, from);
    this.#pasts.set(arm, past);
    return past;
  }

  async #playPast(arm: number, from: Tick): Promise<Past> {
    const run = createRun(await this.#load(this.plan.arms[arm].setup));
    await this.#playTo(run, { arm, world: 0 }, from - 1);
    return { run, keyframe: run.keyframe() };
  }

  /** @param look after each tick: to measure one as it is costs less than to go back to it */
  async #playTo(run: Run, job: Job, until: Tick, look = () => {}): Promise<void> {
    const { oracleFor, signal } = this.playing;
    const oracle = oracleFor?.(run, job) ?? run.policy;
    const after = () => {
      look();
      return this.playing.rest?.();
    };
    await playRunTicks(run, { oracle, until, after, ...(signal && { signal }) });
    signal?.throwIfAborted();
  }

  #measure(run: Run, tick: Tick): OutcomeValues {
    const { subject } = this.plan;
    const whole = run.outcomesAt(tick, undefined, this.#since);
    const all = subject === null ? whole : [...whole, ...measureSubjectAtTick(run, subject, tick)];
    return all.map(roundToSixDecimals);
  }

  #courseOf(run: Run, outcomesAt: (tick: Tick) => OutcomeValues): Float32Array {
    const ticks = selectCourseTicks(this.plan.rounds);
    const states = run.machine.chart.states.length;
    const { warmUp } = run.config;
    const rows = ticks.map(tick => {
      const at = Math.min(tick, run.tick);
      const row = (at + warmUp) * states;
      const counts = run.counts.data.subarray(row, row + states);
      return [...counts, ...outcomesAt(at).map(value => value ?? Number.NaN)];
    });
    return Float32Array.from(rows.flat());
  }
}
