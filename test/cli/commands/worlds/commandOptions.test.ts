import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { getSpecByName } from '../../../../src/cli/options/specs.ts';
import { DEFAULT_SETUP } from '../../../../src/engine/models/defaultSetup.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import { findBundledSource } from '../../../../src/engine/network/bundledSources.ts';
import type { Direction } from '../../../../src/engine/network/reading/edgeReading.ts';
import { createLocalDefaults, createRemoteDefaults } from '../../../../src/engine/oracle/oracleSetup.ts';
import type { Change, Setup } from '../../../../src/engine/setup/config.ts';
import {
  buildCommandOptions,
  createChangeArms,
  createPolicyArms,
} from '../../../../src/engine/worlds/buildCommandOptions.ts';
import { createSweepArms, parseSweep } from '../../../../src/engine/worlds/parseSweep.ts';
import type { World } from '../../../../src/engine/worlds/worldCourse.ts';
import { computePlanId, type Plan } from '../../../../src/engine/worlds/worldPlan.ts';
import { writeMethodsText } from '../../../../src/ui/worlds/writeMethodsText.ts';
import { cli, inProcess } from '../../command.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-command-'));
afterAll(() => rmSync(folder, { recursive: true }));

// The first call bundles the command.
beforeAll(async () => {
  expect((await cli('--version')).code).toBe(0);
}, 60_000);

const SMALL: Setup = {
  ...DEFAULT_SETUP,
  ...{ network: 'small-world', agents: 40, seed: 11, parameters: { warm_up: 4, resharing: 2 } },
  changes: [{ tick: 2, name: 'liking', value: 3 }],
};
const model = getSpecByName(DEFAULT_SETUP.model);
const planOf = (part: Partial<Plan> = {}): Plan => ({
  arms: [{ label: '', values: {}, setup: SMALL }],
  ...{ worlds: 2, rounds: 8, from: null, subject: null, files: null },
  ...part,
});
const sweep = (...texts: readonly string[]) => ({
  arms: createSweepArms(
    SMALL,
    texts.map(text => parseSweep(text, model)),
    model,
  ),
});
const changed = (...changes: readonly Change[]) => ({
  arms: createChangeArms(SMALL, { ...SMALL, changes: [...changes, ...SMALL.changes] }),
});
const TOLD = { definitions: model.outcomes, played: [], origin: null, sweep: [], change: null, asking: null };
const INFO = openRun(SMALL, { bundled: async () => new Uint8Array(), files: {} }).then(
  ({ run: { config } }) => ({
    config,
    ...(model.subject && { subject: model.subject }),
  }),
);
/** Options of the command in a methods text. */
const commandIn = (text: string): readonly string[] =>
  (/To repeat it: npm run -s cli -- worlds (.*) --csv worlds\.csv\./.exec(text)?.[1] ?? '').split(' ');

it('the methods text counts the edges of a network that is read both ways once', async () => {
  const { config } = await INFO;
  const network = config.networkInfo!;
  const methodsWith = (direction: Direction) => {
    const info = {
      config: { ...config, networkInfo: { ...network, ...{ edges: 156, reading: { direction } } } },
    };
    return writeMethodsText({ ...TOLD, base: SMALL, plan: planOf() }, info as never, 'round');
  };
  expect(methodsWith('both')).toContain('78 undirected edges');
  expect(methodsWith('follows')).toContain(' 156 edges');
});

it('the methods text says how a user’s network was read, who follows whom and what divides it', async () => {
  const { config } = await INFO;
  const reading = {
    direction: 'followed',
    by: 'usual',
    notice: 'Read as an edge list: 40 nodes. As there are no weights, ties are drawn.',
  };
  const networkInfo = { ...config.networkInfo!, reading, groups: 'party', weights: undefined };
  const methodsFor = (network: object) =>
    writeMethodsText(
      { ...TOLD, base: SMALL, plan: planOf() },
      { config: { ...config, networkInfo: network } } as never,
      'round',
    );
  const text = methodsFor(networkInfo);
  expect(text).toContain(
    'Its file was read so: the second account of an edge follows the first, by default. Read as an edge list: 40 nodes. As there are no weights, ties are drawn. Groups are its attribute party.',
  );
  const { reading: _, groups: __, ...bundled } = networkInfo;
  expect(methodsFor({ ...bundled, name: 'lastfm', edges: 27_806 })).toContain('27,806 undirected edges');
});

