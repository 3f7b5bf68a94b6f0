import { describe, expect, it } from 'vitest';
import {
  captureForeseenMoment,
  explainAgentMoment,
} from '../../../../../src/engine/explain/explainAgentMoment.ts';
import type { ChartState } from '../../../../../src/engine/models/chart/chartState.ts';
import {
  explainChartMoment,
  writeChartDecisions,
} from '../../../../../src/engine/models/chart/reports/createChartReporter.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { getTargetName } from '../../../../../src/engine/statechart/definition.ts';
import { playTo } from '../../../play.ts';
import { openChart, scxml } from '../playing.ts';

describe('the reason why an agent of a chart moved', () => {
  it('is its answer, with the draw that lies in its share', async () => {
    const { run } = await openChart({ preset: 'society', network: 'scale-free', agents: 60 });
    const state = run.state as unknown as ChartState;
    let told = 0;
    for (let tick = 1; tick <= 20; tick++) {
      await playTo(run, tick);
      const decided = [...writeChartDecisions(state.decisions!)].filter(row => row.tick === tick);
      for (const { agent_id, action } of decided) {
        const agent = Number(agent_id.slice(6)) - 1;
        const [link] = explainChartMoment(state, run.machine, agent, null);
        expect(link.kind).toBe('chose');
        expect(link.said).toContain(`chose ${action}`);
        const { draw, ...from } = link.numbers;
        const starts = Object.entries(from).sort(([, a], [, b]) => a - b);
        // The last share that begins at or before the draw.
        expect(starts.findLast(([, at]) => at <= draw)?.[0]).toBe(`${action}_from`);
        told++;
      }
    }
    expect(told).toBeGreaterThan(10);
  });

  it.each([
    ['sir', 1],
    ['watch', 4],
    ['opinion', 1],
    ['society', 1],
  ] as const)('consists of the draws of %s, which lead to what the log holds', async (preset, regions) => {
    const { run } = await openChart({ preset, network: 'scale-free', agents: 80, seed: 3 });
    const { machine } = run;
    const reports = await run.state.loadReports();
    expect(machine.chart.regions.heads.length).toBe(regions);
    const told = { won: 0, lost: 0, event: 0, noEvent: 0 };
    for (let tick = 1; tick <= 15; tick++) {
      const foreseen = Array.from({ length: 80 }, (_, agent) => captureForeseenMoment(run, reports, agent));
      await playTo(run, tick);
      const moved = movesIn(run);
      for (let agent = 0; agent < 80; agent++) {
        const { links } = explainAgentMoment(run, reports, agent, foreseen[agent]);
        const [first = []] = moved.get(agent) ?? [];
        for (const { numbers } of links.filter(({ kind }) => kind === 'drew')) {
          const { draw, nothing_from, ...from } = numbers;
          const starts = Object.entries(from)
            .map(([name, at]) => [name.replace(/_from$/, ''), at] as const)
            .sort(([, a], [, b]) => a - b);
          const won = draw < nothing_from ? starts.findLast(([, at]) => at <= draw)![0] : null;
          if (won !== null) expect(first).toContain(won);
          else for (const [name] of starts) expect(first).not.toContain(name);
          told[won === null ? 'lost' : 'won']++;
        }
        for (const { numbers, said } of links.filter(({ kind }) => kind === 'event')) {
          const comes = said.match(/ chose (\w+)$/)?.[1];
          expect(numbers.draw < numbers.limit).toBe(comes !== undefined);
          if (comes !== undefined && first.length > 0) expect(first[0]).toMatch(new RegExp(`\\b${comes}\\b`));
          told[comes === undefined ? 'noEvent' : 'event']++;
        }
        if (tick === 1 && first.some(name => name.startsWith('seed')))
          expect(links.find(({ kind }) => kind === 'seed')?.said).toContain('it drew ');
      }
    }
    const { transitions } = machine.chart.definition;
    if (transitions.some(({ rate }) => rate !== undefined)) {
      expect(told.won).toBeGreaterThan(5);
      expect(told.lost).toBeGreaterThan(5);
    }
    if (preset === 'watch') {
      expect(told.event).toBeGreaterThan(5);
      expect(told.noEvent).toBeGreaterThan(5);
    }
  });
});

describe('the reason why one of two regions was left', () => {
  it('is a draw among what both had drawn', async () => {
    const text = scxml(`<parallel id="both">
      <state id="l"><state id="l_1"><transition sc:trigger="lefts" sc:rate="0.5" target="left"/></state></state>
      <state id="r"><state id="r_1"><transition sc:trigger="rights" sc:rate="0.5" target="right"/></state></state>
    </parallel><state id="left"/><state id="right"/>`);
    // Of the first tick it is told who was seeded.
    const { run } = await openChart({ agents: 300 }, text);
    const reports = await run.state.loadReports();
    await playTo(run, 1);
    let told = 0;
    for (let tick = 2; tick <= 4; tick++) {
      const before = Array.from({ length: 300 }, (_, agent) => captureForeseenMoment(run, reports, agent));
      await playTo(run, tick);
      const moved = movesIn(run);
      for (let agent = 0; agent < 300; agent++) {
        const order = explainAgentMoment(run, reports, agent, before[agent]).links.find(
          ({ kind }) => kind === 'order',
        );
        if (order === undefined) continue;
        const { draw, ...from } = order.numbers;
        const starts = Object.entries(from).sort(([, a], [, b]) => a - b);
        const first = starts.findLast(([, at]) => at <= draw!)![0].replace(/_from$/, '');
        expect(order.said).toContain(`${first} goes first`);
        expect(moved.get(agent)).toEqual([[first]]);
        told++;
      }
    }
    expect(told).toBeGreaterThan(10);
  });
});

/** Of each agent that moved in the last tick, the transitions of each of its moves: "alarm → ringing". */
function movesIn({ machine: { log, table, chart } }: Run): Map<number, string[][]> {
  const moved = new Map<number, string[][]>();
  log.forEach(...log.range(log.tick), (agent, step) => {
    const names = table.step(step).transitions.map(number => {
      const transition = chart.definition.transitions[number];
      return `${transition.trigger} → ${getTargetName(transition)}`;
    });
    moved.set(agent, [...(moved.get(agent) ?? []), names]);
  });
  return moved;
}
