import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { NO_NETWORK } from '../../src/engine/checks/createDefaultSetup.ts';
import { DEFAULT_SETUP } from '../../src/engine/models/defaultSetup.ts';
import { socialDocumentSchema } from '../../src/engine/models/social/reports/socialRecord.ts';
import type { OracleSetup } from '../../src/engine/oracle/oracleSetup.ts';
import { createRemoteDefaults } from '../../src/engine/oracle/oracleSetup.ts';
import { EngineSession } from '../../src/workers/engine/engineSession.ts';
import { type FaultName, type Faulty, startFaulty } from '../faulty/server.ts';

/** A condition is waited for, on a busy machine as well. */
const PATIENT = { timeout: 15_000, interval: 10 };

const servers: Faulty[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()));
});

/** A session with a busy run that a model decides. */
async function opened(fault: FaultName = 'none') {
  const server = await startFaulty({ fault, seed: 1 });
  servers.push(server);
  const session = new EngineSession({
    bundled: async path => new Uint8Array(readFileSync(`public/${path}`)),
    changed: () => {},
  });
  const oracle: OracleSetup = {
    ...createRemoteDefaults('openai'),
    urls: [server.url],
    model: 'faulty',
    form: 'letter',
  };
  const setup = {
    ...DEFAULT_SETUP,
    network: 'small-world',
    agents: 150,
    parameters: { activity: 20, posting: 20, attention: 0 },
    oracle,
  };
  await session.open(setup, {}, null);
  return { session, server, setup, oracle };
}

type Document = ReturnType<typeof socialDocumentSchema.parse>;

async function documentOf(session: EngineSession): Promise<Document> {
  const { parts } = await session.exportDocument(() => {});
  return socialDocumentSchema.parse(JSON.parse(Buffer.concat(parts).toString()));
}
const rowsIn = ({ decisions }: Document) => decisions;

