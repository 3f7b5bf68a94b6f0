import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createTraceReader } from '../../../src/engine/traces/createTraceReader.ts';
import { FORMAT_NAMES } from '../../../src/engine/traces/formats.ts';
import { MAX_TEXT_LENGTH } from '../../../src/engine/traces/traceSteps.ts';
import { caseFiles } from './caseFixture.ts';
import { bytesOfFixture, readFiles } from './fixture.ts';

const CASES = join(import.meta.dirname, '../../fixtures/cases');

/** A small trajectory in the interchange format. */
const ATIF_TRAJECTORY = {
  ...{ schema_version: 'ATIF-v1.4', session_id: 's', agent: { name: 'a', version: '1' } },
  steps: [
    { step_id: 1, source: 'user', message: 'Go', timestamp: '2026-01-01T00:00:00Z' },
    {
      ...{ step_id: 2, source: 'agent', message: 'I run', timestamp: '2026-01-01T00:00:01Z' },
      tool_calls: [{ tool_call_id: 'c', function_name: 'run', arguments: { command: 'ls' } }],
      observation: { results: [{ source_call_id: 'c', content: 'nothing' }] },
      metrics: { prompt_tokens: 5, completion_tokens: 2 },
    },
  ],
};

/** A session of a guard: two calls and a decision. */
const GUARD_LINES = [
  {
    ...{ kind: 'session', session: 's', unit: 's', policy: 'ours', digest: 'd', agent: 'claude' },
    ...{ acts: true, at: 0 },
  },
  ...[1, 2].flatMap(at => {
    const call = { id: `c${at}`, tool: 'Bash', args: '{"command":"npm test"}', at };
    return [
      { kind: 'before', call, canAdvise: true },
      { kind: 'after', call, result: { outputHash: 'x', failed: true, until: at } },
    ];
  }),
  { kind: 'event', event: 'advise', rule: 'same', step: 2, text: 'Look elsewhere.', at: 2 },
  { kind: 'decision', would: 'advise', rule: 'same', step: 2 },
];

