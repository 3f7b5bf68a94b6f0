import { expect, it } from 'vitest';
import { code, llm, outcomesOf, playOwn } from '../own.ts';
import { ACTING, exampleText, openAgents, stateOf, variableOf, warningsOf } from '../playing.ts';

const AGENTS = 501;
const heavy = (n: number) =>
  code(`context['ran${n}'] = tick\nx = [''] * 3000`, { name: `heavy ${n}`, on_failure: 'skip' });

it('code that exceeds an agent’s share of the tick fails, is reported once, and the rest does not run', async () => {
  const steps = [...[1, 2, 3, 4, 5].map(heavy), llm()];
  const { run } = await playOwn({ steps }, ['wait'], 2, {}, { agents: AGENTS });
  expect(outcomesOf(run, 7)).toEqual([
    '1 heavy 2: skipped code',
    '1 do: done',
    '2 heavy 2: skipped code',
    '2 do: done',
  ]);
  expect(['ran1', 'ran2', 'ran3'].map(name => variableOf(run, name, 7))).toEqual([2n, undefined, undefined]);
  expect(stateOf(run).ledger.warnings.all).toEqual([
    expect.objectContaining({
      message:
        'step “heavy 2” breaks off: LimitError: the code of this tick goes through more than 5000 items and characters, the share of each of 501 agents; what is left of it does not run',
      line: 21,
      times: 2 * AGENTS,
    }),
  ]);
});

it('conditions spend the same share: those after it are false, which is reported once', async () => {
  const slow = 'sum([n for n in range(300)]) > 0';
  const transitions = Array.from({ length: 9 }, (_, n) => ['a', 'b', `${slow} and ${n} < 0`] as const);
  const { run } = await playOwn({ transitions, steps: [llm()] }, ['wait'], 1, {}, { agents: AGENTS });
  expect(warningsOf(run)).toEqual([
    expect.stringMatching(
      /^condition “sum.*0 and 1 < 0” is taken as false: LimitError: the code of this tick/,
    ),
  ]);
});

it.each(ACTING)('the least share is ten times what %s needs', async name => {
  const run = await openAgents({ text: exampleText(name), setup: { agents: 10 } });
  const most = { steps: 0, work: 0 };
  for (let tick = 1; tick <= 30; tick++) {
    await run.step(run.policy, new AbortController().signal);
    const turns = run.state.population.state.keys();
    for (const agent of turns) {
      const { allowance } = stateOf(run).plan(agent, tick + 1, run.state.population.state[agent]).context;
      most.steps = Math.max(most.steps, 50_000 - allowance.steps);
      most.work = Math.max(most.work, 250_000 - allowance.work);
    }
  }
  expect(most.steps).toBeLessThan(100);
  expect(most.work).toBeLessThan(500);
});
