import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getSpecByName } from '../../../src/cli/options/specs.ts';
import { ENGINE_VERSION } from '../../../src/engine/core/version.ts';
import type { World } from '../../../src/engine/worlds/worldCourse.ts';
import { WorldPlayer } from '../../../src/engine/worlds/worldPlayer.ts';
import type { Scenario, ScenarioArm, ScenarioLibrary } from '../../../src/ui/scenarios/scenario.ts';
import { addressOf, openedSetup, SCENARIOS, SCENARIOS_OF_RULES, SCENARIOS_OF_WORLDS } from './asked.ts';
import { findingOf, findingOfRules, KEPT_HASHES } from './finding.ts';
import { scenarioOfRules } from './library.ts';
import { outcomesOf, planOf, playRules, questionOf, SOURCES } from './plan.ts';

const LIBRARY: ScenarioLibrary = JSON.parse(readFileSync('public/scenarios.json', 'utf8'));
const storedOf = ({ id }: { readonly id: string }): Scenario => {
  const stored = LIBRARY.scenarios.find(one => one.id === id);
  if (stored === undefined)
    throw new Error(`scenarios.json has no ${id}; npm run bench -- scenarios writes it`);
  return stored;
};
const EACH = SCENARIOS_OF_WORLDS.map(asked => [asked.id, asked] as const);

/** The worlds of a set-up as far as the library tells them. */
const worldsOf =
  (places: readonly number[], count: number, hashes: Scenario['hashes'] = []) =>
  (arm: ScenarioArm, at: number) =>
    arm.values.map((_, i): World => {
      const outcomes = new Array<number | null>(count).fill(null);
      for (const [one, place] of places.entries())
        outcomes[place] = [arm.values, ...arm.beside][one]?.[i] ?? null;
      return {
        arm: at,
        world: i + 1,
        seed: 0,
        rounds: 0,
        hash: hashes[at]?.[i] ?? '',
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
    const arms = stored.arms.map(worldsOf(places, definitions.length, stored.hashes));
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
      tasks: asked.tasks,
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
    const asked = SCENARIOS_OF_WORLDS.find(({ id }) => id === 'order');
    if (asked === undefined) throw new Error('there is no such scenario');
    const definitions = getSpecByName(asked.setup.model).outcomes;
    const arms = storedOf(asked).arms.map(worldsOf([0], definitions.length));
    expect(findingOf(asked, definitions, arms, null).finding).toContain('−');
    const [first, second] = arms;
    const mixed = [first, first.map((world, at) => (at < 20 ? second[at] : world))];
    expect(findingOf(asked, definitions, mixed, null).finding).toContain('−');
    const hardly = [first, first.map((world, at) => (at === 0 ? second[at] : world))];
    expect(findingOf(asked, definitions, hardly, null).finding).toContain('no difference can be told');
  });

  it('names of several values the neighbours with the greatest step, whichever way, and none among equal worlds', () => {
    const asked = SCENARIOS_OF_WORLDS.find(({ id }) => id === 'threshold');
    if (asked === undefined) throw new Error('there is no such scenario');
    const definitions = getSpecByName(asked.setup.model).outcomes.slice(0, 1);
    const told = (means: readonly number[]) =>
      findingOf(
        { ...asked, outcome: definitions[0].name },
        definitions,
        means.map((mean, arm) =>
          worldsOf([0], 1)(
            {
              label: '',
              values: Array.from({ length: 40 }, (_, i) => mean + ((i * 7 + arm) % 10)),
              beside: [],
            },
            arm,
          ),
        ),
        null,
      ).finding;
    expect(told([10, 20, 90, 100])).toMatch(
      / rises most between 2 % a neighbour \(2.* and 3 % a neighbour \(9/,
    );
    expect(told([90, 50, 40, 30])).toMatch(
      / falls most between 1 % a neighbour \(9.* and 2 % a neighbour \(5/,
    );
    expect(told([10, 10, 10])).toContain('no step in');
  });

  it('says of equal worlds how rare others are, and whether chance decides anything in them', () => {
    const asked = SCENARIOS_OF_WORLDS.find(({ id }) => id === 'condition');
    if (asked === undefined) throw new Error('there is no such scenario');
    const definitions = getSpecByName(asked.setup.model).outcomes.filter(
      ({ name }) => name === asked.outcome,
    );
    const { hashes } = storedOf(asked);
    const told = (values: readonly number[], kept: Scenario['hashes'], here = 0) => {
      const [worlds, own] = [values, [here]].map(each =>
        worldsOf([0], 1, kept)({ label: '', values: each, beside: [] }, 0),
      );
      return findingOf({ ...asked, beside: [] }, definitions, [worlds], own[0]);
    };
    const equal = new Array<number>(30).fill(0);
    expect(told(equal, hashes)).toEqual({
      finding:
        'Sold: 0 artifacts in this run and in all 30 other worlds, so that another is to be expected in at most 11.4 % of worlds (95 %). Chance decides other things in these worlds, and not this.',
      interval: null,
    });
    expect(told(equal, [[]]).finding).toContain('nothing in them is left to chance');
    expect(told([...equal.slice(10), ...equal.map((_, at) => at)], hashes).finding).toContain(
      'in nine of ten',
    );
    const pairs = (difference: number) =>
      [equal, equal.map(value => value + difference)].map((values, arm) =>
        worldsOf([0], 1)({ label: '', values, beside: [] }, arm),
      );
    expect(findingOf({ ...asked, told: 'So', beside: [] }, definitions, pairs(2), null).finding).toBe(
      'So, in the mean of 30 pairs of worlds: sold +2.00 artifacts in all 30, so that another is to be expected in at most 11.4 % of pairs (95 %).',
    );
  });

  it.each(SCENARIOS_OF_RULES.map(asked => [asked.id, asked] as const))(
    'has the finding that the rules give over the recorded cases: %s',
    async (_, asked) => {
      expect(await scenarioOfRules(asked)).toEqual(storedOf(asked));
      const { rules } = await playRules(asked);
      const counts = rules.map(({ figures }) => [figures.stopped_failed, figures.stopped_succeeded]);
      const told = counts.map(([failed, succeeded], at) => {
        const { failed: bad, succeeded: good } = rules[at].figures;
        return [`stopped ${failed} of ${bad} (95 %: `, ` and ${succeeded} of ${good} (95 %: `];
      });
      for (const part of told.flat()) expect(storedOf(asked).finding).toContain(part);
      expect(findingOfRules([...rules].reverse())).not.toBe(storedOf(asked).finding);
      expect(counts[0][1]).toBe(0);
    },
  );
});
