import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import type { Files } from '../../src/engine/files/namedFile.ts';
import { governed } from '../../src/engine/models/governed/governedModel.ts';
import { MISSION_PHASES } from '../../src/engine/models/governed/phases.ts';
import { governedQueries } from '../../src/engine/models/governed/reports/governedQueries.ts';
import type { GovernedDocument } from '../../src/engine/models/governed/reports/governedRecord.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { filesOf, GOALS } from '../engine/models/governed/own.ts';
import chanceHashes from '../fixtures/chance-hashes.json';
import hashes from '../fixtures/governed-hashes.json';
import { IS_LONG } from '../runs.ts';
import { Page as EnginePage, sha256 } from './page.ts';

const STANDARD = createDefaultSetup(governed);
const OWN: Setup = { ...STANDARD, own: ['corpus', 'missions'] };
const files = filesOf(GOALS);
/** More rounds than any missions last. */
const FAR = 1_000;

class Page extends EnginePage {
  async open(setup: Partial<Setup> = {}, given: Files = {}) {
    return this.api.open({ ...STANDARD, ...setup }, given, null);
  }

  async parsed(): Promise<GovernedDocument> {
    return JSON.parse(await this.document());
  }
}

async function opened(setup: Partial<Setup> = {}, given: Files = {}): Promise<Page> {
  const page = new Page();
  await page.open(setup, given);
  return page;
}

const digest = (value: unknown): Promise<string> => sha256(new TextEncoder().encode(JSON.stringify(value)));

describe('the worker', () => {
  // One of each kind is enough here: Node plays all of them.
  it.each(hashes.runs.filter(({ seed }) => IS_LONG || seed === 1))(
    'gives the hash and the document that Node gives: seed $seed, governance $governance',
    async ({ seed, governance, rounds, hash, document }) => {
      const page = await opened({ seed, parameters: { governance } });
      await page.api.runTo(FAR);
      expect(await page.hashAt(rounds)).toBe(hash);
      expect(await sha256(await page.bytes())).toBe(document);
      expect(page.failures).toEqual([]);
    },
  );

  it('gives the hash and the document that Node gives with second chances, and the flat chart’s places', async () => {
    const [{ seed, rounds, hash, document }] = chanceHashes.runs;
    const page = new Page();
    const { chart } = await page.open({ seed, parameters: { second_chances: 2 } });
    expect(chart.states).toEqual(MISSION_PHASES);
    await page.api.runTo(FAR);
    expect(await page.hashAt(rounds)).toBe(hash);
    expect(await sha256(await page.bytes())).toBe(document);
    const { agents } = await page.parsed();
    const agent = agents.findIndex(({ resumed = 0 }) => resumed > 0);
    const { model } = await page.api.detail(agent);
    expect(model).toMatchObject({ trace: { chances: 2 } });
    expect(page.failures).toEqual([]);
  });

  it('gives Node’s run and Node’s comparison of the user’s own goals and documents', async () => {
    const page = await opened(OWN, files);
    await page.api.play(0);
    const { rounds } = (await page.parsed()).config;
    expect(await page.hashAt(rounds)).toBe(hashes.own.hash);
    expect(await sha256(await page.bytes())).toBe(hashes.own.document);
    expect(await digest(await page.api.compare())).toBe(hashes.own.pair);
    // The comparison plays runs of its own.
    expect(await sha256(await page.bytes())).toBe(hashes.own.document);
  });

  it('compares as well while the run is played, and after a few rounds', async () => {
    const page = await opened(OWN, files);
    await page.api.runTo(3);
    const playing = page.api.play(200);
    expect(await digest(await page.api.compare())).toBe(hashes.own.pair);
    await playing;
    expect(await sha256(await page.bytes())).toBe(hashes.own.document);
  });
});

describe('playing', () => {
  it('stops by itself when all missions have ended, and what comes later changes nothing', async () => {
    for (const play of [
      (page: Page) => page.api.play(0),
      (page: Page) => page.api.play(500),
      (page: Page) => page.api.runTo(FAR),
    ]) {
      const page = await opened(OWN, files);
      await play(page);
      const { rounds } = (await page.parsed()).config;
      expect(rounds).toBeLessThan(FAR);
      expect(await page.hashAt(rounds)).toBe(hashes.own.hash);
      const frames = page.frames.length;
      await Promise.all([page.api.step(), page.api.step()]);
      await page.api.runTo(FAR);
      await page.api.play(0);
      expect(page.frames.length).toBe(frames);
      expect((await page.parsed()).config.rounds).toBe(rounds);
      const { model } = page.last;
      expect(model).toMatchObject({ kind: 'governed', waiting: 0, underWay: 0 });
    }
  });

  it('continues with the next run that is opened', async () => {
    const page = await opened(OWN, files);
    await page.api.play(0);
    const [{ seed, governance, rounds, hash }] = hashes.runs;
    await page.open({ seed, parameters: { governance } });
    await page.api.play(0);
    expect(await page.hashAt(rounds)).toBe(hash);
  });
});

