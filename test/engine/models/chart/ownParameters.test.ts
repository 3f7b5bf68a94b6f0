import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { buildRunDocumentJsonSchema } from '../../../../src/engine/models/buildRunDocumentJsonSchema.ts';
import { CHART_DECLARATIONS, CHARTS } from '../../../../src/engine/models/chart/bundledCharts.ts';
import { chart } from '../../../../src/engine/models/chart/chartModel.ts';
import { checkChartText } from '../../../../src/engine/models/chart/editing/checkChartText.ts';
import { createRun, loadSetup } from '../../../../src/engine/models/openRun.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import { CHART_FORMATS } from '../../../../src/engine/statechart/formats/index.ts';
import { readChart } from '../../../../src/engine/statechart/formats/readChart.ts';
import { readRecording } from '../../../../src/oracles/recording/recording.ts';
import { documentText, playTo } from '../../play.ts';
import { openChart, playChart, scxml } from './playing.ts';

const CHART = {
  name: 'own',
  parameters: [
    { name: 'push', label: 'push by one', description: 'Chance of one neighbour.', max: 0.5, value: 0.2 },
    { name: 'stay', min: 1, max: 20, step: 1, value: 6 },
    { name: 'need', max: 5, value: 1 },
  ],
  states: ['calm', 'excited'],
  initial: 'calm',
  transitions: [
    { trigger: 'wakes up', rate: 0.02, source: 'calm', target: 'excited' },
    {
      ...{ trigger: 'is carried away', rate: { column: 'push' }, per: 'excited' },
      ...{ source: 'calm', target: 'excited' },
      guard: { kind: 'compare', column: 'neighbours in excited', op: '>=', value: { column: 'need' } },
    },
    { trigger: 'timeout', source: 'excited', target: 'calm' },
  ],
  thresholds: { excited: { column: 'stay' } },
};
const TEXT = JSON.stringify(CHART, null, 2);
const NAME = 'own.json';
const play = (ticks: number, setup: Partial<Setup> = {}, text = TEXT) =>
  playChart(ticks, { agents: 80, ...setup }, text, NAME);
const open = (setup: Partial<Setup> = {}, text = TEXT) => openChart({ agents: 80, ...setup }, text, NAME);

