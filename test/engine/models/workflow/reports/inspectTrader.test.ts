import { describe, expect, it } from 'vitest';
import { createRun } from '../../../../../src/engine/models/openRun.ts';
import { inspectTrader } from '../../../../../src/engine/models/workflow/reports/inspectTrader.ts';
import type { WorkflowDetail } from '../../../../../src/engine/models/workflow/reports/workflowDetail.ts';
import { Replica } from '../../../../../src/engine/run/replica.ts';
import { buildRunFrame } from '../../../../../src/engine/run/runFrame.ts';
import { loadedOf } from '../../../everyModel.ts';
import { playTo } from '../../../play.ts';
import { agentDetail } from '../../../reports.ts';
import { choice, code, llm, playOwn } from '../own.ts';
import { action, ask, exampleText, LATE, openAgents, play, playTicks, stateOf } from '../playing.ts';

const BOTH = [
  ['a', 'b'],
  ['b', 'a', 'n > 1'],
] as const;
const STEPS = [
  code("context['n'] = context.get('n', 0) + 1\ncontext['who'] = agent_id"),
  llm({ in_state: 'a', prompt: '{n} {who} {nobody}' }),
  choice({ back: 'a' }, { in_state: 'b' }),
];
const TRAITS = [{ name: 'care', prompt: 'Mind {balance}.', inject_into: ['choose'] }];

describe('the changes of a turn', () => {
  it('are the world’s before it and at the end of its tick, and what its code set, tick by tick', async () => {
    const loaded = await loadedOf('workflow', { agents: 5, preset: 'pivoting' }, 3);
    const run = createRun(loaded);
    const replica = new Replica(run, () => createRun(loaded));
    await playTo(run, 24);
    let told = 0;
    for (let tick = 8; tick <= 24; tick++)
      for (let agent = 0; agent < 5; agent++) {
        const changed = ask(run, 'turn', { agent, tick })?.changed ?? [];
        const world = async (upTo: number) =>
          replica.at(upTo, past =>
            Object.fromEntries(
              inspectTrader(stateOf(past), agent).variables.map(({ name, value, step }) => [
                name,
                { value, step },
              ]),
            ),
          );
        const [before, after] = [await world(tick - 1), await world(tick)];
        for (const { name, before: was, after: is, by } of changed) {
          expect([name, was, is]).toEqual([
            name,
            name in before ? before[name].value : null,
            after[name].value,
          ]);
          if (after[name].step !== null) expect(by).toBe(after[name].step);
          told++;
        }
        for (const name of ['balance', 'hand', 'successes', 'failures_in_a_row', 'fed_up', 'best'])
          if (name in before && before[name].value !== after[name]?.value)
            expect(changed.map(one => one.name)).toContain(name);
      }
    expect(told).toBeGreaterThan(80);
  });

  it('include a balance due to the world: its income comes whatever the agent does', async () => {
    const run = createRun(await loadedOf('workflow', { agents: 12 }, 19));
    await playTo(run, 1);
    const changed = ask(run, 'turn', { agent: 0, tick: 1 })?.changed ?? [];
    const by = (name: string) => changed.find(one => one.name === name)?.by;
    expect([by('last_action'), by('balance')]).toEqual(['observe', 'observe and the world']);
  });
});