describe('the query', () => {
  it('trace gives the document’s steps of the mission', async () => {
    const page = await opened(OWN, files);
    await page.api.runTo(FAR);
    const { agents, decisions, config } = await page.parsed();
    for (const [agent, { agent_id, mission, outcome, rule, started }] of agents.entries()) {
      const trace = await governedQueries.ask(page.api, 'trace', agent);
      expect(trace).toMatchObject({ agent, goal: mission, outcome, rule, started, upTo: config.rounds });
      const own = decisions.filter(decision => decision.agent_id === agent_id);
      expect(
        trace.steps.map(step => [step.tick, step.number, step.phase, step.next, step.kind, step.said]),
      ).toEqual(own.map(d => [d.tick, d.step, d.phase, d.next_phase, d.kind, d.answer]));
    }
    await expect(governedQueries.ask(page.api, 'trace', agents.length)).rejects.toThrow(
      'mission 3 is not one of 3',
    );
  });

  it('stepPrompt gives the prompt of that step, and nothing where nothing was asked', async () => {
    const page = await opened(OWN, files);
    await page.api.runTo(FAR);
    const { decisions, agents } = await page.parsed();
    const advised: string[] = [];
    for (const [row, { source, tokens_in, phase, advice, agent_id }] of decisions.entries()) {
      const prompt = await governedQueries.ask(page.api, 'stepPrompt', row);
      if (source === 'chart') {
        expect(prompt).toBeNull();
        continue;
      }
      expect(prompt).toMatchObject({ row, tokens: tokens_in });
      const { mission } = agents.find(agent => agent.agent_id === agent_id)!;
      expect(prompt!.user).toContain(`## Mission\n${mission}\n`);
      expect(prompt!.user).toContain(`Current Phase: ${phase.toUpperCase()}\n`);
      if (advice) expect(prompt!.user.endsWith(`Advice: ${advice.text}`)).toBe(true);
      else expect(prompt!.user.endsWith('Status: HEALTHY')).toBe(true);
      if (advice) advised.push(advice.text);
    }
    expect(advised.length).toBeGreaterThan(0);
    expect(await governedQueries.ask(page.api, 'stepPrompt', decisions.length)).toBeNull();
  });

  it('missionRows gives outcome and cost of the requested missions, in their order', async () => {
    const page = await opened(OWN, files);
    const outcomes = new Set<string>();
    for (const tick of [5, FAR]) {
      await page.api.runTo(tick);
      const { agents } = await page.parsed();
      const expected = [2, 0].map(agent => {
        const { outcome, rule, steps, calls, tokens, started, ended } = agents[agent];
        outcomes.add(outcome);
        return { agent, outcome, rule, steps, calls, tokens, started, ended };
      });
      expect(await governedQueries.ask(page.api, 'missionRows', [2, 0])).toMatchObject(expected);
    }
    expect(outcomes).toEqual(new Set(['under_way', 'finished_stuck', 'finished']));
  });
});

describe('a bad file of the user’s', () => {
  const bytes = new Uint8Array([0x61, 0]);
  it.each<[string, Files, string]>([
    ['a document', { ...files, corpus: [{ name: 'a.md', bytes }] }, 'a.md is not text'],
    ['no document', { ...files, corpus: [] }, 'the corpus is empty'],
    ['a list of goals', { ...files, missions: [{ name: 'goals.txt', bytes }] }, 'goals.txt is not text'],
    ['a file that is not there', { corpus: files.corpus }, 'this run used your own list of missions'],
  ])('that is %s is refused in one line, and the run that was there stays', async (_, given, words) => {
    const page = await opened(OWN, files);
    await page.api.runTo(4);
    const error: Error = await page.open(OWN, given).then(
      () => expect.fail('it was opened'),
      reason => reason,
    );
    expect(error.message).toContain(words);
    expect(error.message).not.toContain('\n');
    await page.api.play(0);
    const { rounds } = (await page.parsed()).config;
    expect(await page.hashAt(rounds)).toBe(hashes.own.hash);
    expect(await digest(await page.api.compare())).toBe(hashes.own.pair);
    expect(page.failures).toEqual([]);
  });
});
