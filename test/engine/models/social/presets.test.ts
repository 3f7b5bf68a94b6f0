import { describe, expect, it } from 'vitest';
import { PRESETS } from '../../../../src/engine/models/social/presets.ts';
import { SOCIAL_PARAMETERS } from '../../../../src/engine/models/social/socialParameters.ts';
import { SOCIAL } from '../../../../src/engine/models/social/socialSpec.ts';

describe('presets', () => {
  it('give every parameter a value that it may have', () => {
    for (const { name, defaults, kind, min, max, choices } of SOCIAL_PARAMETERS)
      for (const preset of PRESETS) {
        const value = defaults[preset];
        if (choices !== undefined) {
          expect(choices).toContain(value);
          continue;
        }
        expect(typeof value, `${name} in ${preset}`).toBe(kind === 'boolean' ? 'boolean' : 'number');
        if (typeof value !== 'number') continue;
        expect(value, `${name} in ${preset}`).toBeGreaterThanOrEqual(min);
        expect(value, `${name} in ${preset}`).toBeLessThanOrEqual(max);
        if (kind === 'integer') expect(Number.isInteger(value)).toBe(true);
      }
  });

  it('begin with showcase, which stays the default', () => {
    expect(SOCIAL.defaults.preset).toBe('showcase');
    const defaultsOf = (name: string) => SOCIAL_PARAMETERS.find(p => p.name === name)?.defaults;
    const seconds = { showcase: 180, realistic: 180, twitter15: 30, twitter15_paced: 20 };
    expect(defaultsOf('tick_seconds')).toEqual(seconds);
    expect(new Set(Object.values(defaultsOf('half_life') ?? {}))).toEqual(new Set([40]));
    expect(defaultsOf('activity')).toMatchObject({ showcase: 6, realistic: 3, twitter15: 9 });
  });

  it('draw parents of the copy that the feed showed in all but twitter15_paced', () => {
    expect(SOCIAL_PARAMETERS.find(({ name }) => name === 'parent_rule')?.defaults).toEqual({
      ...{ showcase: 'drawn', realistic: 'drawn', twitter15: 'drawn' },
      twitter15_paced: 'root_or_other',
    });
  });

  it('leave pace spread, surfacing, alerts and root credit at 0 in all but twitter15_paced', () => {
    for (const name of ['pace_spread', 'surfacing', 'alerts', 'root_credit']) {
      const { twitter15_paced, ...others } = SOCIAL_PARAMETERS.find(p => p.name === name)?.defaults ?? {};
      expect(twitter15_paced, name).toBeGreaterThan(0);
      expect(others, name).toEqual({ showcase: 0, realistic: 0, twitter15: 0 });
    }
  });
});
