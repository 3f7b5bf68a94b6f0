import { expect, it } from 'vitest';
import { describeUnreadPart } from '../../../src/engine/guard/describeUnreadPart.ts';
import { createGuard } from '../../../src/engine/guard/index.ts';

class Row {
  constructor(readonly id: number) {}
}

it.each<[unknown, string | null]>([
  ['a text', null],
  [null, null],
  [undefined, null],
  [{ rows: [1, { at: new Date(0) }] }, null],
  [new Row(1), null],
  [{ close: () => {}, id: 1 }, null],
  [Promise.resolve(1), 'output is a promise (await it)'],
  [new Map([[1, 2]]), 'output is a Map'],
  [{ page: { seen: new Set() } }, 'output.page.seen is a Set'],
  [[new Response('x')], 'output.0 is a Response'],
  [new Uint8Array(2), 'output is a Uint8Array'],
  [() => 1, 'output is a function'],
])('of %j is %s', (value, part) => {
  expect(describeUnreadPart(value, 'output')).toBe(part);
});

const POLICY = {
  ...{ format: 'statescope-guard', version: 1, name: 'test' },
  rules: [{ id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'result' } }],
};

it('makes two results equal to no other, which the report names once', () => {
  const guard = createGuard(POLICY, 's');
  for (let i = 0; i < 6; i++) {
    const call = { tool: 'fetch', args: { url: 'a' } };
    expect(guard.before(call).action).toBe('allow');
    expect(guard.after(call, { output: new Response(`${i}`) }).action).toBe('allow');
  }
  expect(guard.report()).toMatchObject({
    ...{ steps: 6, underWay: 0, stop: null },
    faults: ['output is a Response, of which a guard sees nothing: this result is equal to no other'],
  });
});

it('makes arguments equal to no others, and finds the call by them all the same', () => {
  const guard = createGuard(POLICY, 's');
  for (let i = 0; i < 6; i++) {
    const call = { tool: 'fetch', args: { query: new Map() } };
    guard.before(call);
    guard.after(call, { output: 'x' });
  }
  expect(guard.report()).toMatchObject({
    ...{ steps: 6, stop: null, events: [] },
    faults: ['args.query is a Map, of which a guard sees nothing: these arguments are equal to no others'],
  });
});

it('notes the end of a call that it has not met', () => {
  const guard = createGuard(POLICY, 's');
  guard.before({ id: 'a', tool: 'search', args: 'x' });
  guard.after({ id: 'b', tool: 'search', args: 'x' }, { output: 'y' });
  expect(guard.report()).toMatchObject({
    underWay: 1,
    faults: [expect.stringMatching(/^after: no call of search with this id is under way/)],
  });
});

it('keeps results with different errors in them, and numbers without a value, apart', async () => {
  const guard = createGuard(POLICY, 's');
  const outputs = [
    ...(await Promise.all(
      ['a', 'b', 'c'].map(text => Promise.allSettled([Promise.reject(new Error(text))])),
    )),
    ...[{ x: Number.NaN }, { x: Number.POSITIVE_INFINITY }, { x: null }],
  ];
  for (const output of outputs) {
    expect(guard.before({ tool: 't', args: {} }).action).toBe('allow');
    guard.after({ tool: 't', args: {} }, { output });
  }
  expect(guard.report()).toMatchObject({ stop: null, events: [], faults: [] });
});
