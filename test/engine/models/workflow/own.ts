import type { WorkflowParameters } from '../../../../src/engine/models/workflow/workflowParameters.ts';
import type { Answer } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import { logRows } from '../../play.ts';
import { type Given, play, rowsOf, stateOf } from './playing.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A workflow in parts; two states without an edge, unless something else is given. */
export interface Parts {
  readonly states?: readonly (string | Fields)[];
  readonly initial?: string;
  readonly transitions?: readonly (readonly [from: string, to: string, condition?: string])[];
  readonly steps?: readonly Fields[];
  readonly traits?: readonly Fields[];
  readonly artifacts?: readonly Fields[];
  /** Defaults of its steps. */
  readonly defaults?: Fields;
}

/** The workflow as text: JSON is YAML. */
export function textOf(parts: Parts) {
  const { states = ['a', 'b'], initial, transitions = [], steps, traits, artifacts, defaults } = parts;
  const state_machine = {
    states,
    initial_state: initial ?? states[0],
    transitions: transitions.map(([from, to, condition]) => ({ from, to, ...(condition && { condition }) })),
  };
  return JSON.stringify(
    {
      ...(artifacts && { artifacts }),
      workflow: { ...defaults, state_machine, ...(steps && { steps }) },
      ...(traits && { components: { traits } }),
    },
    null,
    1,
  );
}

export const llm = (fields: Fields = {}): Fields => ({ name: 'do', type: 'llm', prompt: 'Do.', ...fields });
export const code = (source: string, fields: Fields = {}): Fields => ({
  name: 'reckon',
  type: 'code',
  code: source,
  ...fields,
});
export const choice = (transition_map: Fields, fields: Fields = {}): Fields => ({
  name: 'choose',
  type: 'transition',
  prompt: 'Where to?',
  transition_map,
  ...fields,
});

/** All agents are there from the first tick on, and nothing that they make is flawed. */
export const CALM = { arrival: 1, flaw: 0, flaw_spread: 0, detection: 1, mending: 1 } as const;

/** One agent, answered by a script, for as many ticks as there are answers. */
export const playOwn = (
  parts: Parts,
  answers: readonly (string | Answer)[] = ['wait'],
  ticks = answers.length,
  parameters: Partial<WorkflowParameters> = {},
  setup: Given['setup'] = {},
) => play(textOf(parts), ticks, answers, { parameters: { ...CALM, ...parameters }, setup });

/** Outcomes of an agent's steps, */
export function outcomesOf(run: Run, agent = 0): readonly string[] {
  const { steps } = stateOf(run).inputs.workflow;
  return rowsOf(run, agent).map(({ tick, step, outcome, failure }) =>
    [`${tick} ${steps[step].name}: ${outcome}`, ...(failure === null ? [] : [failure])].join(' '),
  );
}

/** An agent's transitions, */
export const pathOf = (run: Run, of = 0): readonly string[] =>
  logRows(run).flatMap(({ tick, agent, from, to, trigger }) =>
    agent === of ? [`${tick} ${from} > ${to}: ${trigger}`] : [],
  );
