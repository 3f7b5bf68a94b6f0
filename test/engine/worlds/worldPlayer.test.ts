import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/engine/core/errors.ts';
import { formatAgentId } from '../../../src/engine/core/indices.ts';
import { buildDataTables } from '../../../src/engine/export/tables/buildDataTables.ts';
import { createRun, loadSetup } from '../../../src/engine/models/openRun.ts';
import { measureSubjectAtTick } from '../../../src/engine/run/moment.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { findFirstDifference } from '../../../src/engine/worlds/trace.ts';
import { selectCourseTicks, type World } from '../../../src/engine/worlds/worldCourse.ts';
import {
  createWorldSetup,
  findLastChangeTick,
  generatePlanJobs,
  type Job,
  type Plan,
} from '../../../src/engine/worlds/worldPlan.ts';
import { WorldPlayer } from '../../../src/engine/worlds/worldPlayer.ts';
import { runs } from '../../runs.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { playTo, social } from '../play.ts';

const root = new URL('../../../public/', import.meta.url);
const SOURCES = { bundled: async (path: string) => readFileSync(new URL(path, root)), files: {} };
const ROUNDS = 14;

async function planOf(
  [model, part]: (typeof MODELS)[number],
  seed: number,
  more: Partial<Plan> = {},
): Promise<Plan> {
  const { setup } = await loadedOf(model, part, seed);
  return {
    arms: [{ label: '', values: {}, setup }],
    worlds: 3,
    rounds: ROUNDS,
    from: null,
    subject: null,
    files: null,
    ...more,
  };
}

/** The run that a world is, played alone. */
async function alone(plan: Plan, world: number): Promise<Run> {
  const run = createRun(await loadSetup(createWorldSetup(plan, { arm: 0, world }), SOURCES));
  while (run.tick < plan.rounds && !run.state.isOver) await playTo(run, run.tick + 1);
  return run;
}

/** All that a world logged, a text for each round. */
async function rowsOf(plan: Plan, job: Job): Promise<readonly string[]> {
  const run = createRun(await loadSetup(createWorldSetup(plan, job), SOURCES));
  await playTo(run, plan.rounds);
  const { log } = run.machine;
  return Array.from({ length: plan.rounds }, (_, i) => {
    const rows: (readonly number[])[] = [];
    log.forEach(...log.range(i + 1), (...row) => rows.push(row));
    return JSON.stringify(rows);
  });
}

const rounded = (values: readonly (number | null)[]) =>
  values.map(value => (value === null ? null : Math.round(value * 1e6) / 1e6));

describe.each(MODELS)('a world: %s, %o', (...model) => {
  it('has the result of the same run alone, from its start or from a round on', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(500),
        fc.option(fc.integer({ min: 1, max: ROUNDS })),
        fc.shuffledSubarray([1, 2, 3], { minLength: 2 }),
        async (seed, from, order) => {
          const plan = await planOf(model, seed, { from });
          const player = new WorldPlayer(plan, SOURCES);
          for (const world of order) {
            const { hash, outcomes, rounds } = await player.play({ arm: 0, world });
            const run = await alone(plan, world);
            expect([hash, rounds]).toEqual([run.hash, run.rounds]);
            expect(outcomes).toEqual(rounded(run.outcomesAt(run.tick)));
          }
        },
      ),
      runs(2),
    );
  });

  it('0 is the run itself', async () => {
    const plan = await planOf(model, 7);
    const [world, run] = [
      await new WorldPlayer(plan, SOURCES).play({ arm: 0, world: 0 }),
      await alone(plan, 0),
    ];
    expect([world.hash, world.seed]).toEqual([run.hash, 7]);
  });
});

describe('the worlds of a world', () => {
  it('differ from it, and draw by one seed from a tick on', async () => {
    const plan = await planOf(MODELS[0], 7, { from: 5 });
    const job = { arm: 0, world: 1 };
    const first = createWorldSetup(plan, job);
    const again = { ...plan, arms: [{ label: '', values: {}, setup: first }] };
    const own = await new WorldPlayer(plan, SOURCES).play(job);
    const player = new WorldPlayer(again, SOURCES);
    expect((await player.play({ arm: 0, world: 0 })).hash).toBe(own.hash);
    const seeds = [first, createWorldSetup(again, job)].map(({ changes }) => changes);
    expect(seeds.map(changes => changes.length)).toEqual([1, 1]);
    expect(seeds[0]).not.toEqual(seeds[1]);
  });
});

