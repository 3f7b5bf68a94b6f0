import { Agent, type Model, run, setTracingDisabled, tool, Usage } from '@openai/agents';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Guard } from '../../../../src/engine/guard/guard.ts';
import { guardOpenAiAgents } from '../../../../src/engine/guard/index.ts';
import {
  type AgentOutcome,
  createHealthyMind,
  createLoop,
  createObedientLoop,
  guardOf,
  type Mind,
} from './agents.ts';

setTracingDisabled(true);

/** A model of the OpenAI Agents SDK that plays a mind. */
function createModel(mind: Mind): Model {
  let calls = 0;
  return {
    async getResponse({ input }) {
      const move = mind(calls, JSON.stringify(input));
      return {
        usage: new Usage(),
        output: [
          'text' in move
            ? {
                ...{ type: 'message', role: 'assistant', status: 'completed' },
                content: [{ type: 'output_text', text: move.text }],
              }
            : {
                ...{ type: 'function_call', status: 'completed', name: 'read' },
                ...{ callId: `c${calls++}`, arguments: JSON.stringify(move) },
              },
        ],
      };
    },
    getStreamedResponse() {
      throw new Error('this model does not stream');
    },
  };
}

async function runAgent(mind: Mind, guard: Guard | null): Promise<AgentOutcome> {
  const files: string[] = [];
  const read = tool({
    ...{ name: 'read', description: 'reads a file', parameters: z.object({ file: z.string() }) },
    execute: async ({ file }) => {
      files.push(file);
      return `text of ${file}`;
    },
  });
  const guarded = guard === null ? null : guardOpenAiAgents(guard, [read]);
  const agent = new Agent({
    ...{ name: 'mender', model: createModel(mind), tools: guarded?.tools ?? [read] },
    ...(guarded !== null && { toolUseBehavior: guarded.toolUseBehavior }),
  });
  const { finalOutput } = await run(agent, 'mend it', {
    maxTurns: 30,
    ...(guarded !== null && { callModelInputFilter: guarded.callModelInputFilter }),
  });
  return { files, text: String(finalOutput) };
}

/** Twelve calls, then a text. */
const createLongLoop = (): Mind => {
  const loop = createLoop();
  return (calls, prompt) => (calls < 12 ? loop(calls, prompt) : { text: 'tired' });
};

describe('an agent of the OpenAI Agents SDK', () => {
  it('loops without a guard', async () => {
    expect((await runAgent(createLongLoop(), null)).files).toHaveLength(12);
  });

  it('is advised and stopped with one, and ends with the summary', async () => {
    const guard = guardOf();
    const { files, text } = await runAgent(createLongLoop(), guard);
    expect(files).toHaveLength(4);
    expect(text).toMatch(/^Stopped: the same call with the same result 3 times in a row/);
    expect(guard.report().events.map(({ kind }) => kind)).toEqual(['advise', 'ignored', 'stop']);
  });

  it('goes on where it heeds advice', async () => {
    const { files, text } = await runAgent(createObedientLoop(), guardOf());
    expect([files.length, text]).toEqual([6, 'mended']);
  });

  it('is left alone while it is healthy', async () => {
    const guard = guardOf();
    expect((await runAgent(createHealthyMind(), guard)).text).toBe('read');
    expect(guard.report().events).toEqual([]);
  });

  it('sees nothing of a guard that only notes', async () => {
    const guard = guardOf({ act: 0 });
    expect((await runAgent(createLongLoop(), guard)).files).toHaveLength(12);
    expect(guard.report().stop?.step).toBe(4);
  });
});
