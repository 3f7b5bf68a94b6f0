import { expect, it } from 'vitest';
import {
  describeSocialMeasures,
  describeSocialMethods,
} from '../../../../../src/engine/models/social/reports/describeSocialMethods.ts';
import { PARENT_RULES, type ParentRule } from '../../../../../src/engine/models/social/socialChoices.ts';
import type { RunConfig } from '../../../../../src/engine/setup/config.ts';
import { open } from '../../../play.ts';

it('the methods of a run with the default seed on its network say that the seed was picked, those of others do not', async () => {
  const { config } = await open({ network: 'small-world', agents: 40 });
  const network = { ...config.networkInfo!, name: 'congress' };
  const methodsWith = (changed: Partial<typeof config>) =>
    describeSocialMethods({ ...config, networkInfo: network, seed: 341, ...changed }, []);
  expect(methodsWith({})).toContain('Seed 341, the default, was picked from 400');
  expect(methodsWith({ seed: 342 })).not.toContain('picked');
  expect(methodsWith({ networkInfo: config.networkInfo })).not.toContain('picked');
});

it('the methods of a run say what its rule for parents does, with its start hour, and that ties without weights are drawn', async () => {
  const methodsBy = async (parent_rule: ParentRule, swept: readonly string[] = []) => {
    const run = await open({
      network: 'small-world',
      agents: 40,
      parameters: { parent_rule, start_hour: 7 },
    });
    return describeSocialMethods(run.config, swept);
  };
  const said = await Promise.all(
    PARENT_RULES.map(async rule => / that is ([^;]*)/.exec(await methodsBy(rule))?.[1]),
  );
  expect(new Set(said).size).toBe(PARENT_RULES.length - 1); // Two begin with the same chance.
  expect(await methodsBy('drawn')).toContain(
    'The rule for the parent of a reply or reshare: drawn, that is the original with a probability that is drawn for each original (root_chance in the ODD protocol), whether or not the author of the reply or reshare could have seen it; else the copy that the feed showed; depth, breadth',
  );
  expect(await methodsBy('drawn')).toContain('Hour of the simulated day at tick 0: 7 (UTC).');
  for (const rule of PARENT_RULES)
    expect((await methodsBy(rule)).includes('ties is drawn at random')).toBe(
      rule === 'strongest_tie' || rule === 'weighted_draw',
    );
  expect(await methodsBy('drawn', ['parent_rule', 'start_hour'])).toMatch(
    /reshare: varied; depth[\s\S]*tick 0: varied \(UTC\)/,
  );
});

const configOf = (parameters: RunConfig['parameters']) => ({ parameters }) as RunConfig;

it('outcomes of worlds name the run’s own rule for parents, and what a cascade counts', () => {
  const config = configOf({ parent_rule: 'root_or_other', cascade_counts: 'reshares' });
  expect(describeSocialMeasures(config, [])).toBe(
    'Depth and structural virality are by the run’s own rule for parents (parameter Parent: root or other), whichever rule a cascade is drawn by. Both are of the largest cascade of each world, so a change may change which cascade is measured as well as its shape; worlds --tables on the command line writes every cascade of every world, under each rule. A cascade is a post and its reshares.',
  );
  expect(describeSocialMeasures(config, ['parent_rule'])).toContain('(parameter Parent: varied)');
  expect(describeSocialMeasures(config, ['cascade_counts'])).toContain('counted in several ways');
});
