import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { groups } from 'd3-array';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFiles } from './fixture.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/cases');

interface Telemetry {
  readonly resourceSpans?: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly object[] }[];
  }[];
}

/** Each span of an export as one of its own: exporters promise no order. */
function spansOf(path: string): readonly string[] {
  const { resourceSpans = [] } = JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Telemetry;
  return resourceSpans.flatMap(group =>
    group.scopeSpans.flatMap(scope =>
      scope.spans.map(span =>
        JSON.stringify({ resourceSpans: [{ ...group, scopeSpans: [{ ...scope, spans: [span] }] }] }),
      ),
    ),
  );
}

interface Logs {
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly {
      readonly logRecords: readonly { readonly spanId?: string; readonly timeUnixNano?: string }[];
    }[];
  }[];
}

/** The log records of an export, those of one span and one time together: of these nothing else tells the order. */
function recordsOf(path: string): readonly string[] {
  const { resourceLogs = [] } = JSON.parse(readFileSync(join(FOLDER, path), 'utf8')) as Logs;
  return resourceLogs.flatMap(group =>
    group.scopeLogs.flatMap(scope => {
      const together = groups(scope.logRecords, one => `${one.spanId} ${one.timeUnixNano}`);
      return together.map(([, logRecords]) =>
        JSON.stringify({ resourceLogs: [{ ...group, scopeLogs: [{ ...scope, logRecords }] }] }),
      );
    }),
  );
}

const linesOf = (path: string): readonly string[] =>
  readFileSync(join(FOLDER, path), 'utf8').trim().split('\n');

/** Log records, and the spans of the same sessions where there are any. */
const LOGS: readonly (readonly string[])[] = [
  ['agents/claude-code/otel/138_v1_logs.json'],
  ['agents/claude-code/otel/138_v1_logs.json', 'agents/claude-code/otel/137_v1_traces.json'],
  ['agents/codex/otel/135_v1_logs.json'],
  ['agents/codex/otel/135_v1_logs.json', 'agents/codex/otel/136_v1_traces.json'],
  ['agents/gemini-cli/otel/067_v1_logs.json'],
  ['agents/gemini-cli/otel/077_v1_logs.json'],
  ['agents/gemini-cli/otel/077_v1_logs.json', 'agents/gemini-cli/otel/076_v1_traces.json'],
  ['agents/qwen-code/otel/061_v1_logs.json'],
  [
    'agents/qwen-code/otel/051_v1_logs.json',
    'agents/qwen-code/otel/061_v1_logs.json',
    'agents/qwen-code/otel/053_v1_traces.json',
  ],
  ['sdk/otel-openai/chat-tools-content-logs.json', 'sdk/otel-openai/chat-tools-content.json'],
  ['sdk/otel-openai/bare-chat-logs.json', 'sdk/otel-openai/bare-chat.json'],
];

describe('the reading of spans', () => {
  it.each([
    ...[
      'ai/generate.json',
      'ai/sub.json',
      'ai6/gen.json',
      'adk/plain.json',
      'genkit/soft.json',
      'langfuse/chat.json',
    ],
    ...[
      'langgraph/oi-int.json',
      'mastra/gen.json',
      'openinference/v7.json',
      'otel22/chat-tools.json',
      'strands19/resp.json',
    ],
    ...['traceloop/chat.json', 'traceloop/lc-wf.json'],
  ])('does not depend on their order, nor on the files that they come in: %s', path => {
    const spans = spansOf(`sdk/${path}`);
    const { cases } = readFiles({ all: spans.join('\n') });
    fc.assert(
      fc.property(
        fc.shuffledSubarray([...spans], { minLength: spans.length }),
        fc.nat(spans.length),
        (shuffled, cut) => {
          const files = { b: shuffled.slice(0, cut).join('\n'), a: shuffled.slice(cut).join('\n') };
          expect(readFiles(files).cases).toEqual(cases);
        },
      ),
      { numRuns: 20 },
    );
  });

  it.each(['client-int.jsonl', 'client-react.jsonl', 'tr-client.jsonl'])(
    'does not depend on the order of posted runs: %s',
    path => {
      const runs = linesOf(`sdk/langgraph/${path}`);
      const { cases } = readFiles({ a: runs.join('\n') });
      fc.assert(
        fc.property(fc.shuffledSubarray([...runs], { minLength: runs.length }), shuffled => {
          expect(readFiles({ a: shuffled.join('\n') }).cases).toEqual(cases);
        }),
        { numRuns: 10 },
      );
    },
  );

  it.each(['astool.jsonl', 'chat.jsonl', 'group.jsonl'])(
    'does not depend on the order of items of the OpenAI Agents SDK: %s',
    path => {
      const items = linesOf(`sdk/openai-agents/${path}`);
      const { cases } = readFiles({ a: items.join('\n') });
      fc.assert(
        fc.property(fc.shuffledSubarray([...items], { minLength: items.length }), shuffled => {
          expect(readFiles({ a: shuffled.join('\n') }).cases).toEqual(cases);
        }),
        { numRuns: 20 },
      );
    },
  );

  it('does not depend on which of several exports of the same spans comes first', () => {
    const names = ['dataframe.csv', 'rest.json', 'spans.jsonl'];
    const read = (order: readonly string[]) =>
      readFiles(
        Object.fromEntries(
          order.map(name => [name, readFileSync(join(FOLDER, 'traces/o10-phoenix-spans', name), 'utf8')]),
        ),
      ).cases;
    const { args, result } = read(names)[0].steps[0];
    // The table alone leaves both out.
    expect([args, result]).toEqual(['{"q":1}', '7']);
    fc.assert(
      fc.property(fc.shuffledSubarray(names, { minLength: 3 }), order => {
        expect(read(order)).toEqual(read(names));
      }),
    );
  });

  it.each(LOGS.map(paths => [paths.join(' and '), paths] as const))(
    'does not depend on the order of log records, alone or next to spans: %s',
    (_, paths) => {
      const parts = paths.flatMap(path => [...spansOf(path), ...recordsOf(path)]);
      const { cases } = readFiles({ all: parts.join('\n') });
      expect(cases.length).toBeGreaterThan(0);
      const order = fc.shuffledSubarray([...parts.keys()], { minLength: parts.length });
      fc.assert(
        fc.property(order, fc.nat(parts.length), (shuffled, cut) => {
          const lines = shuffled.map(index => parts[index]);
          const files = { b: lines.slice(0, cut).join('\n'), a: lines.slice(cut).join('\n') };
          expect(readFiles(files).cases).toEqual(cases);
        }),
        { numRuns: 20 },
      );
    },
  );
});
