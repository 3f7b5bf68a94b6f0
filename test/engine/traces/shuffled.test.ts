import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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

const linesOf = (path: string): readonly string[] =>
  readFileSync(join(FOLDER, path), 'utf8').trim().split('\n');

describe('what is read of spans', () => {
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
  ])('does not hang on their order, nor on the files that they come in: %s', path => {
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
    'nor on that of runs that were posted: %s',
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
    'nor on that of items of the OpenAI Agents SDK: %s',
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
});
