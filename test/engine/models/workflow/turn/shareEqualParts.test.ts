import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isIdenticalValue,
  shareEqualParts,
} from '../../../../../src/engine/models/workflow/turn/shareEqualParts.ts';
import { Variables } from '../../../../../src/engine/models/workflow/turn/turnVariables.ts';
import { toPlainValue } from '../../../../../src/engine/python/plainValue.ts';
import {
  makeDict,
  makeList,
  makeTuple,
  type PyList,
  type PyValue,
} from '../../../../../src/engine/python/value.ts';
import { cpuTime } from '../../../../cpuTime.ts';

const plain = fc.constantFrom<PyValue>(null, true, 0n, 1n, 0, 1, -0, 0.5, Number.NaN, '', '1', 'a');
const values = fc.letrec<{ value: PyValue }>(tie => {
  const items = fc.array(tie('value'), { maxLength: 3 });
  const names = fc.array(fc.tuple(fc.constantFrom('a', 'b', 1n, 1, true), tie('value')), { maxLength: 3 });
  return {
    value: fc.oneof(
      { maxDepth: 3 },
      plain,
      items.map(all => makeList(all)),
      items.map(all => makeTuple(all)),
      names.map(pairs => makeDict(pairs)),
    ),
  };
}).value;
const textOf = (value: PyValue) => JSON.stringify(toPlainValue(value));
const times = (count: number, item: PyValue) => Array.from({ length: count }, () => item);

describe('two values', () => {
  it('are the same where they are written the same, and sharing changes neither', () => {
    fc.assert(
      fc.property(values, values, (a, b) => {
        expect(isIdenticalValue(a, b)).toBe(textOf(a) === textOf(b));
        expect(textOf(shareEqualParts(a, b))).toBe(textOf(a));
        if (isIdenticalValue(a, b)) expect(shareEqualParts(a, b)).toBe(b);
      }),
    );
  });

  it('share their equal parts, even after the first values have gone', () => {
    const part = (n: number) => makeDict([['who', makeList([BigInt(n)])]]);
    const before = makeList([part(0), part(1), part(2)]);
    const after = shareEqualParts(makeList([part(1), part(2), part(3)]), before) as PyList;
    expect([after.items[0], after.items[1]]).toEqual([before.items[1], before.items[2]]);
    expect(after.items[0]).toBe(before.items[1]);
    expect(after.items[1]).toBe(before.items[2]);
    expect(textOf(after.items[2])).toBe(textOf(part(3)));
  });
});

describe('setting a variable', () => {
  /** A long first item that ends otherwise in each tick, and many others to look for it among. */
  const headed = (length: number, tick: bigint) =>
    makeList([makeList([...times(length, 0.5), tick]), ...times(900, makeList([tick]))]);
  /** The same lists in many places. */
  const folded = (tick: bigint) => {
    const inner = makeList(times(100, makeList([...times(98, 0.5), tick])));
    return makeList(times(19, inner));
  };
  /** Levels of lists that each begin with a long one. */
  const nested = (tick: bigint) => {
    let value = makeList([tick]);
    for (let level = 0; level < 25; level++) value = makeList([makeList([...times(500, 0.5), tick]), value]);
    return value;
  };

  it.each([
    ['a long first item', (tick: bigint) => headed(4_000, tick)],
    ['one list in many places', folded],
    ['lists in lists', nested],
  ])('takes little time: %s', (_what, made) => {
    const all = Array.from({ length: 20 }, (_, tick) => made(BigInt(tick)));
    const variables = new Variables();
    const taken = cpuTime(() => {
      for (const [tick, value] of all.entries()) variables.set('x', value, tick, 0);
    });
    expect(taken).toBeLessThan(300);
  });
});
