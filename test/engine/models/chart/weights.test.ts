import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { getAgentDetail } from '../../../../src/engine/explain/getAgentDetail.ts';
import { addLegacyRules } from '../../../../src/engine/models/addLegacyRules.ts';
import { chart } from '../../../../src/engine/models/chart/chartModel.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import { computeIntegerPower } from '../../../../src/engine/statechart/timing/rates.ts';
import { playTo } from '../../play.ts';
import { scxml } from './playing.ts';

const bundled = async (path: string) => readFileSync(new URL(`../../../../public/${path}`, import.meta.url));

/** Whoever is seeded is ill for good; the others fall ill at a rate for each whom they follow. */
const SPREAD = scxml(
  '<state id="well"><transition event="seed" target="ill"/><transition sc:rate="transmission" sc:per="ill" target="ill"/></state><state id="ill"/>',
);

async function open(edges: string, parameters: Setup['parameters'] = {}, text = SPREAD) {
  const bytes = (from: string) => new TextEncoder().encode(from);
  const files = {
    network: [{ name: 'own.csv', bytes: bytes(edges) }],
    chart: [{ name: 'own.scxml', bytes: bytes(text) }],
  };
  const setup: Setup = { ...createDefaultSetup(chart), network: 'file', own: ['chart'], parameters };
  return openRun(setup, { bundled, files });
}

/** A star: all follow the hub, which is the one that is ill at first, by an edge of this weight each. */
const star = (weight: string, leaves = 4_000) =>
  Array.from({ length: leaves }, (_, leaf) => `hub,leaf${leaf},${weight}`).join('\n');

/** Share of the leaves that the hub has made ill in one tick, at a rate of 0.1 for an edge of weight 1. */
async function caught(weight: string): Promise<number> {
  const { run } = await open(star(weight), { transmission: 0.1, seeded: 0 });
  const ill = run.machine.chart.stateNumber.get('ill')!;
  run.machine.population.state[0] = ill;
  await playTo(run, 1);
  return (run.machine.population.state.filter(state => state === ill).length - 1) / 4_000;
}

describe('a rate for each neighbour', () => {
  it.each([
    ['1', 0.1],
    ['0.5', 1 - Math.sqrt(0.9)],
    ['2', 0.19],
    ['2.5', 1 - 0.81 * Math.sqrt(0.9)],
    ['10', 1 - 0.9 ** 10],
  ])('counts an edge of weight %s as that many edges', async (weight, expected) => {
    expect(Math.abs((await caught(weight)) - expected)).toBeLessThan(0.025);
  });

  it('is shown with the sum of the weights', async () => {
    const { run } = await open('ann,cy,0.5\nbo,cy,2\ndee,cy,1\n', { transmission: 0.1, seeded: 0 });
    const { population, chart: compiled } = run.machine;
    const ill = compiled.stateNumber.get('ill')!;
    population.state[0] = ill;
    population.state[1] = ill;
    await playTo(run, 1);
    if (population.state[2] === ill) throw new Error('cy is ill already: another seed is needed');
    const detail = getAgentDetail(run, 2, await run.state.loadReports());
    expect(detail.triggers.map(({ reason }) => reason)).toContain(
      `0.1 a tick for each 1 of a weight of 2.5 to those in ill: ${((1 - 0.81 * Math.sqrt(0.9)) * 100).toPrecision(3)} %`,
    );
  });

  it('passes nothing on by an edge of weight 0', async () => {
    const { run } = await open('source,target,weight\nann,bo,1\nbo,cy,0\ncy,dee,1\n', {
      transmission: 1,
      seeded: 0,
    });
    const ill = run.machine.chart.stateNumber.get('ill')!;
    run.machine.population.state[0] = ill;
    await playTo(run, 5);
    expect([...run.machine.population.state].map(state => state === ill)).toEqual([true, true, false, false]);
    expect(run.config.networkInfo?.reading?.notice).toContain('1 edge of weight 0 left out');
    expect(run.config.parameters.weights_as_before).toBe(false);
  });

  it('has another hash only where weights make a difference', async () => {
    const ruleOf = async (edges: string, text?: string) =>
      (await open(edges, {}, text)).run.config.parameters.weights_as_before;
    expect(await ruleOf('a,b\nb,c\n')).toBe(true);
    expect(await ruleOf('a,b,1\nb,c,1\n')).toBe(true);
    expect(await ruleOf('a,b,1\nb,c,2\n')).toBe(false);
    const alone = scxml('<state id="a"><transition sc:rate="0.5" target="b"/></state><state id="b"/>');
    expect(await ruleOf('a,b,1\nb,c,2\n', alone)).toBe(true);
    expect(await ruleOf('a,b,1\nb,c,0\n', alone)).toBe(false);
  });

  it('is played as before in a run from before version 0.7', async () => {
    const old = await addLegacyRules({ ...createDefaultSetup(chart), network: 'file' }, '0.6.0');
    expect(old.parameters.weights_as_before).toBe(true);
    const played = async (edges: string) => {
      const { run } = await open(edges, { ...old.parameters, transmission: 0.3, seeded: 0.3 });
      await playTo(run, 8);
      return [run.config.networkInfo?.edges, [...run.machine.population.state].join()];
    };
    expect(await played(star('0', 30).replace(/,0$/, ',1'))).toEqual(await played(star('1', 30)));
    expect((await open('a,b,1\nb,c,7\n', old.parameters)).run.config.networkInfo?.weights).toBe('unused');
  });

  it('notes how weights are used, or that they are not', async () => {
    const { run } = await open('a,b,1\nb,c,2\n');
    expect(run.config.networkInfo).toMatchObject({ weights: 'rates' });
    expect(run.config.networkInfo?.reading?.notice).toContain('an edge of weight w counts as w edges');
    const alone = scxml('<state id="a"><transition sc:rate="0.5" target="b"/></state><state id="b"/>');
    expect((await open('a,b,1\nb,c,2\n', {}, alone)).run.config.networkInfo?.weights).toBe('unused');
    expect((await open('a,b\nb,c\n')).run.config.networkInfo).not.toHaveProperty('weights');
  });
});

describe('a power by products and roots', () => {
  it('is that of the library to the last digits', () => {
    for (const base of [0, 0.3, 0.9, 0.999, 1])
      for (const n of [0, 0.1, 0.5, 1, 1.75, 3, 10.3, 1000.001])
        expect(computeIntegerPower(base, n)).toBeCloseTo(base ** n, 6);
  });

  it('terminates for sums beyond all bounds', () => {
    expect([
      computeIntegerPower(0.5, Number.POSITIVE_INFINITY),
      computeIntegerPower(1, Number.POSITIVE_INFINITY),
    ]).toEqual([0, 1]);
  });
});
