import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ANSWER_SHAPE, ANSWER_TOKENS } from '../../src/engine/models/governed/buildGovernedPrompt.ts';
import type { GovernedDocument } from '../../src/engine/models/governed/reports/governedRecord.ts';
import { TOOLS } from '../../src/engine/models/governed/tools.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import type { RemoteKind } from '../../src/engine/oracle/servers/getServerKind.ts';
import type { Run } from '../../src/engine/run/run.ts';
import { openMissions } from '../engine/models/governed/mission.ts';
import { askedOf, checkedMissions, oracleOf, playThrough } from '../oracles/missions.ts';
import { IS_LONG } from '../runs.ts';
import { tinyAt } from './asked.ts';
import { installLlama, LLAMA_MODEL, type Llama, startLlama } from './llama/llama.ts';

const MISSIONS = 6;
const STEPS = 5;
const DIALECTS: readonly RemoteKind[] = ['ollama', 'openai'];

interface Completion {
  readonly choices: readonly [
    { readonly message: { readonly content: string }; readonly finish_reason: string },
  ];
}

let llama: Llama;
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise(resolve => setTimeout(resolve, 10));
}

beforeAll(async () => {
  installLlama();
  llama = await startLlama({ slots: 2 });
}, 90_000);
afterAll(() => llama.stop());

const open = (oracle: RemoteSetup, governance = true, agents = MISSIONS): Promise<Run> =>
  openMissions({ setup: { oracle, agents }, parameters: { governance, step_limit: STEPS } });

/** Plays all missions out, and checks the document, for which the server is asked nothing. */
async function played(kind: RemoteKind, governance = true, agents = MISSIONS) {
  const before = await llama.health();
  const setup = tinyAt(llama.url, { kind, form: 'auto' });
  const run = await open(setup, governance, agents);
  expect(await playThrough(run, oracleOf(run, setup))).toEqual([]);
  const { requests } = await llama.health();
  const document = await checkedMissions(run, undefined);
  expect((await llama.health()).requests).toBe(requests);
  return { run, requests: requests - before.requests, document };
}

const isHeld = new Ajv({ strict: false }).compile(ANSWER_SHAPE.schema);
/** The grammar leaves out what an action or a tool does not need. */
const { properties } = ANSWER_SHAPE.schema;
const isWithin = new Ajv({ strict: false }).compile({
  ...ANSWER_SHAPE.schema,
  properties: { ...properties, args: { ...(properties.args as object), required: [] } },
  required: ['action'],
});

/** Checks that every answer the model ended itself is an object of the schema, whatever its words; the others were cut. */
function expectHeld(document: GovernedDocument): void {
  const tokens = new Map(
    document.measurements.map(({ agent_id, tick, tokens_out }) => [`${agent_id} ${tick}`, tokens_out]),
  );
  const whole = askedOf(document).filter(
    ({ source, agent_id, tick }) => source !== 'cache' && tokens.get(`${agent_id} ${tick}`)! < ANSWER_TOKENS,
  );
  expect(whole.length).toBeGreaterThan(askedOf(document).length / 2);
  for (const { answer, kind, mended } of whole) {
    const value: unknown = JSON.parse(answer!);
    expect([isHeld(value), isHeld.errors]).toEqual([true, null]);
    const { action, final } = value as { action: string; final: string };
    const isEmpty = action === 'finish' && final.trim() === '';
    expect([kind, mended]).toEqual([isEmpty ? 'unreadable' : action, []]);
  }
}

