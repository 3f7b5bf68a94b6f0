import { expect, it } from 'vitest';
import { describeSocialMethods } from '../../../../../src/engine/models/social/reports/describeSocialMethods.ts';
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
