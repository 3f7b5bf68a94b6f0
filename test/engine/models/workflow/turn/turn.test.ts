import { describe, expect, it } from 'vitest';
import type { Answer } from '../../../../../src/engine/oracle/oracle.ts';
import { buildRunFrame } from '../../../../../src/engine/run/runFrame.ts';
import { choice, code, llm, outcomesOf, type Parts, pathOf, playOwn } from '../own.ts';
import { action, ask, LATE, placeOf, rowsOf, said, stateOf, variableOf, warningsOf } from '../playing.ts';

const BOTH = [
  ['a', 'b'],
  ['b', 'a'],
] as const;
const outage: Answer = { kind: 'unusable', reason: '500 after 4 tries' };

describe('a turn', () => {
  it('runs the code steps of the state in order, asks once, and moves', async () => {
    const steps = [
      llm({ in_state: 'a', prompt: '{log}', transition_to: 'b' }),
      code("context['log'] = context.get('log', '') + '1'", { name: 'one', in_state: 'a' }),
      code("context['log'] = log + '2'", { name: 'two' }),
      code("context['log'] = log + '!'", { name: 'never', in_state: 'b' }),
      code("context['log'] = log + '3'", { name: 'three', in_state: ['b', 'a'] }),
    ];
    const { run, script } = await playOwn({ transitions: BOTH, steps });
    expect(script.prompts).toEqual(['123']);
    expect([outcomesOf(run), pathOf(run)]).toEqual([['1 do: done'], ['1 a > b: always']]);
    expect(ask(run, 'turn', { agent: 0, tick: 1 })?.code).toEqual(['one', 'two', 'three']);
  });

  it('uses what its code has set in later code, run_if, conditions and prompts', async () => {
    const steps = [
      code("context['n'] = tick * 10", { name: 'first' }),
      code("context['m'] = n + 1", { name: 'second', run_if: 'n >= 10' }),
      llm({ prompt: '{n} {m}', run_if: 'm == 11' }),
    ];
    const { run, script } = await playOwn({ transitions: [['a', 'b', 'm > n']], steps });
    expect([script.prompts, pathOf(run)]).toEqual([['10 11'], ['1 a > b: m > n']]);
  });

  it('keeps the variables that were set for later turns', async () => {
    const steps = [code("context['n'] = tick", { run_if: 'tick == 1' }), llm({ prompt: '{n}' })];
    const { script } = await playOwn({ steps }, ['wait'], 3);
    expect(script.prompts).toEqual(['1', '1', '1']);
  });

  it('treats bare names in its code as local ones', async () => {
    const steps = [code("secret = 1\ncontext['open'] = secret"), llm({ prompt: '{secret} {open}' })];
    const { run, script } = await playOwn({ transitions: [['a', 'b', 'secret']], steps });
    expect([script.prompts, placeOf(run)]).toEqual([['{secret} 1'], 'a']);
    expect(variableOf(run, 'secret')).toBeUndefined();
  });

  it('prefers its own variable to the world’s with that name', async () => {
    const steps = [code("context['balance'] = balance + 1000"), llm({ prompt: '{balance}' })];
    const { script } = await playOwn({ steps }, ['wait'], 2);
    expect(script.prompts).toEqual(['1100', '2100']);
  });

  it('gives conditions of the move the result of the action', async () => {
    const transitions = [
      ['a', 'b', "hand == 'untested' and last_action == 'make' and balance == 95"],
    ] as const;
    const { run } = await playOwn({ transitions, steps: [llm()] }, [action('make')]);
    expect(placeOf(run)).toBe('b');
  });

  it('after a choice of its own state stays, and takes no other edge', async () => {
    const steps = [choice({ stay: 'a', go: 'b' }, { in_state: 'a' })];
    const { run } = await playOwn({ transitions: BOTH, steps }, ['stay', 'stay', 'go']);
    expect([pathOf(run), outcomesOf(run)]).toEqual([
      ['3 a > b: go'],
      ['1 choose: done', '2 choose: done', '3 choose: done'],
    ]);
  });

  it('without a step that names a state takes the first edge that is open', async () => {
    const transitions = [
      ['a', 'c', 'tick > 5'],
      ['a', 'b'],
      ['a', 'd'],
    ] as const;
    const { run } = await playOwn({ states: ['a', 'b', 'c', 'd'], transitions, steps: [llm()] });
    expect(pathOf(run)).toEqual(['1 a > b: always']);
  });

  it('follows the target of code where no step that asks names a state', async () => {
    const states = ['a', 'b', 'c'];
    const transitions = [
      ['a', 'b'],
      ['a', 'c'],
    ] as const;
    const wish = code('x = 1', { in_state: 'a', transition_to: 'c' });
    const plain = await playOwn({ states, transitions, steps: [wish, llm()] });
    expect(pathOf(plain.run)).toEqual(['1 a > c: always']);
    const named = llm({ in_state: 'a', transition_to: 'b' });
    const other = await playOwn({ states, transitions, steps: [wish, named] });
    expect(pathOf(other.run)).toEqual(['1 a > b: always']);
  });
});

