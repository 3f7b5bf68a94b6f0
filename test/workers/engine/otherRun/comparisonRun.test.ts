import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { compareDocuments } from '../../../../src/engine/export/compareDocuments.ts';
import { RECORDED } from '../../../../src/engine/models/recorded/recordedSpec.ts';
import { social } from '../../../../src/engine/models/social/socialModel.ts';
import { workflow } from '../../../../src/engine/models/workflow/workflowModel.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import { Page } from '../../page.ts';

const SETUP: Setup = {
  ...createDefaultSetup(social),
  network: 'scale-free',
  agents: 60,
  parameters: { warm_up: 6, activity: 12, posting: 12 },
};
const CHANGED: Setup = { ...SETUP, changes: [{ tick: 5, name: 'resharing', value: 4 }] };

async function played(setup: Setup, rounds: number): Promise<Page> {
  const page = new Page();
  await page.api.open(setup, {}, null);
  await page.api.runTo(rounds);
  return page;
}

const other = (setup: Setup, rounds: number) => ({ kind: 'setup' as const, setup, files: {}, rounds });
const parsed = async (page: Page) => JSON.parse(await page.document());

describe('a run that is compared with the open one', () => {
  it('differs from it as their documents do, and leaves it as it was', async () => {
    const page = await played(SETUP, 14);
    const before = await page.document();
    const { frame, info, recorded } = await page.api.openOther(other(CHANGED, 14), null);
    expect(recorded).toBeNull();
    expect(info.names).toHaveLength(60);
    const changed = await played(CHANGED, 14);
    expect(frame).toMatchObject({ from: -6, to: 14, hash: (await parsed(changed)).hash });
    const { until, parted, partings, endOtherwise, ends, elsewhere } = await page.api.differences(false);
    const expected = compareDocuments(await parsed(page), await parsed(changed));
    expect(until).toBe(14);
    expect(parted).toBe(expected.partings.length);
    expect(partings).toEqual(expected.partings);
    expect(partings[0].tick).toBeGreaterThanOrEqual(5);
    expect([endOtherwise, ends, elsewhere]).toEqual([
      expected.ends.length,
      expected.ends,
      expected.elsewhere,
    ]);
    expect(await page.document()).toBe(before);
    const turned = await page.api.differences(true);
    expect(turned.partings).toEqual(compareDocuments(await parsed(changed), await parsed(page)).partings);
  });

  it('is compared up to the last round that both have, and can be played on', async () => {
    const page = await played(SETUP, 12);
    await page.api.openOther(other(CHANGED, 8), null);
    expect(await page.api.differences(false)).toMatchObject({ until: 8 });
    const more = await page.api.playOther(12);
    expect(more).toMatchObject({ from: 8, to: 12 });
    expect(await page.api.playOther(12)).toBeNull();
    const [whole, once] = [await page.api.differences(false), await played(CHANGED, 12)];
    expect(whole.partings).toEqual(compareDocuments(await parsed(page), await parsed(once)).partings);
  });

  it('shows the same about itself as the open run', async () => {
    const page = await played(SETUP, 4);
    await page.api.openOther(other(CHANGED, 10), null);
    const changed = await played(CHANGED, 10);
    expect(await page.api.readOther('asOf', [7])).toEqual(await changed.api.asOf(7));
    expect(await page.api.readOther('detail', [3, 9])).toEqual(await changed.api.detail(3, 9));
    expect(await page.api.readOther('timelines', [[1, 2]])).toEqual(await changed.api.timelines([1, 2]));
    expect(await page.api.readOther('statesAt', [10])).toEqual(await changed.api.statesAt(10));
  });

  it('comes from a run document by its answers, and ends where that ends', async () => {
    const page = await played(SETUP, 9);
    const changed = await played(CHANGED, 7);
    const file = { name: 'other.json', bytes: await changed.bytes() };
    const { recorded, frame } = await page.api.openOther({ kind: 'document', file }, null);
    expect(recorded).toEqual({ hash: frame.hash, hashRule: 'today' });
    expect(await page.api.playOther(9)).toBeNull();
    expect(await page.api.differences(false)).toMatchObject({ until: 7 });
  });

  it('is the same as itself while it is played', async () => {
    const page = await played(SETUP, 6);
    const playing = page.api.runTo(30);
    await page.api.openOther(other(SETUP, 6), null);
    expect(await page.api.differences(false)).toMatchObject({ until: 6, parted: 0, endOtherwise: 0 });
    await playing;
    expect(await page.hashAt(30)).toBe((await parsed(await played(SETUP, 30))).hash);
  });

  it('is refused in one line where nothing can be compared', async () => {
    const page = await played(SETUP, 2);
    await expect(page.api.differences(false)).rejects.toThrow('there is no run to compare with');
    await expect(page.api.openOther(other(createDefaultSetup(workflow), 2), null)).rejects.toThrow(
      'that run is of model workflow, the open one of model social: nothing can be compared',
    );
    const file = { name: 'notes.json', bytes: new TextEncoder().encode('{"a": 1}') };
    await expect(page.api.openOther({ kind: 'document', file }, null)).rejects.toThrow('notes.json');
    expect(await page.hashAt(2)).not.toBe('');
  });
});

