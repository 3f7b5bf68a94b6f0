import { beforeAll, expect, it } from 'vitest';
import { MAX_ROUNDS } from '../../../../src/engine/core/indices.ts';
import { loadModelPlugin } from '../../../../src/ui/model/registered.ts';
import { RECORDED } from '../../../../src/ui/models/recorded/recordedPart.ts';
import { openPage } from '../../page.tsx';

beforeAll(async () => {
  await loadModelPlugin('recorded');
});

/** Notices after a recording of 102 steps was played to a target. */
async function noticesOf(target: number | null, isOver = true) {
  const { store } = await openPage();
  const run = store.getState().run!;
  const part = { ...RECORDED.initial, frame: { lasts: 102, isOver } };
  store.setState({
    run: { ...run, setup: { ...run.setup, model: 'recorded' } },
    ...{ phase: 'playing', target, notices: [], modelParts: { recorded: part } },
  } as object);
  store.setState({ phase: 'paused', target: null });
  return store.getState().notices.map(({ text, times }) => [text, times]);
}

it('a recording says once that it ends before the step that was asked for', async () => {
  expect(await noticesOf(99_999)).toEqual([
    [expect.stringMatching(/^\w+ 99,999 was asked for; this recording ends at \w+ 102\.$/), 1],
  ]);
});

it.each([
  ['a step that it has', 102, true],
  ['its end', MAX_ROUNDS, true],
  ['nothing', null, true],
  ['a later step, before which somebody paused', 99_999, false],
])('a recording says nothing if it was asked for %s', async (_, target, isOver) => {
  expect(await noticesOf(target, isOver)).toEqual([]);
});