describe('a step that fails', () => {
  const cases: readonly (readonly [string, string | Answer, string, string | null])[] = [
    ['by an answer that is late', LATE, 'unanswered', null],
    ['by an outage', outage, 'unanswered', null],
    ['by an empty answer', { kind: 'unusable', reason: 'an empty answer', said: true }, 'unreadable', null],
    ['by words without an object', 'I would rather not.', 'unreadable', 'I would rather not.'],
    ['by an unknown action', action('dance'), 'unreadable', action('dance')],
  ];
  it.each(cases)('%s consumes its turn and is tried again in the next', async (_, answer, failure, kept) => {
    const { run, rows } = await playOwn({ transitions: BOTH, steps: [llm()] }, [answer, 'wait']);
    expect(outcomesOf(run)).toEqual([`1 do: retry ${failure}`, '2 do: done']);
    expect(rows.map(({ attempt, answer }) => [attempt, answer])).toEqual([
      [1, kept],
      [2, 'wait'],
    ]);
    expect([pathOf(run), run.state.failureCount]).toEqual([['2 a > b: always'], 1]);
  });

  it('is given up after its retries, and the turn goes on as if it were skipped', async () => {
    const steps = [llm({ on_failure: 'retry', max_retries: 2 })];
    const { run } = await playOwn({ transitions: BOTH, steps }, ['?', '?', '?', 'wait']);
    expect(outcomesOf(run)).toEqual([
      '1 do: retry unreadable',
      '2 do: retry unreadable',
      '3 do: gave_up unreadable',
      '4 do: done',
    ]);
    expect(pathOf(run)).toEqual(['3 a > b: always', '4 b > a: always']);
  });

  it('with no retries is given up at once', async () => {
    const steps = [llm({ on_failure: 'retry', max_retries: 0 })];
    const { run } = await playOwn({ transitions: BOTH, steps }, ['?']);
    expect([outcomesOf(run), pathOf(run)]).toEqual([['1 do: gave_up unreadable'], ['1 a > b: always']]);
  });

  it('is counted from zero after a success', async () => {
    const steps = [llm({ on_failure: 'retry', max_retries: 1 })];
    const { rows } = await playOwn({ steps }, ['?', 'wait', '?', 'wait', '?']);
    expect(rows.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '1 retry',
      '2 done',
      '1 retry',
      '2 done',
      '1 retry',
    ]);
  });

  it('is counted from zero after a move', async () => {
    const parts: Parts = {
      transitions: BOTH,
      steps: [
        llm({ name: 'odd', in_state: 'a', max_retries: 1, run_if: 'tick != 2' }),
        llm({ name: 'even', in_state: ['a', 'b'] }),
      ],
    };
    // The second turn asks the other step, and its success moves the agent away and back.
    const { run, rows } = await playOwn(parts, ['?', 'wait', 'wait', '?']);
    expect(outcomesOf(run)).toEqual([
      '1 odd: retry unreadable',
      '2 even: done',
      '3 even: done',
      '4 odd: retry unreadable',
    ]);
    expect(rows[3].attempt).toBe(1);
  });

  it('does not count for another step', async () => {
    const steps = [
      llm({ name: 'one', max_retries: 2, run_if: 'tick % 2 == 1' }),
      llm({ name: 'two', max_retries: 1 }),
    ];
    const { rows } = await playOwn({ steps }, ['?'], 4);
    expect(rows.map(({ attempt, outcome }) => `${attempt} ${outcome}`)).toEqual([
      '1 retry',
      '1 retry',
      '2 retry',
      '2 gave_up',
    ]);
  });

  it('does not act: an unreadable answer makes nothing and pays nothing', async () => {
    const { run } = await playOwn({ steps: [llm()] }, ['make it so']);
    const { world } = stateOf(run);
    expect([world.artifacts, world.traders[0].deeds, world.balanceOf(0, 1)]).toEqual([[], [], 101]);
  });

  it('for lack of an open edge has acted all the same', async () => {
    const steps = [llm({ in_state: 'a', transition_to: 'b' })];
    const { run, rows } = await playOwn({ transitions: [['a', 'b', 'False']], steps }, [action('make')]);
    expect(rows).toMatchObject([
      {
        outcome: 'retry',
        failure: 'no_edge',
        action: 'make',
        result: 'made artifact_001 for 6 scrip; no edge is open from a to b: False is false',
      },
    ]);
    expect(stateOf(run).world.artifacts).toHaveLength(1);
  });
});

