import { describe, expect, it } from 'vitest';
import { decisionRecords } from '../../../../src/engine/models/chart/document.ts';
import type { ChartState } from '../../../../src/engine/models/chart/state.ts';
import { whyDone } from '../../../../src/engine/models/chart/why.ts';
import { logRows, playTo } from '../../play.ts';
import { openChart } from './playing.ts';

describe('why an agent of a chart moved', () => {
  it('is the answer that it gave, with the draw that lies in its share', async () => {
    const { run } = await openChart({ preset: 'society', network: 'scale-free', agents: 60 });
    const state = run.state as unknown as ChartState;
    let told = 0;
    for (let tick = 1; tick <= 20; tick++) {
      await playTo(run, tick);
      const decided = [...decisionRecords(state.decisions!)].filter(row => row.tick === tick);
      for (const { agent_id, action } of decided) {
        const agent = Number(agent_id.slice(6)) - 1;
        const [link] = whyDone(state, run.machine, agent);
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

  it('is the draw of a rate, which is below what the transition had', async () => {
    const { run } = await openChart({ preset: 'sir', network: 'scale-free', agents: 80, seed: 3 });
    const state = run.state as unknown as ChartState;
    const { machine } = run;
    const { transitions } = machine.chart.definition;
    /** The chance of an agent's one transition with a rate, by the states of the tick before. */
    const chanceOf = (agent: number): number => {
      const { state: own } = machine.population;
      const number = transitions.findIndex(
        ({ rate, source }) => rate !== undefined && source === machine.chart.states[own[agent]],
      );
      return number < 0 ? 0 : machine.rates.chance(number, agent).probability;
    };
    let told = 0;
    for (let tick = 1; tick <= 15; tick++) {
      const chances = Array.from({ length: 80 }, (_, agent) => chanceOf(agent));
      await playTo(run, tick);
      for (const { agent, trigger } of logRows(run).filter(row => row.tick === tick)) {
        const links = whyDone(state, machine, agent);
        if (trigger === 'seed') expect(links).toEqual([]);
        else {
          expect(links.map(({ kind }) => kind)).toEqual(['drew']);
          expect(links[0].numbers.draw).toBeLessThan(chances[agent]);
          told++;
        }
      }
    }
    expect(told).toBeGreaterThan(10);
  });
});
