import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../src/engine/checks/createDefaultSetup.ts';
import type { Files } from '../../src/engine/files/namedFile.ts';
import { LIBRARIAN } from '../../src/engine/models/librarian/librarianSpec.ts';
import { librarianQueries } from '../../src/engine/models/librarian/reports/librarianQueries.ts';
import type { LibrarianDocument } from '../../src/engine/models/librarian/reports/librarianRecord.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { bytes, CROWDED, filesOf } from '../engine/models/librarian/own.ts';
import hashes from '../fixtures/librarian-hashes.json';
import { IS_LONG } from '../runs.ts';
import { Page as EnginePage, sha256 } from './page.ts';

const STANDARD = createDefaultSetup(LIBRARIAN);
const OWN: Setup = { ...STANDARD, own: ['source', 'memory', 'config'], agents: 3 };
const files = filesOf(CROWDED);
/** More rounds than any task lasts. */
const FAR = 1_000;

class Page extends EnginePage {
  async open(setup: Partial<Setup> = {}, given: Files = {}) {
    return this.api.open({ ...STANDARD, ...setup }, given, null);
  }

  async parsed(): Promise<LibrarianDocument> {
    return JSON.parse(await this.document());
  }
}

async function opened(setup: Partial<Setup> = {}, given: Files = {}): Promise<Page> {
  const page = new Page();
  await page.open(setup, given);
  return page;
}

describe('the worker', () => {
  // One of each kind is enough here: Node plays all of them.
  it.each(hashes.runs.filter(({ seed }) => IS_LONG || seed === 1))(
    'gives the hash and the document that Node gives: seed $seed, paging $paging',
    async ({ seed, paging, rounds, hash, document }) => {
      const page = await opened({ seed, parameters: { paging } });
      await page.api.runTo(FAR);
      expect(await page.hashAt(rounds)).toBe(hash);
      expect(await sha256(await page.bytes())).toBe(document);
      expect(page.failures).toEqual([]);
    },
  );

  it('gives Node’s run of the user’s own texts, memories and configuration', async () => {
    const page = await opened(OWN, files);
    await page.api.play(0);
    const { rounds } = (await page.parsed()).config;
    expect(await page.hashAt(rounds)).toBe(hashes.own.hash);
    expect(await sha256(await page.bytes())).toBe(hashes.own.document);
  });

  it('repeats it from its own document', async () => {
    const page = await opened(OWN, files);
    await page.api.play(0);
    const name = 'run.json';
    const { setup, rounds, hash } = await page.api.readRecording({ name, bytes: await page.bytes() });
    await page.api.open(setup, files, null);
    await page.api.runTo(rounds);
    expect(await page.hashAt(rounds)).toBe(hash);
  });
});

describe('playing', () => {
  it('stops by itself when all have stopped, and what comes later changes nothing', async () => {
    const page = await opened(OWN, files);
    await page.api.play(0);
    const { rounds } = (await page.parsed()).config;
    expect(rounds).toBeLessThan(FAR);
    await page.hashAt(rounds);
    const frames = page.frames.length;
    await page.api.step();
    await page.api.runTo(FAR);
    expect(page.frames.length).toBe(frames);
    expect(page.last.model).toMatchObject({ kind: 'librarian', stopped: 3 });
  });
});

