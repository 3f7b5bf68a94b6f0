import { expect, it } from 'vitest';
import { sha256OfText } from '#sha256';
import { checkHeldTexts } from '../../../../../src/engine/models/recorded/reading/checkHeldTexts.ts';

const digest = (text: string) => sha256OfText(text).slice(0, 8);
const check = (step: object) =>
  checkHeldTexts([JSON.stringify({ case: 'c', steps: [{ tool: 'pay', ...step }] })]);

it('finds a text that is not that of its digest, and names one that has none as unchecked', () => {
  const args = '{"n":1}';
  expect(check({ args, args_hash: digest(args) })).toEqual({ difference: null, unchecked: [] });
  expect(check({ args, args_hash: digest('{}') }).difference).toMatchObject({
    where: 'inputs[0].steps[0].args, step 1 of case c',
  });
  expect(check({ result: 'paid 100' })).toEqual({
    difference: null,
    unchecked: [
      {
        path: 'inputs[].steps[].result',
        words: '1 results that were cut, have no digest, or whose digests are their source’s',
      },
    ],
  });
});