describe('a parameter that a chart declares', () => {
  it('is one of the run, with the range and the words of the chart, and can be changed in mid-run', async () => {
    const { run } = await open();
    const own = run.model.parameters.filter(({ declared }) => declared);
    expect(
      own.map(({ name, label, meaning, kind, min, max, step }) => [
        name,
        label,
        meaning,
        kind,
        min,
        max,
        step,
      ]),
    ).toEqual([
      ['push', 'Push by one', 'Chance of one neighbour.', 'number', 0, 0.5, 0.0025],
      ['stay', 'Stay', 'A parameter of this chart.', 'integer', 1, 20, 1],
      ['need', 'Need', 'A parameter of this chart.', 'number', 0, 5, 0.025],
    ]);
    expect(own.every(({ live }) => live)).toBe(true);
    expect(run.config.parameters).toMatchObject({ push: 0.2, stay: 6, need: 1 });
    expect([...run.state.parametersRead!]).toEqual(expect.arrayContaining(['push', 'stay', 'need']));
    expect(chart.parameters.some(({ declared }) => declared)).toBe(false);
  });

  it('is read by rates, guards and timeouts as the number that is written in its place', async () => {
    const { parameters: _, ...numbers } = JSON.parse(
      TEXT.replace('{\n        "column": "push"\n      }', '0.25')
        .replace('{\n          "column": "need"\n        }', '2')
        .replace('{\n      "column": "stay"\n    }', '3'),
    );
    expect(JSON.stringify(numbers)).not.toContain('"column":"push"');
    const named = await play(40, { parameters: { push: 0.25, need: 2, stay: 3 } });
    const written = await play(40, {}, JSON.stringify(numbers));
    expect([...named.machine.past.at(40).state]).toEqual([...written.machine.past.at(40).state]);
    expect(named.machine.log.rows).toBe(written.machine.log.rows);
    expect(named.machine.log.rows).toBeGreaterThan(100);
  });

  it('has words of one plain line, and its name and usual words where it has none', async () => {
    const words = async (label: string, description: string) => {
      const text = JSON.stringify({
        ...CHART,
        parameters: [{ ...CHART.parameters[0], label, description }, ...CHART.parameters.slice(1)],
      });
      const { run } = await open({}, text);
      return run.model.parameters
        .filter(({ name }) => name === 'push')
        .map(({ label, meaning }) => [label, meaning])[0];
    };
    expect(await words('', ' \n')).toEqual(['Push', 'A parameter of this chart.']);
    expect(await words('two\nlines\u202e\u001b', 'seen\r\nonly')).toEqual(['Two lines', 'seen only']);
    const [label, meaning] = await words('l'.repeat(5_000), 'm'.repeat(5_000));
    expect([label.length, meaning.length]).toEqual([60, 300]);
  });

  it('is one of a hundred at most', () => {
    const declare = (count: number) =>
      JSON.stringify({
        ...CHART,
        parameters: Array.from({ length: count }, (_, at) => ({
          ...(CHART.parameters[at] ?? { name: `p${at}`, value: 0 }),
        })),
      });
    expect(readChart(NAME, declare(100)).definition.parameters).toHaveLength(100);
    expect(() => readChart(NAME, declare(101))).toThrow('the chart declares 101 parameters; at most 100');
  });

  it('counts for the hash, and a change of it in mid-run is that of the same value from the start on', async () => {
    const usual = await play(20);
    expect((await play(20, { parameters: { push: 0.2 } })).hash).toBe(usual.hash);
    expect((await play(20, { parameters: { push: 0.3 } })).hash).not.toBe(usual.hash);
    const changed = await play(20, { changes: [{ tick: 1, name: 'push', value: 0.4 }] });
    const begun = await play(20, { parameters: { push: 0.4 } });
    expect([...changed.machine.past.at(20).state]).toEqual([...begun.machine.past.at(20).state]);
    const live = await play(10);
    live.change('push', 0);
    expect((await playTo(live, 20)).hash).toBe(
      (await play(20, { changes: [{ tick: 11, name: 'push', value: 0 }] })).hash,
    );
  });

  it('stands in the document, which the schema allows, and in what is saved of a run', async () => {
    const setup = { parameters: { push: 0.3 }, changes: [{ tick: 5, name: 'stay', value: 2 }] };
    const whole = await play(20, setup);
    const document = JSON.parse(documentText(whole));
    expect(document.config.parameters).toMatchObject({ push: 0.3, stay: 6, need: 1 });
    const isPublished = new Ajv2020({ strict: false, validateFormats: false }).compile(
      await buildRunDocumentJsonSchema(),
    );
    expect([isPublished(document), isPublished.errors]).toEqual([true, null]);
    const part = await play(8, setup);
    const { run } = await open(setup);
    run.restore(JSON.parse(JSON.stringify(part.save())));
    expect(documentText(await playTo(run, 20))).toBe(documentText(whole));
  });

  it.each([
    [{ push: 0.6 }, 'push must be a number from 0 to 0.5, not 0.6'],
    [{ stay: 2.5 }, 'stay must be a whole number from 1 to 20, not 2.5'],
    [{ pusch: 0.1 }, 'parameter "pusch" is unknown to model chart'],
  ])('refuses %j in one line', async (parameters, message) => {
    await expect(open({ parameters: parameters as Setup['parameters'] })).rejects.toThrow(message);
  });

  it('belongs to its chart: a bundled chart does not have it', async () => {
    await expect(openChart({ parameters: { push: 0.1 } })).rejects.toThrow('unknown to model chart');
    const files = { chart: [{ name: NAME, bytes: new TextEncoder().encode(TEXT) }] };
    const setup = createDefaultSetup(chart);
    expect(await chart.addDeclared!(chart, setup, files)).toBe(chart);
    expect(await chart.addDeclared!(chart, { ...setup, own: ['chart'] }, {})).toBe(chart);
  });

  it('may be one of a preset, which has it as a chart of the user’s does, and no other preset has it', async () => {
    const { run } = await openChart({ preset: 'vaccination', parameters: { coverage: 0.2 } });
    expect(run.model.parameters.filter(({ declared }) => declared)).toMatchObject([
      { name: 'coverage', label: 'Vaccinated', min: 0, max: 1, step: 0.01, defaults: { vaccination: 0.5 } },
    ]);
    expect(run.config.parameters.coverage).toBe(0.2);
    expect((await openChart({ preset: 'vaccination' })).run.config.parameters.coverage).toBe(0.5);
    expect((await openChart()).run.config.parameters).not.toHaveProperty('coverage');
    await expect(openChart({ parameters: { coverage: 0.2 } })).rejects.toThrow('unknown to model chart');
    await expect(openChart({ preset: 'vaccination', parameters: { coverage: 2 } })).rejects.toThrow(
      'coverage must be a number from 0 to 1, not 2',
    );
    await expect(openChart({ preset: 'vaccination' }, TEXT, NAME)).resolves.toHaveProperty(
      'run.config.parameters.push',
      0.2,
    );
    await expect(openChart({ preset: 'constructor' })).rejects.toThrow('preset');
  });

  it('of a preset comes back from a document, and only where it has another value', async () => {
    for (const parameters of [{}, { coverage: 0.2 }] as { coverage?: number }[]) {
      const run = await playChart(3, { preset: 'vaccination', parameters });
      const { setup } = await readRecording('run.json', new TextEncoder().encode(documentText(run)));
      expect(setup.parameters.coverage).toBe(parameters.coverage);
      expect((await playChart(3, { ...setup, oracle: { kind: 'policy' } })).hash).toBe(run.hash);
    }
  });

  it.each(CHARTS)('of a preset is what its file declares: %s', preset => {
    const text = readFileSync(new URL(`../../../../public/charts/${preset}.scxml`, import.meta.url), 'utf8');
    expect(readChart(`${preset}.scxml`, text).definition.parameters).toEqual(CHART_DECLARATIONS[preset]);
  });

  it('has other values in other runs of the same inputs, which are loaded once', async () => {
    const { loaded } = await open();
    const { setup, files } = loaded;
    const sources = { bundled: async () => new Uint8Array(), files };
    const other = await loadSetup({ ...setup, parameters: { push: 0.4 } }, sources, {
      ...loaded,
      setup: { ...setup, parameters: { push: 0.4 } },
    });
    expect(other.material).toBe(loaded.material);
    expect(createRun(other).config.parameters.push).toBe(0.4);
  });

  it('may take the place of a rate that every chart has, with its own range', async () => {
    const text = TEXT.replaceAll('"push"', '"transmission"');
    const { run } = await open({ parameters: { transmission: 0.5 } }, text);
    expect(run.model.parameters.filter(({ name }) => name === 'transmission')).toMatchObject([{ max: 0.5 }]);
    await expect(open({ parameters: { transmission: 0.7 } }, text)).rejects.toThrow('from 0 to 0.5');
  });

  it.each(['seed', 'stimulus', 'neighbours', 'view', 'share_in_calm', 'api_key', 'ticks', 'moves'])(
    'cannot be called %s, which has another meaning',
    async name => {
      const text = TEXT.replaceAll('"push"', `"${name}"`);
      await expect(open({}, text)).rejects.toThrow(new RegExp(`^own.json: “${name}” cannot `));
      const [problem] = checkChartText(text).problems;
      expect(problem).toMatchObject({ severity: 'error', length: name.length });
      expect(text.split('\n')[problem.line - 1].slice(problem.column - 1)).toMatch(new RegExp(`^${name}"`));
    },
  );

  it.each([
    ['"max": 0.5', '"max": -1', 'its range is 0 to -1, needs a min below its max'],
    ['"max": 0.5', '"min": -1e308, "max": 1.7e308', 'which is wider than a number can be'],
    ['"max": 20', '"max": 9007199254740999', 'whose whole numbers cannot all be kept'],
    ['"value": 0.2', '"value": 2', 'value is 2, needs 0 to 0.5'],
    ['"step": 1', '"step": 0', 'step is 0, needs more than 0 and at most the range of 19'],
    ['"value": 6', '"value": 6.5', 'value is 6.5, needs a whole number, since its step is 1'],
    ['"name": "push"', '"name": "Push"', 'its name needs a small letter and then small letters'],
    ['"name": "stay"', '"name": "push"', 'is declared twice'],
    ['"max": 0.5', '"mx": 0.5', 'parameters[0].mx is not known here'],
  ])('is marked at its place if %s is %s', (before, after, message) => {
    const text = TEXT.replace(before, after);
    const { problems } = checkChartText(text);
    expect(problems[0].message).toContain(message);
    expect(problems[0].line).toBeGreaterThan(2);
    expect(problems[0].line).toBeLessThan(text.split('\n').indexOf('  "states": [') + 1);
  });

  it('is suggested for a column that is nearly called so, and noted if nothing reads it', async () => {
    const text = TEXT.replace('"column": "push"', '"column": "pusch"');
    const { loaded } = await open({}, text);
    expect(loaded.material.notes).toEqual(
      expect.arrayContaining([
        'own.json: column “pusch” is read and set by nothing: it is 0; did you mean “push”?',
        'own.json: parameter “push” is declared, and nothing reads it',
      ]),
    );
    expect(checkChartText(text).problems.find(({ meant }) => meant !== null)).toMatchObject({
      message: 'column “pusch” is read and set by nothing: it is 0',
      meant: 'push',
    });
  });
});

