import { expect, it } from 'vitest';
import { completeCondition, listTriggerWays } from '../../../../src/ui/views/pauses/PausesDialog.tsx';

const NAMES = {
  states: ['idle', 'evaluating'],
  triggers: ['timeout'],
  outcomes: ['posts'],
  values: ['interest', 'ticks_in_state'],
};

it.each([
  ['', ['round ', 'any agent: ', 'enters ', 'takes ', 'fails', 'gets stuck', 'posts', 'idle', 'evaluating']],
  ['e', ['enters ', 'evaluating']],
  ['enters ', ['enters idle', 'enters evaluating']],
  ['agent_005 enters e', ['agent_005 enters evaluating']],
  ['takes t', ['takes timeout']],
  ['agent_005 m', ['agent_005 moves']],
  ['any agent: int', ['any agent: interest']],
  ['any agent: not (t', ['any agent: not (ticks_in_state']],
  ['any agent: interest > 3 a', ['any agent: interest > 3 and ']],
  ['posts ', []],
])('“%s” can be completed with %j', (text, ways) => {
  expect(completeCondition(text, NAMES)).toEqual(ways);
});

it('a trigger that leads to several states is offered with each of them as well', () => {
  const ways = listTriggerWays([
    { trigger: 'decides', target: 'composing' },
    { trigger: 'decides', target: 'scrolling' },
    { trigger: 'decides', target: 'composing' },
    { trigger: 'ignores', target: 'scrolling' },
  ]);
  expect(ways).toEqual(['decides', 'decides to composing', 'decides to scrolling', 'ignores']);
});