describe('a turn', () => {
  it('in the past is shown completely: state, code, question, variables, outcomes', async () => {
    const { run, script } = await playOwn({ transitions: BOTH, steps: STEPS, traits: TRAITS }, [
      action('make'),
      'Let us go back',
      'wait',
    ]);
    expect(ask(run, 'turn', { agent: 0, tick: 1 })).toMatchObject({
      ...{ agent: 0, tick: 1, state: 'a', code: ['reckon'] },
      question: {
        step: 'do',
        type: 'llm',
        components: [],
        unknown: ['nobody'],
        prompt: '1 agent_001 {nobody}',
      },
      outcomes: [
        {
          ...{ row: 0, tick: 1, state: 'a', step: 'do', type: 'llm', outcome: 'done', failure: null },
          ...{
            attempt: 1,
            source: 'ollama',
            answer: action('make'),
            action: 'make',
            key: null,
            target: null,
          },
          ...{ result: 'made artifact_001 for 6 scrip', tokensIn: expect.any(Number), tokensOut: 7 },
        },
      ],
    });
    const second = ask(run, 'turn', { agent: 0, tick: 2 })!;
    expect(second).toMatchObject({
      state: 'b',
      question: {
        step: 'choose',
        type: 'transition',
        components: [{ name: 'care', isInjected: true, condition: null, reads: '' }],
        prompt: 'Where to?\n\nMind 95.',
      },
      outcomes: [{ key: 'back', match: 'mentioned', target: 'a', result: 'first key mentioned: back → a' }],
    });
    expect(second.question?.system).toBe(script.systems[1]);
    expect(second.variables.slice(0, 2)).toEqual([
      { name: 'n', value: '2', step: 'reckon', tick: 2 },
      // Set again to what it was.
      { name: 'who', value: "'agent_001'", step: 'reckon', tick: 1 },
    ]);
    const told = Object.fromEntries(second.variables.map(({ name, value }) => [name, value]));
    expect(told).toMatchObject({
      balance: '95',
      tick: '2',
      hand: "'untested'",
      state: "'b'",
      success_rate: '1.0',
    });
    expect(second.variables.find(({ name }) => name === 'balance')).toMatchObject({ step: null, tick: null });
  });

  it('whose variables took too much room to keep shows from when on they are kept', async () => {
    const steps = [code("context['text'] = str(tick) + 'x' * 5000"), llm({ prompt: '{text}' })];
    const { run } = await playOwn({ steps }, ['wait'], 12);
    const { cut } = ask(run, 'turn', { agent: 0, tick: 1 })!;
    expect(cut).toBeGreaterThan(2);
    const [before, after] = [cut! - 1, cut!].map(tick => ask(run, 'turn', { agent: 0, tick })!);
    expect(before).toMatchObject({ cut, question: null, variables: [], outcomes: [{ step: 'do' }] });
    expect([after.cut, after.question?.prompt.slice(0, 3)]).toEqual([null, `${cut}xxx`.slice(0, 3)]);
  });

  it('without a question to the agent has none', async () => {
    const { run } = await playOwn({ steps: [code('1 / 0', { on_failure: 'skip' })] });
    expect(ask(run, 'turn', { agent: 0, tick: 1 })).toMatchObject({
      question: null,
      code: [],
      outcomes: [
        { step: 'reckon', type: 'code', outcome: 'skipped', failure: 'code', source: null, answer: null },
      ],
    });
  });

  it('of code that was tried again has no question either, and shows what had been set before', async () => {
    const steps = [
      code("context['x'] = tick", { name: 'one' }),
      code('1 / 0', { name: 'two', max_retries: 1 }),
      llm({ prompt: '{x}' }),
    ];
    const { run } = await playOwn({ steps }, ['wait'], 2);
    const [first, second] = [1, 2].map(tick => ask(run, 'turn', { agent: 0, tick })!);
    expect([first.question, first.code, first.variables[0]]).toEqual([
      null,
      ['one'],
      { name: 'x', value: '1', step: 'one', tick: 1 },
    ]);
    expect(second.question?.prompt).toBe('2');
  });

  it('that has not happened, or never will, does not exist', async () => {
    const run = await playTicks(await openAgents({ parameters: { arrival: 50 } }), 5);
    const late = stateOf(run).world.traders.findIndex(({ first }) => first > 5);
    for (const tick of [0, -1, 6, 1.5, Number.NaN, 1e9])
      expect(ask(run, 'turn', { agent: 0, tick })).toBeNull();
    expect(ask(run, 'turn', { agent: late, tick: 3 })).toBeNull();
  });

  it('of an agent that has stopped exists up to the one that stopped it', async () => {
    const { run } = await playOwn(
      { steps: [llm({ on_failure: 'fail' })] },
      ['wait', 'wait', '?', 'wait'],
      6,
      {},
      { agents: 2 },
    );
    const stopped = stateOf(run).ledger.courses[0].stopped!.tick;
    expect(stopped).toBe(2);
    expect(ask(run, 'turn', { agent: 0, tick: 2 })?.outcomes[0].outcome).toBe('stopped');
    expect(ask(run, 'turn', { agent: 0, tick: 3 })).toBeNull();
  });

  it('names the buyer of what was offered', async () => {
    const answers = [action('make'), 'wait', action('ship'), 'wait', 'wait', 'wait'];
    const { run } = await playOwn(
      { steps: [llm()] },
      answers,
      3,
      { price_low: 5, price_high: 5 },
      { agents: 2 },
    );
    expect(ask(run, 'turn', { agent: 0, tick: 2 })?.outcomes[0].result).toBe(
      'sold artifact_001 to agent_002 for 5 scrip',
    );
  });
});

