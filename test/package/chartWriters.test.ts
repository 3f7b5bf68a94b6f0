import { expect, it } from 'vitest';
import { Statechart } from '../../src/engine/embedding/statechart.ts';
import { writeGraphviz, writeMermaidChart, writeXStateConfig } from '../../src/package/chartWriters.ts';
import { writeScxml } from '../../src/package/scxml.ts';

const DEFINITION = {
  name: 'switch',
  states: ['off', 'on'],
  initial: 'off',
  transitions: [{ trigger: 'press', source: 'off', target: 'on' }],
};

it.each([
  ['writeScxml', writeScxml],
  ['writeMermaidChart', writeMermaidChart],
  ['writeXStateConfig', writeXStateConfig],
  ['writeGraphviz', writeGraphviz],
])('%s says what it takes where it is given no chart', (name, write) => {
  for (const value of [undefined, {}, 'switch', new Statechart(DEFINITION)])
    expect(() => write(value as never)).toThrow(`${name} takes a chart's definition { name, states`);
  expect(() => write(DEFINITION)).not.toThrow();
});

it('writeScxml refuses a tick without a length above 0', () => {
  for (const tick of [-5, 0, Number.NaN, '5' as unknown as number])
    expect(() => writeScxml(DEFINITION, tick)).toThrow('milliseconds of a tick');
});

it('refuses a chart with mistakes, and names each', () => {
  for (const write of [writeScxml, writeMermaidChart, writeXStateConfig, writeGraphviz])
    expect(() => write({ ...DEFINITION, initial: 'of' })).toThrow(
      'chart "switch": initial state "of" is not one of its states',
    );
});
