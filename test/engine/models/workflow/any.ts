import fc from 'fast-check';
import type { WorkflowQuestion } from '../../../../src/engine/models/workflow/turn/turnLoop.ts';
import type { WorkflowParameters } from '../../../../src/engine/models/workflow/workflowParameters.ts';
import { EXAMPLES, MARKET_ACTIONS } from '../../../../src/engine/models/workflow/workflowTerms.ts';
import type { Answer, Oracle } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { choice, code, llm, type Parts, textOf } from './own.ts';
import { action, exampleText, type Given, openAgents, said } from './playing.ts';

/** Whatever a workflow may be, and whatever its agents may say. */

const STATES = ['a', 'b', 'c', 'd'];
const state = fc.constantFrom(...STATES);
const policy = fc.constantFrom('retry', 'skip', 'fail');
const condition = fc.constantFrom(
  ...[undefined, undefined, 'True', 'False', 'tick % 2 == 0', 'x > 2', "hand == 'works'", 'last_action_ok'],
  ...['nobody', 'balance < 20', "state == 'b'", "'x' + 1", 'failures_in_a_row > 1'],
  ...["invoke('judge', tick)", "not invoke('judge', n=balance)", "invoke('loop')", "invoke('gone')"],
);
const ARTIFACTS = [
  { name: 'judge', code: "def run(n):\n  return n % 3 > 0 or invoke('odd', [n, context.get('x', 0)])" },
  { name: 'odd', code: "def run(l):\n  l.append(tick)\n  return sum(l) % 2 == 1 and hand != 'mine'" },
  { name: 'loop', code: 'def run():\n  while balance > 20: pass\n  return x > 1' },
];
const source = fc.constantFrom(
  ...["context['x'] = context.get('x', 0) + 1", "context['x'] = tick", "y = x * 2\ncontext['y'] = y"],
  ...["context['hand'] = 'mine'", "context['z'] = [tick, {'a': balance}]", '1 / 0', 'nobody'],
  ...["context['x'] = 1\nif tick % 3 == 0:\n  context['w'] = 1 / 0"],
);
const common = fc.record(
  {
    in_state: fc.oneof(state, fc.subarray(STATES, { minLength: 1 })),
    run_if: condition.filter(text => text !== undefined),
    on_failure: policy,
    max_retries: fc.nat({ max: 3 }),
  },
  { requiredKeys: [] },
);
const prompt = fc.constantFrom(
  '{x} {balance}',
  '{nobody} {{"a": 1}}',
  '{action_history} {my_artifacts}',
  '{z}',
);
const target = fc.option(state, { nil: undefined });
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc
      .record({ common, prompt, transition_to: target })
      .map(({ common, ...of }) => llm({ ...common, ...of })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({ common, source, transition_to: target })
      .map(({ common, source, ...of }) => code(source, { ...common, ...of })),
  },
  {
    weight: 2,
    arbitrary: fc
      .record({
        common,
        prompt,
        map: fc.dictionary(fc.constantFrom('go', 'go on', 'stay', 'ship'), state, { minKeys: 1 }),
      })
      .map(({ common, prompt, map }) => choice(map, { ...common, prompt })),
  },
);
const edge = fc.tuple(fc.constantFrom(...STATES, '*'), state, condition);

/** A workflow that loads: each target of a step has an edge, though it may be closed. */
const parts: fc.Arbitrary<Parts> = fc
  .record({
    initial: state,
    transitions: fc.array(edge, { maxLength: 8 }),
    steps: fc.array(step, { maxLength: 6 }),
    defaults: fc.record(
      { default_on_failure: policy, default_max_retries: fc.nat({ max: 2 }) },
      { requiredKeys: [] },
    ),
    traits: fc.array(condition, { maxLength: 2 }),
  })
  .map(({ transitions, steps, traits, ...rest }) => {
    const named = steps.map((step, i) => ({ ...step, name: `step${i}` }));
    const asking = named.flatMap(step => ('prompt' in step ? [step.name] : []));
    const ways = STATES.map(to => ['*', to, 'tick % 5 > 1'] as const);
    return {
      ...rest,
      states: STATES,
      transitions: [...transitions, ...ways] as Parts['transitions'] & object,
      steps: named.map(step => JSON.parse(JSON.stringify(step))),
      artifacts: ARTIFACTS,
      traits: traits.map((condition, i) => ({
        ...{ name: `t${i}`, prompt: 'Mind {tick}.', inject_into: asking },
        ...(condition !== undefined && { condition }),
      })),
    };
  });

