import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { choice, code, llm, outcomesOf, pathOf, playOwn } from './own.ts';
import { action, LATE, placeOf, stateOf, variableOf, warningsOf } from './playing.ts';
import { SPECIFICATION } from './specification.ts';

/** Each table of the specification; a test a row. */

const EDGE = [['a', 'b']] as const;
const BOTH = [
  ['a', 'b'],
  ['b', 'a'],
] as const;

describe('the step type', () => {
  it('llm sends the prompt to the language model, and the action is done', async () => {
    const { script, run, rows } = await playOwn({ steps: [llm({ prompt: 'Make it.' })] }, [action('make')]);
    expect(script.prompts).toEqual(['Make it.']);
    expect(rows).toMatchObject([{ action: 'make', outcome: 'done' }]);
    expect(stateOf(run).world.artifacts).toHaveLength(1);
  });

  it('code sets context variables, and nobody is asked', async () => {
    const { script, run } = await playOwn({ steps: [code("context['x'] = 6 * 7")] });
    expect([script.asked, variableOf(run, 'x'), run.state.decisionCount]).toEqual([[], 42n, 0]);
  });

  it('transition asks the language model to choose the next state, and does nothing else', async () => {
    const { script, run } = await playOwn({ transitions: EDGE, steps: [choice({ go: 'b' })] }, ['go']);
    expect([script.prompts, placeOf(run)]).toEqual([['Where to?'], 'b']);
    expect(stateOf(run).world.traders[0].deeds).toEqual([]);
  });
});