describe('a code step that names a state', () => {
  it('is counted from zero once it has run through, also where it names its own state', async () => {
    const steps = [code('x = 1 / (tick % 2)', { in_state: 'a', transition_to: 'a' })];
    const { run } = await playOwn({ steps }, [], 8);
    expect(rowsOf(run).map(({ tick, attempt, outcome }) => [tick, attempt, outcome])).toEqual([
      [2, 1, 'retry'],
      [4, 1, 'retry'],
      [6, 1, 'retry'],
      [8, 1, 'retry'],
    ]);
  });

  it('keeps counting while no edge lets it go', async () => {
    const steps = [code('x = 1', { transition_to: 'b', max_retries: 1 })];
    const { run } = await playOwn({ steps, transitions: [['a', 'b', 'tick > 5']] }, [], 4);
    expect(outcomesOf(run)).toEqual([
      '1 reckon: retry no_edge',
      '2 reckon: gave_up no_edge',
      '3 reckon: retry no_edge',
      '4 reckon: gave_up no_edge',
    ]);
  });
});

describe('an offer in a turn', () => {
  it('has gone neither well nor wrong before the tick is over', async () => {
    const steps = [llm()];
    const transitions = [['a', 'b', "last_action == 'ship' and last_action_ok"]] as const;
    const { run } = await playOwn({ steps, transitions }, [action('make'), action('ship')], 4);
    expect(pathOf(run)).toEqual([]);
  });
});

describe('a prompt that variables make long', () => {
  it('is cut, and the run goes on', async () => {
    const steps = [code("context['x'] = 'a' * 100000"), llm({ prompt: '{x}'.repeat(6_000) })];
    const { script, run } = await playOwn({ steps }, ['wait'], 2);
    expect(script.prompts[0]).toHaveLength(100_000 + '… (cut at 100000 characters)'.length);
    expect(run.tick).toBe(2);
  });
});

describe('the policy fail', () => {
  it('stops the one agent that has failed, and no other', async () => {
    const { run, script } = await playOwn(
      { transitions: BOTH, steps: [llm({ on_failure: 'fail' })] },
      ['wait', '?', 'wait'],
      4,
      {},
      { agents: 3 },
    );
    expect(script.asked.filter(({ agent }) => agent === 1).map(({ tick }) => tick)).toEqual([1]);
    expect(script.asked.filter(({ agent }) => agent === 2).map(({ tick }) => tick)).toEqual([1, 2, 3, 4]);
    expect([pathOf(run, 1), run.state.isOver]).toEqual([[], false]);
    const { model } = buildRunFrame(run, 1, 0);
    expect(model).toMatchObject({ kind: 'workflow', stopped: 1, turns: 1 + 2 * 4 });
  });

  it('of a code step stops before anybody is asked', async () => {
    const { run, script } = await playOwn(
      { steps: [code('1 / 0', { on_failure: 'fail' }), llm()] },
      ['wait'],
      5,
    );
    expect([script.asked, run.tick, outcomesOf(run)]).toEqual([[], 1, ['1 reckon: stopped code']]);
    expect(stateOf(run).ledger.courses[0].stopped?.reason).toBe('ZeroDivisionError: a division by zero');
  });
});