/** Real files, the large ones cut down to a few cases. */
const ORIGINALS: Readonly<Record<string, string>> = {
  'spans.jsonl': firstLines('otlp/tau2_retail_40.genai.jsonl', 3),
  'inference.jsonl': firstLines('otlp/tau2_retail_10.openinference.jsonl', 3),
  'table.csv': firstLines('csv/tau2_retail_40.csv', 60),
  'pairs.csv': firstLines('csv/patients.csv', 60),
  'log.xes': text('xes/tau2_retail_40.xes')
    .split('</trace>')
    .slice(0, 3)
    .join('</trace>')
    .concat('</trace></log>'),
  'ocel.json': fewerEvents('ocel/tau2_retail_40.ocel2.json'),
  'tau.json': JSON.stringify(JSON.parse(text('raw/tau-bench/gpt-4o-airline_tasks0-14x4.json')).slice(0, 2)),
  'tau2.json': withFewer('raw/tau2-bench/gpt-4.1_retail_40.json'),
  'moatless.json': text('raw/moatless-tools/django__django-13658.json'),
  'swe.traj': text('raw/swe-agent/marshmallow-code__marshmallow-1867.traj'),
  'hands.jsonl': text('raw/openhands/output_1.jsonl'),
  'fuse.json': text('raw/langfuse/koog-2025-08-26.json'),
  'claude.jsonl': text('raw/claude-code/representative_messages.jsonl'),
  'agents.jsonl': text('raw/openai-agents/shop.jsonl'),
  'session.jsonl': GUARD_LINES.map(line => JSON.stringify(line)).join('\n'),
  'atif.json': JSON.stringify(ATIF_TRAJECTORY),
  'inter.json': text('raw/intercode/ic_bash_multiturn_gpt-4_10_turns_fs_4.json'),
  'runs.jsonl': firstLines('runs/tau2_sierra_gpt41.jsonl', 5),
  'console.json': small('o09-python-console-exporter', 'console.json'),
  'phoenix.csv': small('o10-phoenix-spans', 'dataframe.csv'),
  'phoenix.jsonl': small('o10-phoenix-spans', 'spans.jsonl'),
  'jaeger.json': small('o11-jaeger', 'trace.json'),
  'mlflow.json': small('o12-mlflow', 'trace.json'),
  'inspect.json': small('a02-inspect-ai', '2026-01-01_files.json'),
  'hands.json': small('a03-openhands', 'trajectory.json'),
  'hands1.jsonl': small('a03-openhands', 'v1-output.jsonl'),
  'mini.json': small('a05-mini-swe-agent-1', 'demo__demo-3.traj.json'),
  'memory.json': small('a07-smolagents', 'memory.json'),
  'chain.json': small('a09-langchain', 'messages_to_dict.json'),
  'pydantic.json': small('a11-pydantic-ai', 'messages.json'),
  'ocel.jsonocel': small('x04-ocel1-jsonocel', 'log.jsonocel'),
  'ocel.xml': small('x05-ocel2-xml', 'log.xml'),
  'dates.csv': small('x07-csv-dayfirst', 'log.csv'),
  'responses.json': small('a17-copilot-openai-responses', 'responses.json'),
  'posted.jsonl': readFileSync(join(CASES, 'sdk/langgraph/client-react.jsonl'), 'utf8'),
  'list.json': JSON.stringify([
    { role: 'user', content: 'Go' },
    { role: 'assistant', content: 'Done', usage: { input_tokens: 5, output_tokens: 2 } },
  ]),
  'rows.jsonl': '{"case":"a","activity":"look","time":"2026-01-01T00:00:00Z","result":"x"}\n',
  'codex.jsonl': ofAgent(
    'codex/sessions/2026/11/27/rollout-2026-11-27T22-15-58-01a21f14-606a-7b80-9f54-9d567d109e28.jsonl',
  ),
  'exec.jsonl': ofAgent('codex/exec-json.jsonl'),
  'logs.json': ofAgent('codex/otel/135_v1_logs.json'),
  'gemini.jsonl': ofAgent('gemini-cli/first/repo/chats/session-2026-11-27T22-27-a22aa94f.jsonl'),
  'stream.jsonl': ofAgent('gemini-cli/stream-json.jsonl'),
  'printed.jsonl': ofAgent('claude-code/print-stream-json.jsonl'),
  'qwen.jsonl': ofAgent(
    'qwen-code/projects/-srv-ag-run-qwen-repo/chats/bda77365-a868-4f16-87c6-af2a1753bded.jsonl',
  ),
  'copilot.jsonl': ofAgent('copilot/session-state/7508dc4d-ab10-4cc9-ba14-762c6d2576ce/events.jsonl'),
  'opencode.json': ofAgent('opencode/export.json'),
  'run.jsonl': ofAgent('opencode/run-format-json.jsonl'),
  'cline.json': ofAgent('cline/sessions/1795818802119_36tuo/1795818802119_36tuo.messages.json'),
  'pi.jsonl': ofAgent(
    'pi/sessions/--srv-ag-run-pi-repo--/2026-11-27T22-29-52-491Z_01a21f21-18ea-7554-913d-17e1b5a981a4.jsonl',
  ),
  'continue.json': ofAgent('continue/sessions/78087f25-358e-47c6-aa5a-5c63e1d5ff3d.json'),
};

function text(path: string): string {
  return new TextDecoder().decode(bytesOfFixture(path));
}
function ofAgent(path: string): string {
  return readFileSync(join(CASES, 'agents', path), 'utf8');
}
function small(name: string, path: string): string {
  return new TextDecoder().decode(caseFiles(name)[path]);
}
function firstLines(path: string, count: number): string {
  return text(path).split('\n').slice(0, count).join('\n');
}
function withFewer(path: string): string {
  const whole = JSON.parse(text(path));
  return JSON.stringify({ ...whole, simulations: whole.simulations.slice(0, 2) });
}
function fewerEvents(path: string): string {
  const { objects, events, ...rest } = JSON.parse(text(path));
  return JSON.stringify({ ...rest, objects: objects.slice(0, 30), events: events.slice(0, 60) });
}

