import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import { parseAddress } from '../../../src/ui/address/pageAddress.ts';
import { registerModels } from '../../../src/ui/models/index.ts';
import type { ScenarioLibrary } from '../../../src/ui/scenarios/scenario.ts';
import { openedSetup, SCENARIOS } from '../../bench/scenarios/asked.ts';

const LIBRARY: ScenarioLibrary = JSON.parse(readFileSync('public/scenarios.json', 'utf8'));
beforeAll(() => registerModels());

it.each(SCENARIOS.map((asked, at) => [asked.id, asked, at] as const))(
  'the address of a scenario is that of the set-up whose worlds were played: %s',
  async (_, asked, at) => {
    const { setup, rounds, problems } = await parseAddress(LIBRARY.scenarios[at].address);
    const { branchOf, ...root } = setup;
    expect([root, rounds, problems]).toEqual([openedSetup(asked), asked.rounds, []]);
    expect(branchOf === undefined).toBe(asked.change === undefined);
  },
);
