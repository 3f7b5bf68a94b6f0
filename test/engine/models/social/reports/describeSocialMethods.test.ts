import { expect, it } from 'vitest';
import { describeSocialMeasures } from '../../../../../src/engine/models/social/reports/describeSocialMethods.ts';
import type { RunConfig } from '../../../../../src/engine/setup/config.ts';

const configOf = (parameters: RunConfig['parameters']) => ({ parameters }) as RunConfig;

it('outcomes of worlds name the run’s own rule for parents, and what a cascade counts', () => {
  const config = configOf({ parent_rule: 'root_or_other', cascade_counts: 'reshares' });
  expect(describeSocialMeasures(config, [])).toBe(
    'Depth and structural virality are by the run’s own rule for parents (parameter Parent: root or other), whichever rule a cascade is drawn by. A cascade is a post and its reshares.',
  );
  expect(describeSocialMeasures(config, ['parent_rule'])).toContain('(parameter Parent: varied)');
  expect(describeSocialMeasures(config, ['cascade_counts'])).toContain('counted in several ways');
});
