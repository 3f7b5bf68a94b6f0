import { describe, expect, it } from 'vitest';
import { readWorkflow } from '../../../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { resolveCounting } from '../../../../src/engine/statistics/counted.ts';
import { logRows } from '../../play.ts';
import { CALM, outcomesOf } from './own.ts';
import {
  action,
  ask,
  exampleText,
  openAgents,
  openNoted,
  placeOf,
  play,
  playTicks,
  stateOf,
  variableOf,
} from './playing.ts';
import { SPECIFICATION } from './specification.ts';

const { machine, steps, metrics, reflect, failures } = SPECIFICATION;
const problemsOf = (text: string) =>
  readWorkflow(text).problems.map(
    ({ severity, line, column, message }) => `${severity} ${line}:${column} ${message}`,
  );
const indented = (text: string, by: number): string => text.replace(/^(?=.)/gm, ' '.repeat(by));
/** The text without its first line, `workflow:`. */
const insideOf = (text: string): string => text.split('\n').slice(1).join('\n');

/** The state machine of the specification, with a fragment beside it. */
const beside = (fragment: string): string => `${machine}\n${insideOf(fragment)}`;
/** The text with one more step in its list. */
const asStep = (fragment: string): string => `${machine}\n  steps:\n${indented(fragment, 4)}`;

describe('the state machine of the specification', () => {
  it('is accepted alone, with warnings: there are no steps, and nothing sets what its conditions check', () => {
    expect(readWorkflow(machine).workflow).toMatchObject({ initial: 0, steps: [], traits: [] });
    expect(problemsOf(machine)).toEqual([
      'warning 3:3 there are no steps: agents only follow the edges whose conditions hold',
      'warning 9:21 nothing sets “has_context”: the condition is false',
      'warning 12:21 nothing sets “has_idea”: the condition is false',
      'warning 24:21 nothing sets “should_pivot”: the condition is false',
    ]);
  });

  it('has its states and edges in the order of the text', () => {
    const { states, edges } = readWorkflow(machine).workflow!;
    expect(states).toEqual(['observing', 'ideating', 'implementing', 'testing', 'reflecting', 'shipping']);
    const names = edges.map(({ from, to, condition }) => [
      from === null ? '*' : states[from],
      states[to],
      condition?.text ?? null,
    ]);
    expect(names).toEqual([
      ['observing', 'ideating', 'has_context'],
      ['ideating', 'implementing', 'has_idea'],
      ['implementing', 'testing', null],
      ['reflecting', 'implementing', null],
      ['reflecting', 'observing', null],
      ['reflecting', 'shipping', null],
      ['*', 'observing', 'should_pivot'],
    ]);
  });

  it('alone stays in its initial state, and warns once of the condition that cannot be evaluated', async () => {
    const { run, script } = await play(machine, 5, [''], { parameters: CALM });
    expect([placeOf(run), script.asked, run.state.failureCount]).toEqual(['observing', [], 0]);
    // The wildcard leads to where it is: it is no way out.
    expect(ask(run, 'warnings', null)).toMatchObject([
      {
        message: 'condition “has_context” is taken as false: nothing has set “has_context” yet',
        ...{ line: 9, column: 21, tick: 1, agent: 0, times: 5 },
      },
    ]);
  });

  it('is reported with its first warning when a run is opened', async () => {
    const { notes } = await openNoted({ text: machine });
    expect(notes).toEqual([
      'own.yaml, line 3, column 3: there are no steps: agents only follow the edges whose conditions hold; 3 more warnings',
    ]);
  });

  it('has its one other warning, and what came once, in the singular', async () => {
    const text = machine.replace('has_idea', 'True').replace('should_pivot', 'False');
    const { notes } = await openNoted({ text });
    expect(notes).toEqual([expect.stringMatching(/; 1 more warning$/)]);
    const { run } = await play(text, 1, [''], { parameters: CALM });
    expect(run.state.closingLines?.()).toEqual([expect.stringMatching(/yet \(1 time\)$/)]);
  });
});

describe('a fragment of the specification by itself', () => {
  const noMachine = '“state_machine” is missing: it says which states there are, and where agents begin';
  const list = 'the text has fields (workflow, artifacts, components), but this is a list';
  it.each([
    ['steps', steps, [`error 2:3 ${noMachine}`]],
    ['the code step', metrics, [`error 1:1 ${list}`]],
    ['the transition step', reflect, [`error 1:1 ${list}`]],
    ['error handling', failures, [`error 2:3 ${noMachine}`, 'error 6:7 an llm step needs “prompt”']],
  ])('is refused with line and column: %s', async (_, text, problems) => {
    expect(problemsOf(text)).toEqual(problems);
    const [first] = problems;
    const [, line, column, message] = /^error (\d+):(\d+) (.+)$/.exec(first)!;
    await expect(openAgents({ text })).rejects.toThrow(`line ${line}, column ${column}: ${message}`);
  });
});

