import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CHART_FORMATS } from '../../src/engine/statechart/formats/index.ts';
import { expectLine, inProcess } from './command.ts';

const folder = mkdtempSync(join(tmpdir(), 'chart-'));
afterAll(() => rmSync(folder, { recursive: true }));
const fileOf = (name: string, json: unknown) => {
  const path = join(folder, name);
  writeFileSync(path, typeof json === 'string' ? json : JSON.stringify(json));
  return path;
};

const light = {
  id: 'light',
  initial: 'red',
  context: { lamps: 3 },
  states: { red: { on: { NEXT: { target: 'green', guard: 'isDay' } } }, green: { on: { NEXT: 'red' } } },
};

describe('chart', () => {
  it.each([
    ['social', 'social: 8 states, 23 transitions, 1 region, no errors\n'],
    ['governed', /^governed: \d+ states, \d+ transitions, 1 region, no errors\n$/],
    ['librarian', /^librarian: \d+ states, \d+ transitions, 1 region, no errors\n$/],
  ])('sums up the chart of model %s', async (model, summary) => {
    const { code, stdout } = await inProcess('chart', model);
    expect(code).toBe(0);
    expect(stdout).toMatch(summary);
  });

  it('reads an XState configuration, and says what it leaves out', async () => {
    expect(await inProcess('chart', fileOf('light.json', light))).toEqual({
      code: 0,
      stdout: 'light: 2 states, 2 transitions, 1 region, no errors\n',
      stderr: 'statescope: context is left out\n',
    });
  });

  it('writes a chart that it reads again as the same', async () => {
    const file = fileOf('light.json', light);
    const { stdout: own } = await inProcess('chart', file, '--to', 'json');
    expect(JSON.parse(own)).toEqual({
      name: 'light',
      initial: 'red',
      states: ['red', 'green'],
      transitions: [
        { trigger: 'NEXT', source: 'red', target: 'green', guard: { kind: 'function', name: 'isDay' } },
        { trigger: 'NEXT', source: 'green', target: 'red' },
      ],
    });
    const out = join(folder, 'again.json');
    expect(await inProcess('chart', fileOf('own.json', own), '--to', 'xstate', '--out', out)).toEqual({
      code: 0,
      stdout: '',
      stderr: '',
    });
    const { context: _, ...others } = light;
    expect(JSON.parse(readFileSync(out, 'utf8'))).toEqual({
      ...others,
      states: {
        red: { on: { NEXT: { target: 'green', guard: { type: 'isDay' } } } },
        green: { on: { NEXT: { target: 'red' } } },
      },
    });
  });

  it.each(CHART_FORMATS.map(({ name }) => name))('writes %s', async format => {
    const { code, stdout } = await inProcess('chart', 'social', '--to', format);
    expect(code).toBe(0);
    expect(stdout).toContain('scrolling');
  });

  it.each([
    [{ ...light, initial: 'blue' }, 'chart "light": initial is "blue", needs one of its states'],
    [
      { name: 'x', states: ['a'], initial: 'b', transitions: [] },
      'chart "x": initial state "b" is not one of its states',
    ],
    [{ name: 'x', states: ['a'], initial: 'a' }, 'transitions is missing'],
    [[1], 'the chart: it is [1], needs object'],
    ['{"states":', 'is not JSON'],
  ])('refuses %j', async (json, words) => {
    expectLine(await inProcess('chart', fileOf('bad.json', json)), words);
  });

  it.each([
    [['workflow'], 'model workflow has no chart of its own: each run brings one'],
    [['nowhere.json'], 'cannot read nowhere.json: there is no such file'],
    [['social', '--to', 'png'], 'Allowed choices are json, xstate, mermaid, graphviz'],
    [['social', '--out', 'x'], '--out is for --to with a format'],
    [[], "missing required argument 'file'"],
  ])('refuses %j', async (args, words) => {
    expectLine(await inProcess('chart', ...args), words);
  });
});
