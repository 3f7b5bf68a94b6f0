import { describe, expect, it } from 'vitest';
import { findVariableSources } from '../../../src/engine/python/findVariableSources.ts';
import { parseCodeStep } from '../../../src/engine/python/parse.ts';

const MOOD = `fails = failures_in_a_row
context['fed_up'] = fails >= 1 or 0 < balance < 6
best = max(context.get('best', 0), balance)
share = balance / best if best else 0.0
context['best'] = best
context['share_of_best'] = round(share, 2)`;

const behind = (text: string, variable: string) => {
  const parsed = parseCodeStep(text);
  if (parsed.kind !== 'parsed') throw new Error(JSON.stringify(parsed.problems));
  return findVariableSources(parsed.program, variable);
};

describe('the names that a variable depends on', () => {
  it.each([
    [MOOD, 'fed_up', ['failures_in_a_row', 'balance']],
    [MOOD, 'best', ['balance', 'best']],
    [MOOD, 'share_of_best', ['balance', 'best']],
    ["context['n'] = context.get('n', 0) + 1\ncontext['m'] = hand", 'n', ['n']],
    [
      "context['n'] = 0\nif tick > 3:\n    context['n'] += balance\nelse:\n    x = hand",
      'n',
      ['tick', 'balance', 'hand'],
    ],
    [
      "total = 0\nfor one in (balance, tick):\n    total = total + one\ncontext['sum'] = total\ncontext['other'] = hand",
      'sum',
      ['balance', 'tick'],
    ],
    ["context['a'] = 1", 'a', []],
  ])('are found in program %# for %s: %s', (text, variable, names) => {
    expect([...behind(text, variable)].sort()).toEqual([...names].sort());
  });

  it('are all names that are read where values are changed in place', () => {
    const text =
      "context['seen'] = context.get('seen', [])\ncontext['seen'].append(hand)\ncontext['b'] = balance";
    expect([...behind(text, 'b')].sort()).toEqual(['balance', 'hand', 'seen']);
  });
});
