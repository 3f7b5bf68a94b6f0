import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import * as langchain from 'langchain';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Guard } from '../../../../src/engine/guard/guard.ts';
import { guardLangChain } from '../../../../src/engine/guard/index.ts';
import {
  type AgentOutcome,
  createHealthyMind,
  createLoop,
  createObedientLoop,
  guardOf,
  type Mind,
} from './agents.ts';

/** A chat model of LangChain that plays a mind. */
class PlayedModel extends BaseChatModel {
  readonly #mind: Mind;
  #calls = 0;

  constructor(mind: Mind) {
    super({});
    this.#mind = mind;
  }

  _llmType(): string {
    return 'played';
  }

  override bindTools(): this {
    return this;
  }

  async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const move = this.#mind(this.#calls, JSON.stringify(messages));
    const message =
      'text' in move
        ? new AIMessage(move.text)
        : new AIMessage({
            content: '',
            tool_calls: [{ id: `c${this.#calls++}`, name: 'read', args: move, type: 'tool_call' }],
          });
    return { generations: [{ text: '', message }] };
  }
}

async function runAgent(mind: Mind, guard: Guard | null): Promise<AgentOutcome> {
  const files: string[] = [];
  const read = langchain.tool(
    async ({ file }: { file: string }) => {
      files.push(file);
      return `text of ${file}`;
    },
    { name: 'read', description: 'reads a file', schema: z.object({ file: z.string() }) },
  );
  const agent = langchain.createAgent({
    ...{ model: new PlayedModel(mind), tools: [read] },
    middleware: guard === null ? [] : [guardLangChain(guard, langchain)],
  });
  const { messages } = await agent.invoke({ messages: 'mend it' }, { recursionLimit: 60 });
  return { files, text: String(messages.at(-1)?.content) };
}

/** Twelve calls, then a text. */
const createLongLoop = (): Mind => {
  const loop = createLoop();
  return (calls, prompt) => (calls < 12 ? loop(calls, prompt) : { text: 'tired' });
};

describe('an agent of LangChain, run by LangGraph', () => {
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
    const seen: string[] = [];
    const loop = createLongLoop();
    const { files } = await runAgent((calls, prompt) => {
      seen.push(prompt);
      return loop(calls, prompt);
    }, guard);
    expect(files).toHaveLength(12);
    expect(seen.join()).not.toContain('Agent State');
  });
});
