import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SOCIAL_EQUATIONS } from '../../../../../src/engine/models/social/reports/socialEquations.ts';
import { writeSocialOdd } from '../../../../../src/engine/models/social/reports/writeSocialOdd.ts';
import { FEEDS, PARENT_RULES } from '../../../../../src/engine/models/social/socialChoices.ts';
import { SOCIAL_PARAMETERS } from '../../../../../src/engine/models/social/socialParameters.ts';
import { GENERATORS } from '../../../../../src/engine/network/generated/generators.ts';
import { open } from '../../../play.ts';

const FILE = new URL('../../../../../docs/odd.md', import.meta.url);

describe('the ODD protocol of the model', () => {
  it('stands in docs/odd.md as the code writes it', () => {
    const text = writeSocialOdd(null);
    if (process.env.UPDATE_FIXTURES) writeFileSync(FILE, text);
    expect(readFileSync(FILE, 'utf8')).toBe(text);
  });

  it('has all seven elements, every equation, parameter, feed, rule for parents and generated network', () => {
    const text = writeSocialOdd(null);
    const heads = [...text.matchAll(/^## (\d)\. /gm)].map(([, number]) => Number(number));
    expect(heads).toEqual([1, 2, 3, 4, 5, 6, 7]);
    for (const { equations } of SOCIAL_EQUATIONS)
      for (const { formula } of equations) expect(text).toContain(`\`${formula}\``);
    for (const { name, cell, oldUntil } of SOCIAL_PARAMETERS)
      if (!cell && !oldUntil) expect(text).toContain(`| \`${name}\` |`);
    for (const name of [...FEEDS, ...PARENT_RULES]) expect(text).toContain(`\n| \`${name}\` | `);
    for (const { name } of GENERATORS) expect(text).toContain(`\n| ${name} | `);
  });

  it('of a run has its values, its network and its archetypes', async () => {
    const run = await open({
      network: 'small-world',
      agents: 60,
      parameters: { activity: 7.5, parent_rule: 'last_seen', lurker_share: 0.125 },
    });
    const text = writeSocialOdd(run.config);
    expect(text).not.toContain('is_engaged ? engaged_factor');
    const moody = await open({ network: 'small-world', agents: 60, parameters: { moods: true } });
    expect(writeSocialOdd(moody.config)).toContain(
      'is_engaged ? engaged_factor : is_fed_up ? fed_up_factor : 1',
    );
    expect(text).toContain('60 agents on network small-world');
    expect(text).toContain(run.config.networkInfo!.sha256);
    expect(text).toMatch(/`activity` \| 7\.5 \| 6 \|/);
    expect(text).toMatch(/`parent_rule` \| last_seen \| drawn \|/);
    expect(text).toMatch(/\| lurker \| 0\.125 \|/);
  });
});