describe('the step field', () => {
  it('name is its unique identifier', async () => {
    const { run } = await playOwn({ steps: [code('1 / 0', { name: 'first', on_failure: 'skip' }), llm()] });
    expect(outcomesOf(run)).toEqual(['1 first: skipped code', '1 do: done']);
    await expect(playOwn({ steps: [llm(), llm()] })).rejects.toThrow('two steps are called “do”');
  });

  it('type is llm, code or transition', async () => {
    const bad = llm({ type: 'tool' });
    await expect(playOwn({ steps: [bad] })).rejects.toThrow(
      "a step's “type” is llm, code or transition, not “tool”",
    );
  });

  it('in_state runs the step only in that state, or in these', async () => {
    const steps = [
      llm({ name: 'in_b', prompt: 'In b.', in_state: 'b' }),
      llm({ name: 'else', prompt: 'In a or c.', in_state: ['a', 'c'] }),
    ];
    const transitions = [...EDGE, ['b', 'c'], ['c', 'a']] as const;
    const { script } = await playOwn({ states: ['a', 'b', 'c'], transitions, steps }, ['wait'], 4);
    expect(script.prompts).toEqual(['In a or c.', 'In b.', 'In a or c.', 'In a or c.']);
  });

  it('in_state is optional: without it the step runs in every state', async () => {
    const { script } = await playOwn({ transitions: BOTH, steps: [llm({ prompt: '{state}' })] }, ['wait'], 3);
    expect(script.prompts).toEqual(['a', 'b', 'a']);
  });

  it('prompt is a template with variables in braces', async () => {
    const { script } = await playOwn({ steps: [llm({ prompt: 'You are {agent_id} in {state}.' })] });
    expect(script.prompts).toEqual(['You are agent_001 in a.']);
  });

  it('code is Python that is executed', async () => {
    const { run } = await playOwn({ steps: [code("n = len('four')\nif n > 3:\n  context['n'] = [n]")] });
    expect(variableOf(run, 'n')).toMatchObject({ kind: 'list', items: [4n] });
  });

  it('transition_to is the state after the step, whichever edge stands first', async () => {
    const transitions = [
      ['a', 'b'],
      ['a', 'c'],
    ] as const;
    const { run } = await playOwn(
      { states: ['a', 'b', 'c'], transitions, steps: [llm({ in_state: 'a', transition_to: 'c' })] },
      ['wait'],
    );
    expect(placeOf(run)).toBe('c');
  });

  it('transition_to works for a code step as well', async () => {
    const steps = [code("context['x'] = 1", { transition_to: 'c', in_state: 'a' })];
    const transitions = [
      ['a', 'b'],
      ['a', 'c'],
    ] as const;
    const { run, script } = await playOwn({ states: ['a', 'b', 'c'], transitions, steps });
    expect([placeOf(run), script.asked]).toEqual(['c', []]);
  });

  it('transition_map maps the decision to the next state', async () => {
    const steps = [choice({ yes: 'b', no: 'c' }, { in_state: 'a' })];
    const transitions = [
      ['a', 'b'],
      ['a', 'c'],
    ] as const;
    for (const [word, state] of [
      ['yes', 'b'],
      ['no', 'c'],
    ]) {
      const { run } = await playOwn({ states: ['a', 'b', 'c'], transitions, steps }, [word]);
      expect(placeOf(run)).toBe(state);
    }
  });

  it('run_if is checked before the step runs', async () => {
    const steps = [
      code("context['n'] = context.get('n', 0) + 1"),
      llm({ prompt: 'odd', run_if: 'n % 2 == 1' }),
      llm({ name: 'other', prompt: 'even' }),
    ];
    const { script } = await playOwn({ steps }, ['wait'], 4);
    expect(script.prompts).toEqual(['odd', 'even', 'odd', 'even']);
  });

  it('run_if keeps code from running', async () => {
    const { run } = await playOwn(
      { steps: [code("context['x'] = tick", { run_if: 'tick < 3' })] },
      ['wait'],
      5,
    );
    expect(variableOf(run, 'x')).toBe(2n);
  });

  it('on_failure is the policy of the step, against the default', async () => {
    const steps = [llm({ on_failure: 'skip' })];
    const { run } = await playOwn({ defaults: { default_on_failure: 'fail' }, steps }, ['?', '?']);
    expect(outcomesOf(run)).toEqual(['1 do: skipped unreadable', '2 do: skipped unreadable']);
  });

  it('max_retries is the number of retries of the step, against the default', async () => {
    const steps = [llm({ on_failure: 'retry', max_retries: 1 })];
    const { run } = await playOwn({ defaults: { default_max_retries: 7 }, steps }, ['?', '?', '?']);
    expect(outcomesOf(run)).toEqual([
      '1 do: retry unreadable',
      '2 do: gave_up unreadable',
      '3 do: retry unreadable',
    ]);
  });

  it('default_on_failure, with default_max_retries, applies to every step that has none', async () => {
    const defaults = { default_on_failure: 'retry', default_max_retries: 2 };
    const { run, rows } = await playOwn({ defaults, steps: [llm()] }, ['?', '?', '?']);
    expect(outcomesOf(run).map(line => line.split(' ')[2])).toEqual(['retry', 'retry', 'gave_up']);
    expect(rows.map(({ attempt }) => attempt)).toEqual([1, 2, 3]);
  });

  it('on_failure, with max_retries, defaults to three retries', async () => {
    const { run } = await playOwn({ steps: [llm()] }, ['?', '?', '?', '?']);
    expect(outcomesOf(run).map(line => line.split(' ')[2])).toEqual(['retry', 'retry', 'retry', 'gave_up']);
  });
});