describe('a parameter in the formats of charts', () => {
  const { definition } = readChart(NAME, TEXT);
  const write = (name: string) => CHART_FORMATS.find(format => format.name === name)!.write(definition);

  it.each(['scxml', 'json', 'xstate'])('comes back from %s as it was', name => {
    expect(readChart('own', write(name).text).definition.parameters).toEqual(CHART.parameters);
  });

  it('is noted where the format has no words for it', () => {
    expect(write('xstate').notes).toContain('push, stay, need: parameters that XState does not read');
    for (const name of ['mermaid', 'graphviz'])
      expect(write(name).text).toContain('not drawn: parameters push (0.2), stay (6), need (1)');
  });

  it('gives a run of SCXML the numbers of the same run of JSON', async () => {
    const own = await playChart(30, { agents: 80, parameters: { push: 0.3 } }, write('scxml').text);
    const json = await play(30, { parameters: { push: 0.3 } });
    expect([...own.machine.past.at(30).state]).toEqual([...json.machine.past.at(30).state]);
  });

  it.each([
    ['<sc:parameter name="a" value="2"/>', 'value is 2, needs 0 to 1'],
    ['<sc:parameter name="a" value="much"/>', 'value of parameter “a” is “much”, needs a number'],
    ['<sc:parameter name="a"/>', '<sc:parameter> “a” needs a value'],
    ['<sc:parameter value="1"/>', '<sc:parameter> needs a name'],
    ['<sc:parameter name="a" valu="1"/>', '<sc:parameter> has no attribute “valu”; did you mean “value”?'],
    ['<sc:paramter name="a" value="1"/>', '<sc:paramter> is not known here'],
    ['<state id="z"><sc:parameter name="a" value="1"/></state>', '<sc:parameter> stands right below <scxml>'],
  ])('is refused in SCXML with its place: %s', (part, message) => {
    const text = scxml(`<state id="s"/>\n${part}`);
    expect(() => readChart('own.scxml', text)).toThrow(
      new RegExp(`line 2, column \\d+: ${message.replace(/[()?]/g, '\\$&')}`),
    );
  });

  it('is refused in JSON with a number that JSON has and no computer holds', () => {
    const text = JSON.stringify({
      ...{ name: 'own', states: ['s'], initial: 's', transitions: [] },
      parameters: [{ name: 'a', value: 'HUGE' }],
    }).replace('"HUGE"', '1e999');
    expect(() => readChart('own.json', text)).toThrow('parameters[0].value is Infinity, needs');
  });
});
