import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import type { NamedFile } from '../../../../src/engine/files/namedFile.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import { parseReadingOptions } from '../../../../src/engine/models/recorded/loadRecorded.ts';
import { RecordedModelState } from '../../../../src/engine/models/recorded/recordedModel.ts';
import { RECORDED } from '../../../../src/engine/models/recorded/recordedSpec.ts';
import { bytesOfFixture } from '../../traces/fixture.ts';

const file = (name: string, text: string | Uint8Array): NamedFile => ({
  name,
  bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
});

/** The cases of a run, and what was taken for what. */
async function openedWith(traces: NamedFile, reading: string | null) {
  const own = reading === null ? ['traces'] : ['traces', 'reading'];
  const files = { traces: [traces], ...(reading !== null && { reading: [file('r.json', reading)] }) };
  const { run } = await openRun(
    { ...createDefaultSetup(RECORDED), own },
    { bundled: () => Promise.reject(new Error('nothing is bundled')), files },
  );
  if (!(run.state instanceof RecordedModelState)) throw new Error('another model');
  const { cases, inputs } = run.state;
  return { cases, roles: inputs.report.roles, texts: inputs.texts };
}

describe('a reading of traces', () => {
  const table = file('log.csv', 'case,who,tool,did,when\n1,ann,x,find,3\n1,ben,x,send,5\n2,ann,x,find,9\n');

  it('names the columns of a table, and the columns used are shown', async () => {
    const usual = await openedWith(table, null);
    expect(usual.cases.map(({ id }) => id)).toEqual(['1', '2']);
    expect(usual.roles).toEqual({
      kind: 'columns',
      names: ['case', 'who', 'tool', 'did', 'when'],
      roles: { case: 'case', activity: 'tool' },
    });
    const text = '{"columns": {"case": "who", "activity": "did", "time": "when"}}';
    const { cases, roles, texts } = await openedWith(table, text);
    expect(cases.map(({ id, steps }) => [id, steps.map(({ tool, at }) => `${tool} ${at}`)])).toEqual([
      ['ann', ['find 3000', 'find 9000']],
      ['ben', ['send 5000']],
    ]);
    expect(roles).toMatchObject({ roles: { case: 'who', activity: 'did', time: 'when' } });
    expect(texts).toEqual([['reading', text]]);
  });

  it('states which number of a date is the day, and what a comma in a number means', async () => {
    const rows = file('log.csv', 'case;tool;time;cost\n1;a;01/02/2024;1,500\n1;b;01/03/2024;2,500\n');
    const told = await openedWith(rows, '{"dates": "month-first", "decimals": "comma"}');
    expect(told.cases[0]!.steps.map(({ at, usd }) => [at, usd])).toEqual([
      [Date.UTC(2024, 0, 2), 1.5],
      [Date.UTC(2024, 0, 3), 2.5],
    ]);
    const usual = await openedWith(rows, null);
    expect(usual.cases[0]!.steps.map(({ at, usd }) => [at, usd])).toEqual([
      [Date.UTC(2024, 1, 1), null],
      [Date.UTC(2024, 2, 1), null],
    ]);
    expect(() => parseReadingOptions({ name: 'r.json', text: '{"dates": "german"}' })).toThrow('dates');
  });

  it('names the fields of events, and falls back on usual names where a log has no such column', async () => {
    const rows = file('log.jsonl', '{"a": 1, "tool": "x", "case": 7}\n{"a": 2, "tool": "x", "case": 7}\n');
    expect((await openedWith(rows, '{"columns": {"case": "a"}}')).cases).toHaveLength(2);
    expect((await openedWith(rows, '{"columns": {"case": "b"}}')).cases).toHaveLength(1);
  });

  it('names the type of the objects that are cases', async () => {
    const log = file('log.json', bytesOfFixture('ocel/tau2_retail_40.ocel2.json'));
    const { roles } = await openedWith(log, null);
    if (roles?.kind !== 'objects') throw new Error('no objects');
    const other = roles.types.find(({ name, events }) => events > 0 && name !== roles.chosen)?.name ?? '';
    const read = await openedWith(log, JSON.stringify({ object_type: other }));
    expect(read.roles).toEqual({ ...roles, chosen: other });
  });

  it('reports a mistake in it, and what is missing where there is none', async () => {
    expect(() => parseReadingOptions({ name: 'r.json', text: '{"columns": {"caze": "a"}}' })).toThrow(
      /r\.json.*caze/s,
    );
    await expect(openedWith(file('x.csv', 'a,b\n1,2\n'), null)).rejects.toThrow(
      'x.csv: no column for the case and the activity among a, b; a reading given with it says which it is',
    );
  });

  it('is not requested for a text that is not a table', async () => {
    const title = '# Traces and logs (real) for import, discovery and rules\n\n';
    for (const text of [
      `${title}Some, all, or none.\nOther prose, like this, is no row.\n`,
      'Dear all, hello\n\nbye\n',
    ])
      await expect(openedWith(file('README.md', text), null)).rejects.toThrow(
        'README.md: nothing in it was recognised',
      );
    const columns = { columns: { case: '# k', activity: 'a' } };
    for (const text of ['# k,a\n1,look\n1,say\n', '# k,a\n1,look', '# k,a\n"1, 2",look\n'])
      expect((await openedWith(file('t.csv', text), JSON.stringify(columns))).cases).toHaveLength(1);
  });
});

