import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getKnownStateAt } from '../../../../../src/engine/models/workflow/market/artifact.ts';
import type { WorkflowQuestion } from '../../../../../src/engine/models/workflow/turn/turnLoop.ts';
import { MARKET_ACTIONS } from '../../../../../src/engine/models/workflow/workflowTerms.ts';
import type { Run } from '../../../../../src/engine/run/run.ts';
import { runs } from '../../../../runs.ts';
import { opened, society } from '../any.ts';
import { CALM, llm, outcomesOf, playOwn, textOf } from '../own.ts';
import { ACTING, action, type Given, openAgents, playTicks, rowsOf, said, stateOf } from '../playing.ts';

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
const agentsOf = (run: Run): readonly number[] => [...Array(run.state.population.size).keys()];

/** Scrip that all have, by what was paid in and what was used up. */
function expectBalanced(run: Run): void {
  const { world, parameters } = stateOf(run);
  const { endowment, income, material, rework, return_fee } = parameters;
  for (let tick = 0; tick <= run.tick; tick++) {
    const events = world.artifacts.flatMap(artifact => artifact.events.filter(event => event.tick <= tick));
    const count = (kind: string) => events.filter(event => event.kind === kind).length;
    const { costs } = world.totalsAt(tick);
    const fees = costs - count('made') * material - count('reworked') * rework;
    expect(fees).toBeGreaterThanOrEqual(0);
    expect(fees).toBeLessThanOrEqual(count('returned') * return_fee);
    const all = agentsOf(run).map(agent => world.balanceOf(agent, tick));
    expect(sum(all)).toBe(all.length * (endowment + income * tick) - costs);
    for (const balance of all) expect(balance).toBeGreaterThanOrEqual(0);
  }
  const accounts = agentsOf(run).map(agent => world.accountOf(agent, run.tick));
  for (const { balance, given, earned, spent, paid } of accounts)
    expect(balance).toBe(given + earned - spent - paid);
  expect(sum(accounts.map(({ earned }) => earned))).toBe(world.totals.volume);
  expect(sum(accounts.map(({ paid }) => paid))).toBe(world.totals.volume);
  expect(sum(accounts.map(({ spent }) => spent))).toBe(world.totals.costs);
}

/** Each artifact has one life, its maker has at most one in hand, and who buys it pays for it once. */
function expectOneLife(run: Run): void {
  const { world } = stateOf(run);
  const bought = agentsOf(run).flatMap(agent =>
    world.traders[agent].bought.map(({ id }) => [id, agent] as const),
  );
  expect(new Set(bought.map(([id]) => id)).size).toBe(bought.length);
  for (const { id, maker, events } of world.artifacts) {
    expect(events[0].kind).toBe('made');
    for (const [i, event] of events.slice(1).entries()) {
      expect(['sold', 'dropped']).not.toContain(events[i].kind);
      expect(event.kind).not.toBe('made');
      expect(event.tick).toBeGreaterThanOrEqual(events[i].tick);
    }
    const sale = events.find(({ kind }) => kind === 'sold');
    expect(bought.filter(([of]) => of === id).map(([, buyer]) => buyer)).toEqual(sale ? [sale.buyer] : []);
    for (const { buyer } of events) expect(buyer).not.toBe(maker);
  }
  const buyers = world.artifacts.flatMap(({ events }) =>
    events.flatMap(({ buyer, tick }) => (buyer === null ? [] : [`${tick} ${buyer}`])),
  );
  expect(new Set(buyers).size).toBe(buyers.length);
  for (const agent of agentsOf(run))
    for (let tick = 0; tick <= run.tick; tick++) {
      const held = world.traders[agent].artifacts.filter(
        artifact => getKnownStateAt(artifact, tick) !== 'none',
      );
      expect(held.length).toBeLessThanOrEqual(1);
      expect(world.handOf(agent, tick).artifact).toBe(held[0] ?? null);
    }
}