const encoded = (content: string): Uint8Array => new TextEncoder().encode(content);
const HTML = '<img src=x onerror=alert(1)>';
const huge = 'x'.repeat(1_200_000);

/** Ways in which files are broken. */
const BREAKS: Readonly<Record<string, (content: string) => Uint8Array | string>> = {
  'cut in the middle': content => content.slice(0, content.length >> 1),
  'cut after a few characters': content => content.slice(0, 37),
  'without its beginning': content => content.slice(content.length >> 1),
  'twice over': content => `${content}\n${content}`,
  'every line twice': content =>
    content
      .split('\n')
      .flatMap(line => [line, line])
      .join('\n'),
  'in the reverse order of lines': content => content.split('\n').reverse().join('\n'),
  'with HTML in every text': content => content.replace(/(?<=")[a-z ]{4,}(?=")/gi, HTML),
  'with __proto__ for a key': content =>
    content.replace(/"(?:role|key|name|tool|activity|value)"/g, '"__proto__"'),
  'with constructor for a key': content =>
    content.replace(/"(?:name|type|id|concept:name)"/g, '"constructor"'),
  'in Latin-1': content => new Uint8Array(Buffer.from(content.replaceAll('e', 'é'), 'latin1')),
  'in UTF-16': content => new Uint8Array(Buffer.from(`\uFEFF${content}`, 'utf16le')),
  'half in UTF-16': content =>
    new Uint8Array(
      Buffer.concat([Buffer.from(content.slice(0, 5_000)), Buffer.from(content.slice(5_000), 'utf16le')]),
    ),
  'with zeros in it': content => content.replaceAll('a', '\0'),
  'with bytes other than UTF-8': content =>
    encoded(content).map((byte, index) => (index % 97 === 0 ? 0xff : byte)),
  'with clocks that go back': content =>
    content.replace(/(?<=20\d\d-\d\d-)\d\d(?=T)/g, (_, place: number) => String(10 + (place % 18))),
  'with parents in a circle': content =>
    content.replace(/"(?:parentSpanId|parentObservationId)":\s*"\w+"/g, '"parentSpanId":"44e00f3d55cdfc75"'),
  'without ends': content => content.replace(/"end\w*":\s*"[^"]*"/gi, '"x":0'),
  'with numbers for texts': content => content.replace(/"[a-z_]{3,12}"(?=[,}])/g, '17'),
  'with null for lists': content =>
    content.replace(/\[\]/g, 'null').replace(/"(?:attributes|messages|actions|content)":\s*\[/g, '"x":['),
  'with one huge text': content =>
    content.replace(/assistant|retail_agent|say|SearchCode|execute_bash/, huge),
  'without quotes': content => content.replaceAll('"', ''),
  'with CR alone': content => content.replaceAll('\n', '\r'),
};

const files = Object.entries(ORIGINALS).flatMap(([name, content]) =>
  Object.keys(BREAKS).map(how => [name, how, content] as const),
);

/** Formats that tell of no step alone, or of which tests of their own hold the only example. */
const ELSEWHERE = [
  ...['Zipkin', 'Weave calls', 'SWE-bench report', 'ADK sessions', 'AutoGen'],
  ...['OpenTelemetry console spans (JavaScript)', 'OpenTelemetry protobuf'],
];

