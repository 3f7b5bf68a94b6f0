import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { TraceCase, TraceStep } from '../../../src/engine/traces/traces.ts';
import { readFiles, totals } from './fixture.ts';

const FOLDER = join(import.meta.dirname, '../../fixtures/cases/sdk');

/** What is read of files of one SDK, each given by its name or as a folder. */
function readOf(sdk: string, ...names: readonly string[]) {
  const files = names.flatMap(name =>
    name.endsWith('/') ? readdirSync(join(FOLDER, sdk, name)).map(one => `${name}${one}`) : [name],
  );
  return readFiles(Object.fromEntries(files.map(name => [name, readFileSync(join(FOLDER, sdk, name))])));
}

interface ExpectedStep {
  readonly tool: string;
  readonly args?: unknown;
  readonly result?: unknown;
  readonly answer?: string | undefined;
  readonly failed: boolean;
}

const expectedOf = (sdk: string): { readonly steps: readonly ExpectedStep[] } =>
  JSON.parse(readFileSync(join(FOLDER, sdk, 'expected.json'), 'utf8'));

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return text;
  }
};

/** A step in the words of what is expected, as far as this tells it. */
const told = (step: TraceStep, { args, result, answer }: ExpectedStep) => ({
  tool: step.tool,
  failed: step.failed,
  ...(args !== undefined && { args: parsed(step.args) }),
  ...(result !== undefined && { result: parsed(step.result) }),
  ...(answer !== undefined && { answer: step.answer }),
});
const plain = ({ tool, failed, args, result, answer }: ExpectedStep) => ({
  ...{ tool, failed },
  ...(args !== undefined && { args }),
  ...(result !== undefined && { result }),
  ...(answer !== undefined && { answer }),
});

function expectSteps({ steps }: TraceCase, expected: readonly ExpectedStep[]): void {
  expect(steps.map(({ tool }) => tool)).toEqual(expected.map(({ tool }) => tool));
  expect(steps.map((step, i) => told(step, expected[i]))).toEqual(expected.map(plain));
}

/** Files of which all that the scripted agent did can be known, with what is cached and reasoned as the tracer tells it. */
const WHOLE: readonly (readonly [
  sdk: string,
  file: string,
  id: string | null,
  agent: string | null,
  cached: number,
  reasoning: number,
])[] = [
  ['ai', 'generate.json', null, 'travel', 440, 0],
  ['ai', 'generate.pb', null, 'travel', 440, 0],
  ['ai', 'generate-legacy.json', null, 'travel', 440, 27],
  ['ai', 'plain.json', null, null, 440, 0],
  ['ai', 'anthropic.json', null, 'travel', 440, 0],
  ['ai', 'context.json', 's-9', 'travel', 440, 27],
  ['ai', 'generate-each/', null, 'travel', 440, 0],
  ['ai5', 'stream-chat.json', 's-1', 'travel', 440, 27],
  ['ai6', 'gen.json', 's-1', 'travel', 440, 27],
  ['langgraph', 'oi-react.json', null, 'travel', 440, 27],
  ['langgraph', 'oi-named-react.json', null, 'travel_agent', 440, 27],
  ['langgraph', 'client-react.jsonl', null, 'travel', 440, 27],
  ['langgraph', 'tr-client.jsonl', 'th-1', null, 440, 27],
  ['langgraph', 'tr-otel.pb', 'th-1', null, 0, 0],
  ['mastra', 'gen.json', null, 'Travel', 440, 27],
  ['mastra', 'gen-arize.pb', null, 'Travel', 440, 27],
  ['traceloop', 'chat.json', null, 'travel', 0, 0],
  ['traceloop', 'resp.json', null, 'travel', 0, 0],
  ['traceloop', 'lc-wf.json', null, 'trip', 0, 0],
  ['otel-openai', 'chat-tools-content.json', 'c-1', 'travel', 0, 0],
  ['openinference', 'chat-tools.json', 's-1', 'travel', 440, 27],
  ['openinference', 'v7.json', null, 'travel', 440, 27],
  ['langfuse', 'chat.json', null, 'travel', 440, 27],
  ['langfuse', 'lc.json', null, 'travel', 440, 27],
  ['adk', 'plain.json', 's-1', 'travel', 440, 27],
  ['strands19', 'resp.json', null, 'Travel', 440, 0],
  ['strands19', 'exp-resp.json', null, 'Travel', 440, 0],
  ['genkit', 'soft.json', null, 'travel', 440, 27],
];

