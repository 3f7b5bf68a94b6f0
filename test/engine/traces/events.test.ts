import { describe, expect, it } from 'vitest';
import { readFiles } from './fixture.ts';

describe('the times of an event log', () => {
  const stepsOf = (text: string) =>
    readFiles({ 'log.csv': text }).cases[0].steps.map(({ tool, at }) => [tool, at]);

  it('may begin at 0', () => {
    expect(stepsOf('case,tool,time\n1,a,0\n1,b,2.5\n')).toEqual([
      ['a', 0],
      ['b', 2500],
    ]);
  });

  it('sort the events; one without a time stays after the one that it came after', () => {
    expect(stepsOf('case,tool,time\n1,c,30\n1,after c,\n1,a,10\n1,after a,\n1,b,20\n')).toEqual([
      ['a', 10_000],
      ['after a', null],
      ['b', 20_000],
      ['c', 30_000],
      ['after c', null],
    ]);
  });
});