describe('the policy', () => {
  it('retry repeats the step in the next turn, and the agent stays where it is', async () => {
    const steps = [llm({ on_failure: 'retry', max_retries: 3 })];
    const { run, script } = await playOwn({ transitions: EDGE, steps }, ['?', '?', 'wait']);
    expect(outcomesOf(run)).toEqual(['1 do: retry unreadable', '2 do: retry unreadable', '3 do: done']);
    expect([script.asked.map(({ tick }) => tick), pathOf(run)]).toEqual([[1, 2, 3], ['3 a > b: always']]);
  });

  it('skip continues the workflow without the step', async () => {
    const { run } = await playOwn({ transitions: EDGE, steps: [llm({ on_failure: 'skip' })] }, [LATE]);
    expect([outcomesOf(run), pathOf(run)]).toEqual([['1 do: skipped unanswered'], ['1 a > b: always']]);
  });

  it('fail ends the workflow of this agent for good, and the run when all have failed', async () => {
    const { run, script } = await playOwn(
      { transitions: BOTH, steps: [llm({ on_failure: 'fail' })] },
      ['wait', '?'],
      10,
    );
    expect([run.tick, run.state.isOver, script.asked.length]).toEqual([2, true, 2]);
    expect(stateOf(run).ledger.courses[0].stopped).toEqual({
      tick: 2,
      step: 0,
      reason: 'no JSON object in it',
    });
    expect(pathOf(run)).toEqual(['1 a > b: always']);
  });
});

describe('the condition', () => {
  it('of a variable opens an edge while the variable is true', async () => {
    const steps = [code("context['has_context'] = tick >= 3")];
    const { run } = await playOwn({ transitions: [['a', 'b', 'has_context']], steps }, ['wait'], 5);
    expect(pathOf(run)).toEqual(['3 a > b: has_context']);
  });

  it('may be missing: an edge without one is open', async () => {
    const { run } = await playOwn({ transitions: EDGE });
    expect(pathOf(run)).toEqual(['1 a > b: always']);
  });

  it('holds for the wildcard source: an edge from * is open from every other state', async () => {
    const transitions = [
      ['a', 'b'],
      ['b', 'c'],
      ['*', 'a', 'tick % 2 == 0'],
    ] as const;
    const { run } = await playOwn({ states: ['a', 'b', 'c'], transitions }, ['wait'], 4);
    expect(pathOf(run)).toEqual(['1 a > b: always', '2 b > c: always', '4 c > a: tick % 2 == 0']);
    expect(stateOf(run).ledger.courses[0].pivots).toEqual([4]);
  });
});