const text = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...MARKET_ACTIONS).map(name => action(name, 'n')) },
  {
    weight: 3,
    arbitrary: fc.constantFrom('go', 'Let us go on.', 'stay', '{"choice": "ship"}', 'ship or stay'),
  },
  { weight: 1, arbitrary: fc.constantFrom('', '?', action('dance'), '{"action": ', '<think>no end') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
);
const answer: fc.Arbitrary<Answer> = fc.oneof(
  { weight: 14, arbitrary: text.map(said) },
  { weight: 1, arbitrary: fc.constant<Answer>({ kind: 'late' }) },
  { weight: 1, arbitrary: fc.constant<Answer>({ kind: 'unusable', reason: '500' }) },
  { weight: 1, arbitrary: fc.constant<Answer>({ kind: 'unusable', reason: 'an empty answer', said: true }) },
);

const parameters: fc.Arbitrary<Partial<WorkflowParameters>> = fc.record({
  ticks: fc.integer({ min: 1, max: 25 }),
  arrival: fc.integer({ min: 1, max: 5 }),
  endowment: fc.integer({ min: 0, max: 60 }),
  income: fc.integer({ min: 0, max: 3 }),
  price_low: fc.integer({ min: 0, max: 20 }),
  price_high: fc.integer({ min: 20, max: 40 }),
  return_fee: fc.integer({ min: 0, max: 9 }),
  flaw: fc.constantFrom(0, 0.5, 1),
  recent: fc.integer({ min: 1, max: 5 }),
  history_depth: fc.integer({ min: 1, max: 4 }),
});

/** A small society, the workflow of which is any, or one of ours, and what is answered. */
export const society = fc
  .record({
    text: fc.oneof(
      { weight: 4, arbitrary: parts.map(textOf) },
      { weight: 1, arbitrary: fc.constantFrom(...EXAMPLES).map(exampleText) },
    ),
    parameters,
    agents: fc.integer({ min: 1, max: 5 }),
    seed: fc.nat({ max: 1000 }),
    answers: fc.array(answer, { minLength: 1, maxLength: 60 }),
  })
  .map(({ text, parameters, agents, seed, answers }) => ({
    given: { text, parameters, setup: { agents, seed } } satisfies Given,
    answers,
  }));
export type Society = typeof society extends fc.Arbitrary<infer One> ? One : never;

/** Answers that depend on tick and agent alone, whatever the order of asking. */
export const answering = (
  answers: readonly Answer[],
  seen: (question: WorkflowQuestion) => void = () => {},
): Oracle => ({
  name: 'any',
  ask: async questions =>
    (questions as readonly WorkflowQuestion[]).map(question => {
      seen(question);
      return answers[(question.tick * 7 + question.agent) % answers.length];
    }),
});

/** Opens a society, and plays it tick by tick. */
export async function opened({ given, answers }: Society, seen?: (question: WorkflowQuestion) => void) {
  const run = await openAgents(given);
  const oracle = answering(answers, seen);
  const { signal } = new AbortController();
  const step = () => run.step(oracle, signal);
  /** @param after what is done after each tick */
  const playOut = async (after: () => void = () => {}, until = Number.POSITIVE_INFINITY): Promise<Run> => {
    while (!run.state.isOver && run.tick < until) {
      await step();
      after();
    }
    return run;
  };
  return { run, step, playOut };
}
