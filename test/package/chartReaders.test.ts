import { expect, it } from 'vitest';
import {
  parseChartJson,
  readChart,
  readJsonChart,
  readMermaidChart,
  readScxml,
  readXStateChart,
} from '../../src/package/formats.ts';

const any = (value: unknown) => value as never;
const MERMAID = 'stateDiagram-v2\n  [*] --> off\n  off --> on: press\n';
const MACHINE = { id: 'switch', initial: 'off', states: { off: { on: { press: 'on' } }, on: {} } };

it('reads the same chart from each of its forms', () => {
  const triggers = [
    readChart('switch.mmd', MERMAID),
    readMermaidChart(MERMAID, { name: 'switch' }),
    readJsonChart(MACHINE),
    readXStateChart(MACHINE, { tick: 500 }),
    readScxml(
      '<scxml xmlns="http://www.w3.org/2005/07/scxml" version="1.0" initial="off"><state id="off"><transition event="press" target="on"/></state><state id="on"/></scxml>',
    ),
  ].map(({ definition }) => definition.transitions.map(({ trigger, source }) => `${source} ${trigger}`));
  expect(triggers).toEqual(triggers.map(() => ['off press']));
});

it('names an option, a function and a tick that are not what they should be', () => {
  expect(() => readChart('a.mmd', MERMAID, any({ tik: 5 }))).toThrow(
    'readChart has no option "tik"; did you mean "tick"?',
  );
  expect(() => readChart('a.mmd', MERMAID, { tick: 0 })).toThrow(
    'milliseconds of a tick are 0, need a number',
  );
  expect(() => readChart(any(5), MERMAID)).toThrow(
    'readChart takes a text first: the name of its file, not 5',
  );
  expect(() => readMermaidChart(any(5))).toThrow('readMermaidChart takes a text first, not 5');
  expect(() => readMermaidChart(MERMAID, any({ tick: 5 }))).toThrow('readMermaidChart has no option "tick"');
  expect(() => readScxml('<scxml/>', any({ tik: 5 }))).toThrow(
    'readScxml has no option "tik"; did you mean "tick"?',
  );
  expect(() => readXStateChart(MACHINE, any({ implementations: { guards: {} } }))).toThrow(
    'implementations has no option "guards"; did you mean "guard"?',
  );
  expect(() => readXStateChart(MACHINE, any({ implementations: { guard: { ready: true } } }))).toThrow(
    'guard of implementations is an object, needs a function',
  );
  expect(() => parseChartJson({}, any({ guard: { ready: () => true } }))).toThrow(
    'guard of implementations is an object, needs a function',
  );
  expect(() => readChart(MERMAID, 'switch.mmd')).toThrow(
    'readChart takes the name of its file first and the content after it; the first is a text of 4 lines',
  );
  expect(() => readJsonChart(JSON.stringify(MACHINE))).toThrow('JSON.parse(text) gives it');
});

it('names what a program can do about functions that a chart only names', () => {
  const chart = { id: 'm', initial: 'a', states: { a: { always: { target: 'b', guard: 'isDay' } }, b: {} } };
  const advice = 'option implementations gives functions: { guard: name => test, action: name => run }';
  const missing = 'chart "m": states.a.always.guard: there is no function for guard "isDay"';
  expect(() => readXStateChart(chart)).toThrow(`${missing}; ${advice}`);
  expect(() => readChart('m.json', JSON.stringify(chart))).toThrow(
    `${missing}; with isAsNoted it plays as true; ${advice}`,
  );
  expect(readChart('m.json', JSON.stringify(chart), { isAsNoted: true }).notes).toHaveLength(1);
  expect(readXStateChart(chart, { implementations: { guard: () => () => true } }).notes).toEqual([]);
});