describe('a set of recorded cases that is compared with another one', () => {
  /** Cases of so many calls, by their tasks. */
  const setOf = (calls: Readonly<Record<string, number>>) => {
    const lines = Object.entries(calls).map(([task, count]) =>
      JSON.stringify({
        ...{ run: `run of ${task}`, set: 'made', task, model: 'none', outcome: 'succeeded', reward: 1 },
        ...{ end: 'done', tokens: 'none' },
        steps: Array.from({ length: count }, (_, i) => ({
          ...{ i: i + 1, state: i % 2 === 0 ? 'look' : 'write', tool: 'call', args: null },
          ...{ args_hash: null, result_hash: null, result_chars: 0, error: 0 },
        })),
      }),
    );
    const bytes = new TextEncoder().encode(lines.join('\n'));
    return {
      setup: { ...createDefaultSetup(RECORDED), own: ['traces'] },
      files: { traces: [{ name: 'made.jsonl', bytes }] },
    };
  };

  it('is played to its end, and compared whole, whatever has been played of the open one', async () => {
    const page = new Page();
    const [a, b] = [setOf({ p: 4, q: 6, r: 1 }), setOf({ q: 9, p: 5 })];
    await page.api.open(a.setup, a.files, null);
    await page.api.runTo(2);
    const { frame, info } = await page.api.openOther({ kind: 'setup', ...b, rounds: 0 }, null);
    expect([info.names, frame.to]).toEqual([['run of q', 'run of p'], 10]);
    const { report, parted } = await page.api.differences(false);
    expect(parted).toBe(0);
    const steps = (difference: number) => expect.objectContaining({ name: 'steps', difference });
    expect(report).toMatchObject({
      ...{ kind: 'recorded', by: 'task', all: { a: 3, b: 2 } },
      measures: expect.arrayContaining([steps(2)]),
    });
    // As B, the open one has all figures the other way round.
    expect((await page.api.differences(true)).report).toMatchObject({
      all: { a: 2, b: 3 },
      measures: expect.arrayContaining([steps(-2)]),
    });
  });

  it('is refused where no task is in both, and the open one stays', async () => {
    const page = new Page();
    const [a, b] = [setOf({ p: 4 }), setOf({ x: 4 })];
    await page.api.open(a.setup, a.files, null);
    await expect(page.api.openOther({ kind: 'setup', ...b, rounds: 0 }, null)).rejects.toThrow(
      'no task is in both sets (A has "p", B "x"): nothing can be compared',
    );
    await page.api.runTo(5);
    expect((await page.api.asOf(5)).tick).toBe(5);
  });
});