describe('missions by a language model', () => {
  it.each(DIALECTS.map((kind, i) => [kind, IS_LONG ? MISSIONS : 3 - i] as const))(
    'end, their answers held to the schema, and replay without the server, in the dialect of %s, %i missions',
    async (kind, missions) => {
      const { run, document, requests } = await played(kind, true, missions);
      expect(run.state.isOver).toBe(true);
      expect(run.rounds).toBeLessThanOrEqual(STEPS + 2);
      expect(document.config.oracle).toMatchObject({
        kind,
        model: LLAMA_MODEL,
        form: 'completion',
        template: {
          system: expect.stringContaining('Phases: SEARCHING'),
          user: expect.stringContaining('{phase}'),
        },
      });
      expectHeld(document);
      const asked = askedOf(document);
      expect(requests).toBe(document.measurements.length);
      expect(new Set(asked.map(({ source }) => source))).toEqual(new Set([kind]));
      expect(asked.length).toBeGreaterThanOrEqual(missions);
      for (const { agent_id, tokens_in } of asked) {
        expect(agent_id).toMatch(/^agent_00[1-6]$/);
        expect(tokens_in).toBeGreaterThan(100);
      }
      for (const { outcome, steps, final, summary } of document.agents) {
        expect(steps).toBeLessThanOrEqual(STEPS);
        expect(['finished', 'finished_stuck', 'cut_off']).toContain(outcome);
        expect(outcome === 'finished' ? final : summary).toEqual(expect.any(String));
      }
    },
  );

  it('end without governance too, with no phases in their prompts, and without refusals', async () => {
    const { document } = await played('openai', false, IS_LONG ? 4 : 2);
    expectHeld(document);
    const { template } = document.config.oracle as { template: { system: string; user: string } };
    expect(template.system + template.user).not.toMatch(/phase|Agent State/i);
    expect(document.decisions.filter(({ advice, kind }) => advice !== null || kind === 'verdict')).toEqual(
      [],
    );
    for (const { outcome, summary } of document.agents) {
      expect(['finished', 'cut_off']).toContain(outcome);
      expect(summary).toBeNull();
    }
  });
});

describe('the grammar of an answer', () => {
  it('holds a model to objects of its schema', async () => {
    const actions = new Set<string>();
    for (let seed = 1; seed <= 24; seed++) {
      const response = await fetch(`${llama.url}/v1/chat/completions`, {
        method: 'POST',
        body: JSON.stringify({
          model: LLAMA_MODEL,
          messages: [{ role: 'user', content: 'What now?' }],
          ...{ grammar: ANSWER_SHAPE.grammar, seed, temperature: 1, max_tokens: 1000 },
        }),
      });
      const { choices } = (await response.json()) as Completion;
      const value = JSON.parse(choices[0].message.content);
      expect([choices[0].finish_reason, isWithin(value), isWithin.errors]).toEqual(['stop', true, null]);
      actions.add(value.tool ?? value.action);
    }
    expect(actions).toEqual(new Set([...TOOLS, 'reason', 'finish']));
  });
});

describe('a round of completions that is abandoned midway', () => {
  it('frees the server, stays unplayed, and is played when asked again', async () => {
    const before = await llama.health();
    const setup = tinyAt(llama.url, { kind: 'ollama', form: 'auto' });
    const run = await open(setup);
    const oracle = oracleOf(run, setup);
    const { hash } = run;
    const abort = new AbortController();
    const step = run.step(oracle, abort.signal);
    await until(async () => (await llama.health()).done > before.done);
    abort.abort();
    expect(await step).toBe(false);
    expect([run.tick, run.hash, run.state.decisionCount]).toEqual([0, hash, 0]);
    expect((await checkedMissions(run, undefined)).decisions).toEqual([]);
    await until(async () => (await llama.health()).busy === 0);
    expect(await llama.health()).toMatchObject({ waiting: 0 });
    expect(await run.step(oracle, new AbortController().signal)).toBe(true);
    expect([run.tick, run.state.decisionCount]).toEqual([1, MISSIONS]);
    const { requests, aborted } = await llama.health();
    // Questions answered before the abort are not asked again.
    expect(requests - before.requests).toBeLessThan(2 * MISSIONS);
    expect(aborted).toBeGreaterThan(before.aborted);
    await checkedMissions(run, undefined);
  });
});