describe('code that fails', () => {
  const broken = "context['x'] = 1\ncontext['y'] = 1 / 0";

  it('changes nothing in the context', async () => {
    const { run } = await playOwn({ steps: [code(broken, { on_failure: 'skip' })] });
    expect([variableOf(run, 'x'), variableOf(run, 'y')]).toEqual([undefined, undefined]);
  });

  it.each([
    ['retry', 'retry', 0, []],
    ['skip', 'skipped', 1, ['1 a > b: always']],
    ['fail', 'stopped', 0, []],
  ])('with %s has the outcome %s, and puts %d questions', async (on_failure, outcome, asked, path) => {
    const steps = [code(broken, { on_failure }), llm()];
    const { run, script } = await playOwn({ transitions: BOTH, steps });
    expect(outcomesOf(run)[0]).toBe(`1 reckon: ${outcome} code`);
    expect([script.asked.length, pathOf(run)]).toEqual([asked, path]);
  });

  it('keeps later code from running in this turn, and earlier code has run', async () => {
    const steps = [
      code("context['before'] = tick", { name: 'one' }),
      code('1 / 0', { name: 'two', max_retries: 1 }),
      code("context['after'] = tick", { name: 'three' }),
    ];
    const { run, rows } = await playOwn({ steps }, ['wait'], 3);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['retry', 'gave_up', 'retry']);
    expect([variableOf(run, 'before'), variableOf(run, 'after')]).toEqual([3n, 2n]);
  });

  it('is data: the reason stands in the table of outcomes, and counts as a failure', async () => {
    const { run, rows } = await playOwn({ steps: [code('x = nobody', { on_failure: 'skip' })] });
    expect(rows).toMatchObject([
      { source: null, answer: null, result: 'NameError: there is no variable nobody' },
    ]);
    expect(run.state.failureCount).toBe(1);
  });

  it('that names a state and has no open edge fails as a step does', async () => {
    const steps = [code('x = 1', { in_state: 'a', transition_to: 'b', max_retries: 1 })];
    const { run } = await playOwn(
      {
        states: ['a', 'b', 'c'],
        transitions: [
          ['a', 'b', 'False'],
          ['a', 'c'],
        ],
        steps,
      },
      ['wait'],
      3,
    );
    expect(outcomesOf(run)).toEqual(['1 reckon: retry no_edge', '2 reckon: gave_up no_edge']);
    expect(pathOf(run)).toEqual(['2 a > c: always']);
  });
});

