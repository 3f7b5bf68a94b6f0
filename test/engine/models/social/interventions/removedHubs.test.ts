import { describe, expect, it } from 'vitest';
import { formatAgentId } from '../../../../../src/engine/core/indices.ts';
import {
  captureForeseenMoment,
  explainAgentMoment,
} from '../../../../../src/engine/explain/explainAgentMoment.ts';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import type { Change, Setup } from '../../../../../src/engine/setup/config.ts';
import { loadedOf } from '../../../everyModel.ts';
import { playTo, social } from '../../../play.ts';
import { restoredTwin } from '../../../restoredTwin.ts';

const PARAMETERS = { warm_up: 10, activity: 16, posting: 14 };
const PART: Partial<Setup> = { network: 'scale-free', agents: 60 };
const LAST = 24;
const FROM = 6;

const changed = (tick: number, value: number): Change => ({ tick, name: 'hubs_removed', value });
const loaded = (changes: readonly Change[], parameters = {}) =>
  loadedOf('social', { ...PART, changes, parameters: { ...PARAMETERS, ...parameters } }, 5);
const opened = async (changes: readonly Change[], parameters = {}) =>
  createRun(await loaded(changes, parameters));

const countFollowers = (run: Run, agent: number): number => {
  const { offsets } = social(run).inputs.network;
  return offsets[agent + 1] - offsets[agent];
};

/** The most followed, found one after the other; of equals the one with the lowest id. */
function findHubs(run: Run, count: number): readonly number[] {
  const left = [...social(run).society.archetype.keys()];
  return Array.from({ length: count }, () => {
    const most = Math.max(...left.map(agent => countFollowers(run, agent)));
    const at = left.findIndex(agent => countFollowers(run, agent) === most);
    return left.splice(at, 1)[0];
  });
}

const sorted = (agents: Iterable<number>) => [...agents].sort((a, b) => a - b);

