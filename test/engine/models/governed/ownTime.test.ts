import { describe, expect, it } from 'vitest';
import { buildAgentHistory } from '../../../../src/engine/export/buildAgentHistory.ts';
import {
  finish,
  openMissions,
  type Played,
  play,
  playOut,
  reason,
  search,
  stateOf,
  stepsOf,
} from './mission.ts';

const secondsOf = (timestamp: string) => Date.parse(timestamp) / 1000;

describe('the history of a mission', () => {
  it('follows the agent’s own simulated time: in each state it is as long as the steps there took', async () => {
    const run = await playOut(await openMissions());
    for (let agent = 0; agent < run.config.agents; agent++) {
      const { state_history: history } = buildAgentHistory(run, agent);
      const steps = stepsOf(run, agent);
      const began =
        secondsOf(run.config.startTime) + stateOf(run).ledger.startedAt(agent)! * run.config.tickSeconds;
      let before = began;
      let told = 0;
      for (const { to_state, timestamp } of history) {
        const until = steps.findIndex(
          ({ phase, next }, i) => i >= told && phase !== next && next === to_state,
        );
        const spent = steps.slice(told, until + 1).reduce((sum, { milliseconds }) => sum + milliseconds, 0);
        // Both ends are told to the second.
        expect(Math.abs(secondsOf(timestamp) - before - spent / 1000)).toBeLessThanOrEqual(1);
        before = secondsOf(timestamp);
        told = until + 1;
      }
      expect(Math.abs(before - began - stateOf(run).ledger.elapsed[agent] / 1000)).toBeLessThanOrEqual(
        history.length,
      );
    }
  });
});

describe('measured time', () => {
  const answers = [search('architecture'), reason(), finish()].map(text => ({
    ...({ kind: 'text', text, source: 'ollama' } as const),
    evidence: { milliseconds: 7_654.321_098_7 },
  }));
  const millisecondsOf = ({ steps }: Played) =>
    steps.map(({ milliseconds, call }) => milliseconds - (call?.milliseconds ?? 0));

  it('is as long as the language model took, where that is requested', async () => {
    const measured = await play(answers, { parameters: { measured_time: true, timeout_finishing: 60 } });
    expect(millisecondsOf(measured)).toEqual([7_654, 7_654, 7_654]);
    const simulated = await play(answers);
    expect(millisecondsOf(simulated)).not.toContain(7_654);
  });

  it('is simulated where nothing was measured, or an answer came from a cache', async () => {
    const own = { parameters: { measured_time: true } };
    const texts = await play(
      answers.map(({ text }) => text),
      own,
    );
    const cached = await play(
      answers.map(answer => ({ ...answer, source: 'cache' as const })),
      own,
    );
    const simulated = await play(answers);
    expect(millisecondsOf(texts)).toEqual(millisecondsOf(simulated));
    expect(millisecondsOf(cached)).toEqual(millisecondsOf(simulated));
  });
});
