import { describe, expect, it } from 'vitest';
import { Variables } from '../../../../../src/engine/models/workflow/turn/turnVariables.ts';
import { readPlainValue, toPlainValue } from '../../../../../src/engine/python/plainValue.ts';
import { makeDict, makeList, type PyList } from '../../../../../src/engine/python/value.ts';

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

  it('shares its unchanged parts with its value before', () => {
    const variables = new Variables();
    const meeting = (n: number) => readPlainValue(toPlainValue(makeDict([['who', `agent ${n}`]])));
    const log = (...numbers: number[]) => makeList(numbers.map(meeting));
    variables.set('log', log(1, 2), 1, 0);
    variables.set('log', log(2, 3), 2, 0);
    const [before, after] = [1, 2].map(tick => variables.at('log', tick)!.value as PyList);
    expect(after).toEqual(log(2, 3));
    expect(after.items[0]).toBe(before.items[1]);
  });

  it('keeps its latest values where they take much room, with the time from which on', () => {
    const variables = new Variables();
    variables.set('first', 'kept', 1, 0);
    for (let tick = 1; tick <= 40; tick++) variables.set('text', `${tick}`.padEnd(1000, 'x'), tick, 0);
    const { since } = variables;
    expect(since).toBeGreaterThan(10);
    expect(since).toBeLessThan(40);
    for (let tick = since; tick <= 40; tick++) expect(variables.at('text', tick)?.tick).toBe(tick);
    expect(variables.at('first', 40)?.value).toBe('kept');
    expect([variables.at('text', since - 1), variables.names(40)]).toEqual([undefined, ['first', 'text']]);
    const again = new Variables();
    again.restore(variables.toSaved(), since);
    again.set('text', 'more', 41, 0);
    variables.set('text', 'more', 41, 0);
    expect([again.since, again.toSaved()]).toEqual([variables.since, variables.toSaved()]);
  });

  it('keeps the value of the last tick, however large', () => {
    const variables = new Variables();
    for (let tick = 1; tick <= 5; tick++) variables.set('x', `${tick}`.padEnd(90_000, 'x'), tick, 0);
    expect([variables.since, variables.at('x', 4)?.tick, variables.at('x', 5)?.tick]).toEqual([4, 4, 5]);
  });
});
