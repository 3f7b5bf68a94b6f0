import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assign, createMachine, raise } from 'xstate';
import { NAMES_ALONE } from '../../../../src/engine/statechart/formats/implementations.ts';
import { readJsonChart } from '../../../../src/engine/statechart/formats/index.ts';
import { runs } from '../../../runs.ts';
import { randomMachine } from '../randomMachines.ts';

const throughText = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const read = (json: unknown) => readJsonChart(throughText(json), { implementations: NAMES_ALONE });

/** A configuration without what XState leaves out of its definition. */
const without = (config: object): object =>
  JSON.parse(JSON.stringify(config), (key, value) => {
    if (key === 'always') return undefined;
    if (value?.type === 'history') return { type: 'history', history: value.history };
    return value;
  });

describe('the definition of a machine, as JSON.stringify(machine) gives it', () => {
  it('is the chart of its configuration', () => {
    fc.assert(
      fc.property(randomMachine(), ({ config }) => {
        const plain = without(config);
        const { definition } = read(createMachine(plain));
        expect(throughText(definition)).toEqual(throughText(read(plain).definition));
      }),
      runs(60),
    );
  });

  it('reports what is lost', () => {
    const machine = createMachine({
      id: 'm',
      initial: 'a',
      context: { n: 0 },
      states: {
        a: {
          entry: [assign({ n: 1 }), 'ring'],
          after: { 1000: 'b' },
          on: { GO: { target: 'b', actions: [raise({ type: 'HUM' })] } },
        },
        b: {},
      },
    });
    const { definition, notes } = read(machine);
    expect(notes).toEqual([
      expect.stringMatching(/^it is JSON\.stringify\(machine\)/),
      'states.a.transitions[0].actions[0] is left out: of a function nothing else is in this form',
      'states.a.entry[0] is left out: of “xstate.assign” nothing else is in this form',
    ]);
    expect(definition.transitions).toEqual([
      { trigger: 'GO', source: 'a', target: 'b' },
      { trigger: 'after.1000.a', source: 'a', target: 'b' },
    ]);
  });
});