describe('the exchange', () => {
  it('lists the artifacts that existed in any of the requested ticks', async () => {
    const plan = ['make', 'test', 'ship', 'make', 'make', 'wait'];
    const answers = plan.flatMap(name => [action(name), 'wait']);
    const { run } = await playOwn(
      { steps: [llm()] },
      answers,
      6,
      { price_low: 5, price_high: 5, income: 0 },
      { agents: 2 },
    );
    const window = (from: number, to: number) => ask(run, 'exchange', { agents: [0, 1], from, to });
    const [seller, buyer] = window(0, 6);
    expect(seller).toMatchObject({
      agent: 0,
      ...{ balance: 100 - 3 * 6 + 5, given: 100, earned: 5, spent: 18, paid: 0 },
      made: 3,
      sold: 1,
      bought: 0,
    });
    expect(seller.artifacts).toEqual([
      { id: 0, made: 1, price: 5, found: [], reworked: [], sold: 3, buyer: 1, dropped: null },
      { id: 1, made: 4, price: 5, found: [], reworked: [], sold: null, buyer: null, dropped: 5 },
      { id: 2, made: 5, price: 5, found: [], reworked: [], sold: null, buyer: null, dropped: null },
    ]);
    expect(buyer).toMatchObject({
      ...{ balance: 95, given: 100, earned: 0, spent: 0, paid: 5 },
      bought: 1,
      purchases: [{ id: 0, tick: 3, seller: 0, price: 5 }],
    });
    const ids = (from: number, to: number) => window(from, to)[0].artifacts.map(({ id }) => id);
    expect([ids(0, 0), ids(1, 2), ids(3, 3), ids(4, 4), ids(5, 5), ids(6, 6)]).toEqual([
      [],
      [0],
      [0],
      [1],
      [1, 2],
      [2],
    ]);
    expect([window(2, 2)[1].purchases, window(3, 3)[1].purchases.length, window(4, 9)[1].purchases]).toEqual([
      [],
      1,
      [],
    ]);
  });

  it('has tests that found a defect, reworks, and rejects', async () => {
    const answers = ['make', 'test', 'rework', 'ship'].flatMap(name => [action(name), 'wait']);
    const { run } = await playOwn({ steps: [llm()] }, answers, 4, { flaw: 1, mending: 0 }, { agents: 2 });
    const [{ artifacts }] = ask(run, 'exchange', { agents: [0], from: 0, to: 9 });
    expect(artifacts).toMatchObject([{ made: 1, found: [2, 4], reworked: [3], sold: null }]);
  });

  it('has the moves along wildcards', async () => {
    const { run } = await playOwn(
      {
        transitions: [
          ['*', 'b', 'tick > 1'],
          ['*', 'a'],
        ],
      },
      ['wait'],
      4,
    );
    const pivots = (from: number, to: number) => ask(run, 'exchange', { agents: [0], from, to })[0].pivots;
    expect([pivots(0, 9), pivots(3, 3)]).toEqual([[2, 3, 4], [3]]);
  });

  it('has its rows in the requested order, or none for none', async () => {
    const run = await openAgents();
    expect(ask(run, 'exchange', { agents: [7, 0], from: 0, to: 9 }).map(({ agent }) => agent)).toEqual([
      7, 0,
    ]);
    expect(ask(run, 'exchange', { agents: [], from: 0, to: 9 })).toEqual([]);
  });
});

