import { describe, expect, it } from 'vitest';
import type { RecordedState } from '../../../../../src/engine/models/recorded/recordedState.ts';
import { buildSetsReport } from '../../../../../src/engine/models/recorded/sets/buildSetsReport.ts';
import type { SetsReport } from '../../../../../src/engine/models/recorded/sets/setsReport.ts';
import type { TraceCase } from '../../../../../src/engine/traces/traces.ts';
import { aCase, runOf, step } from '../cases.ts';
import { recordedSet, traceFixture } from '../recordedRuns.ts';

const rest = async () => undefined;

async function compared(a: readonly TraceCase[], b: readonly TraceCase[], seed = 0): Promise<SetsReport> {
  const [one, other] = [await runOf(a), await runOf(b)];
  return buildSetsReport(
    one.state as unknown as RecordedState,
    other.state as unknown as RecordedState,
    seed,
    rest,
  );
}

const reports = new Map<string, Promise<SetsReport>>();

/** What is told of two sets of fixtures, counted once. */
function reported(first: string, second: string): Promise<SetsReport> {
  const key = `${first} ${second}`;
  const report = reports.get(key) ?? compared(recordedSet(first), recordedSet(second));
  reports.set(key, report);
  return report;
}

interface Written {
  readonly task: string;
  readonly domain?: string;
  readonly outcome: string;
  readonly steps: readonly {
    readonly tool: string;
    readonly state: string;
    readonly args_hash?: string;
    readonly tokens_in?: number;
    readonly tokens_out?: number;
  }[];
}

/** The file itself, without any of the program's readers. */
const written = (set: string): readonly Written[] =>
  traceFixture(`runs/${set}.jsonl.gz`)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Written);

/** Mean over tasks of the mean over cases, and the differences of the tasks that both have. */
function byHand(a: readonly Written[], b: readonly Written[], of: (one: Written) => number) {
  const means = [a, b].map(set => {
    const sums: Record<string, number[]> = {};
    for (const one of set) {
      const task = `${one.domain}/${one.task}`;
      sums[task] = [...(sums[task] ?? []), of(one)];
    }
    return Object.fromEntries(
      Object.entries(sums).map(([task, values]) => [task, values.reduce((x, y) => x + y) / values.length]),
    );
  });
  const tasks = Object.keys(means[0]).filter(task => task in means[1]);
  const mean = (values: readonly number[]) => values.reduce((x, y) => x + y, 0) / values.length;
  const differences = tasks.map(task => means[1][task] - means[0][task]);
  const middle = mean(differences);
  const deviation = Math.sqrt(mean(differences.map(one => (one - middle) ** 2)));
  return {
    tasks: tasks.length,
    a: mean(tasks.map(task => means[0][task])),
    b: mean(tasks.map(task => means[1][task])),
    differences,
    /** Of a normal interval of 95 %. */
    half: (1.96 * deviation) / Math.sqrt(tasks.length),
  };
}

const measure = (report: SetsReport, name: string) => {
  const found = report.measures.find(one => one.name === name);
  if (found === undefined) throw new Error(`no measure ${name}`);
  return found;
};

const MEASURED: Readonly<Record<string, (one: Written) => number>> = {
  succeeded: ({ outcome }) => (outcome === 'succeeded' ? 1 : 0),
  steps: ({ steps }) => steps.length,
  calls: ({ steps }) => steps.filter(({ tool }) => tool !== 'say').length,
  tokens: ({ steps }) =>
    steps.reduce((sum, { tokens_in = 0, tokens_out = 0 }) => sum + tokens_in + tokens_out, 0),
  repeats({ steps }) {
    const calls = steps.filter(({ tool, args_hash }) => tool !== 'say' && args_hash != null);
    return calls.length - new Set(calls.map(({ tool, args_hash }) => `${tool} ${args_hash}`)).size;
  },
};

