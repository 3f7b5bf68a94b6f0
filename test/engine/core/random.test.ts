import { describe, expect, it } from 'vitest';
import { Domain, Random, threefry2x32 } from '../../../src/engine/core/random.ts';
import { MODELS } from '../../../src/engine/models/index.ts';

describe('Threefry2x32-13', () => {
  // Known answers of Random123 1.14 (tests/kat_vectors): counter, key, output.
  it.each([
    [
      [0, 0],
      [0, 0],
      [0x9d1c5ec6, 0x8bd50731],
    ],
    [
      [0xffffffff, 0xffffffff],
      [0xffffffff, 0xffffffff],
      [0xfd36d048, 0x2d17272c],
    ],
    [
      [0x243f6a88, 0x85a308d3],
      [0x13198a2e, 0x03707344],
      [0xba3e4725, 0xf27d669e],
    ],
  ] as const)('turns counter %j under key %j into %j', (counter, key, output) => {
    expect(threefry2x32(key, counter)).toEqual(output);
  });
});

describe('Random', () => {
  it('draws the same number again, whatever was drawn between', () => {
    const random = new Random(7, Domain.profile);
    const first = random.unit(3, 12, 1);
    random.unit(4, 12, 1);
    expect(random.unit(3, 12, 1)).toBe(first);
  });

  it('differs by seed, domain, entity, tick and purpose', () => {
    const draws = [
      new Random(1, 1).bits(1, 1, 1),
      new Random(2, 1).bits(1, 1, 1),
      new Random(1, 2).bits(1, 1, 1),
      new Random(1, 1).bits(2, 1, 1),
      new Random(1, 1).bits(1, 2, 1),
      new Random(1, 1).bits(1, 1, 2),
      new Random(1, 1).bits(1, -1, 1),
    ];
    expect(new Set(draws).size).toBe(draws.length);
  });

  it('stays in [0, 1) with a mean near one half', () => {
    const random = new Random(5, Domain.profile);
    const draws = Array.from({ length: 20_000 }, (_, i) => random.unit(i, 3, 0));
    expect(Math.min(...draws)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...draws)).toBeLessThan(1);
    expect(draws.reduce((sum, u) => sum + u, 0) / draws.length).toBeCloseTo(0.5, 1.5);
  });
});

describe('domains of chance', () => {
  it('belong to the engine or to one model, and none is used twice', async () => {
    const specs = await Promise.all(MODELS.map(({ spec }) => spec()));
    const all = [
      ...Object.entries(Domain).map(([domain, number]) => [`${domain} of the engine`, number] as const),
      ...specs.flatMap(({ name, domains }) =>
        Object.entries(domains).map(([domain, number]) => [`${domain} of model ${name}`, number] as const),
      ),
    ];
    const free = Math.max(...all.map(([, number]) => number)) + 1;
    const twice = all.filter(([, number], at) => all.findIndex(([, other]) => other === number) !== at);
    expect(twice, `domains with a number that another one has; ${free} is free`).toEqual([]);
  });
});
