import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { parseAddress } from '../../../src/ui/address/pageAddress.ts';
import { registerModels } from '../../../src/ui/models/index.ts';
import type { ScenarioLibrary } from '../../../src/ui/scenarios/scenario.ts';
import { openedSetup, SCENARIOS_OF_RULES, SCENARIOS_OF_WORLDS } from '../../bench/scenarios/asked.ts';

const LIBRARY: ScenarioLibrary = JSON.parse(readFileSync('public/scenarios.json', 'utf8'));
beforeAll(() => registerModels());

const addressOf = (id: string) => LIBRARY.scenarios.find(one => one.id === id)?.address;

it.each(SCENARIOS_OF_WORLDS.map(asked => [asked.id, asked] as const))(
  'the address of a scenario is that of the set-up whose worlds were played: %s',
  async (id, asked) => {
    const { setup, rounds, problems } = await parseAddress(addressOf(id) ?? '');
    const { branchOf, ...root } = setup;
    expect([root, rounds, problems]).toEqual([openedSetup(asked), asked.rounds, []]);
    expect(branchOf === undefined).toBe(asked.change === undefined);
  },
);

it.each(SCENARIOS_OF_RULES.map(asked => [asked.id, asked] as const))(
  'the address of recorded cases opens them at the first of its rules: %s',
  async (id, asked) => {
    const { setup, looking, problems } = await parseAddress(addressOf(id) ?? '');
    expect([setup, problems]).toEqual([asked.setup, []]);
    expect(looking?.view).toBe(`rules:${asked.rules[0]}`);
  },
);