const PAIRS = [
  ['tau2_sierra_gpt41', 'tau2_sierra_sft', ['succeeded', 'steps', 'calls', 'tokens', 'repeats']],
  ['intercode_sql_gpt35', 'intercode_sql_gpt4', ['succeeded', 'steps', 'repeats']],
  ['moatless_0609_gpt4o', 'moatless_0617_gpt4o', ['succeeded', 'steps']],
] as const;

describe.each(PAIRS)('%s and %s, the same tasks by two agents', (first, second, names) => {
  it('have the means, differences and intervals of a count by hand', async () => {
    const report = await reported(first, second);
    const [a, b] = [written(first), written(second)];
    expect(report.by).toBe('task');
    for (const name of names) {
      const counted = byHand(a, b, MEASURED[name]);
      const told = measure(report, name);
      expect(told.tasks).toEqual({ a: counted.tasks, b: counted.tasks });
      expect(told.a).toBeCloseTo(counted.a, 6);
      expect(told.b).toBeCloseTo(counted.b, 6);
      expect(told.difference).toBeCloseTo(counted.b - counted.a, 6);
      const [low, high] = told.intervals.difference ?? [Number.NaN, Number.NaN];
      expect(low).toBeLessThan(high);
      expect(Math.abs((high - low) / 2 / counted.half - 1)).toBeLessThan(0.15);
      expect(Math.abs((low + high) / 2 - (counted.b - counted.a)) / counted.half).toBeLessThan(0.3);
    }
  });

  it('list the tasks that went from failed to succeeded, and back', async () => {
    const report = await reported(first, second);
    const { differences, tasks } = byHand(written(first), written(second), MEASURED.succeeded);
    expect(report.judged).toBe(tasks);
    expect(report.better).toHaveLength(differences.filter(one => one > 0).length);
    expect(report.worse).toHaveLength(differences.filter(one => one < 0).length);
    const [inA, inB] = [recordedSet(first), recordedSet(second)];
    for (const { a, b } of report.better) expect(inB[b.agent].labels.task).toBe(inA[a.agent].labels.task);
    for (const { a } of report.better.slice(0, 5)) expect(inA[a.agent].outcome).toBe('failed');
    for (const { b } of report.better) expect(inB[b.agent].outcome).toBe('succeeded');
    for (const { a } of report.worse) expect(inA[a.agent].outcome).toBe('succeeded');
  });
});

