import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  readStepAction,
  readTransitionChoice,
} from '../../src/engine/models/workflow/turn/parseActionAnswer.ts';
import { ACTION_SHAPE, buildChoiceShape } from '../../src/engine/models/workflow/workflowState.ts';
import type { AnswerShape } from '../../src/engine/oracle/oracle.ts';
import type { RemoteKind } from '../../src/engine/oracle/servers/getServerKind.ts';
import { openAgents, stateOf } from '../engine/models/workflow/playing.ts';
import { logRows } from '../engine/play.ts';
import { playThrough } from '../oracles/missions.ts';
import { askedOf, checkedWorkflow, oracleOf } from '../oracles/workflows.ts';
import { NO_LIMITS } from '../oracles/world.ts';
import { IS_LONG } from '../runs.ts';
import { tinyAt } from './asked.ts';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from './llama/llama.ts';

let servers: readonly Llama[];
beforeAll(async () => {
  installLlama();
  servers = await Promise.all([startLlama({ slots: 4 }), startLlama({ slots: 4 })]);
}, 90_000);
afterAll(() => Promise.all(servers.map(server => server.stop())));

/** Twelve agents to the end, decided by two servers that share the questions. */
async function played(kind: RemoteKind, ticks: number) {
  const requests = () => Promise.all(servers.map(async server => (await server.health()).requests));
  const before = await requests();
  const urls = servers.map(({ url }) => url);
  const setup = tinyAt(urls[0], { kind, urls, form: 'auto', limits: NO_LIMITS });
  const run = await openAgents({ setup: { oracle: setup }, parameters: { ticks } });
  expect(await playThrough(run, oracleOf(run, setup))).toEqual([]);
  const after = await requests();
  for (const [i, sum] of after.entries()) expect(sum - before[i]).toBeGreaterThan(ticks);
  expect([run.tick, run.state.isOver]).toEqual([ticks, true]);
  const document = await checkedWorkflow(run);
  expect(await requests()).toEqual(after);
  return { run, document };
}

describe('the completed example by a language model', () => {
  // Two hundred in the long run.
  it('with 12 agents visits all states, and replays without the server', async () => {
    const { run, document } = await played('ollama', IS_LONG ? 200 : 20);
    expect(document.config).toMatchObject({ agents: 12, oracle: { kind: 'ollama', model: LLAMA_MODEL } });
    const own = askedOf(document).filter(({ source }) => source === 'ollama');
    const byModel = logRows(run).filter(({ tick }) => tick < own.at(-1)!.tick);
    expect(new Set(byModel.map(({ to }) => to))).toEqual(new Set(stateOf(run).inputs.workflow.states));
    // Held to its shape a model cannot say what is not understood.
    expect(own.filter(({ failure }) => failure !== null && failure !== 'no_edge')).toEqual([]);
    expect(new Set(own.flatMap(({ action }) => action ?? [])).size).toBe(7);
    expect(new Set(own.flatMap(({ key }) => key ?? [])).size).toBe(3);
  }, 150_000);

  it('in the other dialect is held to the same shapes', async () => {
    const { document } = await played('openai', IS_LONG ? 6 : 4);
    const own = askedOf(document).filter(({ source }) => source === 'openai');
    const shapes: Readonly<Record<string, AnswerShape>> = {
      llm: ACTION_SHAPE,
      transition: buildChoiceShape(['continue', 'pivot', 'ship']),
    };
    for (const { type, answer } of own) {
      const isHeld = new Ajv({ strict: false }).compile(shapes[type].schema!);
      expect([isHeld(JSON.parse(answer!)), isHeld.errors]).toEqual([true, null]);
    }
  });
});

describe('the grammar of an answer', () => {
  const KEYS = ['continue', 'go on', 'größer', 'a "b" \\', '继续'];
  it.each<readonly [string, AnswerShape, (said: string) => object]>([
    ['an action', ACTION_SHAPE, readStepAction],
    ['a choice', buildChoiceShape(KEYS), said => readTransitionChoice(said, KEYS)],
  ])('holds a model to %s that is read as it stands', async (_, { grammar, schema }, read) => {
    const isHeld = new Ajv({ strict: false }).compile(schema!);
    for (let seed = 1; seed <= (IS_LONG ? 8 : 4); seed++) {
      const response = await fetch(`${servers[0].url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({
          model: LLAMA_MODEL,
          messages: [{ role: 'user', content: 'What now?' }],
          ...{ grammar, seed, temperature: 1, max_tokens: 400 },
        }),
      });
      const { choices } = (await response.json()) as {
        choices: readonly [{ message: { content: string } }];
      };
      const [{ message }] = choices;
      expect(isHeld(JSON.parse(message.content))).toBe(true);
      const found = read(message.content);
      expect('match' in found ? found.match === 'exact' : 'mended' in found && found.mended).toEqual(
        'match' in found ? true : [],
      );
    }
  });
});
