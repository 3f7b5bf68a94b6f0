import { describe, expect, it } from 'vitest';
import { findStuckAgents } from '../../../../../src/engine/explain/stuck/stuck.ts';
import { describeTrouble } from '../../../../../src/engine/models/workflow/reports/trouble.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { choice, code, llm, playOwn } from '../own.ts';
import { action, openAgents, playTicks, stateOf } from '../playing.ts';

const words = (run: Run): string | null => {
  const { trouble } = stateOf(run);
  return trouble && describeTrouble(trouble);
};

describe('a standstill', () => {
  it('of the specification’s fragments reports the step that failed and the waiting agents, and what they wait for and where', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'fragments' } }), 50);
    const { turns, failures } = stateOf(run).ledger.totals;
    expect(failures).toBe(turns);
    expect(words(run)).toBe(
      `observe failed ${turns} of ${turns} times, 12 agents wait in observing for has_context, which nothing sets`,
    );
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
    expect(words(run)).toBe('1 agent waits in a for tick > 5 and tick < 0');
  });

  it('ends with the move', async () => {
    const { run } = await playOwn({ steps: [llm()], transitions: [['a', 'b', 'tick > 5']] }, ['wait'], 5);
    expect(words(run)).toBe('1 agent waits in a for tick > 5');
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
    expect(words(asked.run)).toBe(
      'choose failed 6 of 6 times, 1 agent waits in a for balance < 1 or balance < 3',
    );
    const any = await playOwn({ states, transitions, steps: [llm()] }, ['wait'], 6);
    expect(words(any.run)).toBe('1 agent waits in a for balance < 0 or balance < 1 or 2 more');
  });

  it('is reported where no edge leads on and nobody is asked, but not where agents act', async () => {
    const idle = await playOwn({ steps: [code("context['x'] = 1")] }, ['wait'], 6);
    expect(words(idle.run)).toBe('1 agent has no way out of a');
    expect(words((await playOwn({ steps: [llm()] }, ['wait'], 6)).run)).toBeNull();
  });

  it('includes no agent whose workflow has ended, and names the failed step where nobody waits', async () => {
    const { run } = await playOwn(
      { transitions: [['a', 'b', 'False']], steps: [llm({ on_failure: 'fail' })] },
      ['wait', 'wait', 'wait', 'wait', '?'],
      5,
    );
    expect(words(run)).toBe('do failed 1 of 5 times, 1 workflow has ended in failure');
  });

  it('after there was trade is reported when most wait', async () => {
    const answers = ['make', 'wait', 'ship', 'wait'].map(name => action(name));
    const transitions = [['a', 'b', 'tick > 99']] as const;
    const { run } = await playOwn({ steps: [llm()], transitions }, answers, 11, {}, { agents: 2 });
    expect([stateOf(run).world.totals.sold, words(run)]).toEqual([1, null]);
    await playTicks(run, 1);
    expect(words(run)).toBe('2 agents wait in a for tick > 99');
  });

  it('is not needed for agents that wait for what nothing sets, nor for a step that fails in a fifth of its turns', async () => {
    const steps = [llm({ in_state: 'a' }), llm({ name: 'other', in_state: 'b' })];
    const transitions = [
      ['a', 'b', "last_action == 'think'"],
      ['b', 'a', 'never and balance > 0'],
    ] as const;
    const said = (...names: readonly string[]) => names.map(name => (name === '?' ? name : action(name)));
    const two = { agents: 2 };
    const waits = await playOwn({ steps, transitions }, said('make', 'think', 'ship', 'wait'), 9, {}, two);
    expect(stateOf(waits.run).world.totals.sold).toBe(1);
    expect(words(waits.run)).toBe('1 agent waits in b for never and balance > 0 (nothing sets never)');
    const busy = Array.from({ length: 30 }, (_, i) => (i % 4 === 0 ? 'make' : i % 4 === 2 ? 'ship' : 'wait'));
    const answers = said('?', '?', '?', '?', '?', '?', ...busy);
    const { run } = await playOwn({ steps: [llm({ on_failure: 'skip' })] }, answers, 6, {}, two);
    expect([stateOf(run).world.totals.sold, words(run)]).toEqual([1, 'do failed 6 of 12 times']);
    await playTicks(run, 9);
    expect(words(run)).toBe('do failed 6 of 30 times');
    await playTicks(run, 1);
    expect(words(run)).toBeNull();
  });

  it('is not needed for the step at which a bundled workflow fails while it sells', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'pivoting' } }), 50);
    const { failures } = stateOf(run).ledger.totals;
    expect(words(run)).toMatch(new RegExp(`^go_on failed ${failures} of \\d+ times$`));
    expect(stateOf(run).world.totals.sold).toBeGreaterThan(0);
  });

  it('of code that fails is reported by turns', async () => {
    const { run } = await playOwn({ steps: [code('1 / 0', { on_failure: 'skip' }), llm()] }, ['wait'], 6);
    expect(words(run)).toBe('reckon failed in 6 of 6 turns');
  });

  it('has as many waiting agents as are held up by the statistics, each with the reason and the line', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'fragments' } }), 50);
    const { trouble } = stateOf(run);
    const held = findStuckAgents(run, run.journal, 'tick').agents;
    expect(held).toHaveLength(trouble!.waiting!.agents);
    expect(new Set(held.map(({ agent }) => agent)).size).toBe(12);
    expect(held[0]).toMatchObject({
      kind: 'rule',
      state: 'observing',
      reason: expect.stringMatching(/^waits for has_context, which nothing sets, since tick \d$/),
      at: { line: 15, column: 21 },
    });
    const ended = await playOwn({ steps: [llm({ on_failure: 'fail' })] }, ['?'], 3);
    expect(findStuckAgents(ended.run).agents.map(({ reason }) => reason)).toEqual([
      'its workflow has ended: step do failed in tick 1',
    ]);
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
