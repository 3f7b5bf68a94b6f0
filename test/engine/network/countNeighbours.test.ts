import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CountedStates, countNeighbours } from '../../../src/engine/network/countNeighbours.ts';
import { buildNetwork } from '../../../src/engine/network/network.ts';
import { compile } from '../../../src/engine/statechart/compile.ts';
import {
  type ChartDefinition,
  getNeighbourCountColumn,
  getNeighbourWeightColumn,
} from '../../../src/engine/statechart/definition.ts';
import { HIERARCHY } from '../../../src/engine/statechart/hierarchy/hierarchy.ts';
import { Machine } from '../../../src/engine/statechart/machine.ts';
import { Population } from '../../../src/engine/statechart/population.ts';
import { runs } from '../../runs.ts';

const AGENTS = 12;
const CHART: ChartDefinition = {
  name: 'two counts',
  states: ['a', 'b', 'c'],
  initial: 'a',
  transitions: [
    { trigger: 'to b', source: 'a', target: 'b', rate: 0.1, per: 'b' },
    { trigger: 'to c', source: 'b', target: 'c', rate: 0.1, per: 'c' },
  ],
};
const agent = fc.nat(AGENTS - 1);
const links = fc.array(fc.tuple(agent, agent, fc.float({ min: 0, max: 1, noNaN: true })), { maxLength: 40 });
const moves = fc.array(fc.array(fc.tuple(agent, fc.nat(2)), { maxLength: 8 }), { maxLength: 6 });

it('counts and sums of weights after changes are those of counting everybody', () => {
  fc.assert(
    fc.property(links, moves, (edges, rounds) => {
      const { network } = buildNetwork('drawn', AGENTS, {
        sources: edges.map(([from]) => from),
        targets: edges.map(([, to]) => to),
        weights: edges.map(([, , weight]) => weight),
      });
      const population = new Population(AGENTS, 0);
      for (const state of ['b', 'c']) population.addInteger(getNeighbourCountColumn(state));
      const sums = population.addFloat(getNeighbourWeightColumn('b'));
      const machine = new Machine(compile(CHART), population, 1, HIERARCHY);
      const counted: CountedStates = new Map();
      const columns = () => ['b', 'c'].map(state => [...population.column(getNeighbourCountColumn(state))!]);
      for (const round of rounds) {
        for (const [who, state] of round) population.state[who] = state;
        countNeighbours(network, machine, counted);
        const grown = [columns(), [...sums]];
        countNeighbours(network, machine);
        expect(grown).toEqual([columns(), [...sums]]);
      }
    }),
    runs(100),
  );
});