describe('states and moves of two sets', () => {
  it('pass over a guard’s decisions, which differ between its arms by definition', async () => {
    const walked = (...tools: string[]) => [
      aCase(
        'a',
        tools.map(tool => step(tool)),
        { outcome: 'failed', labels: { task: 't' } },
      ),
    ];
    const plain = walked('read', 'test', 'read', 'test');
    const advised = walked(
      'read',
      'test',
      'guard: advises',
      'read',
      'guard: ignored',
      'test',
      'guard: stops',
    );
    const report = await compared(plain, advised);
    expect(report.states.map(({ state, visits }) => [state, visits])).toEqual([
      ['read', { a: 2, b: 2 }],
      ['test', { a: 2, b: 2 }],
    ]);
    expect(report.moves.flatMap(({ from, to }) => [from, to]).join()).not.toContain('guard');
    expect(measure(report, 'returns')).toMatchObject({ a: 2, b: 2 });
  });

  it('are shares of the visits, and moves a case, each task once', async () => {
    const [first, second] = ['intercode_sql_gpt35', 'intercode_sql_gpt4'];
    const report = await reported(first, second);
    const visits = (set: string) =>
      written(set).flatMap(({ steps }) =>
        steps.flatMap(({ state }, i) => (state === steps[i - 1]?.state ? [] : [state])),
      );
    const moves = (set: string, from: string, to: string) =>
      written(set).reduce(
        (sum, { steps }) =>
          sum + steps.filter(({ state }, i) => state === to && steps[i - 1]?.state === from).length,
        0,
      );
    const [inA, inB] = [visits(first), visits(second)];
    for (const { state, visits: told, share } of report.states) {
      const [a, b] = [inA, inB].map(all => all.filter(one => one === state).length);
      expect(told).toEqual({ a, b });
      // Every task has one case.
      expect(share.a).toBeCloseTo(a / inA.length, 9);
      expect(share.b).toBeCloseTo(b / inB.length, 9);
    }
    const states = new Set(report.states.map(({ state }) => state));
    const between = report.moves.filter(({ from, to }) => states.has(from) && states.has(to));
    expect(between.length).toBeGreaterThan(2);
    for (const { from, to, moves: told, often } of between) {
      expect(told).toEqual({ a: moves(first, from, to), b: moves(second, from, to) });
      expect(often.a).toBeCloseTo(told.a / 1034, 9);
    }
    const apart = report.moves.map(({ often }) => Math.abs(often.difference ?? 0));
    expect(apart).toEqual([...apart].sort((x, y) => y - x));
    // By hand, of one row of the matrix: the moves out of a state, which the end of a case is one of.
    const [{ from, to, share }] = between;
    const left = (set: string) =>
      written(set).reduce(
        (sum, { steps }) =>
          sum + steps.filter(({ state }, i) => state === from && steps[i + 1]?.state !== from).length,
        0,
      );
    expect(share.a).toBeCloseTo(moves(first, from, to) / left(first), 9);
    expect(share.b).toBeCloseTo(moves(second, from, to) / left(second), 9);
    // Of each state that was left, the moves out of it are all.
    const out = report.moves.filter(({ from }) => from === 'not begun');
    expect(out.reduce((sum, { share }) => sum + (share.a ?? 0), 0)).toBeCloseTo(1, 9);
  });

  it('have the median stay in steps, and in time where that is known', async () => {
    const stays = (lengths: readonly number[], id: string) =>
      aCase(
        id,
        lengths.flatMap((length, i) =>
          Array.from({ length }, (_, k) =>
            step(i % 2 === 0 ? 'look' : 'write', {
              at: 1000 * (100 * i + k),
              until: 1000 * (100 * i + k + 1),
            }),
          ),
        ),
        { labels: { task: id } },
      );
    const report = await compared(
      [stays([1, 1, 3], 'x'), stays([1, 1, 7, 1], 'y')],
      [stays([4, 1], 'x'), stays([6, 1], 'y')],
    );
    const [look] = report.states;
    expect(look).toMatchObject({
      state: 'look',
      visits: { a: 4, b: 2 },
      steps: { a: 2, b: 5, difference: 3 },
      ms: { a: 100_000, b: 100_000, difference: 0 },
    });
  });
});