describe('an edge', () => {
  const states = ['a', 'b', 'c'];

  it('with an exact source comes before wildcards, whatever the order of the text', async () => {
    const transitions = [
      ['*', 'c'],
      ['a', 'b'],
    ] as const;
    const { run } = await playOwn({ states, transitions }, ['wait'], 2);
    expect(pathOf(run)).toEqual(['1 a > b: always', '2 b > c: always']);
  });

  it('that comes first in the text is taken where several are open', async () => {
    const transitions = [
      ['a', 'b', 'tick == 1'],
      ['a', 'c', 'tick >= 1'],
      ['*', 'a', 'tick == 2'],
    ] as const;
    const { run } = await playOwn({ states, transitions }, ['wait'], 3);
    expect(pathOf(run)).toEqual(['1 a > b: tick == 1', '2 b > a: tick == 2', '3 a > c: tick >= 1']);
  });

  it('with an exact source to the state itself holds the agent there while it is open', async () => {
    const transitions = [
      ['a', 'a', 'tick < 3'],
      ['a', 'b'],
    ] as const;
    const { run } = await playOwn({ transitions }, ['wait'], 4);
    expect(pathOf(run)).toEqual(['3 a > b: always']);
  });

  it('from a wildcard to the state itself is passed over, and the next one is taken', async () => {
    const transitions = [
      ['*', 'a'],
      ['*', 'b'],
    ] as const;
    const { run } = await playOwn({ transitions }, ['wait'], 3);
    expect(pathOf(run)).toEqual(['1 a > b: always', '2 b > a: always', '3 a > b: always']);
    expect(stateOf(run).ledger.totals.pivots).toBe(3);
  });

  it('with an unknown variable in its condition is closed, with one warning and a count', async () => {
    const transitions = [['a', 'b', 'nobody and tick > 0']] as const;
    const { run } = await playOwn({ transitions }, ['wait'], 4);
    expect(placeOf(run)).toBe('a');
    expect(warningsOf(run)).toEqual([
      'condition “nobody and tick > 0” is taken as false: nothing has set “nobody” yet',
    ]);
    expect(stateOf(run).ledger.warnings.all).toMatchObject([{ times: 4, tick: 1, agent: 0 }]);
    expect(run.state.failureCount).toBe(0);
  });

  it('shares its warning with a run_if that cannot be evaluated, which is false', async () => {
    const steps = [llm({ run_if: 'nobody' }), code("context['x'] = 1", { run_if: 'nobody > 1' })];
    const { run, script } = await playOwn({ steps }, ['wait'], 3);
    expect([script.asked, variableOf(run, 'x')]).toEqual([[], undefined]);
    expect(ask(run, 'warnings', null).map(({ message, times }) => [message, times])).toEqual([
      ['condition “nobody > 1” is taken as false: nothing has set “nobody” yet', 3],
      ['condition “nobody” is taken as false: nothing has set “nobody” yet', 3],
    ]);
  });

  it('with a condition that fails is closed, with the reason', async () => {
    const { run } = await playOwn({ transitions: [['a', 'b', "tick + 'x'"]] });
    expect(warningsOf(run)).toEqual([
      "condition “tick + 'x'” is taken as false: TypeError: + does not go with int and str",
    ]);
  });

  it('is open where Python takes the value of its condition as true', async () => {
    const truths = ['1', "'no'", '[0]', 'not []', 'None is None'];
    const lies = ['0', "''", '[]', 'None', '0.0', '{}'];
    for (const [conditions, place] of [
      [truths, 'b'],
      [lies, 'a'],
    ] as const)
      for (const condition of conditions) {
        const { run } = await playOwn({ transitions: [['a', 'b', condition]] });
        expect([condition, placeOf(run)]).toEqual([condition, place]);
      }
  });

  it('is the first open one to a chosen state, a wildcard if need be', async () => {
    const transitions = [
      ['a', 'b', 'False'],
      ['*', 'b', 'tick > 1'],
    ] as const;
    const { run } = await playOwn({ transitions, steps: [choice({ go: 'b' })] }, ['go', 'go']);
    expect(outcomesOf(run)).toEqual(['1 choose: retry no_edge', '2 choose: done']);
    expect(pathOf(run)).toEqual(['2 a > b: tick > 1']);
    expect(stateOf(run).ledger.courses[0].pivots).toEqual([2]);
  });

  it('that is closed to a wanted target fails the step, and names the false conditions', async () => {
    const transitions = [
      ['a', 'b', 'balance < 0'],
      ['*', 'b', 'tick > 9'],
    ] as const;
    const { rows } = await playOwn({ transitions, steps: [choice({ go: 'b' })] }, ['go']);
    expect(rows).toMatchObject([
      {
        outcome: 'retry',
        failure: 'no_edge',
        key: 'go',
        target: 1,
        result: 'the answer is the key: go → b; no edge is open from a to b: balance < 0, tick > 9 is false',
      },
    ]);
  });

  it('to another state is taken where the target is given up', async () => {
    const transitions = [
      ['a', 'b', 'False'],
      ['a', 'c'],
    ] as const;
    const steps = [choice({ go: 'b' }, { in_state: 'a', on_failure: 'skip' })];
    const { run } = await playOwn({ states, transitions, steps }, ['go']);
    expect([outcomesOf(run), pathOf(run)]).toEqual([['1 choose: skipped no_edge'], ['1 a > c: always']]);
  });
});

describe('the log of a run', () => {
  it('names for each transition the row of the table of outcomes that led to it', async () => {
    const { run } = await playOwn({ transitions: BOTH, steps: [llm({ in_state: 'a' })] }, ['wait'], 2);
    const { log, chart } = run.machine;
    const contexts: number[] = [];
    log.forEach(0, log.range(2)[1], (_agent, _transition, context) => contexts.push(context));
    expect(contexts).toEqual([1, 0]);
    expect(run.state.resolveContext(1)).toEqual({ reason: 'waited' });
    expect(chart.states).toEqual(['a', 'b']);
  });

  it('differs by the words around the same actions', async () => {
    const make = action('make', 'x');
    const answers = [make, `Well then:\n\`\`\`json\n${make}\n\`\`\``, `${make} `, action('make', 'y')];
    const runs = await Promise.all(answers.map(answer => playOwn({ steps: [llm()] }, [answer])));
    expect(new Set(runs.map(({ run }) => run.hash)).size).toBe(answers.length);
    const again = await playOwn({ steps: [llm()] }, [said(make)]);
    expect(again.run.hash).toBe(runs[0].run.hash);
  });
});