describe('removed hubs', () => {
  it('are the most followed, and from a round on all goes as if a change removed each of them by its id', async () => {
    for (const count of [1, 4, 9]) {
      const run = await playTo(await opened([changed(FROM, count)]), LAST);
      const on = findHubs(run, count).map(formatAgentId);
      const removed = await opened([{ kind: 'intervention', tick: FROM, name: 'remove_agents', on }]);
      expect(run.hash).toBe((await playTo(removed, LAST)).hash);
      expect(run.hash).not.toBe((await playTo(await opened([]), LAST)).hash);
    }
  });

  it('are the first by their ids where equally many follow several', async () => {
    const run = await opened([], { hubs_removed: 20 });
    const hubs = findHubs(run, 21);
    const followers = hubs.map(agent => countFollowers(run, agent));
    expect(followers[19]).toBe(followers[20]);
    expect(sorted(social(run).society.gone)).toEqual(sorted(hubs.slice(0, 20)));
  });

  it('decide nothing from the start on, and come back once the number falls', async () => {
    const run = await playTo(await opened([changed(12, 2)], { hubs_removed: 8 }), LAST);
    const hubs = findHubs(run, 8);
    const { decisions } = social(run);
    const listDecisionTicks = (agents: readonly number[]) =>
      Array.from({ length: decisions.count }, (_, row) => row)
        .filter(row => agents.includes(decisions.agent.data[row]))
        .map(row => decisions.tick.data[row]);
    expect(listDecisionTicks(hubs.slice(0, 2))).toEqual([]);
    const back = listDecisionTicks(hubs.slice(2));
    expect(back.length).toBeGreaterThan(3);
    expect(Math.min(...back)).toBeGreaterThanOrEqual(12);
    expect(sorted(social(run).society.gone)).toEqual(sorted(hubs.slice(0, 2)));
  });

  it('are gone as well in a run that is restored, with those whom a change removed', async () => {
    const change: Change = { kind: 'intervention', tick: 4, name: 'remove_agents', on: ['agent_050'] };
    const source = await loaded([change, changed(FROM, 3)]);
    const run = await playTo(createRun(source), 12);
    const gone = sorted([49, ...findHubs(run, 3)]);
    expect(sorted(social(run).society.gone)).toEqual(gone);
    const twin = restoredTwin(run, source);
    expect(sorted(social(twin).society.gone)).toEqual(gone);
    expect((await playTo(twin, LAST)).hash).toBe((await playTo(run, LAST)).hash);
  });

  it('are named with their followers when a run opens', async () => {
    expect((await opened([])).state.openingLines?.()).toEqual([]);
    const run = await opened([changed(FROM, 12)], { hubs_removed: 2 });
    const hubs = findHubs(run, 12);
    const named = hubs.map(agent => `${formatAgentId(agent)} with ${countFollowers(run, agent)} followers`);
    const sumOf = (count: number) =>
      hubs.slice(0, count).reduce((sum, agent) => sum + countFollowers(run, agent), 0);
    const all = social(run).inputs.network.targets.length;
    expect(run.state.openingLines?.()).toEqual([
      `From the start on the 2 most followed are removed: ${named.slice(0, 2).join(', ')}; ${sumOf(2)} of ${all} follows lead to them.`,
      `From round 6 on the 12 most followed are removed: ${named.slice(0, 10).join(', ')}, and 2 others; ${sumOf(12)} of ${all} follows lead to them.`,
    ]);
  });

  it('are said to come back in the round in which the number falls', async () => {
    const lines = async (changes: readonly Change[], count: number) =>
      (await opened(changes, { hubs_removed: count })).state.openingLines?.() ?? [];
    expect((await lines([changed(3, 0)], 5)).at(-1)).toBe(
      'From round 3 on hubs_removed takes nobody away: all 5 come back, unless a change has removed them.',
    );
    expect((await lines([changed(3, 0)], 1)).at(-1)).toBe(
      'From round 3 on hubs_removed takes nobody away: the most followed comes back, unless a change has removed it.',
    );
    const falling = await lines([changed(3, 4), changed(9, 3), changed(12, 6), changed(15, 0)], 8);
    expect(falling.map(line => /(?:; |: )([^:;]*)\.$/.exec(line)?.[1])).toEqual([
      expect.stringMatching(/follows lead to them$/),
      'the other 4 come back, unless a change has removed them',
      'the other one comes back, unless a change has removed it',
      expect.stringMatching(/follows lead to them$/),
      'all 6 come back, unless a change has removed them',
    ]);
    expect(await lines([changed(3, 0)], 0)).toEqual([]);
    // More than there are people.
    expect((await lines([changed(3, 0)], 1000)).at(-1)).toContain(': all 60 come back');
  });

  it('say in their explanation what has taken them away', async () => {
    const by: Change = { kind: 'intervention', tick: 4, name: 'remove_agents', on: ['agent_050'] };
    const run = await opened([by, changed(FROM + 2, 1)], { hubs_removed: 3 });
    const reports = await run.state.loadReports();
    const [first] = findHubs(run, 1);
    expect(findHubs(run, 3)).not.toContain(49);
    const explain = async (agent: number, tick: number) => {
      await playTo(run, tick - 1);
      const foreseen = captureForeseenMoment(run, reports, agent);
      await playTo(run, tick);
      return explainAgentMoment(run, reports, agent, foreseen).links.find(({ kind }) => kind === 'gone')
        ?.said;
    };
    expect(await explain(first, 3)).toBe('hubs_removed takes away the 3 most followed, it among them');
    expect(await explain(49, FROM)).toBe('a change of the run has taken it away');
    expect(await explain(first, FROM + 4)).toBe('hubs_removed takes away the most followed, which it is');
  });

  it('are named in the singular where it is one', async () => {
    const run = await opened([changed(FROM, 11)], { hubs_removed: 1 });
    const [hub] = findHubs(run, 1);
    const count = countFollowers(run, hub);
    const [first, later] = run.state.openingLines?.() ?? [];
    expect(first).toBe(
      `From the start on the most followed is removed: ${formatAgentId(hub)} with ${count} followers; ${count} of ${social(run).inputs.network.targets.length} follows lead to it.`,
    );
    expect(later).toContain(', and 1 other; ');
  });
});
