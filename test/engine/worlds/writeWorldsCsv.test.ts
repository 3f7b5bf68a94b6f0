import { csvParse } from 'd3-dsv';
import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { SOCIAL } from '../../../src/engine/models/social/socialSpec.ts';
import { createRemoteDefaults } from '../../../src/engine/oracle/oracleSetup.ts';
import { findWorldMistake } from '../../../src/engine/worlds/findWorldMistake.ts';
import { createSweepArms, parseSweep } from '../../../src/engine/worlds/parseSweep.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import {
  computePlanId,
  generatePlanJobs,
  getJobSeed,
  type Plan,
} from '../../../src/engine/worlds/worldPlan.ts';
import {
  findMissingWorlds,
  mergeWorldParts,
  readWorldsCsv,
  writeWorldsCsv,
} from '../../../src/engine/worlds/writeWorldsCsv.ts';

const setup = { ...createDefaultSetup(SOCIAL), seed: 3 };
const planOf = (sweeps: readonly string[], rounds = 9): Plan => ({
  arms: createSweepArms(
    setup,
    sweeps.map(text => parseSweep(text, SOCIAL)),
    SOCIAL,
  ),
  worlds: 4,
  rounds,
  from: null,
  subject: null,
  files: null,
});
const plan = planOf(['resharing=0.4:0.8:0.2']);
const worlds: readonly World[] = [...generatePlanJobs(plan)].map(job => ({
  ...job,
  seed: getJobSeed(plan, job),
  rounds: 9,
  hash: 'ab'.repeat(32),
  outcomes: [job.world * 10 + job.arm, 3, 5, 7, 0.123457, null, 1.5],
  growing: SOCIAL.outcomes.map((_, at) => at === job.arm),
  course: null,
  trace: null,
}));
const csv = writeWorldsCsv(plan, SOCIAL.outcomes, worlds);

describe('a table of worlds', () => {
  it('has a row for each, with seed, swept value, outcomes and hash', () => {
    const rows = csvParse(csv);
    expect(rows.columns).toEqual([
      ...['plan', 'arm', 'label', 'world', 'seed', 'resharing', 'rounds'],
      ...SOCIAL.outcomes.map(({ name }) => name),
      ...['growing', 'hash'],
    ]);
    expect(rows.length).toBe(12);
    expect(rows[4]).toMatchObject({
      plan: computePlanId(plan),
      ...{ arm: '1', label: 'resharing 0.6', world: '1', resharing: '0.6', rounds: '9' },
      ...{ largest_cascade: '11', active_share: '0.123457', depth: '', growing: 'largest_new_cascade' },
    });
  });

  it('is the same whatever the order in which the worlds came', () => {
    expect(writeWorldsCsv(plan, SOCIAL.outcomes, [...worlds].reverse())).toBe(csv);
  });

  it('of an earlier build with other outcomes is refused', () => {
    const text = csv.replace('largest_new_cascade,', 'newest,');
    expect(() => readWorldsCsv({ name: 'a.csv', text }, plan, SOCIAL.outcomes)).toThrow(
      'a.csv has other outcomes (largest_cascade, newest, people_reached',
    );
  });

  it('is read again unchanged', () => {
    const sorted = [...worlds].sort((a, b) => a.arm - b.arm || a.world - b.world);
    expect(readWorldsCsv({ name: 'a.csv', text: csv }, plan, SOCIAL.outcomes)).toEqual(sorted);
  });

  it('of another plan is refused', () => {
    const other = planOf(['resharing=0.4:0.8:0.2'], 5);
    expect(() => readWorldsCsv({ name: 'a.csv', text: csv }, other, SOCIAL.outcomes)).toThrow(
      'a.csv holds worlds of another plan, or of another version of the engine',
    );
  });
});

describe('a row that was changed', () => {
  const [header, ...lines] = csv.trim().split('\n');
  const at = lines.findIndex(line => line.split(',')[1] === '1' && line.split(',')[3] === '2');
  const change = (column: number, value: string) => {
    const cells = lines[at].split(',');
    cells[column] = value;
    return [header, ...lines.with(at, cells.join(',')), ''].join('\n');
  };
  const columns = header.split(',');

  it.each([
    ['rounds', '10', 'its rounds are 10, and the plan has'],
    ['rounds', '-1', 'its rounds are -1'],
    ['rounds', '2.5', 'its rounds are 2.5'],
    ['active_share', '1.5', 'its active_share is 1.5, which cannot be'],
    ['largest_cascade', '-3', 'its largest_cascade is -3, which cannot be'],
    ['largest_cascade', 'many', 'its largest_cascade is NaN, which cannot be'],
    ['growing', 'posts odd', 'its growing outcomes have "odd", which is not measured'],
    ['label', 'resharing 0.9', 'its label or values are not those of arm 1'],
    ['resharing', '0.9', 'its label or values are not those of arm 1'],
  ])('in its %s to %s is named', (column, value, words) => {
    const text = change(columns.indexOf(column), value);
    expect(() => readWorldsCsv({ name: 'a.csv', text }, plan, SOCIAL.outcomes)).toThrow(
      `a.csv, arm 1, world 2 was changed: ${words}`,
    );
  });

  it('in the seed of a world is found, by its plan and where parts are merged', () => {
    const seed = lines[at].split(',')[4];
    const all = csv.replaceAll(`,${seed},`, ',12345,');
    expect(() => readWorldsCsv({ name: 'a.csv', text: all }, plan, SOCIAL.outcomes)).toThrow(
      `a.csv, arm 0, world 2 was changed: its seed is 12345, and world 2 has ${seed}`,
    );
    expect(() => mergeWorldParts([{ name: 'a.csv', text: change(4, '12345') }])).toThrow(
      'a.csv: arm 1, world 2 has the seed 12345, and another arm',
    );
    expect(() => mergeWorldParts([{ name: 'a.csv', text: change(4, 'x') }])).toThrow('that is not a number');
  });
});

