import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildArchetypes } from '../../src/engine/models/social/people/archetypeTable.ts';
import { PRESETS } from '../../src/engine/models/social/presets.ts';
import { SOCIAL_PARAMETERS } from '../../src/engine/models/social/socialParameters.ts';
import type { ParameterValue } from '../../src/engine/parameters/parameterDefinition.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { cases } from '../runs.ts';
import { playChecked } from './invariants.ts';
import { documentText, open, playTo } from './play.ts';

const seed = fc.integer({ min: 0, max: 0xffff_ffff });

/** Sessions that are longest below their shortest have their limits exchanged; lurkers are there in any case. */
function agreeing(values: Record<string, ParameterValue>): Record<string, ParameterValue> {
  const all = { ...values };
  if (all.lurker_share === 0) delete all.lurker_share;
  for (const { name, session } of buildArchetypes({})) {
    const [min, max] = [`${name}_session_min`, `${name}_session_max`];
    const limits = [all[min] ?? session[0], all[max] ?? session[1]].map(Number).sort((a, b) => a - b);
    [all[min], all[max]] = limits as [number, number];
  }
  return all;
}

/** Values of a few parameters, anywhere in their ranges; the warm-up stays short, and the chart flat. */
const parameters: fc.Arbitrary<Record<string, ParameterValue>> = fc
  .subarray(SOCIAL_PARAMETERS.map(p => p.name).filter(name => name !== 'moods'))
  .chain(names =>
    fc.record({
      ...Object.fromEntries(
        SOCIAL_PARAMETERS.filter(p => names.includes(p.name)).map(
          ({ name, kind, min, max, step, choices }) => {
            if (choices !== undefined) return [name, fc.constantFrom(...choices)];
            if (kind === 'boolean') return [name, fc.boolean()];
            if (kind === 'number') return [name, fc.double({ min, max, noNaN: true })];
            return [name, fc.integer({ min: min / step, max: max / step }).map(n => n * step)];
          },
        ),
      ),
      warm_up: fc.nat(20),
    }),
  )
  .map(agreeing);

const setup: fc.Arbitrary<Partial<Setup>> = fc.record({
  network: fc.constantFrom('scale-free', 'small-world', 'random', 'congress', 'lastfm'),
  agents: fc.integer({ min: 5, max: 60 }),
  seed,
  preset: fc.constantFrom(...PRESETS),
  parameters,
  changes: fc.array(
    fc.oneof(
      fc.record({ tick: fc.integer({ min: 1, max: 40 }), name: fc.constant('activity'), value: fc.nat(20) }),
      fc.record({ tick: fc.integer({ min: 1, max: 40 }), name: fc.constant('notify'), value: fc.boolean() }),
      fc.record({
        tick: fc.integer({ min: 1, max: 40 }),
        name: fc.constant('expiry'),
        value: fc.integer({ min: 1, max: 99 }),
      }),
      fc.record({
        tick: fc.integer({ min: 1, max: 40 }),
        name: fc.constant('stall'),
        value: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
    ),
    { maxLength: 3 },
  ),
});
const rounds = fc.nat(40);

/** Busy enough that something happens in a few rounds. */
const lively = { activity: 20, posting: 20, attention: 0.3, warm_up: 20 };

describe('states, counts, edges, ticks, thresholds and histories hold in every tick', () => {
  it('on any configuration', async () => {
    let transitions = 0;
    await fc.assert(
      fc.asyncProperty(setup, rounds, async (part, last) => {
        const run = await playChecked(await open(part), last);
        transitions += run.machine.log.rows;
      }),
      cases(40, 750),
    );
    expect(transitions).toBeGreaterThan(500);
  });

  it('where much happens and much stalls', async () => {
    const stall = fc.constantFrom(0, 0.05, 0.5, 1);
    const depth = fc.constantFrom(0, 1, 3, 50);
    await fc.assert(
      fc.asyncProperty(setup, rounds, stall, depth, async (part, last, stalled, history_depth) => {
        const busy = { ...part.parameters, ...lively, stall: stalled, history_depth };
        await playChecked(await open({ ...part, parameters: busy }), last);
      }),
      cases(25, 500),
    );
  });
});

describe('a run', () => {
  it('has the same bytes with the same seed and another hash with another', async () => {
    await fc.assert(
      fc.asyncProperty(setup, rounds, seed, fc.boolean(), async (part, last, otherSeed, moods) => {
        const busy = { ...part, parameters: { ...part.parameters, ...lively, moods } };
        const run = await playTo(await open(busy), last);
        const again = await playTo(await open(busy), last);
        expect(documentText(again)).toBe(documentText(run));
        fc.pre(otherSeed !== part.seed && run.machine.log.rows > 50);
        expect((await playTo(await open({ ...busy, seed: otherSeed }), last)).hash).not.toBe(run.hash);
      }),
      cases(10, 200),
    );
  });
});
