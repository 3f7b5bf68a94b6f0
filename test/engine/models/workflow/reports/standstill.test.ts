import { describe, expect, it } from 'vitest';
import { describeStandstill } from '../../../../../src/engine/models/workflow/reports/standstill.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { choice, code, llm, playOwn } from '../own.ts';
import { action, openAgents, playTicks, stateOf } from '../playing.ts';

const words = (run: Run): string | null => {
  const { standstill } = stateOf(run);
  return standstill && describeStandstill(standstill);
};

describe('a standstill', () => {
  it('of the specification’s fragments reports the failed turns and the waiting agents, and what they wait for and where', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'fragments' } }), 50);
    const { turns, failures } = stateOf(run).ledger.totals;
    expect(failures).toBe(turns);
    expect(words(run)).toBe(`${turns} of ${turns} turns failed, 12 agents wait for has_context in observing`);
  });

  it('is not reported while there is trade, nor at the beginning', async () => {
    const run = await openAgents();
    for (let tick = 1; tick <= 200; tick++) {
      await playTicks(run, 1);
      expect([tick, words(run)]).toEqual([tick, null]);
    }
  });

  it('begins with the fourth turn in a row that finds no open edge', async () => {
    const steps = [llm()];
    const transitions = [['a', 'b', 'tick > 5 and tick < 0']] as const;
    const { run } = await playOwn({ steps, transitions }, ['wait'], 3);
    expect(words(run)).toBeNull();
    await playTicks(run, 1);
    expect(words(run)).toBe('1 agent waits for tick > 5 and tick < 0 in a');
  });

  it('ends with the move', async () => {
    const { run } = await playOwn({ steps: [llm()], transitions: [['a', 'b', 'tick > 5']] }, ['wait'], 5);
    expect(words(run)).toBe('1 agent waits for tick > 5 in a');
    await playTicks(run, 1);
    expect(words(run)).toBeNull();
  });

  it('names the conditions of the requested state, else those of all ways out', async () => {
    const transitions = [
      ['a', 'b', 'balance < 0'],
      ['a', 'c', 'balance < 1'],
      ['*', 'a', 'balance < 2'],
      ['*', 'c', 'balance < 3'],
      ['*', 'b', 'balance < 4'],
    ] as const;
    const states = ['a', 'b', 'c'];
    const asked = await playOwn(
      { states, transitions, steps: [choice({ go: 'c' }, { max_retries: 9 })] },
      ['go'],
      6,
    );
    expect(words(asked.run)).toBe('6 of 6 turns failed, 1 agent waits for balance < 1 or balance < 3 in a');
    const any = await playOwn({ states, transitions, steps: [llm()] }, ['wait'], 6);
    expect(words(any.run)).toBe('1 agent waits for balance < 0 or balance < 1 or 2 more in a');
  });

  it('is reported where no edge leads on and nobody is asked, but not where agents act', async () => {
    const idle = await playOwn({ steps: [code("context['x'] = 1")] }, ['wait'], 6);
    expect(words(idle.run)).toBe('1 agent has no way out of a');
    expect(words((await playOwn({ steps: [llm()] }, ['wait'], 6)).run)).toBeNull();
  });

  it('includes no agent whose workflow has ended, and names the failed turns where nobody waits', async () => {
    const { run } = await playOwn(
      { transitions: [['a', 'b', 'False']], steps: [llm({ on_failure: 'fail' })] },
      ['wait', 'wait', 'wait', 'wait', '?'],
      5,
    );
    expect(words(run)).toBe('1 of 5 turns failed');
  });

  it('after there was trade is reported when most wait', async () => {
    const answers = ['make', 'wait', 'ship', 'wait'].map(name => action(name));
    const transitions = [['a', 'b', 'tick > 99']] as const;
    const { run } = await playOwn({ steps: [llm()], transitions }, answers, 11, {}, { agents: 2 });
    expect([stateOf(run).world.totals.sold, words(run)]).toEqual([1, null]);
    await playTicks(run, 1);
    expect(words(run)).toBe('2 agents wait for tick > 99 in a');
  });

  it('counts a turn in which several steps failed once', async () => {
    const steps = [code('1 / 0', { on_failure: 'skip' }), llm({ on_failure: 'skip' })];
    const { run } = await playOwn({ steps }, ['?'], 3);
    expect(stateOf(run).ledger.totals).toMatchObject({ failures: 6, failedTurns: 3 });
  });

  it('is the same in a run that was saved and restored', async () => {
    const given = { setup: { preset: 'fragments' } };
    const run = await playTicks(await openAgents(given), 2);
    const other = stateOf(await openAgents(given));
    other.restore(structuredClone(stateOf(run).save()));
    expect(other.ledger.courses.map(({ barred }) => barred)).toEqual(
      stateOf(run).ledger.courses.map(({ barred }) => barred),
    );
    expect(other.ledger.totals).toEqual(stateOf(run).ledger.totals);
  });
});