describe('another query', () => {
  it('warnings: lists each once, with its place, first time and count', async () => {
    const { run } = await playOwn(
      { transitions: [['a', 'b', 'nobody']], steps: [llm({ prompt: '{no}' })] },
      ['wait'],
      3,
    );
    expect(ask(run, 'warnings', null)).toMatchObject([
      {
        message: '“{no}” in the prompt of step “do” is no variable: it stays as it is',
        tick: 1,
        agent: 0,
        times: 3,
      },
      { message: 'condition “nobody” is taken as false: nothing has set “nobody” yet', line: 13, times: 3 },
    ]);
    expect(buildRunFrame(run, 1, 0).model).toMatchObject({ warnings: 2 });
  });

  it('workflow: has the text with words and variables for an editor', async () => {
    const { run } = await play(exampleText('completed'), 0);
    const { name, text, words, variables } = ask(run, 'workflow', null);
    expect([name, text]).toEqual(['own.yaml', exampleText('completed')]);
    expect(words).toEqual(
      expect.arrayContaining([
        'state_machine',
        'transition_map',
        'llm',
        'skip',
        'observing',
        'strategic_reflect',
      ]),
    );
    expect(variables).toEqual(
      expect.arrayContaining(['should_pivot', 'has_idea', 'balance', 'economic_context']),
    );
    for (const list of [words, variables]) expect(new Set(list).size).toBe(list.length);
  });

  it('checkWorkflow: has the mistakes in another text, and the run is left as it is', async () => {
    const run = await openAgents();
    const before = JSON.stringify(run.save());
    expect(ask(run, 'checkWorkflow', exampleText('careful'))).toMatchObject({
      problems: [],
      states: 7,
      steps: 9,
    });
    expect(ask(run, 'checkWorkflow', 'workflow: 1')).toMatchObject({
      problems: [{ severity: 'error', line: 1, column: 11 }],
      ...{ states: null, steps: null },
    });
    expect(JSON.stringify(run.save())).toBe(before);
  });

  it('about agents that do not exist, or to another model, is refused', async () => {
    const run = await openAgents();
    for (const agent of [12, -1, 0.5, Number.NaN]) {
      const message = `agent ${agent} is not one of 12`;
      expect(() => ask(run, 'turn', { agent, tick: 1 })).toThrow(message);
      expect(() => ask(run, 'exchange', { agents: [0, agent], from: 0, to: 1 })).toThrow(message);
    }
    expect(() => ask(run, 'readerRows' as never, [0] as never)).toThrow(
      'model workflow has no query "readerRows"',
    );
  });
});

