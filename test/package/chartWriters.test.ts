import { expect, it } from 'vitest';
import { Statechart } from '../../src/engine/embedding/statechart.ts';
import { readMermaidChart } from '../../src/package/chartReaders.ts';
import {
  writeChart,
  writeGraphviz,
  writeMermaidChart,
  writeXStateConfig,
} from '../../src/package/chartWriters.ts';
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

it('writeChart gives a text in each format, with notes on what it does not hold', () => {
  const chart = {
    ...DEFINITION,
    thresholds: { on: 2 },
    transitions: [...DEFINITION.transitions, { trigger: 'fades', source: 'on', target: 'off', rate: 0.1 }],
  };
  for (const format of ['scxml', 'json', 'xstate', 'mermaid', 'graphviz'])
    expect(writeChart(chart, format).text).toContain('press');
  expect(writeChart(chart, 'xstate').notes).toEqual([
    '“fades”: transitions at a rate do not happen in XState',
  ]);
  const mermaid = writeChart(chart, 'mermaid');
  expect(mermaid.notes).toEqual(['not drawn: thresholds of on (2)']);
  expect(readMermaidChart(mermaid.text).notes).toContain('not drawn: thresholds of on (2)');
  expect(() => writeChart(chart, 'plantuml')).toThrow(
    'writeChart has no format "plantuml"; it has scxml, json, xstate, mermaid, graphviz',
  );
});