function expectTotals(run: Run): void {
  const { world } = stateOf(run);
  const last = world.artifacts.map(({ events }) => events.at(-1)!.kind);
  const count = (...kinds: readonly string[]) => last.filter(kind => kinds.includes(kind)).length;
  expect(world.totals).toEqual({
    made: last.length,
    inHand: last.length - count('sold', 'dropped'),
    tested: count('works'),
    broken: world.artifacts.flatMap(({ events }) => events.filter(({ kind }) => kind === 'broken')).length,
    sold: count('sold'),
    volume: sum(world.artifacts.map(({ price, events }) => (events.at(-1)!.kind === 'sold' ? price : 0))),
    costs: world.totals.costs,
  });
  for (const { artifacts, sold } of world.traders)
    expect(artifacts.filter(({ events }) => events.at(-1)!.kind === 'sold')).toHaveLength(sold);
}

describe('the market', () => {
  it('keeps its books in whole runs of any workflow', async () => {
    await fc.assert(
      fc.asyncProperty(society, async one => {
        const { run, playOut } = await opened(one);
        await playOut();
        expectBalanced(run);
        expectOneLife(run);
        expectTotals(run);
      }),
      runs(30),
    );
  });

  it.each(ACTING)('keeps its books in a whole run of “%s”, in which there is trade', async preset => {
    const run = await playTicks(await openAgents({ setup: { preset } }), 200);
    expectBalanced(run);
    expectOneLife(run);
    expectTotals(run);
    expect(stateOf(run).world.totals.sold).toBeGreaterThan(20);
  });

  it('sells for the price, and sales only shift scrip', async () => {
    const parameters = { price_low: 10, price_high: 10, endowment: 100, income: 0 };
    const { run } = await playOwn(
      { steps: [llm()] },
      [action('make'), action('wait'), action('ship'), action('wait')],
      2,
      parameters,
      { agents: 2 },
    );
    const { world } = stateOf(run);
    expect([0, 1, 2].map(tick => [world.balanceOf(0, tick), world.balanceOf(1, tick)])).toEqual([
      [100, 100],
      [94, 100],
      [104, 90],
    ]);
    expect(rowsOf(run).map(({ result }) => result)).toEqual([
      'made artifact_001 for 6 scrip',
      'offered artifact_001 for 10 scrip',
    ]);
    expect(world.traders[0].deeds[1]).toMatchObject({
      ok: true,
      result: 'sold artifact_001 to agent_002 for 10 scrip',
    });
  });

  it.each([
    [4, 90, ', which cost 4 scrip'],
    [0, 94, ''],
    [500, 0, ', which cost 94 scrip'],
  ])(
    'takes back broken goods: nobody has paid, and a fee of %d leaves %d',
    async (return_fee, left, told) => {
      const { run } = await playOwn(
        { steps: [llm()] },
        [action('make'), action('wait'), action('ship'), action('wait')],
        2,
        { flaw: 1, income: 0, return_fee },
        { agents: 2 },
      );
      const { world } = stateOf(run);
      expect(world.traders[0].deeds[1]).toMatchObject({
        ok: false,
        result: `agent_002 sent artifact_001 back: it is broken${told}`,
      });
      expect([world.balanceOf(0, 2), world.balanceOf(1, 2), world.handOf(0, 2).is]).toEqual([
        left,
        100,
        'broken',
      ]);
      expect(world.accountOf(0, 2)).toMatchObject({ earned: 0, spent: 100 - left, paid: 0 });
    },
  );

  it('has nobody to buy from an agent that is alone', async () => {
    const { run } = await playOwn({ steps: [llm()] }, [action('make'), action('ship')], 2);
    expect(stateOf(run).world.traders[0].deeds[1]).toMatchObject({ ok: false });
    expect(stateOf(run).world.handOf(0, 2).is).toBe('untested');
  });

  it('has no buyer that cannot pay', async () => {
    const parameters = { price_low: 500, price_high: 500, endowment: 100 };
    const { run } = await playOwn(
      { steps: [llm()] },
      [...Array(5).fill(action('make')), action('ship')],
      4,
      parameters,
      { agents: 5 },
    );
    expect(stateOf(run).world.totals.sold).toBe(0);
  });

  it('lets a buyer buy once a tick, and the first seller be served', async () => {
    const answers = [...Array(3).fill(action('make')), action('ship'), action('ship'), action('wait')];
    const { run } = await playOwn(
      { steps: [llm()] },
      answers,
      2,
      { price_low: 1, price_high: 1 },
      { agents: 3 },
    );
    const bought = stateOf(run).world.traders.map(trader => trader.bought.length);
    expect(sum(bought)).toBe(2);
    expect(Math.max(...bought)).toBe(1);
  });
});