describe('a session with a language model', () => {
  it('keeps model, report and limits of its run when another one cannot be opened', async () => {
    const { session, setup, oracle } = await opened();
    await session.step();
    await expect(session.open({ ...setup, oracle: { kind: 'replay' } }, {}, null)).rejects.toThrow(
      'a replay needs the run document',
    );
    const before = (await session.oracleReport())!.calls;
    expect(before).toBeGreaterThan(0);
    await session.setLimits({ ...oracle.limits, callsPerRun: before });
    await session.step();
    await session.step();
    const { calls, notOwn } = (await session.oracleReport())!;
    expect(calls).toBe(before);
    expect(notOwn.map(({ source }) => source)).toEqual(['budget']);
    await expect(session.measureOrder(3)).resolves.toMatchObject({ questions: 0 });
  });

  it('can be paused however often Step was pressed while a server hangs', async () => {
    const { session, server } = await opened('hung-headers');
    const steps = [session.step(), session.step(), session.step()];
    await expect.poll(() => server.pending, PATIENT).toBeGreaterThan(0);
    await session.pause();
    await Promise.all(steps);
    expect((await session.reader.detail(0)).tick).toBe(0);
  });

  it('continues from Step to Play, and Pause ends it', async () => {
    const { session } = await opened();
    void session.step();
    const playing = session.play(0);
    await expect.poll(async () => (await session.reader.detail(0)).tick, PATIENT).toBeGreaterThan(1);
    await session.pause();
    await playing;
  });

  it('asks the model again for the policy’s answers in a budget’s place, when the tick was abandoned', async () => {
    const { session, server, oracle } = await opened('hung-headers');
    await session.setLimits({ ...oracle.limits, callsPerRun: 1 });
    const step = session.step();
    await expect.poll(() => server.pending, PATIENT).toBeGreaterThan(0);
    await session.pause();
    await step;
    await session.setLimits({ ...oracle.limits, callsPerRun: 1000 });
    void session.step();
    const report = async () => (await session.oracleReport())!;
    const underWay = async () => (await report()).servers.reduce((sum, server) => sum + server.underWay, 0);
    await expect.poll(underWay, PATIENT).toBeGreaterThan(1);
    const { notOwn } = await report();
    await session.pause();
    expect(notOwn.filter(({ source }) => source === 'late')).toEqual([]);
  });

  it('continues with another oracle from the next round, and the document records who decided until when', async () => {
    const { session, oracle } = await opened();
    const playTwo = async () => {
      await session.step();
      await session.step();
    };
    await session.goOn({ kind: 'policy' });
    await playTwo();
    await session.goOn(oracle);
    await playTwo();
    await session.goOn({ kind: 'policy' });
    await session.step();
    expect(await session.oracleReport()).toBeNull();
    const { parts } = await session.exportDocument(() => {});
    const bytes = new Uint8Array(Buffer.concat(parts));
    const document = socialDocumentSchema.parse(JSON.parse(new TextDecoder().decode(bytes)));
    expect(document.config.oracle).toEqual({ kind: 'policy' });
    expect(document.config.earlier_oracles).toMatchObject([
      { until: 2, oracle: { kind: 'policy' } },
      { until: 4, oracle: { kind: 'openai', model: 'faulty' } },
    ]);
    const sources = (from: number, to: number) =>
      new Set(document.decisions.filter(d => d.tick >= from && d.tick <= to).map(d => d.source));
    expect(sources(1, 2)).toEqual(new Set(['policy']));
    expect(sources(3, 4)).toEqual(new Set(['openai']));
    expect(sources(5, 5)).toEqual(new Set(['policy']));

    const { setup, rounds, hash } = await session.readRecording({ name: 'run.json', bytes });
    await session.open(setup, {}, null);
    await session.runTo(rounds);
    expect(session.nextFrame()!.hash).toBe(hash);
    const again = await session.exportDocument(() => {});
    const replayed = socialDocumentSchema.parse(JSON.parse(Buffer.concat(again.parts).toString()));
    expect(replayed.config.oracle).toMatchObject({
      kind: 'replay',
      earlier: document.config.earlier_oracles,
    });
  });

  it('branches off by a change: the earlier answers are repeated and stay, from there on the model is asked', async () => {
    const { session, oracle, setup } = await opened();
    await session.goOn({ kind: 'policy' });
    await session.step();
    await session.goOn(oracle);
    for (let round = 2; round <= 5; round++) await session.step();
    const parent = await documentOf(session);
    const { agent_id: agent, action } = rowsIn(parent).find(row => row.tick === 4)!;
    const answer = action === 'like' ? 'ignore' : 'like';
    const changes = [{ kind: 'answer', tick: 4, agent, answer }] as const;
    await session.branch({ ...setup, changes }, 3, null);
    expect((await session.oracleReport())!.calls).toBe(0);
    expect((await session.reader.detail(0)).tick).toBe(3);
    await session.step();
    await session.step();
    expect((await session.oracleReport())!.calls).toBeGreaterThan(0);

    const branch = await documentOf(session);
    const until = (document: Document, last: number) => rowsIn(document).filter(({ tick }) => tick <= last);
    expect(until(branch, 3)).toEqual(until(parent, 3));
    expect(new Set(until(branch, 3).map(({ tick, source }) => `${tick > 0} ${source}`))).toContain(
      'true openai',
    );
    expect(branch.distribution.slice(0, -2)).toEqual(parent.distribution.slice(0, -2));
    const given = rowsIn(branch).find(row => row.tick === 4 && row.agent_id === agent);
    expect(given).toMatchObject({ source: 'given', action: answer });
    expect(branch.config.changes).toEqual(
      changes.map(({ tick, kind, ...rest }) => ({ tick, kind, ...rest })),
    );
    expect(branch.config.earlier_oracles).toMatchObject([
      { until: 1, oracle: { kind: 'policy' } },
      { until: 3, oracle: { kind: 'openai', model: 'faulty' } },
    ]);
    // What is looked back at, and another branch, know the repeated answers as well.
    expect((await session.reader.detail(0, 2)).tick).toBe(2);
    await session.branch({ ...setup, changes }, 4, null);
    expect(until(await documentOf(session), 3)).toEqual(until(parent, 3));
    const { agents: _, ...other } = await documentOf(session);
    expect(other.distribution).toEqual(branch.distribution.slice(0, -1));

    const bytes = new TextEncoder().encode(JSON.stringify(branch));
    const recording = await session.readRecording({ name: 'run.json', bytes });
    await session.open(recording.setup, {}, null);
    await session.runTo(recording.rounds);
    expect(session.nextFrame()!.hash).toBe(branch.hash);
    expect((await session.verify(null)).verdict).toBe('verified');
  });

  it('lets another oracle decide from an earlier round on: earlier decisions are repeated', async () => {
    const { session, oracle, setup } = await opened();
    const policy = { ...setup, oracle: { kind: 'policy' } } as const;
    await session.open(policy, {}, null);
    for (let round = 1; round <= 4; round++) await session.step();
    const parent = await documentOf(session);
    const toModel = await session.branch({ ...setup, oracle }, 2, null);
    expect(toModel.handOvers).toEqual([{ tick: 3, kind: 'openai', model: 'faulty' }]);
    expect((await session.oracleReport())!.calls).toBe(0);
    for (let round = 3; round <= 4; round++) await session.step();
    const until = (document: Document, last: number) => rowsIn(document).filter(({ tick }) => tick <= last);
    const sources = (document: Document, from: number, to: number) =>
      new Set(
        rowsIn(document)
          .filter(({ tick }) => tick >= from && tick <= to)
          .map(row => row.source),
      );
    const branch = await documentOf(session);
    expect(until(branch, 2)).toEqual(until(parent, 2));
    expect(sources(branch, 3, 4)).toEqual(new Set(['openai']));
    expect(branch.config.earlier_oracles).toEqual([{ until: 2, oracle: { kind: 'policy' } }]);

    const by = { tick: 4, kind: 'answer', agent: 'agent_001', answer: 'like' } as const;
    const branchOf = { hash: branch.hash, rounds: 4, after: 3, by };
    const back = await session.branch({ ...policy, branchOf }, 3, null);
    expect(back.handOvers).toEqual([
      { tick: 3, kind: 'openai', model: 'faulty' },
      { tick: 4, kind: 'policy' },
    ]);
    await session.step();
    const mixed = await documentOf(session);
    expect(until(mixed, 3)).toEqual(until(branch, 3));
    expect(sources(mixed, 4, 4)).toEqual(new Set(['policy']));

    expect(mixed.config.branch_of).toEqual(branchOf);
    const bytes = new TextEncoder().encode(JSON.stringify(mixed));
    const recording = await session.readRecording({ name: 'run.json', bytes });
    const replay = await session.open(recording.setup, {}, null);
    expect(replay.handOvers).toEqual(back.handOvers);
    await session.runTo(recording.rounds);
    expect(session.nextFrame()!.hash).toBe(mixed.hash);
    expect((await session.verify(null)).verdict).toBe('verified');
    expect((await documentOf(session)).config.branch_of).toEqual(branchOf);
  });

  it('branches off the first round: nothing is repeated, and the one oracle decided everything', async () => {
    const { session, setup } = await opened();
    await session.step();
    await session.branch({ ...setup, changes: [{ tick: 1, name: 'liking', value: 3 }] }, 0, null);
    await session.step();
    const { config } = await documentOf(session);
    expect([config.oracle.kind, config.earlier_oracles]).toEqual(['openai', undefined]);
  });

  it('continues a run that has reached its length: the answers until then are repeated, and none is asked again', async () => {
    const { session, oracle } = await opened();
    const workflow = { model: 'workflow', network: NO_NETWORK, preset: 'completed', agents: 4 };
    const setup = { ...DEFAULT_SETUP, ...workflow, oracle };
    const ended = { ...setup, parameters: { ticks: 6, arrival: 1 } };
    await session.open(ended, {}, null);
    await session.runTo(20);
    const { hash: before, to } = session.nextFrame()!;
    expect(to).toBe(6);
    const asked = (await session.oracleReport())!.calls;
    expect(asked).toBeGreaterThan(0);
    await session.branch({ ...ended, parameters: { ticks: 9, arrival: 1 } }, 6, null);
    expect((await session.oracleReport())!.calls).toBe(0);
    const again = session.nextFrame()!;
    expect(again.to).toBe(6);
    expect(again.hash).not.toBe(before);
    await session.runTo(20);
    expect(session.nextFrame()!.to).toBe(9);
    expect((await session.oracleReport())!.calls).toBeGreaterThan(0);
    const { parts } = await session.exportDocument(() => {});
    const bytes = new Uint8Array(Buffer.concat(parts));
    const recording = await session.readRecording({ name: 'run.json', bytes });
    expect(recording).toMatchObject({ rounds: 9, setup: { parameters: { ticks: 9 } } });
    await session.open(recording.setup, {}, null);
    await session.runTo(recording.rounds);
    expect(session.nextFrame()!.hash).toBe(recording.hash);
    expect((await session.verify(null)).verdict).toBe('verified');
  });

  it('lets no other oracle decide in the middle of a round: the current round has ended before', async () => {
    const { session, server } = await opened('hung-headers');
    let isPlaying = true;
    const playing = session.play(0).then(() => {
      isPlaying = false;
    });
    await expect.poll(() => server.pending, PATIENT).toBeGreaterThan(0);
    await session.goOn({ kind: 'policy' });
    await playing;
    expect([isPlaying, (await session.reader.detail(0)).tick]).toEqual([false, 0]);
    await session.step();
    expect((await session.reader.detail(0)).tick).toBe(1);
  });

  it('distinguishes two settings of one model', async () => {
    const { session, oracle } = await opened();
    await session.step();
    await session.goOn({ ...oracle, archetypes: true } as OracleSetup);
    await session.setLimits({ ...createRemoteDefaults('openai').limits, callsPerRun: 7 });
    await session.step();
    const { parts } = await session.exportDocument(() => {});
    const { config } = socialDocumentSchema.parse(JSON.parse(Buffer.concat(parts).toString()));
    expect(config.oracle).toMatchObject({ archetypes: true, limit_changes: [{ tick: 2, calls_per_run: 7 }] });
    expect(config.earlier_oracles).toMatchObject([{ until: 1, oracle: { archetypes: false } }]);
  });

  it('keeps its oracle when no other one can continue', async () => {
    const { session } = await opened();
    await expect(session.goOn({ kind: 'replay' })).rejects.toThrow('a replay needs the run document');
    await session.step();
    expect((await session.oracleReport())!.calls).toBeGreaterThan(0);
  });
});