describe('files that are broken', () => {
  it('cover every format except those that are broken elsewhere', () => {
    const read = new Set(
      Object.entries(ORIGINALS).flatMap(([name, content]) =>
        readFiles({ [name]: content }).found.map(({ format }) => format),
      ),
    );
    expect(
      FORMAT_NAMES.filter(name => !read.has(name)),
      'formats that ORIGINALS, in this file, has no example of: add one, to be broken in every way, or name the format in ELSEWHERE',
    ).toEqual(ELSEWHERE);
  });

  it.each(files)('give cases or a reason: %s %s', (name, how, content) => {
    const { cases, skipped, skippedCount, found } = readFiles({ [name]: BREAKS[how](content) });
    expect(cases.length + skipped.length).toBeGreaterThan(0);
    expect(skippedCount).toBeGreaterThanOrEqual(skipped.length);
    expect(found).toHaveLength(1);
    for (const { file, line, reason } of skipped) {
      expect(file).toBe(name);
      expect(line === null || line > 0).toBe(true);
      expect(reason.length).toBeGreaterThan(5);
    }
    expect(new Set(cases.map(({ id }) => id)).size).toBe(cases.length);
    for (const { steps, labels } of cases) {
      expect(steps.length).toBeGreaterThan(0);
      for (const label of Object.values(labels)) expect(typeof label).toBe('string');
      for (const step of steps) {
        expect(typeof step.tool).toBe('string');
        for (const word of [step.args, step.result, step.prompt, step.answer, step.error])
          expect(word === null || (typeof word === 'string' && word.length < MAX_TEXT_LENGTH + 100)).toBe(
            true,
          );
        for (const number of [step.at, step.until, step.tokensIn, step.tokensOut, step.usd])
          expect(number === null || Number.isFinite(number)).toBe(true);
      }
    }
  });

  it.each(Object.entries(ORIGINALS))('are read completely where they are intact: %s', (name, content) => {
    const { cases, skipped } = readFiles({ [name]: content });
    expect(skipped).toEqual([]);
    expect(cases.length).toBeGreaterThan(0);
  });

  it('keep their intact parts', () => {
    const lines = firstLines('runs/tau2_sierra_gpt41.jsonl', 5).split('\n');
    const { cases, skipped } = readFiles({
      a: [lines[0], lines[1].slice(0, 99), '', 'null', '7', lines[2]].join('\n'),
    });
    expect(cases).toHaveLength(2);
    expect(skipped.map(({ line }) => line)).toEqual([2, 4, 5]);
  });
});

