import { expect, it } from 'vitest';
import { createOnDemand } from '../../../../src/workers/engine/late/createOnDemand.ts';

it('a part is made once, when it is first needed, and again where that failed', async () => {
  let count = 0;
  const part = createOnDemand(async () => {
    count++;
    if (count === 1) throw new Error('it did not come');
    return { count };
  });
  expect(count).toBe(0);
  await expect(part()).rejects.toThrow('it did not come');
  const [one, other] = await Promise.all([part(), part()]);
  expect([one, await part()]).toEqual([other, { count: 2 }]);
  expect(one).toBe(other);
});
