import { describe, expect, it } from 'vitest';
import type { GovernedState } from '../../../../../src/engine/models/governed/governedState.ts';
import { explainMissionStep } from '../../../../../src/engine/models/governed/reports/createGovernedReporter.ts';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import { Replica } from '../../../../../src/engine/run/replica.ts';
import { loadedOf } from '../../../everyModel.ts';
import { playTo } from '../../../play.ts';
import { openMissions, reason, Script, search } from '../mission.ts';

describe('the reason why a mission was found stuck', () => {
  it('is the rule, the steps that it counted, and the advice that was not enough, for every verdict', async () => {
    const loaded = await loadedOf('governed', { agents: 24 }, 7);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 60);
    const { steps } = (run.state as unknown as GovernedState).ledger;
    const verdicts = steps.filter(({ kind }) => kind === 'verdict');
    expect(verdicts.length).toBeGreaterThan(3);
    const rules = new Set<string>();
    for (const { agent, tick, rule, reason } of verdicts) {
      const links = await replica.at(tick, past =>
        explainMissionStep(past.state as unknown as GovernedState, agent),
      );
      expect(links[0]).toMatchObject({ tick, agent, kind: 'verdict' });
      expect(links[0].said).toBe(`it was found stuck by ${rule}: ${reason}`);
      const counted = links.filter(({ kind }) => kind === 'counted');
      expect(links.filter(({ kind }) => kind === 'advised').length).toBe(1);
      for (const { tick: when, about } of counted) {
        const step = steps[Number(about.slice(5))];
        expect([step.agent, step.tick]).toEqual([agent, when]);
        expect(when).toBeLessThan(tick);
      }
      const times = Number(/(\d+) (?:times|steps|failed)/.exec(reason ?? '')?.[1]);
      if (rule === 'same_tool' || rule === 'repeated_search' || rule === 'failed_decisions')
        expect(counted).toHaveLength(times);
      rules.add(String(rule));
    }
    expect([...rules]).toEqual(expect.arrayContaining(['repeated_search']));
  });

  it('is the step that led to the state in which it stayed too long', async () => {
    const musing = reason({ next_state: 'analyzing' });
    const run = await openMissions({ goals: ['Find it'], parameters: { alternation: 1000 } });
    const script = new Script(search('a'), reason(), ...Array(9).fill(musing));
    const state = run.state as unknown as GovernedState;
    const verdict = () => state.ledger.steps.find(({ kind }) => kind === 'verdict');
    while (verdict() === undefined) await playTo(run, run.tick + 1, script);
    const links = explainMissionStep(state, 0);
    expect(links[0].said).toBe('it was found stuck by same_state: 6 steps in ANALYZING, advised at 5');
    const counted = links.filter(({ kind }) => kind === 'counted');
    expect(counted).toHaveLength(6);
    expect(counted.at(-1)?.said).toMatch(/^step 2: /);
  });

  it('includes no step from before a second chance', async () => {
    const loaded = await loadedOf('governed', { agents: 24, parameters: { second_chances: 2 } }, 7);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 60);
    const { steps } = (run.state as unknown as GovernedState).ledger;
    let again = 0;
    for (const { agent, tick, row, kind, rule, reason } of steps) {
      const resumed = steps.findLast(one => one.agent === agent && one.kind === 'resumed' && one.row < row);
      if (kind !== 'verdict' || resumed === undefined) continue;
      const links = await replica.at(tick, past =>
        explainMissionStep(past.state as unknown as GovernedState, agent),
      );
      const counted = links.filter(link => link.kind === 'counted');
      expect(counted.every(link => link.tick > resumed.tick)).toBe(true);
      if (rule === 'repeated_search')
        expect(counted).toHaveLength(Number(/(\d+) times/.exec(reason ?? '')?.[1]));
      again++;
    }
    expect(again).toBeGreaterThan(2);
  });

  it('is given for each mission that was sent back', async () => {
    const loaded = await loadedOf('governed', { agents: 24, parameters: { second_chances: 1 } }, 7);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 60);
    const { steps } = (run.state as unknown as GovernedState).ledger;
    const resumed = steps.filter(({ kind }) => kind === 'resumed');
    expect(resumed.length).toBeGreaterThan(2);
    for (const { agent, tick } of resumed) {
      const links = await replica.at(tick, past =>
        explainMissionStep(past.state as unknown as GovernedState, agent),
      );
      expect(links.find(({ kind }) => kind === 'resumed')?.said).toMatch(
        /^it was sent back for another try: ./,
      );
    }
  });
});
