import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { csvParse } from 'd3-dsv';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { specNamed } from '../../../src/cli/specs.ts';
import type { Change, Setup } from '../../../src/engine/config.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/usual.ts';
import { changedArms, commandOptions } from '../../../src/engine/worlds/commandOptions.ts';
import { type Plan, planId } from '../../../src/engine/worlds/plan.ts';
import { armsOf, readSweep } from '../../../src/engine/worlds/sweep.ts';
import { cli, inProcess } from '../command.ts';

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
const model = specNamed(DEFAULT_SETUP.model);
const planOf = (part: Partial<Plan> = {}): Plan => ({
  arms: [{ label: '', values: {}, setup: SMALL }],
  ...{ worlds: 2, rounds: 8, from: null, subject: null, files: null },
  ...part,
});
const sweep = (...texts: readonly string[]) => ({
  arms: armsOf(
    SMALL,
    texts.map(text => readSweep(text, model)),
    model,
  ),
});
const changed = (...changes: readonly Change[]) => ({
  arms: changedArms(SMALL, { ...SMALL, changes: [...changes, ...SMALL.changes] }),
});
const GONE: Change = { kind: 'intervention', tick: 3, name: 'remove_agents', on: ['amplifier'] };

it.each<[string, Plan]>([
  ['other seeds', planOf()],
  ['chance from a round on', planOf({ from: 4 })],
  ['a post again', planOf({ from: 8, subject: 'post_001' })],
  ['one change', planOf({ from: 3, ...changed(GONE) })],
  ['two changes', planOf(changed(GONE, { tick: 6, name: 'posting', value: 0.5 }))],
  ['a sweep by steps', planOf(sweep('resharing=0.4:1:0.1'))],
  ['a sweep of two parameters', planOf(sweep('newest_first=false,true', 'liking=1,2'))],
])('the options of a plan ask the command line for the same one: %s', async (_, plan) => {
  const [options, ...others] = commandOptions(plan, model.subject?.noun ?? null);
  expect(others).toEqual([]);
  const csv = join(folder, `${planId(plan)}.csv`);
  const { code, stderr } = await inProcess('worlds', ...options, '--cores', '1', '--csv', csv);
  expect([code, stderr]).toEqual([0, expect.not.stringContaining('statescope:')]);
  const rows = csvParse(readFileSync(csv, 'utf8'));
  expect(new Set(rows.map(row => row.plan))).toEqual(new Set([planId(plan)]));
  expect(rows.length).toBe(plan.worlds * plan.arms.length);
});

it('two set-ups that differ in a change that was taken away are asked for one by one', () => {
  const plan = planOf({ arms: changedArms(SMALL, { ...SMALL, changes: [GONE] }) });
  const commands = commandOptions(plan, null);
  expect(commands.map(options => options.filter(word => /^\d+:/.test(word)))).toEqual([
    ['2:liking:3'],
    ['3:remove_agents:amplifier'],
  ]);
});
