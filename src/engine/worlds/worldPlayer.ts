import type { Files, Setup } from '../config.ts';
import type { Tick } from '../indices.ts';
import type { Sources } from '../model.ts';
import { subjectAt } from '../moment.ts';
import { createRun, type Loaded, load } from '../open.ts';
import type { Oracle } from '../oracle.ts';
import { type OutcomeValues, sixDecimals } from '../outcomes.ts';
import { play } from '../play.ts';
import type { Run } from '../run.ts';
import type { Keyframe } from '../snapshot.ts';
import { checkPlan, type Job, type Plan, seedOf, setupOfWorld } from './plan.ts';
import { traceOf } from './trace.ts';
import { courseTicks, GROWING, type World } from './world.ts';

/** What worlds of one arm begin with. */
interface Past {
  readonly run: Run;
  readonly keyframe: Keyframe;
}

/** How a player goes about it. */
interface Playing {
  /** Whether to tell the course of each world, and its trace. */
  readonly hasCourse?: boolean;
  /** Awaited after each tick; whatever it throws ends the world. */
  rest?(): unknown;
  /** Who decides in a world instead of the policy. */
  oracleFor?(run: Run, job: Job): Oracle;
  /** Ends the world that is being played. */
  readonly signal?: AbortSignal;
  /** A run of them, whose inputs are not loaded again. */
  readonly loaded?: Loaded;
}

/** Plays worlds of a plan, any of them in any order: what one comes to does not depend on the others. */
export class WorldPlayer {
  #loaded: Loaded | null = null;
  /** By arm, where all worlds share what was before chance is anew. */
  readonly #pasts = new Map<number, Promise<Past>>();

  /** @param sources of the inputs; arms are set-ups of one model, which share what they load. */
  constructor(
    private readonly plan: Plan,
    private readonly sources: Pick<Sources, 'bundled' | 'isLarge'> & { readonly files: Files },
    private readonly playing: Playing = {},
  ) {}

  /** Plays a world to its end. @throws InputError for a set-up or a plan that cannot be played */
  async play(job: Job): Promise<World> {
    const { rounds } = this.plan;
    const run = await this.#begin(job);
    await this.#playTo(run, job, rounds);
    return this.tell(run, job);
  }

  /** What a run came to that is a world of the plan, played to its end. */
  tell(run: Run, job: Job): World {
    const { hasCourse = false } = this.playing;
    const outcomes = this.#measure(run, run.tick);
    const earlier = this.#measure(run, Math.max(-run.config.warmUp, run.tick - GROWING));
    return {
      ...job,
      seed: seedOf(this.plan, job),
      rounds: run.rounds,
      hash: run.hash,
      outcomes,
      growing: outcomes.map((value, at) => !run.state.isOver && value !== earlier[at]),
      course: hasCourse ? this.#courseOf(run) : null,
      trace: hasCourse ? traceOf(run, this.plan.rounds) : null,
    };
  }

  async #begin(job: Job): Promise<Run> {
    const { from } = this.plan;
    const setup = setupOfWorld(this.plan, job);
    const run = createRun(await this.#load(setup));
    if (from === null || from <= 1 - run.config.warmUp) return run;
    const { run: parent, keyframe } = await this.#pastOf(job.arm, from);
    run.become(parent, keyframe);
    return run;
  }

  async #load(setup: Setup): Promise<Loaded> {
    const before = this.#loaded;
    this.#loaded = await load(setup, this.sources, before ?? this.playing.loaded);
    if (before === null) checkPlan(this.plan, this.#loaded.model, this.playing.oracleFor !== undefined);
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

  async #playTo(run: Run, job: Job, until: Tick): Promise<void> {
    const { oracleFor, signal } = this.playing;
    const oracle = oracleFor?.(run, job) ?? run.policy;
    const after = () => this.playing.rest?.();
    await play(run, { oracle, until, after, ...(signal && { signal }) });
    signal?.throwIfAborted();
  }

  #measure(run: Run, tick: Tick): OutcomeValues {
    const { subject } = this.plan;
    const whole = run.outcomesAt(tick);
    const all = subject === null ? whole : [...whole, ...subjectAt(run, subject, tick)];
    return all.map(sixDecimals);
  }

  #courseOf(run: Run): Float32Array {
    const ticks = courseTicks(this.plan.rounds);
    const states = run.machine.chart.states.length;
    const { warmUp } = run.config;
    const rows = ticks.map(tick => {
      const at = Math.min(tick, run.tick);
      const row = (at + warmUp) * states;
      const counts = run.counts.data.subarray(row, row + states);
      return [...counts, ...this.#measure(run, at).map(value => value ?? Number.NaN)];
    });
    return Float32Array.from(rows.flat());
  }
}
