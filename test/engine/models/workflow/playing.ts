import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import type { OutcomeRow } from '../../../../src/engine/models/workflow/outcomeTable.ts';
import {
  type WorkflowQueries,
  workflowQueries,
} from '../../../../src/engine/models/workflow/reports/workflowQueries.ts';
import type { WorkflowQuestion } from '../../../../src/engine/models/workflow/turn/turnLoop.ts';
import type { WorkflowModelState } from '../../../../src/engine/models/workflow/workflowModel.ts';
import { workflow } from '../../../../src/engine/models/workflow/workflowModel.ts';
import type { WorkflowParameters } from '../../../../src/engine/models/workflow/workflowParameters.ts';
import { EXAMPLES, type Example } from '../../../../src/engine/models/workflow/workflowTerms.ts';
import type { Answer, Oracle } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';

/** The bundled workflows whose agents act; the specification's fragments wait for what nothing sets. */
export const ACTING = EXAMPLES.filter(name => name !== 'fragments');

const root = new URL('../../../../public/', import.meta.url);

export const bundled = async (path: string) => readFileSync(new URL(path, root));
export const exampleText = (name: Example): string =>
  readFileSync(new URL(`workflows/${name}.yaml`, root), 'utf8');

export const filesOf = (text: string, name = 'own.yaml') => ({
  workflow: [{ name, bytes: new TextEncoder().encode(text) }],
});

export interface Given {
  /** An own workflow; by default the preset's. */
  readonly text?: string;
  readonly parameters?: Partial<WorkflowParameters>;
  readonly setup?: Partial<Setup>;
}

/** A run of one agent where a text is given, of twelve of the completed example else; with what there is to say of it. */
export async function openNoted({ text, parameters = {}, setup = {} }: Given = {}) {
  const all: Setup = {
    ...createDefaultSetup(workflow),
    ...(text !== undefined && { own: ['workflow'] as const, agents: 1 }),
    ...setup,
    parameters: { ...parameters },
  };
  const files = text === undefined ? {} : filesOf(text);
  return openRun(all, { bundled, files });
}

export const openAgents = async (given: Given = {}): Promise<Run> => (await openNoted(given)).run;

export const stateOf = (run: Run): WorkflowModelState => run.state as WorkflowModelState;
export const rowsOf = (run: Run, agent = 0): readonly OutcomeRow[] =>
  stateOf(run).ledger.rows.ofTicks(agent, 0, run.tick);
export const warningsOf = (run: Run): readonly string[] =>
  stateOf(run).ledger.warnings.all.map(({ message }) => message);

/** Name of the state that an agent is in. */
export const placeOf = (run: Run, agent = 0): string =>
  stateOf(run).inputs.workflow.states[run.state.population.state[agent]];

/** The same where states stand in one another. */
export const leafOf = (run: Run, agent = 0): string =>
  stateOf(run).inputs.workflow.states[stateOf(run).leafOf(agent)];

/** A variable of an agent's own as it is. */
export const variableOf = (run: Run, name: string, agent = 0) =>
  stateOf(run).ledger.courses[agent].variables.at(name, run.tick)?.value;

export const ask = <Name extends keyof WorkflowQueries>(
  run: Run,
  name: Name,
  argument: WorkflowQueries[Name]['argument'],
) => workflowQueries.of(run.state, name, argument, { tick: run.tick, tickSeconds: 60 });

export const said = (text: string): Answer => ({ kind: 'text', text, source: 'ollama' });
export const LATE: Answer = { kind: 'late' };
export const action = (name: string, note = ''): string => JSON.stringify({ action: name, note });

/** Says one thing after the other, and the last one for ever; keeps what it was asked. */
export class Script implements Oracle {
  readonly name = 'script';
  readonly asked: WorkflowQuestion[] = [];
  readonly systems: string[] = [];
  readonly prompts: string[] = [];
  readonly #answers: readonly (string | Answer)[];

  constructor(...answers: readonly (string | Answer)[]) {
    this.#answers = answers;
  }

  async ask(questions: readonly object[]): Promise<readonly Answer[]> {
    return (questions as readonly WorkflowQuestion[]).map(question => {
      const answer = this.#answers[Math.min(this.asked.length, this.#answers.length - 1)];
      this.asked.push(question);
      this.systems.push(question.system);
      this.prompts.push(question.prompt);
      return typeof answer === 'string' ? said(answer) : answer;
    });
  }
}

/** Plays so many ticks, or until the run is over. */
export async function playTicks(run: Run, ticks: number, oracle: Oracle = run.policy): Promise<Run> {
  const { signal } = new AbortController();
  const end = run.tick + ticks;
  while (!run.state.isOver && run.tick < end) await run.step(oracle, signal);
  return run;
}

/** A run of one's own text, so many ticks, answered by a script. */
export async function play(
  text: string,
  ticks: number,
  answers: readonly (string | Answer)[] = [''],
  given: Given = {},
) {
  const script = new Script(...answers);
  const run = await playTicks(await openAgents({ text, ...given }), ticks, script);
  return { run, script, rows: rowsOf(run) };
}
