import { expect, it } from 'vitest';
import { DEFAULT_SETUP } from '../../../src/engine/models/defaultSetup.ts';
import { EngineSession } from '../../../src/workers/engine/engineSession.ts';

const SETUP = { ...DEFAULT_SETUP, network: 'small-world', agents: 150, parameters: { activity: 20 } };

/** A session that pauses early. */
async function openSession(pausesAtBytes: number) {
  const session = new EngineSession({
    bundled: () => Promise.reject(new Error('nothing is bundled')),
    changed: () => {},
    pausesAtBytes,
  });
  const info = await session.open(SETUP, {}, null);
  return { session, info };
}

it('pauses a run that plays on and on at a size, says it, and plays on to twice that size when wanted', async () => {
  const { session } = await openSession(400_000);
  await expect(session.play(0)).rejects.toThrow(
    /^paused: the past of this run takes .* GB or more; export it, or play on$/,
  );
  const first = session.room.opened().run;
  const [decisions, round] = [first.state.decisionCount, first.tick];
  expect(decisions).toBeLessThan(400_000 / 50);
  await expect(session.play(0)).rejects.toThrow('paused');
  expect(first.tick).toBeGreaterThan(round);
  expect(first.state.decisionCount).toBeGreaterThan(1.5 * decisions);
});

it('does not pause a run that is played to a round', async () => {
  const { session } = await openSession(1);
  await session.runTo(5);
  expect(session.room.opened().run.tick).toBe(5);
});
