import { describe, expect, it } from 'vitest';
import { captureForeseenMoment, explainAgentMoment } from '../../../src/engine/explain/explainAgentMoment.ts';
import { createRun } from '../../../src/engine/models/openRun.ts';
import { Replica } from '../../../src/engine/run/replica.ts';
import type { Run } from '../../../src/engine/run/run.ts';
import { describeMove } from '../../../src/engine/statechart/agent.ts';
import { loadedOf, MODELS } from '../everyModel.ts';
import { playTo } from '../play.ts';

/** What the log says of an agent's moves in a tick, the latest first, and the tick of the one before. */
function movesIn({ machine }: Run, agent: number, tick: number) {
  const { log, past } = machine;
  const moves: string[] = [];
  let came: number | null = null;
  for (let row = log.rows - 1; row >= 0 && came === null; row--) {
    if (log.agentAt(row) !== agent || log.tickAt(row) > tick) continue;
    if (log.tickAt(row) < tick) came = log.tickAt(row);
    else {
      const { fromState, toState, trigger } = describeMove(
        machine,
        log.transitionAt(row),
        past.stateBefore(agent, row),
      );
      moves.push(`it moved from ${fromState} to ${toState}${trigger === 'always' ? '' : ` by ${trigger}`}`);
    }
  }
  return { moves, came };
}

describe('the account of an agent in a tick', () => {
  it.each(MODELS)(
    'is what the log lists, back to how the agent had come there: %s, %o',
    async (model, part) => {
      const loaded = await loadedOf(model, part, 7);
      const run = createRun(loaded);
      const replica = new Replica(run, () => createRun(loaded));
      await playTo(run, 14);
      let moved = 0;
      let waited = 0;
      for (let tick = run.tick; tick > run.tick - 8; tick--)
        for (let agent = 0; agent < Math.min(12, run.config.agents); agent++) {
          const before = await replica.at(tick - 1, async past =>
            captureForeseenMoment(past, await past.state.loadReports(), agent),
          );
          const told = await replica.at(tick, async past =>
            explainAgentMoment(past, await past.state.loadReports(), agent, before),
          );
          const { links, refused } = told;
          const { moves, came } = movesIn(run, agent, tick);
          const first = links.filter(({ kind }) => kind === 'moved');
          expect(links.slice(0, first.length)).toEqual(first);
          expect(first.map(({ said }) => said.replace(/ \(.*\)$/s, ''))).toEqual(moves);
          expect(links.filter(({ kind }) => kind === 'stayed')).toHaveLength(moves.length === 0 ? 1 : 0);
          expect(links.filter(({ kind }) => kind === 'came').map(link => link.tick)).toEqual(
            came === null ? [] : [came],
          );
          const ticks = links.map(link => link.tick);
          expect(ticks).toEqual([...ticks].sort((a, b) => b - a));
          expect(ticks[0]).toBe(tick);
          expect(refused.every(({ ready }) => !ready)).toBe(true);
          // A stay is told as it was before.
          const stays = refused.flatMap(({ reason }) => /^(\d+) (.*); fires after \d+$/.exec(reason) ?? []);
          if (stays.length > 0) expect(stays[2]).toBe('before');
          if (stays.length > 0 && model === 'governed' && came !== null)
            expect(Number(stays[1])).toBe(tick - 1 - came);
          waited += stays.length;
          moved += moves.length;
        }
      expect(moved).toBeGreaterThan(3);
      if (model === 'social') expect(waited).toBeGreaterThan(3);
    },
  );

  it('does not list as refused a trigger that the turn itself made possible', async () => {
    const loaded = await loadedOf('workflow', { agents: 12 }, 19);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 1);
    const reports = await run.state.loadReports();
    const opened: number[] = [];
    for (let agent = 0; agent < run.config.agents; agent++) {
      const before = await replica.at(0, async past =>
        captureForeseenMoment(past, await past.state.loadReports(), agent),
      );
      const { links, refused } = explainAgentMoment(run, reports, agent, before);
      if (links[0].said !== 'it moved from observing to ideating by has_context') continue;
      // Before the turn its code had not set the variable that the condition reads.
      expect(before.lines).toContainEqual(expect.objectContaining({ trigger: 'has_context', ready: false }));
      expect(refused.map(({ trigger }) => trigger)).not.toContain('has_context');
      opened.push(agent);
    }
    expect(opened.length).toBeGreaterThan(0);
  });

  it('is refused for an agent that the run does not have', async () => {
    const run = createRun(await loadedOf('workflow', { agents: 2 }, 7));
    await playTo(run, 2);
    const reports = await run.state.loadReports();
    expect(() => explainAgentMoment(run, reports, 2, null)).toThrow('agent 2 is not one of 2');
  });
});
