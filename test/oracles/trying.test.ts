import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { formatAgentId } from '../../src/engine/core/indices.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { GOVERNED_DEFAULTS } from '../../src/engine/models/governed/governedDefaults.ts';
import { LIBRARIAN_DEFAULTS } from '../../src/engine/models/librarian/librarianDefaults.ts';
import { WORKFLOW_DEFAULTS } from '../../src/engine/models/workflow/workflowDefaults.ts';
import type { Prompt } from '../../src/engine/oracle/formats/prompt.ts';
import type { RemoteSetup } from '../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { parseAgentNumber } from '../../src/engine/setup/setupChanges.ts';
import {
  askTrialQuestion,
  buildTrialPrompt,
  dryRunQuestion,
} from '../../src/workers/engine/deciding/promptTrials.ts';
import { EngineSession } from '../../src/workers/engine/engineSession.ts';
import type { PutQuestion } from '../../src/workers/protocol/trialCommands.ts';
import { readAsk } from '../faulty/ask.ts';
import { chanceOf } from '../faulty/chance.ts';
import { encode, LISTS, MODEL } from '../faulty/dialects.ts';
import { rightReply } from '../faulty/reply.ts';
import { type FaultName, type Faulty, startFaulty } from '../faulty/server.ts';

const servers: Faulty[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

const BUSY: Partial<Setup> = {
  network: 'small-world',
  agents: 100,
  parameters: { activity: 20, posting: 20, attention: 0 },
};
async function opened(part: Partial<Setup>, asking: Partial<RemoteSetup> = {}, fault: FaultName = 'none') {
  const server = await startFaulty({ fault, seed: 1 });
  servers.push(server);
  const session = new EngineSession({
    bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
    changed: () => {},
  });
  const oracle: RemoteSetup = {
    ...createRemoteDefaults('openai'),
    urls: [server.url],
    model: 'faulty',
    form: 'letter',
    ...asking,
  };
  const setup: Setup = { ...DEFAULT_SETUP, ...part, oracle };
  await session.open(setup, {}, null);
  return { session, server, setup, oracle };
}

interface Row {
  readonly agent_id: string;
  readonly tick: number;
  readonly source: string;
  readonly action: string | null;
  readonly answer?: string | null;
}

async function documentOf(session: EngineSession) {
  const { parts } = await session.exportDocument(() => {});
  return JSON.parse(Buffer.concat(parts).toString()) as { hash: string; decisions: readonly Row[] };
}

/** A question that the model answered in the run. */
async function answered(session: EngineSession, tick: number) {
  const { decisions } = await documentOf(session);
  const row = decisions.find(one => one.tick === tick && one.source === 'openai')!;
  return { row, put: { agent: parseAgentNumber(row.agent_id), tick } };
}

const prompted = (session: EngineSession, put: PutQuestion) => buildTrialPrompt(session.room.opened(), put);
const tried = (session: EngineSession, put: PutQuestion, prompt: Prompt) =>
  askTrialQuestion(session.room.opened(), put, prompt);

describe('a question that is asked once more', () => {
  it.each(['letter', 'json'] as const)(
    'with the original prompt leads to the original result, and leaves the run as it is: %s',
    async form => {
      const { session, setup } = await opened(BUSY, { form, temperature: 0 });
      for (let round = 1; round <= 3; round++) await session.step();
      const before = await documentOf(session);
      const { row, put } = await answered(session, 2);
      const prompt = await prompted(session, put);
      const calls = (await session.oracleReport())!.calls;
      const one = await tried(session, put, prompt);
      expect(one.answer).toBe(row.action);
      expect(one).toMatchObject({ words: row.action, model: 'faulty' });
      expect(one.tokensIn).toBeGreaterThan(0);
      expect(one.milliseconds).toBeGreaterThan(0);
      expect(one.shares?.map(([action]) => action).slice(0, 3) ?? null).toEqual(
        form === 'letter' ? ['ignore', 'like', 'reply'] : null,
      );
      expect((await session.oracleReport())!.calls).toBe(calls + 1);
      const after = await documentOf(session);
      expect([after.hash, after.decisions]).toEqual([before.hash, before.decisions]);

      // What was answered is an answer that a branch can be given.
      const other = row.action === 'like' ? 'ignore' : 'like';
      const change = { kind: 'answer', tick: 2, agent: row.agent_id, answer: other } as const;
      await session.branch({ ...setup, changes: [change] }, 1, null);
      await session.step();
      const branch = await documentOf(session);
      expect(branch.decisions.find(({ source }) => source === 'given')).toMatchObject({ action: other });
    },
  );

  it('sends the edited prompt, and no other', async () => {
    const told: string[] = [];
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const list = LISTS[`${request.method} ${request.url}`];
      if (list !== undefined) return void response.end(JSON.stringify(list));
      told.push(body);
      const ask = readAsk('openai', body);
      response.end(encode(ask, rightReply(ask, chanceOf(1, ask.prompt), 4)));
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const urls = [`http://127.0.0.1:${(server.address() as AddressInfo).port}`];
    const { session } = await opened(BUSY, { urls, model: MODEL });
    await session.step();
    const { put } = await answered(session, 1);
    const { system, user } = await prompted(session, put);
    const sent = told.length;
    await tried(session, put, { system: `${system} Be brief.`, user: `${user}\nPS: it rains.` });
    expect(told.length).toBe(sent + 1);
    expect(JSON.parse(told.at(-1)!).messages).toEqual([
      { role: 'system', content: `${system} Be brief.` },
      { role: 'user', content: `${user}\nPS: it rains.` },
    ]);
    server.closeAllConnections();
    server.close();
  });

  it.each(
    [GOVERNED_DEFAULTS, LIBRARIAN_DEFAULTS, WORKFLOW_DEFAULTS].map(
      (defaults, i) => [['governed', 'librarian', 'workflow'][i], defaults] as const,
    ),
  )('is answered in words where agents answer in words: %s', async (model, defaults) => {
    const { session } = await opened({ model, agents: null, parameters: {}, ...defaults });
    for (let tick = 1; tick <= 3; tick++) await session.step();
    const { decisions } = await documentOf(session);
    const row = decisions.find(one => one.source === 'openai')!;
    const put = { agent: parseAgentNumber(row.agent_id), tick: row.tick };
    const one = await tried(session, put, await prompted(session, put));
    expect(one.answer).not.toBeNull();
    expect(one.words).toMatch(/^(it|its|action|not read:)/);
    expect(one.raw).toContain(one.answer!.slice(0, 20));
    const unread = await tried(session, put, { system: '', user: 'Say anything.' });
    expect(unread.words).not.toBe('');
  });

  it('reports in one line why there is no usable answer', async () => {
    const { session, put } = await afterwards('always-500');
    const one = await tried(session, put, { system: '', user: 'Well?' });
    expect(one).toMatchObject({ answer: null, words: expect.stringMatching(/^it cannot be used: 500/) });
  });

  it('is refused where the budget is spent, no question was put, or no language model decides', async () => {
    const { session, oracle } = await opened(BUSY);
    await session.step();
    const { put } = await answered(session, 1);
    const prompt = await prompted(session, put);
    await session.setLimits({ ...oracle.limits, callsPerRun: 1 });
    await expect(tried(session, put, prompt)).rejects.toThrow(/^the model was not asked: /);
    await session.setLimits(oracle.limits);
    const { decisions } = await documentOf(session);
    const asked = decisions.filter(({ tick }) => tick === 1).map(row => row.agent_id);
    const idle = Array.from({ length: 100 }, (_, agent) => agent).find(
      agent => !asked.includes(formatAgentId(agent)),
    )!;
    await expect(prompted(session, { agent: idle, tick: 1 })).rejects.toThrow(
      `${formatAgentId(idle)} is not asked in round 1`,
    );
    await session.goOn({ kind: 'policy' });
    await expect(tried(session, put, prompt)).rejects.toThrow('no language model decides in this run');
  });
});

describe('the next question, put without playing', () => {
  const POLICY = [
    ['social', BUSY],
    ['governed', GOVERNED_DEFAULTS],
    ['librarian', LIBRARIAN_DEFAULTS],
    ['workflow', WORKFLOW_DEFAULTS],
  ] as const;

  it.each(POLICY)('gets from the policy what the next tick then brings: %s', async (model, part) => {
    const session = new EngineSession({
      bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
      changed: () => {},
    });
    const setup: Setup = {
      ...DEFAULT_SETUP,
      model,
      agents: null,
      parameters: {},
      ...part,
      oracle: { kind: 'policy' },
    };
    await session.open(setup, {}, null);
    for (let tick = 1; tick <= 3; tick++) await session.step();
    const before = await documentOf(session);
    const said = new Map<string, string | null>();
    for (let agent = 0; agent < 100; agent++) {
      const put = { agent, tick: 4 };
      const came = await dryRunQuestion(session.room.opened(), put).catch(() => null);
      if (came !== null) said.set(formatAgentId(agent), came.answer);
    }
    expect((await documentOf(session)).hash).toBe(before.hash);
    await session.step();
    const { decisions } = await documentOf(session);
    const played = decisions.filter(({ tick, source }) => tick === 4 && source === 'policy');
    expect(played.length).toBeGreaterThan(0);
    for (const row of played) expect(said.get(row.agent_id)).toBe(row.answer ?? row.action);
  });

  it('gets from a language model its answer, at the cost of a question', async () => {
    const { session } = await opened(BUSY, { form: 'json', temperature: 0 });
    await session.step();
    const asked = session.room.opened().run.state.questions(2)[0];
    const calls = (await session.oracleReport())!.calls;
    const one = await dryRunQuestion(session.room.opened(), { agent: asked.agent, tick: 2 });
    expect((await session.oracleReport())!.calls).toBe(calls + 1);
    await session.step();
    const { decisions } = await documentOf(session);
    const row = decisions.find(
      ({ tick, agent_id }) => tick === 2 && agent_id === formatAgentId(asked.agent),
    )!;
    expect(one.answer).toBe(row.action);
  });

  it('is refused in one line for an agent that is not asked', async () => {
    const { session } = await opened(BUSY);
    await session.goOn({ kind: 'policy' });
    await session.step();
    const asked = new Set(
      session.room
        .opened()
        .run.state.questions(2)
        .map(({ agent }) => agent),
    );
    const idle = Array.from({ length: 100 }, (_, agent) => agent).find(agent => !asked.has(agent))!;
    await expect(dryRunQuestion(session.room.opened(), { agent: idle, tick: 2 })).rejects.toThrow(
      `${formatAgentId(idle)} is not asked in round 2`,
    );
  });
});

/** A run that a sound server has answered, and that a faulty one decides from now on. */
async function afterwards(fault: FaultName) {
  const { session, oracle } = await opened(BUSY);
  await session.step();
  const { put } = await answered(session, 1);
  const other = await startFaulty({ fault, seed: 1 });
  servers.push(other);
  await session.goOn({ ...oracle, urls: [other.url] });
  return { session, put };
}
