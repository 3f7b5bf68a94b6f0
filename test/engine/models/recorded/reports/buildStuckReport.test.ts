import { expect, it } from 'vitest';
import { recordedQueries } from '../../../../../src/engine/models/recorded/reports/recordedQueries.ts';
import { aCase, runOf, step } from '../cases.ts';

const same = step('npm', {
  ...{ args: '{"command":"npm test"}', argsHash: 'a', result: 'failed', resultHash: 'r' },
});
const other = step('read', { args: '{"path":"a"}', argsHash: 'b', result: 'x', resultHash: 'x' });

it('cases under way that are stuck are listed with the rule that held and the call at which it did', async () => {
  const cases = [
    aCase('looping', [other, same, same, same]),
    aCase('calm', [other, same]),
    aCase('over', [same, same, same, same], { outcome: 'failed' }),
  ];
  const { state } = await runOf(cases, { parameters: { under_way: true } });
  expect((await recordedQueries.of(state, 'live', null, { tick: 9, tickSeconds: 1 })).stuck).toEqual([
    {
      ...{ agent: 0, step: 4, call: 'npm npm test', lasts: true },
      reason: 'the same call with the same result 3 times in a row',
    },
  ]);
});

it('a stuck case has how long the loop is by now, its last step, and whether it goes on', async () => {
  const call = (name: string, result = name) =>
    step(name, { args: '{}', argsHash: name, result, resultHash: result });
  const cycle = ['a', 'b', 'c'].map(name => call(name));
  const cases = [
    aCase('goes on', [same, same, same, same, same]),
    aCase('has left', [same, same, same, same, other, step('write')]),
    // Three calls in turn: each of them is in the loop.
    aCase('in turn', [...cycle, ...cycle, ...cycle, cycle[0]]),
    aCase(
      'moves on',
      ['0', '0', '0', '40', '70'].map(result => call('status', result)),
    ),
    aCase('there and back', Array.from({ length: 4 }, () => [call('a'), call('b')]).flat()),
  ];
  const { state } = await runOf(cases, { parameters: { under_way: true } });
  const { stuck } = await recordedQueries.of(state, 'live', null, { tick: 9, tickSeconds: 1 });
  const times = (reason: string) => Number(/\d+/.exec(reason)?.[0]);
  expect(stuck.map(({ agent, step, reason, lasts }) => [agent, times(reason), step, lasts])).toEqual([
    [0, 5, 5, true],
    [1, 4, 4, false],
    [2, 7, 10, true],
    [3, 3, 3, false],
    [4, 4, 8, true],
  ]);
  expect(stuck[4]?.reason).toContain('back and forth');
});
