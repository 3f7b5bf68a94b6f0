import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { checkParameter } from '../../../src/engine/checks/checkParameter.ts';
import { createDefaultSetup } from '../../../src/engine/checks/createDefaultSetup.ts';
import type { Files } from '../../../src/engine/files/namedFile.ts';
import { MODELS } from '../../../src/engine/models/index.ts';
import type { ModelEntry } from '../../../src/engine/models/modelEntry.ts';
import { openRun } from '../../../src/engine/models/openRun.ts';
import type {
  ParameterDefinition,
  ParameterValue,
} from '../../../src/engine/parameters/parameterDefinition.ts';
import { playRunTicks } from '../../../src/engine/run/playRunTicks.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import type { Setup } from '../../../src/engine/setup/config.ts';
import { findChartMistakes } from '../../../src/engine/statechart/findChartMistakes.ts';
import { documentText } from '../play.ts';

const root = new URL('../../../public/', import.meta.url);
const bundled = async (path: string) => new Uint8Array(readFileSync(new URL(path, root)));
const TICKS = 12;

const TRACES: Files = {
  traces: [
    {
      name: 'log.csv',
      bytes: new TextEncoder().encode(
        'case,activity,time\n1,open,2024-01-01T00:00:00Z\n1,close,2024-01-01T00:00:09Z\n2,open,2024-01-01T00:00:05Z\n',
      ),
    },
  ],
};

/** A run of a model before its warm-up, of a size that a test can wait for. */
async function open(entry: ModelEntry, part: Partial<Setup> = {}): Promise<Run> {
  const spec = await entry.spec();
  const setup = {
    ...createDefaultSetup(spec),
    ...(spec.usesNetwork && { network: 'small-world' }),
    agents: 40,
  };
  const own = spec.isRecorded ? { agents: null } : {};
  const files = spec.isRecorded ? TRACES : {};
  return (await openRun({ ...setup, ...own, ...part }, { bundled, files })).run;
}

async function play(run: Run, until: number): Promise<Run> {
  await playRunTicks(run, { oracle: run.policy, until });
  return run;
}

/** Another value that a parameter may take. */
function chooseOther(
  { kind, min, max, step, choices }: ParameterDefinition,
  value: ParameterValue,
): ParameterValue {
  if (typeof value === 'boolean') return !value;
  if (choices !== undefined) return choices.find(one => one !== value) ?? value;
  const middle = kind === 'integer' ? Math.round((min + max) / 2 / step) * step : (min + max) / 2;
  return middle === value ? max : Math.max(min, Math.min(max, middle));
}

const fitsSchema = new Ajv2020({ strict: false }).compile(
  JSON.parse(readFileSync(new URL('run-document.schema.json', root), 'utf8')),
);

describe.each(MODELS)('model $name', entry => {
  it('has a chart without mistakes, and words for its states and triggers alone', async () => {
    const { chart } = await entry.model();
    if (chart === undefined) return;
    expect(findChartMistakes(chart)).toEqual([]);
    const states = chart.states.map(state => (typeof state === 'string' ? state : state.id));
    const triggers = chart.transitions.map(({ trigger }) => trigger);
    const strangers = (words: object, known: readonly string[]) =>
      Object.keys(words).filter(name => !known.includes(name));
    expect(strangers(chart.words?.states ?? {}, states), 'words for states that the chart lacks').toEqual([]);
    expect(strangers(chart.words?.triggers ?? {}, triggers), 'words for triggers that it lacks').toEqual([]);
  });

  it('has a value in range under each preset for each parameter', async () => {
    const spec = await entry.spec();
    for (const { name, defaults } of spec.parameters) {
      expect(Object.keys(defaults).sort(), `presets in defaults of ${name}`).toEqual(
        [...spec.presets].sort(),
      );
      for (const value of Object.values(defaults)) checkParameter(spec, name, value);
    }
  });

  it('gives a count for each of its series after each round', async () => {
    const run = await open(entry);
    for (let tick = 0; tick < TICKS && !run.state.isOver; tick++) {
      await play(run, tick + 1);
      expect(run.state.series(), `series() and Model.series, ${run.model.series.join(', ')}`).toHaveLength(
        run.model.series.length,
      );
    }
  });

  it('hears a live parameter that is changed in the first round as one that it had from the start', async () => {
    const spec = await entry.spec();
    const isThere = spec.parameters.some(({ name }) => name === 'warm_up');
    const parameters = isThere ? { warm_up: 0 } : {};
    for (const parameter of spec.parameters.filter(({ live }) => live)) {
      const { name } = parameter;
      const base = await open(entry, { parameters });
      const value = chooseOther(parameter, base.config.parameters[name]);
      const early = await play(await open(entry, { parameters: { ...parameters, [name]: value } }), TICKS);
      const change = { tick: 1, name, value };
      const changed = await play(await open(entry, { parameters, changes: [change] }), TICKS);
      expect([name, rowsOf(changed)]).toEqual([name, rowsOf(early)]);
    }
  }, 30_000);

  it('writes the same document when it was saved and restored on the way, live parameters changed before', async () => {
    const spec = await entry.spec();
    const { config } = await open(entry);
    const changes = spec.parameters
      .filter(({ live }) => live)
      .map(one => ({ tick: 2, name: one.name, value: chooseOther(one, config.parameters[one.name]) }));
    for (const part of [{}, { changes }]) {
      const whole = await play(await open(entry, part), TICKS);
      // What was changed is in what was saved.
      const restored = await open(entry);
      const half = await play(await open(entry, part), TICKS / 2);
      restored.restore(JSON.parse(JSON.stringify(half.save())));
      await play(restored, TICKS);
      expect(restored.hash).toBe(whole.hash);
      expect(documentText(restored)).toBe(documentText(whole));
    }
  }, 30_000);

  it('writes a document by the published schema, with the context that its log has', async () => {
    const run = await play(await open(entry), TICKS);
    const document: unknown = JSON.parse(documentText(run));
    expect(fitsSchema(document), JSON.stringify(fitsSchema.errors?.slice(0, 3))).toBe(true);
  }, 30_000);

  it('asks the same questions when it is asked for them twice, and offers states of its chart alone', async () => {
    const [run, other] = [await open(entry), await open(entry)];
    for (let tick = 1; tick <= TICKS && !run.state.isOver; tick++) {
      const [first, second] = [run.state.questions(run.tick + 1), run.state.questions(run.tick + 1)];
      expect(second, 'questions() changes nothing').toEqual(first);
      const { states } = run.machine.chart;
      const targets = first.flatMap(one =>
        one.kind === 'choice' ? one.options.map(({ nextState }) => nextState) : [],
      );
      expect(
        targets.filter(state => !states.includes(state)),
        'options that lead to no state',
      ).toEqual([]);
      await play(run, tick);
    }
    await play(other, run.tick);
    expect(run.hash).toBe(other.hash);
  });
});

function rowsOf({ machine }: Run): string {
  const rows: string[] = [];
  machine.log.forEach(0, machine.log.rows, (agent, step) => rows.push(`${agent}:${step}`));
  return rows.join(' ');
}