describe('in its place in the specification', () => {
  const errorsOf = (text: string) => problemsOf(text).filter(problem => problem.startsWith('error'));

  it('the step that observes asks, and moves when there is a context', async () => {
    const text = beside(steps);
    expect(errorsOf(text)).toEqual([]);
    const { script, run } = await play(text, 1, [action('observe')], { parameters: CALM });
    expect(script.prompts).toEqual(['=== GOAL: Maximize scrip ===\nYou are agent_001. Balance: 100...']);
    // has_context has not been set.
    expect(outcomesOf(run)).toEqual(['1 observe: retry no_edge']);
  });

  it('the code step computes a rate and the decision to pivot', async () => {
    const text = asStep(metrics);
    expect(errorsOf(text)).toEqual([]);
    const { run } = await play(text, 1, [''], { parameters: CALM });
    // No action has been judged yet: 0 of 0 counts as 0 of 1.
    expect([variableOf(run, 'success_rate'), variableOf(run, 'should_pivot')]).toEqual([0, true]);
  });

  it.each([
    ['continue', 'implementing'],
    ['pivot', 'observing'],
    ['ship', 'shipping'],
  ])('the transition step leads by %s to %s', async (word, state) => {
    const text = asStep(reflect).replace('initial_state: "observing"', 'initial_state: "reflecting"');
    expect(errorsOf(text)).toEqual([]);
    const { run } = await play(text, 1, [word], { parameters: CALM });
    expect(placeOf(run)).toBe(state);
  });

  it('the step of error handling is skipped where it fails, against the default of the workflow', async () => {
    const text = beside(failures.replace('type: llm', 'type: llm\n      prompt: Risk it.'));
    expect(errorsOf(text)).toEqual([]);
    const { run } = await play(text, 3, ['?'], { parameters: CALM });
    expect(outcomesOf(run)).toEqual([1, 2, 3].map(tick => `${tick} risky_step: skipped unreadable`));
  });
});

describe('the completed example', () => {
  it('has every fragment word for word, except for the prompts that it completes', async () => {
    const run = await playTicks(await openAgents(), 1);
    const { text } = stateOf(run).inputs;
    const plain = (part: string) => part.replace(/ +# .*$/gm, '').replace(/^# .*\n/, '');
    const whole = plain(text);
    expect(whole).toContain(indented(metrics, 4));
    for (const line of plain(machine).split('\n')) expect(whole).toContain(line);
    expect(whole).toContain(indented(reflect.slice(reflect.indexOf('    Based')), 4));
    for (const line of steps.split('\n').filter(line => !line.includes('{balance}')))
      expect(whole).toContain(line);
  });

  it('by the built-in policy visits all of its states', async () => {
    const run = await playTicks(await openAgents(), 200);
    const states = ['observing', 'ideating', 'implementing', 'testing', 'reflecting', 'shipping'];
    expect(new Set(logRows(run).map(({ to }) => to))).toEqual(new Set(states));
  });
});

describe('turns of the completed example', () => {
  it('leave nobody in its state, as the idea of a tick leads on in that tick, while some still pivot', async () => {
    const run = await playTicks(await openAgents(), 200);
    const { steps } = await run.state.loadReports();
    const { rows } = steps!(run.machine, resolveCounting(run.machine, {}));
    expect(rows.map(({ name, stalled }) => [name, stalled])).toEqual(rows.map(({ name }) => [name, 0]));
    expect(logRows(run).filter(({ trigger }) => trigger === 'should_pivot').length).toBeGreaterThan(5);
  });
});

describe('the example “fragments”', () => {
  const text = exampleText('fragments');

  it('has the runnable fragments word for word, and no other step', () => {
    for (const part of [machine.replace(/^# .*\n/, ''), indented(metrics, 4), indented(reflect, 4)])
      for (const line of insideOf(part).split('\n')) expect(text).toContain(line);
    expect(text).toContain(insideOf(steps));
    for (const line of failures.split('\n').slice(1, 3)) expect(text).toContain(line);
    expect(readWorkflow(text).workflow?.steps.map(({ name }) => name)).toEqual([
      'observe',
      'compute_metrics',
      'strategic_reflect',
    ]);
  });

  it('leaves every agent in its initial state: every turn fails, and nobody makes anything', async () => {
    const run = await playTicks(await openAgents({ setup: { preset: 'fragments' } }), 50);
    const { world, ledger } = stateOf(run);
    expect(new Set(run.state.population.state)).toEqual(new Set([0]));
    expect(ledger.totals.failures).toBe(ledger.totals.turns);
    expect(world.traders.map((_, agent) => world.accountOf(agent, 50))).toEqual(
      Array(12).fill({ balance: 150, given: 150, earned: 0, spent: 0, paid: 0 }),
    );
  });
});