describe('hostile files', () => {
  const row = (more: object) => JSON.stringify({ case: 1, activity: 'x', ...more });

  it('may nest values as deep as they like: what is too deep is cut, with a mark', () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const args = (depth: number) =>
      `{"case":1,"activity":"x","args":${'['.repeat(depth)}${']'.repeat(depth)}}`;
    const { cases, skipped } = readFiles({ a: `${row({})}\n${args(60)}\n${args(100_000)}\n` });
    expect(skipped).toEqual([]);
    expect(cases[0].steps.map(step => step.args)).toEqual([
      null,
      '['.repeat(60) + ']'.repeat(60),
      `${'['.repeat(65)}"… (cut: nested more than 64 levels deep)"${']'.repeat(65)}`,
    ]);
    expect(readFiles({ a: deep }).skipped[0].reason).toContain('expected a trace of agents');
    expect(readFiles({ a: `${'{"a":'.repeat(100_000)}1` }).skipped).not.toEqual([]);
    expect(readFiles({ a: `<log>${'<list>'.repeat(100)}` }).skipped[0].reason).toContain(
      'nested more than 64 deep',
    );
  });

  it('are cut where one text is of ten megabytes, with a mark; equal digests still mean equal texts', () => {
    const [one, other] = ['a', 'b'].map(end => row({ args: 'x'.repeat(10_000_000) + end }));
    const { steps } = readFiles({ a: `${one}\n${one}\n${other}\n` }).cases[0];
    expect(steps[0].args).toHaveLength(MAX_TEXT_LENGTH + '… (cut: 10000001 characters)'.length);
    expect(steps[0].args?.endsWith('x… (cut: 10000001 characters)')).toBe(true);
    expect(steps[1].argsHash).toBe(steps[0].argsHash);
    expect(steps[2].argsHash).not.toBe(steps[0].argsHash);
  });

  it('may call a key __proto__, which is data', () => {
    const { cases } = readFiles({
      a: `{"case":"__proto__","activity":"__proto__","args":{"__proto__":{"polluted":1}}}`,
    });
    expect(cases).toMatchObject([
      { id: '__proto__', steps: [{ tool: '__proto__', args: '{"__proto__":{"polluted":1}}' }] },
    ]);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  });

  it('may declare entities in XML, which are refused', () => {
    const bomb = '<?xml version="1.0"?><!DOCTYPE log [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><log>&b;</log>';
    const { cases, skipped } = readFiles({ a: bomb });
    expect(cases).toEqual([]);
    expect(skipped[0].reason).toContain('a document type is not read');
  });

  it('may be packed more often than is unpacked', () => {
    const pack = (bytes: Uint8Array): Uint8Array => gzipSync(bytes);
    const table = encoded('case,activity\n1,x\n');
    expect(readFiles({ a: pack(pack(table)) }).cases).toHaveLength(1);
    expect(readFiles({ a: pack(pack(pack(table))) }).skipped[0].reason).toBe('packed more than 2 times over');
    const zip = zipSync({ 'b.csv': encoded(ORIGINALS['table.csv']) }).subarray(0, 1_000);
    const zipped = readFiles({ a: zip });
    expect(zipped.cases.length).toBeGreaterThan(0);
    expect(zipped.skipped).toContainEqual({
      ...{
        file: 'a/b.csv',
        line: null,
        reason: 'ends too early or was changed: it was read as far as it goes',
      },
    });
    const cut = readFiles({ a: pack(encoded(ORIGINALS['table.csv'])).subarray(0, 1_000) });
    expect(cut.cases.length).toBeGreaterThan(0);
    expect(cut.skipped[0]).toEqual({ file: 'a', line: null, reason: 'cannot be unpacked: unexpected EOF' });
    const longer = pack(table);
    longer[longer.length - 4]++;
    expect(readFiles({ a: longer }).skipped).toEqual([
      { file: 'a', line: null, reason: 'ends too early or was changed: it was read as far as it goes' },
    ]);
    expect(readFiles({ a: pack(table).subarray(0, 15) }).skipped).not.toEqual([]);
    expect(readFiles({ a: Uint8Array.of(0x50, 0x4b, 3, 4, 9, 9, 9, 9) }).skipped).not.toEqual([]);
  });

  it('may unpack to more than is read, which is reported in one line, and the beginning is read', () => {
    const row = '1,x\n';
    const bomb = encoded(`case,activity\n${row.repeat(50_000)}`);
    const read = (bytes: Uint8Array, most: number) => {
      const reader = createTraceReader({}, most);
      const file = reader.open('a');
      file.write(bytes);
      file.end();
      return reader.end();
    };
    const zip = zipSync({ 'b.csv': bomb, 'c.csv': bomb });
    for (const [bytes, file] of [
      [gzipSync(bomb), 'a'],
      [zip, 'a/b.csv'],
      [gzipSync(zip), 'a/b.csv'],
    ] as const) {
      const { cases, skipped } = read(bytes, 100_000);
      // A row may be cut.
      expect(skipped.filter(({ line }) => line === null)).toEqual([
        {
          file,
          line: null,
          reason: 'cannot be unpacked: more than 0.1 MB in all; what comes after is not read',
        },
      ]);
      expect(cases[0].steps.length).toBeLessThan(25_000);
      expect(cases[0].steps.length).toBeGreaterThan(0);
    }
    expect(read(zip, 1e9).skipped).toEqual([]);
  });

  it('may be empty', () => {
    for (const content of [
      '',
      ' ',
      '\n\n',
      '{}',
      '[]',
      'null',
      '""',
      '{"resourceSpans":[]}',
      '<log/>',
      'case,activity\n',
    ])
      expect(readFiles({ a: content }).skipped).toHaveLength(1);
  });
});
