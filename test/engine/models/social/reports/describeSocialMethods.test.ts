import { expect, it } from 'vitest';
import {
  describeSocialMeasures,
  describeSocialMethods,
} from '../../../../../src/engine/models/social/reports/describeSocialMethods.ts';
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

const configOf = (parameters: RunConfig['parameters']) => ({ parameters }) as RunConfig;

it('outcomes of worlds name the run’s own rule for parents, and what a cascade counts', () => {
  const config = configOf({ parent_rule: 'root_or_other', cascade_counts: 'reshares' });
  expect(describeSocialMeasures(config, [])).toBe(
    'Depth and structural virality are by the run’s own rule for parents (parameter Parent: root or other), whichever rule a cascade is drawn by. Both are of the largest cascade of each world, so a change may change which cascade is measured as well as its shape; worlds --tables on the command line writes every cascade of every world, under each rule. A cascade is a post and its reshares.',
  );
  expect(describeSocialMeasures(config, ['parent_rule'])).toContain('(parameter Parent: varied)');
  expect(describeSocialMeasures(config, ['cascade_counts'])).toContain('counted in several ways');
});
