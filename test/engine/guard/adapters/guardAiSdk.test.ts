import { generateText, isStepCount, jsonSchema, streamText, tool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { describe, expect, it } from 'vitest';
import type { Guard } from '../../../../src/engine/guard/guard.ts';
import { guardAiSdk } from '../../../../src/engine/guard/index.ts';
import {
  type AgentOutcome,
  createHealthyMind,
  createLoop,
  createObedientLoop,
  guardOf,
  type Mind,
} from './agents.ts';

const USAGE = {
  inputTokens: { total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
};

/** A model of the AI SDK that plays a mind, and answers where it may call no tool. */
function createModel(mind: Mind): MockLanguageModelV4 {
  let calls = 0;
  return new MockLanguageModelV4({
    doGenerate: async ({ prompt, toolChoice }) => {
      const move =
        toolChoice?.type === 'none' ? { text: 'what I found' } : mind(calls, JSON.stringify(prompt));
      const isText = 'text' in move;
      return {
        content: [
          isText
            ? { type: 'text', text: move.text }
            : { type: 'tool-call', toolCallId: `c${calls++}`, toolName: 'read', input: JSON.stringify(move) },
        ],
        finishReason: isText
          ? { unified: 'stop', raw: 'stop' }
          : { unified: 'tool-calls', raw: 'tool_calls' },
        ...{ usage: USAGE, warnings: [] },
      };
    },
  });
}

/** Runs an agent with one tool, guarded or not, for twelve steps at most. */
async function runAgent(mind: Mind, guard: Guard | null): Promise<AgentOutcome> {
  const files: string[] = [];
  const tools = {
    read: tool({
      description: 'reads a file',
      inputSchema: jsonSchema<{ file: string }>({ type: 'object', properties: { file: { type: 'string' } } }),
      execute: async ({ file }) => {
        files.push(file);
        return `text of ${file}`;
      },
    }),
  };
  const guarded = guard === null ? null : guardAiSdk(guard, tools);
  const { text } = await generateText({
    ...{ model: createModel(mind), prompt: 'mend it', tools: guarded?.tools ?? tools },
    ...(guarded !== null && { prepareStep: guarded.prepareStep }),
    stopWhen: [isStepCount(12), ...(guarded === null ? [] : [guarded.hasStopped])],
  });
  return { files, text };
}

describe('an agent of the AI SDK', () => {
  it('loops without a guard', async () => {
    expect((await runAgent(createLoop(), null)).files).toHaveLength(12);
  });

  it('is advised and stopped with one, and says in a last answer what it found', async () => {
    const guard = guardOf();
    expect(await runAgent(createLoop(), guard)).toEqual({
      files: Array(4).fill('a.ts'),
      text: 'what I found',
    });
    expect(guard.report().events.map(({ kind }) => kind)).toEqual(['advise', 'ignored', 'stop']);
  });

  it('goes on where it heeds advice', async () => {
    const { files, text } = await runAgent(createObedientLoop(), guardOf());
    expect(text).toBe('mended');
    expect(files).toEqual(['a.ts', 'a.ts', 'a.ts', '3.ts', '4.ts', '5.ts']);
  });

  it('is left alone while it is healthy', async () => {
    const guard = guardOf();
    expect(await runAgent(createHealthyMind(), guard)).toMatchObject({ text: 'read' });
    expect(guard.report().events).toEqual([]);
  });

  it('sees nothing of a guard that only notes', async () => {
    const guard = guardOf({ act: 0 });
    expect((await runAgent(createLoop(), guard)).files).toHaveLength(12);
    expect(guard.report().stop?.step).toBe(4);
  });

  it('sees a tool fail as it does without a guard, which counts the failures', async () => {
    const guard = guardOf();
    const { tools, prepareStep, hasStopped } = guardAiSdk(guard, {
      read: tool({
        inputSchema: jsonSchema<{ file: string }>({ type: 'object' }),
        execute: async (_: { file: string }): Promise<string> => {
          throw new Error('no such file');
        },
      }),
    });
    const model = createModel(createLoop());
    const { steps } = await generateText({
      ...{ model, prompt: 'mend it', tools, prepareStep, stopWhen: [isStepCount(12), hasStopped] },
    });
    expect(JSON.stringify(steps[0].content)).toContain('tool-error');
    expect(guard.report().stop?.step).toBe(4);
  });

  it('asks a person, whose refusal the model reads', async () => {
    const questions: string[] = [];
    const guard = guardOf({
      rules: [
        { id: 'same', when: { rule: 'in_a_row', threshold: 3, compare: 'call' }, advise: false, end: 'ask' },
      ],
    });
    const results: unknown[] = [];
    const { tools } = guardAiSdk(
      guard,
      { read: { execute: async (_: object) => 'text' } },
      {
        askPerson: async question => {
          questions.push(question);
          return questions.length > 1;
        },
      },
    );
    for (let i = 0; i < 7; i++) results.push(await tools.read.execute({ file: 'a' }));
    expect(questions[0]).toContain('Go on?');
    expect(results[3]).toBe('A person refused this call. Do something else, or finish.');
    expect(results.filter(result => result === 'text')).toHaveLength(6);
  });

  it('is stopped in a stream as well', async () => {
    const guard = guardOf();
    const model = createModel(createLoop());
    const { tools, prepareStep, hasStopped } = guardAiSdk(guard, {
      read: tool({
        inputSchema: jsonSchema<{ file: string }>({ type: 'object' }),
        execute: async ({ file }) => file,
      }),
    });
    const streamed = new MockLanguageModelV4({
      doStream: async options => {
        const { content, finishReason, usage } = await model.doGenerate(options);
        const [part] = content;
        const parts =
          part.type === 'text'
            ? [
                { type: 'text-start', id: 't' },
                { type: 'text-delta', id: 't', delta: part.text },
                { type: 'text-end', id: 't' },
              ]
            : [part];
        return {
          stream: new ReadableStream({
            start(controller) {
              for (const one of [
                { type: 'stream-start', warnings: [] },
                ...parts,
                { type: 'finish', finishReason, usage },
              ])
                controller.enqueue(one as never);
              controller.close();
            },
          }),
        };
      },
    });
    const { text } = streamText({
      ...{ model: streamed, prompt: 'mend it', tools, prepareStep, stopWhen: [isStepCount(12), hasStopped] },
    });
    expect(await text).toBe('what I found');
    expect(guard.report().stop?.step).toBe(4);
  });
});
