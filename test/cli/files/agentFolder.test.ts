import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { AgentFolder } from '../../../src/cli/files/agentFolder.ts';
import { librarianQueries } from '../../../src/engine/models/librarian/reports/librarianQueries.ts';
import { openReaders, stateOf } from '../../engine/models/librarian/reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'statescope-memory-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the folder holds the memory of every agent as it was after the last cycle', async () => {
  const path = join(folder, 'kept');
  const run = await openReaders({ setup: { agents: 2 } });
  const memories = await AgentFolder.open('memory-out', path, run);
  expect(readdirSync(path)).toEqual(['agent_001.json', 'agent_002.json']);
  const { signal } = new AbortController();
  for (let cycle = 1; cycle <= 4; cycle++) {
    await run.step(run.policy, signal);
    expect(await memories.write()).toBeNull();
    for (const agent of [0, 1]) {
      const { name, text } = librarianQueries.of(
        stateOf(run),
        'memoryFile',
        { agent, tick: null },
        { tick: run.tick, tickSeconds: 10 },
      );
      expect(readFileSync(join(path, name), 'utf8')).toBe(text);
    }
  }
  // Beside each file what it was before.
  expect(readdirSync(path)).toEqual(
    ['agent_001.json', 'agent_002.json'].flatMap(name => [name, `${name}.previous`]),
  );
  const [now, before] = ['agent_001.json', 'agent_001.json.previous'].map(name =>
    readFileSync(join(path, name), 'utf8'),
  );
  expect(before).not.toBe(now);
  expect(JSON.parse(before!)).toHaveProperty('working_memory');
});

it('the folder reports why it cannot be written once it is gone, and throws nothing', async () => {
  const path = join(folder, 'gone');
  const run = await openReaders();
  const memories = await AgentFolder.open('memory-out', path, run);
  rmSync(path, { recursive: true });
  await run.step(run.policy, new AbortController().signal);
  await run.step(run.policy, new AbortController().signal);
  expect(await memories.write()).toMatch(/^cannot write .*gone: ENOENT/);
});
