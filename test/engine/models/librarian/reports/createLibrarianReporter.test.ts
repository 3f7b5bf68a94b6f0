import { describe, expect, it } from 'vitest';
import type { LibrarianState } from '../../../../../src/engine/models/librarian/librarianState.ts';
import { explainLibrarianCycle } from '../../../../../src/engine/models/librarian/reports/createLibrarianReporter.ts';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import { Replica } from '../../../../../src/engine/run/replica.ts';
import { loadedOf } from '../../../everyModel.ts';
import { playTo } from '../../../play.ts';

const stateOf = (run: { readonly state: unknown }) => run.state as LibrarianState;

describe('the explanation of an answer', () => {
  it('goes from the verdict to where the sentence was, and to the passage that said it', async () => {
    const loaded = await loadedOf('librarian', { agents: 6 }, 7);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 90);
    const met = new Set<string>();
    for (const [agent, reader] of stateOf(run).ledger.agents.entries())
      for (const { id, settled, mark, fact } of reader.asked) {
        if (settled === null) continue;
        const links = await replica.at(settled, past => explainLibrarianCycle(stateOf(past), agent));
        const own = links.filter(({ about }) => about === id);
        expect(own[0]).toMatchObject({ tick: settled, agent, kind: mark });
        const kinds = own.map(({ kind }) => kind);
        for (const kind of kinds) met.add(kind);
        expect(kinds.includes('held')).toBe(fact !== null && fact.place !== null);
        const read = own.find(({ kind }) => kind === 'read');
        if (fact === null) continue;
        expect(read?.said).toContain(`passage ${fact.passage}`);
        const when = reader.steps.find(({ tick }) => tick === read?.tick);
        expect(when?.item).toMatchObject({ kind: 'passage', number: fact.passage });
        // A sentence is lost after it was read, and before the verdict.
        for (const { tick } of own.filter(({ kind }) => kind === 'lost'))
          expect(tick >= read!.tick && tick <= settled).toBe(true);
      }
    expect([...met]).toEqual(expect.arrayContaining(['right', 'wrong', 'held', 'kept', 'read']));
  });

  it('names the requested state of a cycle without an action', async () => {
    const loaded = await loadedOf('librarian', { agents: 6 }, 7);
    const run = createRun(loaded);
    await playTo(run, 1);
    const [{ said }] = explainLibrarianCycle(stateOf(run), 0);
    expect(said).toMatch(/^cycle 1 in thinking, which the built-in policy answered, asked for executing: ./);
  });
});