describe('the context variable', () => {
  const WORLD = { endowment: 50, income: 2, material: 6, price_low: 10, price_high: 10, ticks: 8 };
  /** Values of the variable, turn by turn, for a maker who always finds a buyer. */
  async function toldIn(variable: string, ...actions: readonly string[]): Promise<readonly string[]> {
    const { script } = await playOwn(
      { steps: [llm({ prompt: `{${variable}}` })] },
      actions.map(name => action(name, name === 'think' ? 'a glossary' : '')),
      actions.length,
      WORLD,
    );
    return script.prompts;
  }

  it('agent_id names the agent', async () => expect(await toldIn('agent_id', 'wait')).toEqual(['agent_001']));

  it('balance is the scrip after the tick before', async () =>
    expect(await toldIn('balance', 'wait', 'make', 'wait', 'wait')).toEqual(['50', '52', '48', '50']));

  it('tick counts the ticks', async () => expect(await toldIn('tick', 'wait', 'wait')).toEqual(['1', '2']));

  it('time_remaining counts the remaining ticks', async () =>
    expect(await toldIn('time_remaining', ...Array(8).fill('wait'))).toEqual([...'76543210']));

  it('progress_percent is the share of the run that is over', async () =>
    expect(await toldIn('progress_percent', ...Array(8).fill('wait'))).toEqual([
      '12',
      '25',
      '37',
      '50',
      '62',
      '75',
      '87',
      '100',
    ]));

  it('artifacts sums up what all agents have made', async () =>
    expect(await toldIn('artifacts', 'make', 'test', 'wait')).toEqual([
      '0 made, 0 of them sold; 0 in the hands of their makers, 0 of these tested; nothing was offered in the last 10 ticks',
      '1 made, 0 of them sold; 1 in the hands of their makers, 0 of these tested; nothing was offered in the last 10 ticks',
      '1 made, 0 of them sold; 1 in the hands of their makers, 1 of these tested; nothing was offered in the last 10 ticks',
    ]));

  it('artifacts lists the latest offers', async () =>
    expect((await toldIn('artifacts', 'think', 'make', 'ship', 'wait')).at(-1)).toBe(
      '1 made, 0 of them sold; 1 in the hands of their makers, 0 of these tested; offered in the last 10 ticks, the latest first: artifact_001 yours (a glossary) for 10 scrip, nobody bought it',
    ));

  it('my_artifacts lists the agent’s own', async () =>
    expect(await toldIn('my_artifacts', 'make', 'test', 'make', 'wait')).toEqual([
      'none',
      'artifact_001 (in hand, untested)',
      'artifact_001 (in hand, works)',
      'artifact_002 (in hand, untested), artifact_001 (dropped)',
    ]));

  it('action_history has the last five actions with their results', async () =>
    expect(await toldIn('action_history', 'think', 'ship', 'wait', 'wait', 'wait', 'wait', 'wait')).toEqual([
      'nothing yet',
      'tick 1, think: noted: a glossary',
      'tick 1, think: noted: a glossary; tick 2, ship: there is nothing to ship',
      'tick 1, think: noted: a glossary; tick 2, ship: there is nothing to ship; tick 3, wait: waited',
      'tick 1, think: noted: a glossary; tick 2, ship: there is nothing to ship; tick 3, wait: waited; tick 4, wait: waited',
      'tick 1, think: noted: a glossary; tick 2, ship: there is nothing to ship; tick 3, wait: waited; tick 4, wait: waited; tick 5, wait: waited',
      'tick 2, ship: there is nothing to ship; tick 3, wait: waited; tick 4, wait: waited; tick 5, wait: waited; tick 6, wait: waited',
    ]));

  it('last_action_result is the result of the last action', async () =>
    expect(await toldIn('last_action_result', 'make', 'ship', 'wait')).toEqual([
      'nothing yet',
      'made artifact_001 for 6 scrip',
      'nobody bought artifact_001 for 10 scrip',
    ]));

  it('success_rate is that of the recent actions that can go wrong', async () =>
    expect(await toldIn('success_rate', 'ship', 'wait', 'think', 'make', 'wait')).toEqual([
      '0.0',
      '0.0',
      '0.0',
      '0.5',
      '0.6666666666666666',
    ]));

  it('economic_context describes the market', async () =>
    expect(await toldIn('economic_context', 'wait')).toEqual([
      'Making an artifact costs 6 scrip, reworking one 2, having one sent back 4; one that works sells for 10 to 10. In the last 10 ticks none was sold.',
    ]));

  it('that a code step sets is filled in as well', async () => {
    const steps = [code("context['mood'] = 'gay'"), llm({ prompt: 'I am {mood}.', run_if: "mood == 'gay'" })];
    const { script } = await playOwn({ steps });
    expect(script.prompts).toEqual(['I am gay.']);
  });
});