describe('the inspector', () => {
  it('shows an agent’s account, hand, variables, latest outcomes and cost', async () => {
    const { run, rows } = await playOwn({ transitions: BOTH, steps: STEPS }, [action('make'), 'back', LATE]);
    const detail = agentDetail(run, 0).model as WorkflowDetail;
    expect(detail).toMatchObject({
      ...{
        kind: 'workflow',
        balance: 97,
        given: 103,
        earned: 0,
        spent: 6,
        paid: 0,
        made: 1,
        sold: 0,
        bought: 0,
        asked: 3,
        stopped: null,
      },
      hand: { artifact: 'artifact_001', is: 'untested' },
      tokens: rows.reduce((sum, { tokensIn, tokensOut }) => sum + tokensIn + tokensOut, 0),
    });
    expect(detail.outcomes.map(({ tick, outcome }) => [tick, outcome])).toEqual([
      [3, 'retry'],
      [2, 'done'],
      [1, 'done'],
    ]);
    expect(detail.variables[0]).toEqual({ name: 'n', value: '3', step: 'reckon', tick: 3 });
  });

  it('shows the latest twenty outcomes, and long values cut', async () => {
    const steps = [code("context['long'] = 'x' * 5000"), llm()];
    const { run } = await playOwn({ steps }, ['wait'], 30);
    const { outcomes, variables } = agentDetail(run, 0).model as WorkflowDetail;
    expect([outcomes.length, outcomes[0].tick, variables[0].value.length]).toEqual([20, 30, 2000]);
  });

  it('shows why an agent has stopped', async () => {
    const { run } = await playOwn({ steps: [code('1 / 0', { on_failure: 'fail' })] });
    const { stopped } = agentDetail(run, 0).model as WorkflowDetail;
    expect(stopped).toEqual({ tick: 1, step: 'reckon', reason: 'ZeroDivisionError: a division by zero' });
  });

  it('shows for each edge whether it would be taken, by its condition now', async () => {
    const { run } = await playOwn(
      {
        transitions: [
          ['a', 'b', 'tick > 2'],
          ['*', 'b', 'False'],
        ],
      },
      ['wait'],
      1,
    );
    const lines = () => agentDetail(run, 0).triggers.map(({ trigger, ready }) => [trigger, ready]);
    expect(lines()).toEqual([
      ['tick > 2', false],
      ['False', false],
    ]);
    await playTicks(run, 1);
    expect(lines()[0]).toEqual(['tick > 2', true]);
  });

  it('shows the history with the cause of each move', async () => {
    const { run } = await playOwn({ transitions: BOTH, steps: STEPS }, [action('make'), 'back'], 2);
    expect(agentDetail(run, 0).history.map(({ trigger, to, context }) => [trigger, to, context])).toEqual([
      ['back', 'a', 'the answer is the key: back → a'],
      ['always', 'b', 'made artifact_001 for 6 scrip'],
    ]);
  });
});

/** Effects of an artifact's events on its maker, scrip; all of its makers can pay for a return. */
const COST: Readonly<Record<string, number>> = { made: -6, reworked: -2, returned: -4 };

describe('the frame', () => {
  it('sums up the run so far', async () => {
    const steps = [llm({ max_retries: 1 })];
    const { run } = await playOwn(
      {
        transitions: [
          ['*', 'b'],
          ['*', 'a'],
        ],
        steps,
      },
      ['?', '?', action('make'), action('test'), LATE],
      5,
      { income: 0 },
    );
    expect(buildRunFrame(run, 1, 0).model).toEqual({
      ...{
        kind: 'workflow',
        made: 1,
        broken: 0,
        sold: 0,
        volume: 0,
        costs: 6,
        leader: { agent: 0, profit: -6 },
        focus: 0,
      },
      ...{ turns: 5, asked: 5, retries: 2, skipped: 0, gaveUp: 1, stopped: 0, pivots: 3, warnings: 0 },
      trouble: {
        failing: { step: 'do', failed: 3, of: 5, noun: 'times' },
        waiting: null,
        stopped: 0,
      },
    });
  });

  it('names the best seller, of several equal ones the first, whatever gifts there were', async () => {
    const run = await playTicks(await openAgents(), 100);
    const { world } = stateOf(run);
    const profits = world.traders.map(({ artifacts }) =>
      artifacts
        .flatMap(({ price, events }) => events.map(({ kind }) => COST[kind] ?? (kind === 'sold' ? price : 0)))
        .reduce((sum, scrip) => sum + scrip, 0),
    );
    const best = Math.max(...profits);
    expect(buildRunFrame(run, 1, 0).model).toMatchObject({
      leader: { agent: profits.indexOf(best), profit: best },
      focus: profits.indexOf(best),
    });
    const order = run.state.order?.('profit', null) ?? [];
    expect(Array.from(order)).toEqual(profits.map(profit => -profit));
    expect(world.traders.map((_, agent) => world.balanceOf(agent, 100))).not.toEqual(
      profits.map(profit => profit + 100 + 100),
    );
    expect(run.state.order?.('beauty', null)).toBeNull();
  });
});