describe('a world that has ended', () => {
  it('has nothing that still grows', async () => {
    const plan = await planOf(['governed', { agents: 6 }], 3, { rounds: 300 });
    const { rounds, growing } = await new WorldPlayer(plan, SOURCES).play({ arm: 0, world: 1 });
    expect(rounds).toBeLessThan(300);
    expect(growing).not.toContain(true);
  });
});

describe('the course of a world', () => {
  it('gives at each tick how many agents were in each state, and the outcomes then', async () => {
    const plan = await planOf(MODELS[0], 4);
    const { course } = await new WorldPlayer(plan, SOURCES, { hasCourse: true }).play({ arm: 0, world: 1 });
    const run = await alone(plan, 1);
    const states = run.machine.chart.states.length;
    const told = selectCourseTicks(ROUNDS).flatMap(tick => {
      const row = (tick + run.config.warmUp) * states;
      const counts = [...run.counts.data.subarray(row, row + states)];
      return [...counts, ...run.outcomesAt(tick).map(value => Math.fround(value ?? Number.NaN))];
    });
    expect(selectCourseTicks(ROUNDS)).toEqual(Array.from({ length: ROUNDS + 1 }, (_, tick) => tick));
    expect([...(course ?? [])].map(value => value.toFixed(4))).toEqual(told.map(value => value.toFixed(4)));
  });

  it('of many rounds is given at evenly spaced ones, the last among them', () => {
    const ticks = selectCourseTicks(1000);
    expect(ticks.length).toBeLessThan(122);
    expect([ticks[0], ticks.at(-1)]).toEqual([0, 1000]);
    expect(new Set(ticks.slice(2).map((tick, i) => tick - ticks[i + 1]))).toEqual(new Set([9]));
  });
});

describe('the trace of a world', () => {
  it('is the same up to the round in which an agent first sees or does something different', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(500), fc.constantFrom(...MODELS), async (seed, model) => {
        const plan = await planOf(model, seed, { from: 6 });
        const player = new WorldPlayer(plan, SOURCES, { hasCourse: true });
        const [one, again, other] = [
          await player.play({ arm: 0, world: 1 }),
          await new WorldPlayer(plan, SOURCES, { hasCourse: true }).play({ arm: 0, world: 1 }),
          await player.play({ arm: 0, world: 2 }),
        ].map(({ trace }) => trace ?? new Uint32Array());
        expect(one.length).toBe(ROUNDS);
        expect(findFirstDifference(one, again)).toBe(Number.POSITIVE_INFINITY);
        expect(findFirstDifference(one, other)).toBeGreaterThanOrEqual(6);
      }),
      runs(12),
    );
  });

  it('diverges where the log does: never after the counts, and at times before them', async () => {
    const { arms, ...plan } = await planOf(MODELS[0], 4);
    const later = { tick: 4, name: 'feed', value: 'chronological' };
    const [{ setup }] = arms;
    const pair = { ...plan, arms: [...arms, { ...arms[0], setup: { ...setup, changes: [later] } }] };
    const player = new WorldPlayer(pair, SOURCES, { hasCourse: true });
    const partings: (readonly [traced: number, counted: number])[] = [];
    for (let world = 1; world <= 12; world++) {
      const [a, b] = [await player.play({ arm: 0, world }), await player.play({ arm: 1, world })];
      const [rowsA, rowsB] = await Promise.all([0, 1].map(arm => rowsOf(pair, { arm, world })));
      const logged = rowsA.findIndex((rows, tick) => rows !== rowsB[tick]);
      const traced = findFirstDifference(a.trace ?? new Uint32Array(), b.trace ?? new Uint32Array());
      expect(traced).toBe(logged < 0 ? Number.POSITIVE_INFINITY : logged + 1);
      const at = a.course?.findIndex((value, i) => value !== b.course?.[i] && !Number.isNaN(value)) ?? -1;
      const width = (a.course?.length ?? 0) / (ROUNDS + 1);
      partings.push([traced, at < 0 ? Number.POSITIVE_INFINITY : Math.floor(at / width)]);
    }
    expect(partings.filter(([traced, counted]) => traced > counted)).toEqual([]);
    expect(partings.some(([traced, counted]) => traced < counted)).toBe(true);
    expect(Math.min(...partings.map(([traced]) => traced))).toBeGreaterThanOrEqual(4);
  });
});