describe('an agent', () => {
  const pay = { endowment: 3, income: 0 };

  it.each([
    ['make', 'making costs 6 scrip, and there are 3'],
    ['test', 'there is nothing to test'],
    ['rework', 'there is nothing to rework'],
    ['ship', 'there is nothing to ship'],
  ])('that cannot %s has acted without success, and the step is done', async (name, result) => {
    const { run, rows } = await playOwn({ steps: [llm()] }, [action(name)], 1, pay);
    expect(rows).toMatchObject([{ outcome: 'done', action: name, result }]);
    expect(stateOf(run).world.traders[0].deeds[0].ok).toBe(false);
    expect(stateOf(run).world.balanceOf(0, 1)).toBe(3);
  });

  it('finds flaws by a test, and repairs them by reworking', async () => {
    const answers = ['make', 'test', 'rework', 'test'].map(name => action(name));
    const { rows, run } = await playOwn({ steps: [llm()] }, answers, 4, { flaw: 1 });
    expect(rows.map(({ result }) => result)).toEqual([
      'made artifact_001 for 6 scrip',
      'artifact_001 is broken',
      'reworked artifact_001 for 2 scrip',
      'artifact_001 works',
    ]);
    const hands = [1, 2, 3, 4].map(tick => stateOf(run).world.handOf(0, tick).is);
    expect(hands).toEqual(['untested', 'broken', 'untested', 'works']);
  });

  it('cannot rework what it cannot pay for', async () => {
    const answers = [action('make'), action('rework')];
    const { run, rows } = await playOwn({ steps: [llm()] }, answers, 2, { endowment: 7, income: 0 });
    expect(rows[1].result).toBe('reworking costs 2 scrip, and there are 1');
    expect(
      stateOf(run)
        .world.handOf(0, 2)
        .artifact?.events.map(({ kind }) => kind),
    ).toEqual(['made']);
  });

  it('may overlook a flaw, and never finds one where there is none', async () => {
    const answers = ['make', ...Array(9).fill('test')].map(name => action(name));
    const blind = await playOwn({ steps: [llm()] }, answers, 10, { flaw: 1, detection: 0 });
    const whole = await playOwn({ steps: [llm()] }, answers, 10, { flaw: 0, detection: 1 });
    for (const { run } of [blind, whole]) expect(stateOf(run).world.totals.broken).toBe(0);
  });

  it('drops what it has in hand when it makes something new', async () => {
    const { rows } = await playOwn({ steps: [llm()] }, [action('make'), action('make')], 2);
    expect(rows[1].result).toBe('made artifact_002 for 6 scrip, and dropped artifact_001');
  });

  it('makes the idea that it had', async () => {
    const { run } = await playOwn({ steps: [llm()] }, [action('think', 'a\nglossary'), action('make')], 2);
    expect(stateOf(run).world.artifacts[0].idea).toBe('a glossary');
  });

  it('has no turn before its first tick, nor after the last one', async () => {
    const asked: WorkflowQuestion[] = [];
    const run = await openAgents({
      text: textOf({ steps: [llm()] }),
      parameters: { ticks: 30, arrival: 10 },
      setup: { agents: 8 },
    });
    const oracle = {
      name: 'watched',
      ask: async (questions: readonly object[]) => {
        asked.push(...(questions as WorkflowQuestion[]));
        return questions.map(() => said('wait'));
      },
    };
    await playTicks(run, 100, oracle);
    expect([run.tick, run.state.isOver]).toEqual([30, true]);
    expect(run.state.questions(31)).toEqual([]);
    const firsts = stateOf(run).world.traders.map(({ first }) => first);
    expect(new Set(firsts).size).toBeGreaterThan(3);
    for (const agent of agentsOf(run)) {
      const ticks = asked.filter(question => question.agent === agent).map(({ tick }) => tick);
      expect([ticks[0], ticks.at(-1), ticks.length]).toEqual([firsts[agent], 30, 31 - firsts[agent]]);
    }
  });
});