it('the methods text cites a bundled network with the meaning of its links, and Statescope as CITATION.cff has it', async () => {
  const { config } = await INFO;
  const methodsOn = (name: string) =>
    writeMethodsText(
      { ...TOLD, base: SMALL, plan: planOf() },
      { config: { ...config, networkInfo: { ...config.networkInfo!, name } } },
      'round',
    );
  const text = methodsOn('congress');
  const { citation, relation } = findBundledSource({ name: 'congress' })!;
  expect(text).toContain(`Source of the network: ${citation} ${relation}`);
  expect(methodsOn('small-world')).not.toContain('Source of the network');
  const { authors, title, version, license } = parse(readFileSync('CITATION.cff', 'utf8'));
  expect(text).toContain(`Software: ${authors[0].name}, ${title} ${version} (${license}).`);
});

it('the methods text says that the simulated time of a round is varied where it is swept', async () => {
  const plan = planOf(sweep('tick_seconds=60,180'));
  expect(writeMethodsText({ ...TOLD, base: SMALL, plan }, await INFO, 'round')).toContain(
    'of warm-up, the simulated time of a round varied.',
  );
});

const GONE: Change = { kind: 'intervention', tick: 3, name: 'remove_agents', on: ['amplifier'] };

it.each<[string, Plan]>([
  ['other seeds', planOf()],
  ['chance from a round on', planOf({ from: 4 })],
  ['a post again', planOf({ from: 8, subject: 'post_001' })],
  ['one change', planOf({ from: 3, ...changed(GONE) })],
  ['two changes', planOf(changed(GONE, { tick: 6, name: 'posting', value: 0.5 }))],
  ['a sweep by steps', planOf(sweep('resharing=0.4:1:0.1'))],
  ['a sweep of two parameters', planOf(sweep('feed=by_interest,chronological', 'replying=1,2'))],
])('the command in the methods text asks for the same plan: %s', async (_, plan) => {
  const options = commandIn(
    writeMethodsText({ ...TOLD, base: plan.arms[0].setup, plan }, await INFO, 'round'),
  );
  expect(buildCommandOptions(plan, model.subject?.noun ?? null)).toEqual([options]);
  const csv = join(folder, `${computePlanId(plan)}.csv`);
  const { code, stderr } = await inProcess('worlds', ...options, '--cores', '1', '--csv', csv);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  const rows = csvParse(readFileSync(csv, 'utf8'));
  expect(new Set(rows.map(row => row.plan))).toEqual(new Set([computePlanId(plan)]));
  expect(rows.length).toBe(plan.worlds * plan.arms.length);
});

it('two set-ups that differ in a change that was taken away are asked for one by one', () => {
  const plan = planOf({ arms: createChangeArms(SMALL, { ...SMALL, changes: [GONE] }) });
  const commands = buildCommandOptions(plan, null);
  expect(commands.map(options => options.filter(word => /^\d+:/.test(word)))).toEqual([
    ['2:liking:3'],
    ['3:remove_agents:amplifier'],
  ]);
});

it('a language model on a server is named in the command with its unusual settings, next to the policy', async () => {
  const oracle = {
    ...createRemoteDefaults('openai'),
    ...({ model: 'qwen', urls: ['http://a:1', 'http://b:2'], form: 'json', temperature: 0 } as const),
  };
  const plan = planOf({ arms: createPolicyArms({ ...SMALL, oracle }) });
  const [options] = buildCommandOptions(plan, null);
  expect(options.slice(options.indexOf('--oracle')).join(' ')).toMatch(
    /^--oracle openai --oracle-url http:\/\/a:1,http:\/\/b:2 --oracle-model qwen --form json --temperature 0 /,
  );
  expect(options.slice(options.indexOf('--change')).slice(0, 2)).toEqual(['--change', 'oracle=policy']);
  const asked = { questions: 90, calls: 80, tokens: 9000, reused: 10, notOwn: 0, perSecond: 3, at: null };
  const asking = { soFar: null, asked };
  const text = writeMethodsText({ ...TOLD, base: plan.arms[0].setup, plan, asking }, await INFO, 'round');
  expect(text).toContain('The language model qwen decides (openai, form json, temperature 0)');
  expect(text).toContain('Asked for worlds: 80 calls, 9,000 tokens; 10 of 90 questions');
  expect(text).toContain('differences are policy less model');
  const inBrowser = { ...createLocalDefaults('wllama'), model: 'tiny' };
  const local = planOf({ arms: [{ label: '', values: {}, setup: { ...SMALL, oracle: inBrowser } }] });
  expect(
    writeMethodsText({ ...TOLD, base: local.arms[0].setup, plan: local }, await INFO, 'round'),
  ).toContain('To repeat it: on the page');
});