describe('the constraint', () => {
  it('of one language-model call per turn lets the first step that fits ask, and no other', async () => {
    const steps = [llm({ name: 'one', run_if: 'tick > 1' }), choice({ go: 'b' }), llm({ name: 'three' })];
    const { script, run } = await playOwn({ transitions: BOTH, steps }, ['go', 'wait', 'wait']);
    expect(script.asked.map(({ tick, step }) => `${tick} ${step.name}`)).toEqual([
      '1 choose',
      '2 one',
      '3 one',
    ]);
    expect(run.state.decisionCount).toBe(3);
  });

  it('of fixed step types allows nothing else', () => {
    const types = ['LLM', 'python', 'loop', ''].map(type =>
      readWorkflow(`${SPECIFICATION.machine}\n  steps: [{name: x, type: "${type}"}]`),
    );
    for (const { workflow, problems } of types) {
      expect(workflow).toBeNull();
      expect(problems.some(({ message }) => message.includes('is llm, code or transition'))).toBe(true);
    }
  });

  it.each(['artifact_001()', '__import__("os")', 'lambda: 1', "open('x')"])(
    'of static conditions is lifted for invoke alone: there is no other call in one, as in %s',
    condition => {
      const text = `workflow: {state_machine: {states: [a, b], initial_state: a, transitions: [{from: a, to: b, condition: ${JSON.stringify(condition)}}]}}`;
      expect(readWorkflow(text).problems.filter(({ severity }) => severity === 'error')).toHaveLength(1);
    },
  );

  it('of static conditions is lifted as announced: a condition asks an artifact', async () => {
    const artifacts = [{ name: 'is_late', code: 'def run(least):\n  return tick > least' }];
    const transitions = [['a', 'b', "invoke('is_late', 2)"]] as const;
    const { run } = await playOwn({ artifacts, transitions }, [''], 3);
    expect(pathOf(run)).toEqual(["3 a > b: invoke('is_late', 2)"]);
  });

  it('of static injection makes it depend on inject_into alone, without a condition', async () => {
    const traits = [{ name: 'rule', prompt: 'A rule.', inject_into: ['do'] }];
    const { script } = await playOwn({ transitions: BOTH, steps: [llm()], traits }, ['wait', '?', 'wait']);
    expect(script.prompts).toEqual(Array(3).fill('Do.\n\nA rule.'));
  });

  it('of static injection is lifted as announced: with a condition it is decided at each question', async () => {
    const traits = [{ name: 'rule', prompt: 'A rule.', inject_into: ['do'], condition: 'tick == 2' }];
    const { script } = await playOwn({ steps: [llm()], traits }, ['wait'], 3);
    expect(script.prompts).toEqual(['Do.', 'Do.\n\nA rule.', 'Do.']);
  });
});

describe('prompt building', () => {
  const traits = [
    { name: 'second', prompt: 'Two of {agent_id}.', inject_into: ['other', 'do'] },
    { name: 'not', prompt: 'Not here.', inject_into: ['other'] },
    { name: 'first', prompt: 'One.', inject_into: ['do'] },
  ];

  it('starts with the prompt of the step, then the components that name it, in the order of the traits', async () => {
    const steps = [llm({ prompt: 'Zero.\n' }), llm({ name: 'other', run_if: 'False' })];
    const { script } = await playOwn({ steps, traits });
    expect(script.prompts).toEqual(['Zero.\n\nTwo of agent_001.\n\nOne.']);
  });

  it('uses a step’s prompt alone where no component names it', async () => {
    const steps = [llm({ name: 'alone' }), llm({ name: 'other', run_if: 'False' }), llm({ run_if: 'False' })];
    const { script } = await playOwn({ steps, traits });
    expect(script.prompts).toEqual(['Do.']);
  });

  it('fills in variables where they stand, and keeps an unknown one with a warning', async () => {
    const { script, run } = await playOwn({ steps: [llm({ prompt: '{tick} {nobody} {tick}' })] }, [
      'wait',
      'wait',
    ]);
    expect(script.prompts).toEqual(['1 {nobody} 1', '2 {nobody} 2']);
    expect(warningsOf(run)).toEqual([
      '“{nobody}” in the prompt of step “do” is no variable: it stays as it is',
    ]);
    expect(stateOf(run).ledger.warnings.all[0].times).toBe(2);
  });

  it('is the same for a transition step', async () => {
    const steps = [choice({ go: 'b' }, { prompt: 'Go from {state}?' })];
    const both = [{ name: 'rule', prompt: 'Mind {balance}.', inject_into: ['choose'] }];
    const { script } = await playOwn({ transitions: EDGE, steps, traits: both }, ['go']);
    expect(script.prompts).toEqual(['Go from a?\n\nMind 100.']);
  });
});
