import { describe, expect, it } from 'vitest';
import { pairOf as pairOfRun, pairRuns } from '../../../../src/engine/models/governed/pair.ts';
import { benchOf, finish, type Given, openMissions, playOut, reason, Script, search } from './mission.ts';

const pairOf = async (given: Given, oracle?: Script) => pairRuns(await benchOf(given, oracle));

describe('the pair of runs with and without governance', () => {
  it('gives the same answers to the same step of the same mission', async () => {
    const { rows } = await pairOf(
      { goals: ['One'] },
      new Script(search('a'), reason(), search('b'), reason(), reason(), finish()),
    );
    // Refused while analyzing, executed without governance; both finish with the sixth answer.
    expect(rows[0]).toEqual({
      agent: 0,
      without: { outcome: 'finished', rule: null, steps: 6, calls: 3, tokens: expect.any(Number) },
      with: { outcome: 'finished', rule: null, steps: 6, calls: 2, tokens: expect.any(Number) },
    });
  });

  it('counts what is saved on missions that fail, apart from what the state in the prompt costs the others', async () => {
    const { failing, succeeding, lost, rows } = await pairOf({});
    expect(failing.missions + succeeding.missions).toBe(24);
    expect(failing.missions).toBeGreaterThanOrEqual(8);
    for (const name of ['steps', 'calls', 'tokens'] as const)
      expect(failing.with[name]).toBeLessThan(0.5 * failing.without[name]);
    expect(succeeding.with.steps).toBe(succeeding.without.steps);
    expect(succeeding.with.tokens).toBeGreaterThan(succeeding.without.tokens);
    expect(lost).toEqual([]);
    expect(rows.map(row => row.agent)).toEqual([...rows.keys()]);
  });

  it.each([1, 2, 3, 4, 5])('loses no mission that succeeds by itself: seed %d', async seed => {
    const { lost, rows } = await pairOf({ setup: { seed, agents: 60 } });
    expect(lost).toEqual([]);
    for (const row of rows) expect(row.with.steps).toBeLessThanOrEqual(row.without.steps);
  });

  it('names a mission that governance ends before its own finish', async () => {
    const { lost } = await pairOf(
      { goals: ['One'] },
      new Script(search('a'), search('b'), search('c'), search('d'), finish()),
    );
    expect(lost).toEqual([0]);
  });
});

describe('the pair of a run that has been played', () => {
  const made = (given: Given, governance: boolean) =>
    openMissions({ ...given, parameters: { ...given.parameters, governance } });

  it('takes the run’s own answers, whoever gave them', async () => {
    const given = { goals: ['One', 'Two'] };
    const answers = [search('a'), 'prose', { kind: 'late' } as const, search('a'), search('a'), search('a')];
    const run = await playOut(await made(given, false), new Script(...answers));
    const { rows, failing } = await pairOfRun(run, await benchOf(given));
    expect(rows.map(row => row.without.steps)).toEqual([24, 24]);
    expect(rows.map(row => row.with.rule)).toEqual(['repeated_search', 'repeated_search']);
    expect(failing.with.steps).toBeLessThan(failing.without.steps);
  });

  it('is refused under governance, and before the end', async () => {
    const given = { goals: ['One'] };
    const governed = await playOut(await made(given, true), new Script(finish()));
    await expect(pairOfRun(governed, await benchOf(given))).rejects.toThrow('given under governance');
    const early = await playOut(await made(given, false), new Script(search('a')), 2);
    await expect(pairOfRun(early, await benchOf(given))).rejects.toThrow('once all missions have ended');
  });
});
