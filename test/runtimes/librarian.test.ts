import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLibrarianAnswer } from '../../src/engine/models/librarian/answer/readLibrarianAnswer.ts';
import { DEFAULT_CONFIG } from '../../src/engine/models/librarian/inputs/agentConfig.ts';
import { buildLibrarianAnswerShape } from '../../src/engine/models/librarian/librarianState.ts';
import type { LibrarianStateName } from '../../src/engine/models/librarian/librarianTerms.ts';
import type { RemoteKind } from '../../src/engine/oracle/servers/getServerKind.ts';
import { type Given, openReaders } from '../engine/models/librarian/reading.ts';
import { askedOf, checkedReaders, oracleOf } from '../oracles/librarians.ts';
import { playThrough } from '../oracles/missions.ts';
import { IS_LONG, sample } from '../runs.ts';
import { tinyAt } from './asked.ts';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from './llama/llama.ts';

const READERS = 3;
const ITERATIONS = 5;
const DIALECTS = sample<RemoteKind>(['openai'], ['ollama']);
const ASKED = ['thinking', 'executing', 'paging'] as const;

let llama: Llama;
beforeAll(async () => {
  installLlama();
  llama = await startLlama({ slots: 2 });
}, 90_000);
afterAll(() => llama.stop());

/** Readers with so little room that they are asked what to move, by a model; the document is checked without asking it. */
async function played(
  kind: RemoteKind,
  json_answers: boolean,
  agents = READERS,
  max_iterations = ITERATIONS,
) {
  const before = await llama.health();
  const setup = tinyAt(llama.url, { kind, form: 'auto' });
  const given: Given = {
    setup: { oracle: setup, agents },
    parameters: { json_answers, max_iterations, paging_limit: 16 },
    // No two prompts are the same: nothing comes from the cache.
    memory: Array.from({ length: agents }, (_, i) => [
      `agent_00${i + 1}.json`,
      {
        working_memory: {
          letter: 'The wax on the letter is green.',
          clock: `${i} minutes before the church in the village`,
        },
      },
    ]),
  };
  const run = await openReaders(given);
  expect(await playThrough(run, oracleOf(run, setup))).toEqual([]);
  const { requests } = await llama.health();
  expect(run.state.isOver).toBe(true);
  const document = await checkedReaders(run, given);
  expect((await llama.health()).requests).toBe(requests);
  return { run, requests: requests - before.requests, document };
}

/** Answers that the model ended by itself; the others were cut. */
const MAX_TOKENS = 1_200;

describe('readers by a language model', () => {
  it.each(DIALECTS)(
    'answer in JSON that is held to the schema, act, and replay without the server, in the dialect of %s',
    async kind => {
      const { document, requests } = await played(kind, true);
      expect(document.config.oracle).toMatchObject({ kind, model: LLAMA_MODEL, form: 'completion' });
      expect(requests).toBe(document.measurements.length);
      const cut = document.measurements.filter(({ tokens_out }) => tokens_out >= MAX_TOKENS);
      const isCut = new Set(cut.map(({ agent_id, tick }) => `${agent_id} ${tick}`));
      const whole = askedOf(document).filter(
        ({ source, agent_id, tick }) => source === kind && !isCut.has(`${agent_id} ${tick}`),
      );
      expect(whole.length).toBeGreaterThan(askedOf(document).length / 2);
      for (const { state, answer, kind, mended } of whole) {
        const isHeld = new Ajv({ strict: false }).compile(
          buildLibrarianAnswerShape(DEFAULT_CONFIG, state, true).schema!,
        );
        expect([isHeld(JSON.parse(answer!)), isHeld.errors]).toEqual([true, null]);
        expect(mended).toEqual(['read as JSON']);
        expect(kind).not.toBe('unreadable');
      }
      expect(whole.filter(({ kind }) => kind === 'action').length).toBeGreaterThan(0);
      expect(new Set(document.decisions.map(({ state }) => state))).toEqual(new Set(ASKED));
      for (const { iterations, memory } of document.agents) {
        expect(iterations).toBe(ITERATIONS);
        expect(memory.thinking_log.length).toBeLessThanOrEqual(10);
      }
    },
  );

  it('continue with any answer when asked for XML, with every error logged', async () => {
    // No dialect holds the model to XML: most answers are as long as they may be.
    const most = IS_LONG ? 3 : 2;
    const { run, document } = await played('openai', false, 1, most);
    const failed = document.decisions.filter(({ error }) => error !== null);
    expect(failed.length).toBeGreaterThanOrEqual(run.state.failureCount);
    for (const { state, next_state, kind } of document.decisions)
      if (kind === 'unreadable' || kind === 'refused')
        expect([state, next_state]).toEqual([state, 'thinking']);
    for (const { iterations, stopped } of document.agents)
      expect([iterations, stopped?.reason]).toEqual([most, `${most} iterations`]);
  });
});

describe('the grammar of an answer', () => {
  const shapes = ASKED.flatMap(state => [
    [state, 'XML', false],
    [state, 'JSON', true],
  ]) as readonly (readonly [LibrarianStateName, string, boolean])[];

  it.each(shapes)('in %s holds a model to %s that is read as it stands', async (state, _, asJson) => {
    const { grammar, schema } = buildLibrarianAnswerShape(DEFAULT_CONFIG, state, asJson);
    const isHeld = schema && new Ajv({ strict: false }).compile(schema);
    let stopped = 0;
    for (let seed = 1; seed <= (IS_LONG ? 4 : 3); seed++) {
      const response = await fetch(`${llama.url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({
          model: LLAMA_MODEL,
          messages: [{ role: 'user', content: 'What now?' }],
          ...{ grammar, seed, temperature: 1, max_tokens: MAX_TOKENS },
        }),
      });
      const { choices, usage } = (await response.json()) as {
        choices: readonly [{ message: { content: string } }];
        usage: { completion_tokens: number };
      };
      if (usage.completion_tokens >= MAX_TOKENS) continue;
      stopped++;
      const [{ message }] = choices;
      const read = readLibrarianAnswer(message.content);
      expect(read).toMatchObject({ mended: asJson ? ['read as JSON'] : [] });
      expect('reason' in read ? null : read.action !== null).toBe(state !== 'thinking');
      if (isHeld) expect(isHeld(JSON.parse(message.content))).toBe(true);
      if (!IS_LONG) break;
    }
    expect(stopped).toBeGreaterThan(0);
  });
});
