import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Setup } from '../../../../src/engine/config.ts';
import { SOCIAL_STATES } from '../../../../src/engine/models/social/chart.ts';
import { PRESETS } from '../../../../src/engine/models/social/presets.ts';
import { Whereabouts } from '../../../../src/engine/models/social/whereabouts.ts';
import type { Run } from '../../../../src/engine/run.ts';
import { cases } from '../../../runs.ts';
import { open, playTo } from '../../play.ts';

/** What every agent does, tick by tick: the moves of its attention alone, with what they are about. */
function attention(run: Run): string[] {
  const { past, table, population, chart } = run.machine;
  const where = new Whereabouts(run.machine);
  const place = new Uint8Array(population.size);
  const moves: string[] = [];
  past.forEach(past.start, run.tick, (tick, agent, step, context) => {
    const next = where.place(table.targets[step]);
    if (next === place[agent]) return;
    // The transition in the first region comes first.
    const { trigger } = chart.definition.transitions[table.step(step).transitions[0]];
    const [from, to] = [place[agent], next].map(one => SOCIAL_STATES[one]);
    moves.push(`${tick} ${agent} ${trigger}: ${from} > ${to} (${context})`);
    place[agent] = next;
  });
  return moves;
}

const both = (part: Partial<Setup>, moods: Setup['parameters']) =>
  Promise.all(
    [{ moods: false }, { ...moods, moods: true }].map(parameters =>
      open({ ...part, parameters: { ...part.parameters, ...parameters } }),
    ),
  );

describe('the chart with moods', () => {
  it('takes the flat chart’s transitions, tick by tick, where moods change no chances', async () => {
    const setup: fc.Arbitrary<Partial<Setup>> = fc.record({
      network: fc.constantFrom('scale-free', 'small-world', 'random', 'congress', 'lastfm'),
      agents: fc.integer({ min: 5, max: 80 }),
      seed: fc.integer({ min: 0, max: 0xffff_ffff }),
      preset: fc.constantFrom(...PRESETS),
      parameters: fc.record({
        activity: fc.constantFrom(3, 20),
        posting: fc.constantFrom(1, 20),
        stall: fc.constantFrom(0, 0.05, 0.5),
        casual_timeout: fc.integer({ min: 2, max: 6 }),
        warm_up: fc.nat(20),
      }),
    });
    let moves = 0;
    await fc.assert(
      fc.asyncProperty(setup, fc.nat(60), async (part, last) => {
        const runs = await both(part, { engaged_factor: 1, fed_up_factor: 1 });
        const [flat, composite] = await Promise.all(runs.map(run => playTo(run, last)));
        const known = attention(flat);
        moves += known.length;
        expect(attention(composite)).toEqual(known);
        expect(composite.seriesRows.save()).toEqual(flat.seriesRows.save());
        expect(composite.outcomesAt(last)).toEqual(flat.outcomesAt(last));
        expect(composite.state.decisionCount).toBe(flat.state.decisionCount);
      }),
      cases(30, 400),
    );
    expect(moves).toBeGreaterThan(1000);
  });
});
