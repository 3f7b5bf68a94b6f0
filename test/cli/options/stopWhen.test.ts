import { expect, it } from 'vitest';
import { playWholeRun } from '../../../src/cli/commands/playWholeRun.ts';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { cli, expectLine } from '../command.ts';

const root = new URL('../../../public/', import.meta.url);

const SETUP = { ...DEFAULT_SETUP, network: 'scale-free', agents: 60, seed: 4 };
const options = { setup: SETUP, rounds: 40, out: null };
const summaryOf = (until: readonly string[], rounds = options.rounds) =>
  playWholeRun({ ...options, rounds, until }, { root, key: null, recording: null }, () => {});

it('a run stops at the first round that meets a condition, and is the run that was played so far', async () => {
  const stopped = await summaryOf(['posts >= 999999', 'largest_cascade >= 4', 'agent_003 enters evaluating']);
  expect(stopped.until).toBeDefined();
  const round = stopped.until?.round ?? 0;
  expect(round).toBeGreaterThan(0);
  expect(round).toBeLessThan(40);
  expect(stopped).not.toHaveProperty('stopped');
  const alone = await summaryOf([], round);
  expect([stopped.rounds, stopped.hash]).toEqual([round, alone.hash]);
});

it('a run that meets none is played to its last round', async () => {
  const summary = await summaryOf(['posts >= 999999']);
  expect(summary).not.toHaveProperty('until');
  expect(summary.hash).toBe((await summaryOf([])).hash);
});

it('a condition that the run cannot meet is refused in one line', async () => {
  expectLine(
    await cli('run', '--rounds', '3', '--until', 'enters nowhere'),
    '"nowhere" is no state of this run',
  );
});

it('a run stops when a condition becomes true for an agent, which is named', async () => {
  const { until, rounds } = await summaryOf(['any agent: interest > 0.9 and session_left >= 1']);
  expect(until).toEqual({
    condition: 'any agent: interest > 0.9 and session_left >= 1',
    round: rounds,
    agent: expect.stringMatching(/^agent_\d{3}$/),
  });
});

it.each([
  ['any agent: intrest > 0.9', '"any agent: intrest > 0.9", character 12: an agent has no "intrest"'],
  ['largest_cascade >= -3', '"largest_cascade >= -3" always holds: largest_cascade is always from 0 to'],
])('%s is refused in one line', async (condition, message) => {
  expectLine(await cli('run', '--rounds', '3', '--until', condition), message);
});