/** What these tracers do not tell: results of calls and the last answer. */
const UNTOLD: ReadonlySet<string> = new Set(['mastra gen-arize.pb', 'otel-openai chat-tools-content.json']);

describe('the scripted agent in traces of today’s SDKs', () => {
  it.each(WHOLE)(
    'makes its five steps, 740 tokens in and 115 out, in %s %s',
    (sdk, file, id, agent, cached, reasoning) => {
      const { cases, skipped } = readOf(sdk, file);
      expect(skipped).toEqual([]);
      expect(cases).toHaveLength(1);
      const [one] = cases;
      const expected = expectedOf(sdk).steps.map(step =>
        UNTOLD.has(`${sdk} ${file}`) ? { ...step, answer: undefined } : step,
      );
      expectSteps(
        one,
        sdk === 'genkit' || sdk === 'adk'
          ? expected.map(step => (step.failed ? { ...step, result: undefined } : step))
          : expected,
      );
      expect(totals(cases)).toMatchObject({ errors: 1, tokensIn: 740, tokensOut: 115 });
      const sum = (name: 'tokensCachedRead' | 'tokensReasoning') =>
        one.steps.reduce((all, step) => all + (step[name] ?? 0), 0);
      expect([sum('tokensCachedRead'), sum('tokensReasoning')]).toEqual([cached, reasoning]);
      if (id !== null) expect(one.id).toBe(id);
      expect(new Set(one.steps.map(step => step.agent))).toEqual(new Set([agent]));
    },
  );

  it('costs each turn what its call cost', () => {
    const [{ steps }] = readOf('ai', 'generate.json').cases;
    expect(steps.map(({ tokensIn, tokensOut }) => [tokensIn, tokensOut])).toEqual([
      ...[
        [100, 20],
        [150, 30],
        [null, null],
        [220, 25],
        [270, 40],
      ],
    ]);
  });

  it('has the task that its context names', () => {
    expect(readOf('ai', 'context.json').cases[0].labels.task).toBe('paris-1');
    expect(readOf('ai6', 'gen.json').cases[0].labels.task).toBe('paris-1');
  });

  it.each([
    ['ai', 'sub.json', 'boss', 'travel'],
    ['openai-agents', 'astool.jsonl', 'Boss', 'Travel'],
  ])('is a case of its own where another agent sent it: %s %s', (sdk, file, boss, travel) => {
    const { cases, skipped } = readOf(sdk, file);
    expect(skipped).toEqual([]);
    const [parent, child] = cases;
    expect(cases).toHaveLength(2);
    expect(parent.steps.map(({ tool, agent }) => [tool, agent])).toEqual([
      ...[
        ['ask_travel', boss],
        ['say', boss],
      ],
    ]);
    expect(child.parent).toBe(parent.id);
    expect(child.steps).toHaveLength(5);
    expect(child.steps.every(({ agent }) => agent === travel)).toBe(true);
    expect(totals([parent])).toMatchObject({ tokensIn: 24, tokensOut: 7 });
    expect(totals(cases)).toMatchObject({ tokensIn: 764, tokensOut: 122, errors: 1 });
  });

  it('is one case where one of its agents handed over to another', () => {
    const { cases } = readOf('openai-agents', 'chat.jsonl');
    expect(cases).toHaveLength(1);
    const [{ steps }] = cases;
    expectSteps(
      { ...cases[0], steps: steps.slice(1) },
      expectedOf('openai-agents').steps.map(step => ({
        ...step,
        result: step.failed ? undefined : step.result,
      })),
    );
    expect(steps[0]).toMatchObject({ tool: 'handoff', agent: 'Triage', tokensIn: 50, tokensOut: 10 });
    expect(totals(cases)).toMatchObject({ tokensIn: 790, tokensOut: 125 });
  });

  it('is two runs in each of two conversations of a group', () => {
    const { cases } = readOf('openai-agents', 'group.jsonl');
    expect(cases.map(({ id, labels, steps }) => [id, labels.task, steps.length])).toEqual([
      ...[
        ['conv-7', 'paris-1', 10],
        ['conv-8', 'paris-2', 10],
      ],
    ]);
    for (const one of cases) expect(totals([one])).toMatchObject({ tokensIn: 1480, tokensOut: 230 });
  });

  it('ends by the limit of turns', () => {
    const [one] = readOf('openai-agents', 'max.jsonl').cases;
    expect(one.steps).toHaveLength(3);
    expect(one.end).toContain('MaxTurnsExceededError');
  });

  it('fails in its second call of the model', () => {
    const [one] = readOf('ai', 'error.json').cases;
    expect(one.steps.map(({ tool, failed }) => [tool, failed])).toEqual([
      ['get_weather', false],
      ['say', true],
    ]);
    expect(one.end).toBe('no such path /nope');
  });

  it.each([
    ['ai', 'loop.json'],
    ['langgraph', 'oi-loop.json'],
    ['langgraph', 'client-loop.jsonl'],
  ])('makes six equal calls with equal results, which rules find: %s %s', (sdk, file) => {
    const [{ steps }] = readOf(sdk, file).cases;
    const calls = steps.slice(0, 6);
    expect(steps.map(({ tool }) => tool)).toEqual([...Array<string>(6).fill('get_weather'), 'say']);
    expect(new Set(calls.map(({ argsHash }) => argsHash)).size).toBe(1);
    expect(new Set(calls.map(({ resultHash }) => resultHash)).size).toBe(1);
  });

  it.each(['oi-int.json', 'client-int.jsonl'])(
    'waits for a person, which is not a failure: langgraph %s',
    file => {
      const { cases } = readOf('langgraph', file);
      expect(cases.map(({ id }) => id)).toEqual(['th-5']);
      const [{ steps }] = cases;
      expect(steps.map(({ tool, failed, waitsFor }) => [tool, failed, waitsFor])).toEqual([
        ['get_weather', false, 'person'],
        ['find_hotel', false, null],
        ['book_train', true, null],
        ['get_weather', false, 'person'],
        ['say', false, null],
      ]);
      expect(totals(cases)).toMatchObject({ tokensIn: 740, tokensOut: 115 });
    },
  );

  it('waits for a person where a call was requested and later allowed, in another trace', () => {
    const { cases } = readOf('ai', 'approval.json');
    expect(cases.map(({ steps }) => steps.map(({ tool, waitsFor }) => [tool, waitsFor]))).toEqual([
      [['get_weather', 'person']],
      [
        ['get_weather', null],
        ['find_hotel', null],
        ['book_train', null],
        ['get_weather', 'person'],
      ],
      [
        ['get_weather', null],
        ['say', null],
      ],
    ]);
    expect(totals(cases)).toMatchObject({ tokensIn: 740, tokensOut: 115 });
  });

  it('has a call of a tool that threw without a span, which is marked as added', () => {
    const { steps } = readOf('traceloop', 'chat.json').cases[0];
    expect(steps.map(({ isInferred }) => isInferred)).toEqual([false, false, true, false, false]);
    expect(steps[2]).toMatchObject({ tool: 'book_train', failed: true, error: 'Error: no seats left' });
  });

  it('has the same steps whichever file comes first, and from a span at a time', () => {
    const names = readdirSync(join(FOLDER, 'ai/generate-each')).map(name => `generate-each/${name}`);
    const one = readOf('ai', ...names);
    const other = readOf('ai', ...names.toReversed());
    expect(other.cases).toEqual(one.cases);
    expect(one.found.map(({ parts }) => parts)).toEqual(names.map(() => 1));
    expect([...one.skipped, ...other.skipped]).toEqual([]);
  });

  it('lacks the call that Strands lost, and does not mention it', () => {
    const { steps } = readOf('strands19', 'chat.json').cases[0];
    expect(steps.map(({ tool }) => tool)).toEqual(['get_weather', 'book_train', 'get_weather', 'say']);
  });
});