describe('a live case whose last answer is not known to be a message', () => {
  const attribute = (key: string, value: string | number) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  });
  const span = (
    id: string,
    parent: string,
    second: number,
    facts: Readonly<Record<string, string | number>>,
  ) => ({
    ...{ traceId: 'a1', spanId: id, parentSpanId: parent, name: id },
    startTimeUnixNano: `${1_767_225_600 + second}000000000`,
    endTimeUnixNano: `${1_767_225_601 + second}000000000`,
    attributes: Object.entries(facts).map(([key, value]) => attribute(key, value)),
  });
  const tool = span('b1', 'b0', 1, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'look' });
  const chat = (id: string, second: number) =>
    span(id, 'b0', second, { 'gen_ai.operation.name': 'chat', 'gen_ai.usage.input_tokens': 9 });
  const agent = span('b0', '', 0, { 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': 'clerk' });

  /** The cases of some spans, and the steps of the first of them. */
  async function readCases(spans: readonly unknown[], under_way = true) {
    const text = JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans }] }] });
    const { run } = await openRun(
      { ...createDefaultSetup(RECORDED), own: ['traces'], parameters: { under_way } },
      {
        bundled: () => Promise.reject(new Error('nothing is bundled')),
        files: { traces: [file('a.json', text)] },
      },
    );
    if (!(run.state instanceof RecordedModelState)) throw new Error('another model');
    return run.state.cases;
  }

  const readSteps = async (...given: Parameters<typeof readCases>) =>
    (await readCases(...given))[0]?.steps ?? [];

  const stepsOf = async (...given: Parameters<typeof readSteps>) =>
    (await readSteps(...given)).map(({ tool: name, tokensIn }) => [name, tokensIn]);

  it('has no step for it yet, and its costs on the step before', async () => {
    expect(await stepsOf([tool, chat('c', 3)])).toEqual([['look', 9]]);
    expect(await stepsOf([chat('c', 3), tool, chat('d', 5)])).toHaveLength(1);
  });

  it('has the time of that answer as a call of the model', async () => {
    const [look] = await readSteps([chat('c', 0), tool, chat('d', 5)]);
    const called = (second: number) => [1_767_225_600_000 + second * 1000, 1_767_225_601_000 + second * 1000];
    expect(look?.modelCalls).toEqual([called(0), called(5)]);
  });

  it('is there at once where nothing else is known of the case', async () => {
    const other = { ...chat('c', 3), traceId: 'a2', parentSpanId: '' };
    expect((await readCases([tool, other])).map(({ id }) => id)).toEqual(['a1', 'a2']);
  });

  it('has a step for it once the agent is done, and in a recording', async () => {
    expect(await stepsOf([tool, chat('c', 3), agent])).toEqual([
      ['look', null],
      ['say', 9],
    ]);
    expect(await stepsOf([tool, chat('c', 3)], false)).toHaveLength(2);
  });

  it('keeps its answers where there are no tools', async () => {
    expect(await stepsOf([chat('c', 3), chat('d', 5)])).toHaveLength(2);
  });
});
