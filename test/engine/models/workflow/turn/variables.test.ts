import { describe, expect, it } from 'vitest';
import { Variables } from '../../../../../src/engine/models/workflow/turn/variables.ts';

describe('a variable', () => {
  it('has each value from the tick in which code first gave it', () => {
    const variables = new Variables();
    variables.set('x', 1n, 2, 0);
    variables.set('x', 1n, 3, 1);
    variables.set('x', 1, 4, 1);
    expect([1, 2, 3, 4].map(tick => variables.at('x', tick))).toEqual([
      undefined,
      { value: 1n, tick: 2, step: 0 },
      { value: 1n, tick: 2, step: 0 },
      { value: 1, tick: 4, step: 1 },
    ]);
    expect([variables.names(1), variables.names(2)]).toEqual([[], ['x']]);
  });

  it('that is set twice in a tick has its last value', () => {
    const variables = new Variables();
    variables.set('x', 'first', 1, 0);
    variables.set('x', 'second', 1, 1);
    expect(variables.at('x', 1)).toEqual({ value: 'second', tick: 1, step: 1 });
    expect(variables.toSaved()).toEqual([['x', [{ value: 'second', tick: 1, step: 1 }]]]);
  });
});
