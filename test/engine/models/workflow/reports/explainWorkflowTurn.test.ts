import { describe, expect, it } from 'vitest';
import {
  captureForeseenMoment,
  explainAgentMoment,
} from '../../../../../src/engine/explain/explainAgentMoment.ts';
import type { WhyLink } from '../../../../../src/engine/model/whyLink.ts';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import { Replica } from '../../../../../src/engine/run/replica.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { loadedOf } from '../../../everyModel.ts';
import { playTo } from '../../../play.ts';
import { CALM, choice, code, playOwn, textOf } from '../own.ts';
import { openNoted, stateOf } from '../playing.ts';

const linksOf = async (run: Run, agent: number): Promise<readonly WhyLink[]> =>
  explainAgentMoment(run, await run.state.loadReports(), agent, null).links;

const saidBy = (links: readonly WhyLink[], kind: string) =>
  links.filter(link => link.kind === kind).map(({ tick, said }) => `${tick}: ${said}`);

describe('the explanation of an agent’s move', () => {
  it('names the closed edges, the open wildcard, and who set what they read, from what', async () => {
    const { run } = await playOwn(
      {
        transitions: [
          ['a', 'b', "mood == 'fine'"],
          ['*', 'c', 'should_pivot'],
        ],
        states: ['a', 'b', 'c'],
        steps: [
          code("context['n'] = context.get('n', 0) + 1", { name: 'count' }),
          code("context['should_pivot'] = n >= 3\ncontext['mood'] = 'low'", { name: 'judge' }),
        ],
      },
      ['', '', ''],
    );
    expect(run.tick).toBe(3);
    const links = await linksOf(run, 0);
    expect(links[0].said).toMatch(/^it moved from a to c by /);
    expect(saidBy(links, 'closed')).toEqual([
      "3: the edge a → b was closed: mood == 'fine' was false (mood 'low')",
    ]);
    expect(saidBy(links, 'open')).toEqual([
      '3: the wildcard to c was open: should_pivot was true (should_pivot True)',
    ]);
    expect(saidBy(links, 'set')).toEqual([
      '3: code step “judge” set should_pivot to True, from n 3',
      '3: code step “count” set n to 3, from n 2',
      '2: code step “count” set n to 2, from n 1',
      "1: code step “judge” set mood to 'low'",
      '1: code step “count” set n to 1, from n not set',
    ]);
  });

  it('gives for closed edges what their conditions read in that turn, not before it', async () => {
    const text = textOf({
      transitions: [
        ['a', 'b', "mood == 'fine'"],
        ['a', 'c', 'n >= 2'],
        ['*', 'c', 'fed_up'],
      ],
      states: ['a', 'b', 'c'],
      steps: [code("context['n'] = context.get('n', 0) + 1\ncontext['mood'] = 'low' if n > 1 else 'high'")],
    });
    const { run } = await openNoted({ text, parameters: CALM });
    await playTo(run, 1);
    const reports = await run.state.loadReports();
    const before = captureForeseenMoment(run, reports, 0);
    expect(before.lines.map(({ reason }) => reason)).toEqual([
      "no: mood == 'fine' (mood 'high')",
      'no: n >= 2 (n 1)',
      'no: fed_up (fed_up not set)',
    ]);
    await playTo(run, 2);
    const { links, refused } = explainAgentMoment(run, reports, 0, before);
    expect(links[0].said).toBe('it moved from a to c by n >= 2');
    expect(refused.map(({ reason }) => reason)).toEqual([
      "no: mood == 'fine' (mood 'low')",
      'no: fed_up (fed_up not set)',
    ]);
  });

  it('leads back through sixteen settings at most, however many a condition reads', async () => {
    const names = Array.from({ length: 20 }, (_, i) => `v${i}`);
    const { run } = await playOwn(
      {
        transitions: [['a', 'b', names.join(' and ')]],
        steps: [code(names.map(name => `context['${name}'] = True`).join('\n'))],
      },
      [''],
    );
    const links = await linksOf(run, 0);
    expect(links[0].kind).toBe('moved');
    expect(links.filter(({ kind }) => kind === 'set')).toHaveLength(16);
  });

  it('gives the answer that named a state without an open edge', async () => {
    const { run } = await playOwn(
      {
        transitions: [['a', 'b', 'ready']],
        steps: [code("context['ready'] = False"), choice({ go: 'b' }, { in_state: 'a', on_failure: 'skip' })],
      },
      ['go'],
    );
    const links = await linksOf(run, 0);
    expect(links[0]).toMatchObject({ kind: 'stayed', said: 'it stayed in a' });
    expect(links[1]).toMatchObject({ kind: 'no_edge' });
    expect(links[1].said).toContain('no edge is open from a to b: ready is false; the step is skipped');
    // To the state that was named, then to any.
    expect(saidBy(links, 'closed')).toEqual(
      Array(2).fill('1: the edge a → b was closed: ready was false (ready False)'),
    );
  });

  it('gives every move its edge, and each setting the value that was kept, in any tick of a market', async () => {
    for (const preset of ['completed', 'pivoting'] as const) {
      const loaded = await loadedOf('workflow', { agents: 6, preset }, 11);
      const run = createRun(loaded);
      const replica = new Replica(run, () => createRun(loaded));
      await playTo(run, 30);
      const counted = { open: 0, set: 0, did: 0 };
      for (let tick = 30; tick > 12; tick--)
        for (let agent = 0; agent < 6; agent++) {
          const links = await replica.at(tick, past => linksOf(past, agent));
          const of = (kind: string) => links.filter(link => link.kind === kind);
          // The values that are told give the move that the log holds.
          expect(of('open')).toHaveLength(of('moved').length);
          counted.open += of('open').length;
          counted.did += of('did').length;
          const { variables } = stateOf(run).ledger.courses[agent];
          for (const { tick: set, said } of of('set')) {
            const [, name] = /set (\w+) to /.exec(said)!;
            expect(variables.at(name, set)?.tick).toBe(set);
            counted.set++;
          }
        }
      expect(counted.open).toBeGreaterThan(20);
      expect(counted.set + counted.did).toBeGreaterThan(20);
    }
  });
});