describe('the same post in other worlds', () => {
  it('has a size of its own in each world', async () => {
    const plan = await planOf(MODELS[0], 11);
    const run = await alone(plan, 0);
    const { posts } = social(run);
    const root = Array.from({ length: posts.count }, (_, post) => post).find(
      post => posts.parent.data[post] < 0 && posts.word(post, 1) > 0 && posts.under(post).length > 3,
    );
    const id = `post_${String((root ?? 0) + 1).padStart(3, '0')}`;
    const since = run.state.subjectSince?.(id) ?? 0;
    const again = { ...plan, worlds: 12, from: since + 1, subject: id };
    const player = new WorldPlayer(again, SOURCES);
    const worlds: World[] = [];
    for (const job of generatePlanJobs(again)) worlds.push(await player.play(job));
    const own = await player.play({ arm: 0, world: 0 });
    expect(own.hash).toBe(run.hash);
    expect(own.outcomes.slice(-4)).toEqual(rounded(measureSubjectAtTick(run, id, ROUNDS)));
    expect(new Set(worlds.map(({ outcomes }) => outcomes.at(-4))).size).toBeGreaterThan(2);
    for (const { outcomes } of worlds) expect(outcomes.at(-4)).toBeGreaterThanOrEqual(1);
  });
});

describe('a plan that cannot be played', () => {
  it.each([
    [{ worlds: 0 }, '0 worlds of 1 set-up cannot be played'],
    [{ worlds: 2_000_000 }, 'at most 1000000 in all'],
    [{ rounds: 0 }, 'rounds must be a whole number from 1 to 1000000, not 0'],
    [{ from: 99 }, 'new draws from round 99 leave nothing of 14 rounds to be played'],
    [{ subject: 'post_012' }, 'post_012 is another one in each world unless draws are new'],
    [{ subject: 'agent_1', from: 2 }, '"agent_1" is not a post’s id; one reads post_012'],
    [{ subject: 'post_99999', from: 2 }, 'there is no post_99999: the last is post_'],
  ])('is refused: %o', async (more, words) => {
    const plan = await planOf(MODELS[0], 1, more);
    const error = await new WorldPlayer(plan, SOURCES)
      .play({ arm: 0, world: 1 })
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(words);
  });

  it('is refused where a language model would decide, and where a model measures no part', async () => {
    const plan = await planOf(MODELS[0], 1);
    const [{ setup }] = plan.arms;
    const { oracle } = { oracle: { ...setup.oracle, kind: 'replay' as const } };
    const asked = { ...plan, arms: [{ label: '', values: {}, setup: { ...setup, oracle } }] };
    await expect(new WorldPlayer(asked, SOURCES).play({ arm: 0, world: 1 })).rejects.toThrow(
      'worlds are decided by the built-in policy, not by replay',
    );
    const chart = await planOf(MODELS.find(([name]) => name === 'chart')!, 1, {
      ...{ subject: 'post_001', from: 2 },
    });
    await expect(new WorldPlayer(chart, SOURCES).play({ arm: 0, world: 1 })).rejects.toThrow(
      'model chart measures nothing but the whole',
    );
    const governed = await planOf(['governed', { agents: 3 }], 1, { subject: 'post_001', from: 2 });
    await expect(new WorldPlayer(governed, SOURCES).play({ arm: 0, world: 1 })).rejects.toThrow(
      '"post_001" is not a mission’s id; one reads agent_005',
    );
  });
});

