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
    expect(defaultsOf('tick_seconds')).toEqual({ showcase: 180, realistic: 180, twitter15: 30 });
    expect(defaultsOf('half_life')).toEqual({ showcase: 40, realistic: 40, twitter15: 40 });
    expect(defaultsOf('activity')).toEqual({ showcase: 6, realistic: 3, twitter15: 9 });
  });
});
