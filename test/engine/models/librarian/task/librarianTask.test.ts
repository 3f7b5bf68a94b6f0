import { describe, expect, it } from 'vitest';
import { describeShortTexts } from '../../../../../src/engine/models/librarian/task/librarianTask.ts';
import { openNoted, playOut, SHORT, stateOf } from '../reading.ts';

const long = Array.from(
  { length: 40 },
  (_, i) => `## ${i}\n${'A long sentence that says little. '.repeat(20)}`,
);
const LONG = `${long.join('\n')}\nQ: x?\nA: x\n`;
const SMALL = 'Few words.\nQ: x?\nA: words\n';

describe('a text that stays below the limit', () => {
  it('is noted with its tokens and the limit, and none of its passages moves', async () => {
    const { run, notes } = await openNoted();
    expect(notes).toEqual([SHORT]);
    await playOut(run);
    expect(stateOf(run).frame(run.tick)).toMatchObject({
      short: { texts: 1, of: 1, tokens: 38, limit: 4096, name: 'paging limit' },
      ...{ paged: 0, forced: 0 },
    });
  });

  it('is noted as one of several', async () => {
    const { notes } = await openNoted({ source: { 'a.md': LONG, 'b.md': SMALL } });
    expect(notes).toEqual([
      '1 of 2 texts has 5 tokens, the paging limit is 4096: nothing of it has to be moved out',
    ]);
  });

  it.each([
    ['paging', { paging: false }, 8192],
    ['both limits', { paging: false, hard: false }, null],
  ])('without %s is measured by what is left', async (_, parameters, limit) => {
    const { run } = await openNoted({ parameters });
    expect(stateOf(run).frame(0).short?.limit ?? null).toBe(limit);
  });

  it('does not include the bundled ones under the usual limits, and includes all under the highest measured ones', async () => {
    expect((await openNoted({ source: null })).notes).toEqual([]);
    const parameters = { paging_limit: 8192, hard_limit: 16_384 };
    const { notes } = await openNoted({ source: null, parameters });
    expect(notes).toEqual([
      expect.stringMatching(/^all 6 texts have 6\d{3} tokens or fewer, the paging limit is 8192/),
    ]);
  });
});

it('several short texts are reported by the longest one', () => {
  expect(describeShortTexts({ texts: 3, of: 4, tokens: 900, limit: 1000, name: 'hard limit' })).toBe(
    '3 of 4 texts have 900 tokens or fewer, the hard limit is 1000: nothing of them has to be moved out',
  );
});
