import { describe, expect, it } from 'vitest';
import { ENGAGEMENT, Person } from '../../../../../src/engine/models/social/people/society.ts';
import { socialChart } from '../../../../../src/engine/models/social/socialChart.ts';
import { compile } from '../../../../../src/engine/statechart/compile.ts';
import { Machine } from '../../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../../src/engine/statechart/population.ts';

const chart = compile({ ...socialChart, transitions: [], thresholds: {} });

function person(): Person {
  const population = new Population(2, 0);
  population.addFloat(ENGAGEMENT).fill(0.5);
  return new Person(new Machine(chart, population, 1), 1);
}

describe('a person', () => {
  it('starts with the defaults of the data model', () => {
    expect(person()).toMatchObject({ timeoutThreshold: 5, maxHistoryDepth: 50 });
  });

  it.each([0, 0.25, 1])('takes %d as an engagement threshold', value => {
    const someone = person();
    someone.engagementThreshold = value;
    expect(someone.engagementThreshold).toBe(value);
  });

  it.each([-0.1, 1.5, Number.NaN])('refuses %d as an engagement threshold, and keeps the old one', value => {
    const someone = person();
    expect(() => {
      someone.engagementThreshold = value;
    }).toThrow(`engagement_threshold of agent 2 is ${value}, needs 0.0 to 1.0`);
    expect(someone.engagementThreshold).toBe(0.5);
  });

  it('needs a population of people', () => {
    expect(() => new Person(new Machine(chart, new Population(1, 0), 1), 0)).toThrow(/no column/);
  });
});