it('the methods text of a part says that its command plays all worlds, and which were played', async () => {
  const methodsOf = async (plan: Plan, jobs: readonly (readonly [arm: number, world: number])[]) => {
    const played = jobs.map(([arm, world]) => ({ arm, world }) as World);
    return writeMethodsText({ ...TOLD, base: SMALL, plan, played }, await INFO, 'round');
  };
  const five = planOf({ worlds: 5 });
  const [one, two, four] = [
    [0, 1],
    [0, 2],
    [0, 4],
  ] as const;
  expect(await methodsOf(five, [four, one, two])).toMatch(
    /Of 5 worlds 3 were played.*\n[\s\S]*This plays all 5 worlds; played here: world 1–2, 4\.$/,
  );
  expect(await methodsOf(five, [])).toMatch(/played here: none\.$/);
  expect(
    await methodsOf(
      five,
      [1, 2, 3, 4, 5].map(world => [0, world] as const),
    ),
  ).not.toContain('played here');
  const pair = planOf({ worlds: 2, from: 3, ...changed(GONE) });
  const { label } = pair.arms[1];
  expect(await methodsOf(pair, [one, [1, 1]])).toMatch(/played here: world 1 of each set-up\.$/);
  expect(await methodsOf(pair, [one, two, [1, 1]])).toContain(`world 1 of ${label}.`);
});

it('the methods text of a post says that one chosen for its size regresses to the mean', async () => {
  const plan = planOf({ from: 8, subject: 'post_001' });
  expect(writeMethodsText({ ...TOLD, base: SMALL, plan }, await INFO, 'round')).toContain(
    'regression to the mean',
  );
});

it('the methods text states what was played, by whom, on what, and how its intervals are computed', async () => {
  const plan = planOf(sweep('resharing=0.4,2'));
  const text = writeMethodsText(
    { ...TOLD, base: SMALL, plan, sweep: ['resharing=0.4,2'] },
    await INFO,
    'round',
  );
  const { networkInfo } = (await INFO).config;
  for (const words of [
    'Model social of Statescope',
    '40 agents on network small-world',
    networkInfo?.sha256 ?? 'no network',
    'Seed 11; 8 rounds after 4 of warm-up, each round 180 s of simulated time. The built-in policy decides.',
    'Parameters other than the preset’s: warm_up = 4. Changes: 2:liking:3.',
    '2 worlds of each of 2 set-ups (resharing 0.4; resharing 2), all by the same seeds',
    'bootstrap percentiles of 2,000 resamples drawn by the run’s seed, widened by Student’s quantile',
    `Plan ${computePlanId(plan)}.`,
  ])
    expect(text).toContain(words);
});

it('the command states how a network of the user’s was read, with names that a shell takes as they are', async () => {
  const setup: Setup = { ...SMALL, network: 'file', direction: 'both', repeats: 'max', groups: 'the club' };
  const plan = planOf({ arms: [{ label: '', values: {}, setup }] });
  const [options] = buildCommandOptions(plan, null);
  const given = options.slice(options.indexOf('--direction')).slice(0, 6);
  expect(given).toEqual(['--direction', 'both', '--repeats', 'max', '--groups', 'the club']);
  expect(writeMethodsText({ ...TOLD, base: setup, plan }, await INFO, 'round')).toContain(
    "--direction both --repeats max --groups 'the club' ",
  );
});