describe('the actions of others', () => {
  const steps = [llm({ prompt: '{artifacts} {economic_context} {balance}' })];
  const transitions = [
    ['a', 'b', "'1 made' in artifacts or 'was sold' in economic_context"],
    ['b', 'a'],
  ] as const;

  /** Agents of which the first does something, and the others the same in any case. */
  async function among(first: string): Promise<Run> {
    const given: Given = {
      text: textOf({ transitions, steps }),
      parameters: { ...CALM, price_low: 1 },
      setup: { agents: 4 },
    };
    const run = await openAgents(given);
    const oracle = {
      name: 'one differs',
      ask: async (questions: readonly { readonly agent: number; readonly tick: number }[]) =>
        questions.map(({ agent, tick }) =>
          said(action(agent === 0 && tick === 3 ? first : MARKET_ACTIONS[(agent + tick) % 6])),
        ),
    };
    return playTicks(run, 3, oracle as never);
  }

  it('in a tick are invisible in that tick, in any order of the agents', async () => {
    const runs = await Promise.all(['wait', 'make', 'test', 'ship', '?'].map(among));
    const [plain, ...others] = runs.map(run =>
      [1, 2, 3].map(agent =>
        rowsOf(run, agent).map(row => ({ ...row, row: 0, result: row.result.replace(/\d+/g, '#') })),
      ),
    );
    for (const other of others) expect(other).toEqual(plain);
    const states = runs.map(run => [...run.state.population.state].slice(1).join());
    expect(new Set(states).size).toBe(1);
  });

  it('are visible in the next', async () => {
    const { script } = await playOwn(
      { transitions, steps },
      [action('make'), action('wait')],
      2,
      {},
      { agents: 2 },
    );
    expect(script.prompts.map(prompt => prompt.slice(0, 6))).toEqual([
      '0 made',
      '0 made',
      '1 made',
      '1 made',
    ]);
  });
});

describe('draws', () => {
  it('are the same for the same seed, and different for another', async () => {
    const hashOf = async (seed: number) => (await playTicks(await openAgents({ setup: { seed } }), 40)).hash;
    expect(await hashOf(7)).toBe(await hashOf(7));
    expect(await hashOf(7)).not.toBe(await hashOf(8));
  });

  it('do not depend on the number of agents', async () => {
    const given = (agents: number): Given => ({
      text: textOf({ steps: [llm()] }),
      parameters: { flaw: 0.5 },
      setup: { agents },
    });
    const few = stateOf(await openAgents(given(3))).world.traders;
    const many = stateOf(await openAgents(given(9))).world.traders;
    expect(few.map(({ flaw, first }) => [flaw, first])).toEqual(
      many.slice(0, 3).map(({ flaw, first }) => [flaw, first]),
    );
  });

  it('do not depend on what another agent was asked', async () => {
    const { run } = await playOwn(
      { steps: [llm()] },
      [action('make')],
      1,
      { flaw: 0.5, price_low: 0, price_high: 1000 },
      { agents: 6 },
    );
    const alone = await playOwn(
      { steps: [llm({ run_if: "agent_id == 'agent_004'" })] },
      [action('make')],
      1,
      { flaw: 0.5, price_low: 0, price_high: 1000 },
      { agents: 6 },
    );
    expect(stateOf(alone.run).world.artifacts).toHaveLength(1);
    const { price, flawed } = stateOf(alone.run).world.artifacts[0];
    expect(stateOf(run).world.artifacts[3]).toMatchObject({ price, flawed });
    expect(outcomesOf(run, 3)).toEqual(outcomesOf(alone.run, 3));
  });
});
