import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { CHART_FORMATS } from '../../../src/engine/statechart/formats/index.ts';
import { expectLine, inProcess } from '../command.ts';

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

  it('reads an XState configuration, and reports what it leaves out', async () => {
    expect(await inProcess('chart', fileOf('light.json', light), '--as_noted', 'on')).toEqual({
      code: 0,
      stdout: 'light: 2 states, 2 transitions, 1 region, no errors\n',
      stderr:
        'light.json, guard "isDay" is unknown here, and played as true\nlight.json, context is left out\n',
    });
  });

  it('lists the parameters that a chart declares, with their values and ranges', async () => {
    const file = fileOf('own.json', {
      ...{ name: 'own', states: ['a', 'b'], initial: 'a' },
      parameters: [{ name: 'pace', description: 'Chance of going.', max: 0.5, value: 0.1 }],
      transitions: [{ trigger: 'goes', rate: { column: 'pace' }, source: 'a', target: 'b' }],
    });
    const { stdout } = await inProcess('chart', file);
    expect(stdout.split('\n')).toEqual([
      'own: 2 states, 1 transition, 1 region, no errors',
      'Parameters of the chart (--set NAME=value; * can be changed in mid-run):',
      expect.stringMatching(/^ {2}\* pace +0\.1 +0 to 0\.5 +Chance of going\.$/),
      '',
    ]);
    expect(JSON.parse((await inProcess('chart', file, '--json')).stdout)).toMatchObject({
      parameters: [{ name: 'pace', value: 0.1 }],
    });
  });

  it('reports an unknown guard in the same words as run', async () => {
    const file = fileOf('light.json', light);
    const words =
      'states.red.on.NEXT.guard: there is no function for guard "isDay"; with “Unknown functions: as noted” (--as_noted on) it plays as true';
    expectLine(await inProcess('chart', file), words);
    expectLine(await inProcess('run', '--model', 'chart', '--chart', file, '--rounds', '2'), words);
    const played = ['run', '--model', 'chart', '--chart', file, '--rounds', '2', '--as_noted', 'on'];
    const { code, stderr } = await inProcess(...played);
    expect(code).toBe(0);
    expect(stderr).toContain('light.json, guard "isDay" is unknown here, and played as true');
  });

  it.each([
    [
      'rates above 1',
      'rates.mmd',
      'stateDiagram-v2\n[*] --> A\nA --> B : / rate 0.8\nA --> C : / rate 0.6\nB --> A : go\nC --> A : go',
      'rates.mmd: out of A rates sum to 1.4, more than 1 a tick',
    ],
    [
      'an event that the chart sends itself',
      'hum.mmd',
      'stateDiagram-v2\n[*] --> A\nA --> B : go / raise hum\nB --> A : hum',
      'hum.mmd: “hum”: sent by the chart itself, so never by chance',
    ],
    [
      'a delay',
      'late.json',
      { id: 'late', initial: 'a', states: { a: { after: { 1500: 'b' } }, b: { on: { BACK: 'a' } } } },
      'late.json: its delays are times of the run’s clock, on which a tick is 1 s',
    ],
    [
      'a column that nothing sets',
      'mood.mmd',
      'stateDiagram-v2\n[*] --> A\nA --> B : go [mood > 2]\nB --> A : go',
      'mood.mmd: column “mood” is read and set by nothing: it is 0',
    ],
  ])('reports %s in the same words as run', async (_, name, text, words) => {
    const file = fileOf(name, text);
    const { code, stderr } = await inProcess('chart', file);
    expect([code, stderr]).toEqual([0, expect.stringContaining(words)]);
    const run = await inProcess('run', '--model', 'chart', '--chart', file, '--rounds', '2');
    expect(run.stderr).toBe(stderr);
  });

  it('refuses what run refuses for its columns', async () => {
    const file = fileOf('odd.json', {
      name: 'odd',
      states: ['a', 'b'],
      initial: 'a',
      transitions: [
        { trigger: 'go', source: 'a', target: 'b', actions: [{ kind: 'set', column: 'my mood', value: 1 }] },
      ],
    });
    const words = 'odd.json: “my mood” cannot be a column';
    expectLine(await inProcess('chart', file), words);
    expectLine(await inProcess('run', '--model', 'chart', '--chart', file), words);
  });

  it('reads SCXML, writes it again, and reports the line of a mistake', async () => {
    const text =
      '<scxml xmlns="http://www.w3.org/2005/07/scxml" name="lamp"><state id="a">\n<transition event="go" target="X"/></state><state id="b"/></scxml>';
    const file = fileOf('lamp.scxml', text.replace('X', 'b'));
    expect((await inProcess('chart', file)).stdout).toBe(
      'lamp: 2 states, 1 transition, 1 region, no errors\n',
    );
    const { stdout } = await inProcess('chart', file, '--to', 'scxml');
    expect((await inProcess('chart', fileOf('again.scxml', stdout), '--to', 'scxml')).stdout).toBe(stdout);
    const broken = await inProcess('chart', fileOf('broken.scxml', text));
    expectLine(broken, 'line 2, column 1: unknown target "X"');
  });

  it.each(['social', 'governed', 'librarian'])('writes the chart of %s as complete SCXML', async model => {
    const { stderr, stdout } = await inProcess('chart', model, '--to', 'scxml');
    expect(stderr).toBe('');
    const again = await inProcess('chart', fileOf(`${model}.scxml`, stdout), '--to', 'scxml');
    expect(again).toEqual({ code: 0, stdout, stderr: '' });
  });

  it('writes a chart that it reads again as the same', async () => {
    const file = fileOf('light.json', light);
    const { stdout: own } = await inProcess('chart', file, '--to', 'json');
    expect(JSON.parse(own)).toEqual({
      name: 'light',
      semantics: 'xstate',
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
    [
      { id: 'light', initial: 'blue', states: { red: {} } },
      'chart "light": initial is "blue", needs one of its states',
    ],
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
    [['social', '--to', 'png'], 'Allowed choices are scxml, json, xstate, mermaid, graphviz'],
    [['social', '--out', 'x'], '--out is for --to with a format'],
    [[], "missing required argument 'file'"],
  ])('refuses %j', async (args, words) => {
    expectLine(await inProcess('chart', ...args), words);
  });
});
