import { describe, expect, it } from 'vitest';
import { ARCHETYPES, CREATOR } from '../../../../../src/engine/models/social/people/archetypes.ts';
import { ENGAGEMENT, Person, Society } from '../../../../../src/engine/models/social/people/society.ts';
import { socialChart } from '../../../../../src/engine/models/social/socialChart.ts';
import { buildNetwork } from '../../../../../src/engine/network/network.ts';
import { compile } from '../../../../../src/engine/statechart/compile.ts';
import { Machine } from '../../../../../src/engine/statechart/machine.ts';
import { Population } from '../../../../../src/engine/statechart/population.ts';
import { parametersOf } from '../../../play.ts';

const chart = compile({ ...socialChart, transitions: [], thresholds: {} });

function person(): Person {
  const population = new Population(2, 0);
  population.addFloat(ENGAGEMENT).fill(0.5);
  return new Person(new Machine(chart, population, 1), 1);
}

describe('creators', () => {
  const countCreators = (nodes: number, share: number, sources: readonly number[] = []) => {
    const { network } = buildNetwork('crowd', nodes, {
      sources,
      targets: sources.map(() => 0),
      weights: null,
    });
    const kinds = ARCHETYPES.map((kind, i) => (i === CREATOR ? { ...kind, share } : kind));
    const { archetype } = new Society(network, 1, parametersOf(), kinds);
    return [...archetype.keys()].filter(agent => archetype[agent] === CREATOR);
  };

  it('are the floor of their share, but one at least unless that is 0, of equals the lower numbers', () => {
    expect(countCreators(475, 0.02)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([countCreators(10, 0.02), countCreators(10, 0)]).toEqual([[0], []]);
    expect(countCreators(10, 0.2, [7])).toEqual([0, 7]);
  });
});

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
