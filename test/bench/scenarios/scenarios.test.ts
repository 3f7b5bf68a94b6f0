import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getSpecByName } from '../../../src/cli/options/specs.ts';
import { ENGINE_VERSION } from '../../../src/engine/core/version.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import { WorldPlayer } from '../../../src/engine/worlds/worldPlayer.ts';
import type { Scenario, ScenarioArm, ScenarioLibrary } from '../../../src/ui/scenarios/scenario.ts';
import { type AskedScenario, addressOf, openedSetup, SCENARIOS } from './asked.ts';
import { findingOf } from './finding.ts';
import { KEPT_HASHES } from './library.ts';
import { outcomesOf, planOf, questionOf, SOURCES } from './plan.ts';

const LIBRARY: ScenarioLibrary = JSON.parse(readFileSync('public/scenarios.json', 'utf8'));
const storedOf = ({ id }: AskedScenario): Scenario => {
  const stored = LIBRARY.scenarios.find(one => one.id === id);
  if (stored === undefined)
    throw new Error(`scenarios.json has no ${id}; npm run bench -- scenarios writes it`);
  return stored;
};
const EACH = SCENARIOS.map(asked => [asked.id, asked] as const);

/** The worlds of a set-up as far as the library tells them. */
const worldsOf = (places: readonly number[], count: number) => (arm: ScenarioArm, at: number) =>
  arm.values.map((_, i): World => {
    const outcomes = new Array<number | null>(count).fill(null);
    for (const [one, place] of places.entries())
      outcomes[place] = [arm.values, ...arm.beside][one]?.[i] ?? null;
    return {
      arm: at,
      world: i + 1,
      seed: 0,
      rounds: 0,
      hash: '',
      outcomes,
      growing: [],
      course: null,
      trace: null,
    };
  });

describe('scenarios.json', () => {
  it('has all scenarios in their order, by this version of the engine', () => {
    expect(LIBRARY.engine).toBe(ENGINE_VERSION);
    expect(LIBRARY.scenarios.map(({ id }) => id)).toEqual(SCENARIOS.map(({ id }) => id));
  });

  it.each(EACH)('has the finding and the interval that its stored worlds give: %s', async (_, asked) => {
    const stored = storedOf(asked);
    const plan = await planOf(asked);
    const definitions = await outcomesOf(plan);
    const places = [asked.outcome, ...(asked.beside ?? [])].map(name =>
      definitions.findIndex(one => one.name === name),
    );
    const arms = stored.arms.map(worldsOf(places, definitions.length));
    expect(arms.map(worlds => worlds.length)).toEqual(plan.arms.map(() => asked.worlds));
    const own = worldsOf(places, definitions.length)({ label: '', values: [stored.here], beside: [] }, 0)[0];
    const isAlone = stored.arms.length === 1;
    expect(findingOf(asked, definitions, arms, isAlone ? own : null)).toEqual({
      finding: stored.finding,
      interval: stored.interval,
    });
    expect(stored).toMatchObject({
      question: asked.question,
      setting: asked.setting,
      asks: questionOf(asked),
    });
  });

  it.each(EACH)('stores the same worlds as the engine plays now: %s', async (_, asked) => {
    const stored = storedOf(asked);
    const plan = await planOf(asked);
    const at = (await outcomesOf(plan)).findIndex(({ name }) => name === asked.outcome);
    const player = new WorldPlayer(plan, SOURCES);
    for (const [arm, { values }] of stored.arms.entries())
      for (let world = 1; world <= KEPT_HASHES; world++) {
        const { hash, outcomes } = await player.play({ arm, world });
        expect([hash.slice(0, 16), outcomes[at]]).toEqual([stored.hashes[arm][world - 1], values[world - 1]]);
      }
    const alone = (setup = openedSetup(asked)) =>
      new WorldPlayer({ ...plan, arms: [{ label: '', values: {}, setup }] }, SOURCES).play({
        arm: 0,
        world: 0,
      });
    const opened = await alone();
    expect([opened.hash, stored.here ?? opened.outcomes[at]]).toEqual([stored.hash, opened.outcomes[at]]);
    const parent = asked.change === undefined ? opened : await alone(asked.setup);
    expect(stored.address).toBe(addressOf(asked, parent.hash));
  });

  it('derives its findings from worlds: other worlds give another finding', () => {
    const asked = SCENARIOS.find(({ id }) => id === 'order');
    if (asked === undefined) throw new Error('there is no such scenario');
    const definitions = getSpecByName(asked.setup.model).outcomes;
    const arms = storedOf(asked).arms.map(worldsOf([0], definitions.length));
    expect(findingOf(asked, definitions, arms, null).finding).toContain('−');
    expect(findingOf(asked, definitions, [arms[0], arms[0]], null).finding).toContain(
      'no difference can be told',
    );
  });
});