describe('two sets', () => {
  const plain = (id: string, task: string | null, steps: number, known: Partial<TraceCase> = {}) =>
    aCase(
      id,
      Array.from({ length: steps }, (_, i) => step(i % 2 === 0 ? 'a' : 'b')),
      { ...known, labels: task === null ? {} : { task } },
    );

  it('are paired by task, whatever the order of their cases, and a task of several cases counts once', async () => {
    const a = [plain('1', 'p', 10), plain('2', 'q', 4), plain('3', 'only a', 90)];
    const b = [plain('9', 'q', 6), plain('8', 'only b', 70), plain('7', 'p', 10), plain('6', 'p', 20)];
    const report = await compared(a, b);
    expect(report).toMatchObject({
      by: 'task',
      tasks: { a: 2, b: 2 },
      cases: { a: 2, b: 3 },
      all: { a: 3, b: 4 },
      only: { a: { count: 1, names: ['only a'] }, b: { count: 1, names: ['only b'] } },
      hasTrials: true,
    });
    expect(measure(report, 'steps')).toMatchObject({ a: 7, b: 10.5, difference: 3.5 });
  });

  it('distinguish tasks of one number by their domains, where both name them', async () => {
    const inDomain = (one: TraceCase, domain: string) => ({ ...one, labels: { ...one.labels, domain } });
    const [x, y] = [inDomain(plain('1', '0', 3), 'retail'), inDomain(plain('2', '0', 5), 'airline')];
    const report = await compared([x, y], [y, x]);
    expect(measure(report, 'steps')).toMatchObject({ difference: 0, tasks: { a: 2, b: 2 } });
    expect(measure(report, 'steps').intervals.difference).toBeNull();
    await expect(compared([x], [y])).rejects.toThrow(
      'no task is in both sets (A has "retail 0", B "airline 0"): nothing can be compared',
    );
  });

  it('without tasks are paired by the ids of their cases, and else not at all', async () => {
    const a = [plain('1', null, 10), plain('2', null, 4)];
    expect(await compared(a, [plain('2', null, 5), plain('3', null, 5)])).toMatchObject({
      by: 'case',
      tasks: { a: 1, b: 1 },
      only: { a: { count: 1 }, b: { count: 1 } },
    });
    const apart = await compared(a, [plain('5', null, 8), plain('6', null, 12), plain('7', null, 1)]);
    expect(apart).toMatchObject({ by: null, tasks: { a: 2, b: 3 }, better: [], worse: [], judged: 0 });
    expect(measure(apart, 'steps')).toMatchObject({ a: 7, b: 7, difference: 0 });
    expect(measure(apart, 'steps').intervals.difference?.[0]).toBeLessThan(-4);
  });

  it('are compared more closely by pairs: the interval of a paired difference is the narrower one', async () => {
    const a = Array.from({ length: 30 }, (_, i) => plain(`${i}`, `${i}`, 5 + 3 * i));
    const b = Array.from({ length: 30 }, (_, i) => plain(`b${i}`, `${i}`, 6 + 3 * i + (i % 2)));
    const loose = (set: readonly TraceCase[]) => set.map(one => ({ ...one, labels: {} }));
    const width = (report: SetsReport) => {
      const [low, high] = measure(report, 'steps').intervals.difference ?? [0, 0];
      return high - low;
    };
    const [paired, apart] = [await compared(a, b), await compared(loose(a), loose(b))];
    expect(measure(paired, 'steps').difference).toBeCloseTo(1.5, 9);
    expect(width(paired)).toBeLessThan(0.5);
    expect(width(apart)).toBeGreaterThan(10);
  });

  it('leave out measures that one of them lacks, and give no figures for those', async () => {
    const told = { outcome: 'succeeded' } as const;
    const a = [plain('1', 'p', 3, told), plain('2', 'q', 3, { outcome: 'failed' }), plain('3', 'r', 3)];
    const b = [plain('1', 'p', 3), plain('2', 'q', 3, told), plain('3', 'r', 3, told)];
    const report = await compared(a, b);
    expect(measure(report, 'succeeded')).toMatchObject({ tasks: { a: 1, b: 1 }, a: 0, b: 1, difference: 1 });
    expect(report.judged).toBe(1);
    expect(report.ended).toEqual({ a: { succeeded: 1, failed: 1 }, b: { succeeded: 2, failed: 0 } });
    expect(report.measures.map(({ name }) => name)).not.toContain('tokens');
  });

  it('are drawn the same by the same seed, and differently by another one', async () => {
    const [a, b] = [recordedSet('intercode_bash_gpt35'), recordedSet('intercode_bash_gpt4')];
    const first = await compared(a, b, 7);
    expect(await compared(a, b, 7)).toEqual(first);
    expect(measure(await compared(a, b, 8), 'steps').intervals).not.toEqual(
      measure(first, 'steps').intervals,
    );
  });

  it('have the states of the first one’s mapping', async () => {
    const tools = Array.from({ length: 12 }, (_, i) => `get_${i}`);
    const few = [aCase('1', [step('get_1'), step('say')], { labels: { task: 'p' } })];
    const many = [
      aCase(
        '2',
        tools.map(tool => step(tool)),
        { labels: { task: 'p' } },
      ),
    ];
    const report = await compared(many, few);
    expect(report.hasOtherStates).toBe(true);
    const states = report.states.filter(({ visits }) => visits.b > 0).map(({ state }) => state);
    expect(states).toHaveLength(2);
    expect(report.states.find(({ visits }) => visits.a > 0)?.visits).toEqual({ a: 1, b: 1 });
  });
});
