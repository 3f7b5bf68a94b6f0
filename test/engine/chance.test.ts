import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/engine/core/errors.ts';
import { createRun } from '../../src/engine/models/openRun.ts';
import type { Run } from '../../src/engine/run/run.ts';
import type { Change } from '../../src/engine/setup/config.ts';
import { runs } from '../runs.ts';
import { loadedOf, MODELS } from './everyModel.ts';
import { documentText, open, playTo } from './play.ts';

const LAST = 16;

const anew = (tick: number, seed: number): Change => ({ kind: 'chance', tick, seed });

async function played(
  [model, part]: (typeof MODELS)[number],
  seed: number,
  changes: readonly Change[],
): Promise<Run> {
  const loaded = await loadedOf(model, part, seed);
  return playTo(createRun({ ...loaded, setup: { ...loaded.setup, changes } }), LAST);
}

/** All log rows up to a tick. */
function rowsUpTo({ machine: { log } }: Run, tick: number): readonly string[] {
  const rows: string[] = [];
  log.forEach(0, log.range(tick)[1], (...row) => rows.push(row.join()));
  return rows;
}

const draws = fc.tuple(fc.nat(1000), fc.integer({ min: 2, max: 10 }), fc.nat(0xffff_ffff));

describe.each(MODELS)('new draws: %s, %o', (...model) => {
  it('with the run’s own seed change nothing', async () => {
    await fc.assert(
      fc.asyncProperty(draws, async ([seed, tick]) => {
        const [parent, branch] = [
          await played(model, seed, []),
          await played(model, seed, [anew(tick, seed)]),
        ];
        expect(branch.hash).toBe(parent.hash);
      }),
      runs(2),
    );
  });

  it('leave all before their tick as it was, and only that', async () => {
    const parted: boolean[] = [];
    await fc.assert(
      fc.asyncProperty(draws, async ([seed, tick, other]) => {
        const parent = await played(model, seed, []);
        const branch = await played(model, seed, [anew(tick, other)]);
        expect(rowsUpTo(branch, tick - 1)).toEqual(rowsUpTo(parent, tick - 1));
        parted.push(documentText(branch) !== documentText(parent) && branch.hash !== parent.hash);
      }),
      runs(4),
    );
    expect(parted).toContain(true);
  });

  it('from a keyframe on are the same as from the start', async () => {
    await fc.assert(
      fc.asyncProperty(draws, async ([seed, tick, other]) => {
        const loaded = await loadedOf(...model, seed);
        const parent = await playTo(createRun(loaded), tick - 1);
        const make = () => createRun({ ...loaded, setup: { ...loaded.setup, changes: [anew(tick, other)] } });
        const short = make();
        short.become(parent, parent.keyframe());
        await playTo(short, LAST);
        const whole = await playTo(make(), LAST);
        expect(short.hash).toBe(whole.hash);
        expect(documentText(short)).toBe(documentText(whole));
      }),
      runs(2),
    );
  });
});

describe('two changes of the draws', () => {
  it('hold one after the other', async () => {
    const model = MODELS[0];
    const both = await played(model, 5, [anew(9, 5), anew(4, 77)]);
    const first = await played(model, 5, [anew(4, 77)]);
    expect(rowsUpTo(both, 8)).toEqual(rowsUpTo(first, 8));
    expect(both.hash).not.toBe(first.hash);
  });
});

describe('a change of the draws', () => {
  it.each([
    [anew(3, -1), 'chance from round 3 on needs a seed, a whole number from 0 to 4294967295, not -1'],
    [anew(3, 2 ** 32), 'not 4294967296'],
    [anew(1.5, 1), 'chance needs a whole tick, not 1.5'],
  ])('is refused when it is impossible: %o', async (change, words) => {
    const error = await open({ changes: [change] }).catch((error: unknown) => error);
    expect(error).toBeInstanceOf(InputError);
    expect((error as Error).message).toContain(words);
  });
});