describe('a query of the views', () => {
  it('gives the contents of the document: spans, moves, questions and thoughts', async () => {
    const page = await opened(OWN, files);
    await page.api.runTo(FAR);
    const { agents, entries, moves, questions, config } = await page.parsed();
    for (const [agent, { agent_id, memory, working_tokens, lost }] of agents.entries()) {
      const own = <Row extends { agent_id: string }>(rows: readonly Row[]) =>
        rows.filter(row => row.agent_id === agent_id);
      const trace = await librarianQueries.ask(page.api, 'memory', agent);
      expect(trace).toMatchObject({ agent, upTo: config.rounds, pagingLimit: 48, hardLimit: 64 });
      expect(trace.lost).toHaveLength(lost);
      expect(trace.spans.map(({ place, tag, from, to, row }) => [place, tag, from, to, row])).toEqual(
        own(entries).map(({ place, tag, from, to, decision }) => [place, tag, from, to, decision]),
      );
      expect(trace.moves).toEqual(
        own(moves).map(({ agent_id: _, decision: row, ...move }) => ({ ...move, row })),
      );
      const dump = await librarianQueries.ask(page.api, 'memoryAt', { agent, tick: config.rounds });
      expect(dump.workingTokens).toBe(working_tokens);
      expect(dump.working.map(({ tag }) => tag).reverse()).toEqual(Object.keys(memory.working_memory));
      expect(dump.thinkingLog.map(({ text }) => text)).toEqual(memory.thinking_log);
      expect(dump.asked.map(({ id, mark }) => [id, mark])).toEqual(
        own(questions).map(({ question, mark }) => [question, mark]),
      );
      for (const { span } of dump.storage) {
        const entry = await librarianQueries.ask(page.api, 'entry', { agent, span });
        expect(entry?.value).toBe(memory.storage[entry!.span.tag]);
      }
    }
    await expect(librarianQueries.ask(page.api, 'memory', agents.length)).rejects.toThrow(
      'librarian 3 is not one of 3',
    );
  });

  it('memoryFile gives the memory.json that the document names by its hash, and can be opened again', async () => {
    const page = await opened(OWN, files);
    await page.api.runTo(FAR);
    const { agents } = await page.parsed();
    const exported = await Promise.all(
      agents.map((_, agent) => librarianQueries.ask(page.api, 'memoryFile', { agent, tick: null })),
    );
    expect(exported.map(file => file.sha256)).toEqual(agents.map(agent => agent.memory_sha256));
    for (const { text, sha256: digest } of exported)
      expect(await sha256(new TextEncoder().encode(text))).toBe(digest);
    const memory = exported.map(({ name, text }) => ({ name, bytes: bytes(text) }));
    await page.open(OWN, { ...files, memory });
    for (const [agent, file] of exported.entries())
      expect(await librarianQueries.ask(page.api, 'memoryFile', { agent, tick: null })).toEqual(file);
  });

  it('readerStep gives the question of that step, and no prompt where there was none', async () => {
    const page = await opened(OWN, files);
    await page.api.runTo(FAR);
    const { decisions } = await page.parsed();
    for (const [row, { source, state, iteration, answer }] of decisions.entries()) {
      const { step, prompt } = (await librarianQueries.ask(page.api, 'readerStep', row))!;
      expect(step.said).toBe(answer);
      if (source === 'chart') expect(prompt).toBeNull();
      else expect(prompt?.user).toContain(`## State\n${state}, iteration ${iteration}\n`);
    }
    expect(await librarianQueries.ask(page.api, 'readerStep', decisions.length)).toBeNull();
  });
});

describe('a bad file of the user’s', () => {
  it.each<[string, Files, string]>([
    [
      'a binary memory',
      { ...files, memory: [{ name: 'm.json', bytes: new Uint8Array([0x61, 0]) }] },
      'm.json is not text',
    ],
    [
      'a large memory',
      { ...files, memory: [{ name: 'm.json', bytes: new Uint8Array(51_000_000).fill(0x20) }] },
      'm.json is 51.0 MB; at most 50 MB are read',
    ],
    [
      'a configuration with contradicting limits',
      { ...files, config: [{ name: 'c.json', bytes: bytes('{"hard_limit": {"max_tokens": 100}}') }] },
      'c.json: hard_limit 100 is below paging_limit 4096',
    ],
    [
      'a text that is not there',
      { ...files, source: [] },
      'this run used your own texts; drop them on the page',
    ],
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
    expect(page.failures).toEqual([]);
  });
});