describe('parts of a table', () => {
  const part = (name: string, keep: (world: World) => boolean) => ({
    name,
    text: writeWorldsCsv(plan, SOCIAL.outcomes, worlds.filter(keep)),
  });
  const [odd, even] = [
    part('odd.csv', one => one.world % 2 === 1),
    part('even.csv', one => one.world % 2 === 0),
  ];

  it('are merged to the same bytes, in any order, with rows that several have', () => {
    expect(mergeWorldParts([even, odd])).toBe(csv);
    expect(mergeWorldParts([odd, even, part('more.csv', one => one.world < 3)])).toBe(csv);
  });

  it.each([
    [
      'of another plan',
      { name: 'b.csv', text: writeWorldsCsv(planOf(['resharing=0.4:0.8:0.2'], 5), SOCIAL.outcomes, worlds) },
      'b.csv is of another plan than odd.csv',
    ],
    [
      'with other columns',
      { name: 'b.csv', text: writeWorldsCsv(planOf([]), SOCIAL.outcomes, []) },
      'b.csv has different columns from odd.csv',
    ],
    [
      'of something else',
      { name: 'b.csv', text: 'a,b\n1,2\n' },
      'b.csv is not a table of worlds: it begins with a,b',
    ],
    [
      'that is cut off',
      { name: 'b.csv', text: even.text.slice(0, -90) },
      'b.csv is cut off: arm 2, world 4 has',
    ],
    [
      'that says another thing',
      { name: 'b.csv', text: odd.text.replaceAll('abab', 'cdcd') },
      'arm 0, world 1 differs between b.csv and odd.csv',
    ],
  ])('%s are refused', (_, other, words) => {
    expect(() => mergeWorldParts([odd, other])).toThrow(words);
  });
});

describe('the id of a plan', () => {
  const oracle = { ...createRemoteDefaults('openai'), model: 'm' };
  const idOf = (part: Partial<typeof oracle>) => {
    const [arm] = planOf([]).arms;
    return computePlanId({
      ...planOf([]),
      arms: [{ ...arm, setup: { ...setup, oracle: { ...oracle, ...part } } }],
    });
  };

  it('includes who decides, but neither the place of the model nor its cost', () => {
    const { limits } = oracle;
    const same = idOf({});
    expect(idOf({ urls: ['http://other'], limits: { ...limits, callsPerRun: 9 } })).toBe(same);
    const others = [{ model: 'n' }, { temperature: 0 }, { limits: { ...limits, deadline: 5 } }].map(idOf);
    expect(new Set([computePlanId(planOf([])), same, ...others]).size).toBe(5);
  });
});

it('worlds that a table lacks are found, those of one arm among them', () => {
  const row = (arm: number, world: number) => `p,${arm},,${world},1`;
  const table = (...rows: readonly string[]) => ['plan,arm,label,world,seed', ...rows, ''].join('\n');
  expect(findMissingWorlds(table(row(0, 1), row(0, 3), row(0, 4)))).toEqual([2]);
  expect(findMissingWorlds(table(row(0, 1), row(1, 1), row(0, 2), row(1, 3), row(0, 3)))).toEqual([2]);
  expect(findMissingWorlds(table(row(0, 1), row(0, 2)))).toEqual([]);
});

it('a count above the number of agents cannot be', () => {
  const definition = {
    name: 'reached',
    label: 'Reached',
    unit: 'people',
    better: null,
    meaning: '.',
    bounds: 'agents',
  } as const;
  const setup = { ...DEFAULT_SETUP, agents: 40 };
  const one: Plan = {
    arms: [{ label: '', values: {}, setup }],
    worlds: 2,
    rounds: 5,
    from: null,
    subject: null,
    files: null,
  };
  const world = (value: number) => ({
    ...{ arm: 0, world: 1, seed: getJobSeed(one, { arm: 0, world: 1 }), rounds: 5 },
    ...{ outcomes: [value], growing: [false] },
  });
  expect(findWorldMistake(one, [definition], world(40))).toBeNull();
  expect(findWorldMistake(one, [definition], world(9999))).toBe('its reached is 9999, which cannot be');
});