describe('the outcome of an agent that is measured by itself', () => {
  const PARTS = {
    governed: {
      steps: 'mission_steps',
      tokens: 'mission_tokens',
      right: 'mission_right',
      stuck: 'mission_stuck',
    },
    librarian: { tokens: 'reader_tokens', entries_lost: 'reader_lost' },
    workflow: { failed_turns: 'trader_failed_turns', pivots: 'trader_pivots' },
  } as const;

  it.each(Object.entries(PARTS))('adds up to the outcome of all: %s', async (name, parts) => {
    const model = MODELS.find(([one]) => one === name)!;
    const { setup } = await loadedOf(...model, 5);
    const run = createRun(await loadSetup(setup, SOURCES));
    await playTo(run, 30);
    const definitions = run.model.subject?.outcomes ?? [];
    for (const tick of [0, 9, 21, 30]) {
      const all = run.outcomesAt(tick);
      for (const [whole, part] of Object.entries(parts)) {
        const at = definitions.findIndex(one => one.name === part);
        const own = Array.from(
          { length: run.config.agents },
          (_, agent) => measureSubjectAtTick(run, formatAgentId(agent), tick)[at] ?? 0,
        );
        const sum = own.reduce((a, b) => a + b, 0);
        expect([part, tick, sum]).toEqual([
          part,
          tick,
          all[run.model.outcomes.findIndex(one => one.name === whole)],
        ]);
      }
    }
    expect(() => measureSubjectAtTick(run, 'agent_99999', 3)).toThrow(
      `the last is ${formatAgentId(run.config.agents - 1)}`,
    );
  });
});

it('a plan’s last change is one in which its arms differ, and which is played', async () => {
  const plan = await planOf(MODELS[0], 1);
  const at = (...ticks: readonly number[]) =>
    ticks.map(tick => ({ tick, name: 'resharing', value: tick / 10 }));
  const armsOf = (...changes: readonly (readonly object[])[]) =>
    changes.map(own => ({ ...plan.arms[0], setup: { ...plan.arms[0].setup, changes: own } })) as Plan['arms'];
  const lastOf = (...changes: readonly (readonly object[])[]) =>
    findLastChangeTick({ ...plan, arms: armsOf(...changes) });
  expect(lastOf(at(5))).toBe(1);
  expect(lastOf(at(9), at(4, 9))).toBe(4);
  expect(lastOf(at(3), at(4, 6))).toBe(6);
  expect(lastOf([], at(4, ROUNDS + 1))).toBe(4);
  expect(lastOf([], [{ kind: 'chance', tick: 8, seed: 2 }])).toBe(1);
});

it('the largest new cascade of a world is that of the cascades which began after the change, in the arm without it as well', async () => {
  const lively = {
    network: 'small-world',
    agents: 80,
    parameters: { posting: 9, activity: 14, resharing: 3 },
  };
  const { setup } = await loadedOf('social', lively, 5);
  const changed = { ...setup, changes: [{ tick: 12, name: 'resharing', value: 4 }] } as typeof setup;
  const arms = [setup, changed].map((one, arm) => ({ label: `${arm}`, values: {}, setup: one }));
  const given = await planOf(['social', lively], 5, { rounds: 30 });
  /** Sizes of the largest by root: of the cascades that began in a round or later. */
  const largestSince = async (plan: Plan, job: Job, round: number) => {
    const run = createRun(await loadSetup(createWorldSetup(plan, job), SOURCES));
    await playTo(run, plan.rounds);
    const tables = await buildDataTables(run);
    const { columns, rows } = tables.find(({ name }) => name === 'cascades')!;
    const [size, began] = ['size', 'root_round'].map(name => columns.findIndex(one => one.name === name));
    return Math.max(...[...rows()].filter(row => Number(row[began]) >= round).map(row => Number(row[size])));
  };
  for (const [plan, since] of [
    [{ ...given, arms }, 12],
    [given, 1],
  ] as const) {
    const player = new WorldPlayer(plan, SOURCES);
    const numbers = { whole: 0, smaller: 0 };
    for (const job of generatePlanJobs(plan)) {
      const [largest, newest] = (await player.play(job)).outcomes;
      expect(newest).toBe(await largestSince(plan, job, since));
      numbers.whole++;
      numbers.smaller += Number(Number(newest) < Number(largest));
    }
    expect(numbers.whole).toBe(3 * plan.arms.length);
    expect(numbers.smaller).toBeGreaterThan(0);
  }
});
