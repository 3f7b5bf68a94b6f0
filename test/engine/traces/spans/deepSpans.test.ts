import { describe, expect, it } from 'vitest';
import { createTraceReader } from '../../../../src/engine/traces/createTraceReader.ts';

const toAttributes = (values: Record<string, string>) =>
  Object.entries(values).map(([key, stringValue]) => ({ key, value: { stringValue } }));

interface Written {
  readonly id: string;
  readonly parent: string;
  readonly at: number;
  readonly attributes: Record<string, string>;
}

function read(spans: readonly Written[]) {
  const written = spans.map(({ id, parent, at, attributes }) => ({
    ...{
      traceId: 'aa',
      spanId: id,
      parentSpanId: parent,
      name: 'span',
      attributes: toAttributes(attributes),
    },
    ...{ startTimeUnixNano: `${at}000000`, endTimeUnixNano: '900000000000' },
  }));
  const reader = createTraceReader();
  const file = reader.open('deep.jsonl');
  file.write(
    new TextEncoder().encode(JSON.stringify({ resourceSpans: [{ scopeSpans: [{ spans: written }] }] })),
  );
  file.end();
  return reader.end();
}

const AGENT = (name: string) => ({ 'gen_ai.operation.name': 'invoke_agent', 'gen_ai.agent.name': name });
const TOOL = (name: string) => ({ 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': name });

describe('spans within spans', () => {
  it.each(['the first', 'the last'])('by thousands are read, and said, with the outermost as %s', outer => {
    const count = 12_000;
    const spans = Array.from({ length: count }, (_, level) => ({
      id: String(level),
      parent: level === 0 ? '' : String(level - 1),
      at: outer === 'the first' ? level : count - level,
      attributes: level === count - 1 ? TOOL('look') : AGENT(level % 2 === 0 ? 'a' : 'b'),
    }));
    const { cases, notes } = read(spans);
    expect(cases.flatMap(({ steps }) => steps.map(({ tool }) => tool))).toEqual(['look']);
    expect(notes).toContainEqual(
      expect.stringContaining(
        '11,743 spans more than 256 levels deep are taken as within the one at that level',
      ),
    );
  });

  it('keep names of cases that are short however deep agents send agents', () => {
    const spans = Array.from({ length: 4_000 }, (_, level) => ({
      id: String(level),
      parent: level === 0 ? '' : String(level - 1),
      at: level,
      attributes: level % 2 === 0 ? AGENT(`agent ${level}`) : TOOL('send'),
    }));
    const { cases } = read(spans);
    expect(cases.reduce((sum, { steps }) => sum + steps.length, 0)).toBe(2_000);
    expect(Math.max(...cases.map(({ id }) => id.length))).toBeLessThan(2_000);
  });
});
