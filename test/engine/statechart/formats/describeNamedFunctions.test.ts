import { expect, it } from 'vitest';
import type { ChartDefinition } from '../../../../src/engine/statechart/definition.ts';
import { CHART_FORMATS } from '../../../../src/engine/statechart/formats/index.ts';
import { readChart } from '../../../../src/engine/statechart/formats/readChart.ts';

const listNotes = (chart: ChartDefinition, format: string) =>
  CHART_FORMATS.find(({ name }) => name === format)?.write(chart).notes;
const SCXML = `<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="a" datamodel="ecmascript">
  <datamodel><data id="n" expr="0"/></datamodel>
  <state id="a"><transition event="go" cond="n &lt; 3" target="b"><assign location="n" expr="n + 1"/></transition></state>
  <state id="b"><onexit><log expr="n"/></onexit><transition event="back" target="a"/></state>
</scxml>`;

it('names the code of a chart that a form of data has by its name alone, up to five', () => {
  const { definition } = readChart('a.scxml', SCXML);
  const note =
    '“declare n”, “log”, “n < 3”, “assign”: code, written by its name alone; whoever reads it back gives the functions, or plays them as noted';
  expect(listNotes(definition, 'json')).toEqual([note]);
  expect(listNotes(definition, 'xstate')).toContain(note);
  expect(listNotes(definition, 'scxml')).toEqual([]);
  const transitions = Array.from({ length: 7 }, (_, i) => ({
    ...{ trigger: 'go', source: 'a', target: 'b' },
    guard: { kind: 'function' as const, name: `is ${i}`, test: () => true },
  }));
  expect(listNotes({ name: 'c', states: ['a', 'b'], initial: 'a', transitions }, 'json')).toEqual([
    expect.stringContaining('“is 4” and 2 others: code'),
  ]);
});

it('has no note on a chart that is data', () => {
  const transitions = [{ trigger: 'go', source: 'a', target: 'b' }];
  expect(listNotes({ name: 'c', states: ['a', 'b'], initial: 'a', transitions }, 'json')).toEqual([]);
});
