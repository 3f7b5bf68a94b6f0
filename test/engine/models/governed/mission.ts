import { readFileSync } from 'node:fs';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import type { ModelSources } from '../../../../src/engine/model/model.ts';
import type { GovernedModelState } from '../../../../src/engine/models/governed/governedModel.ts';
import { governed } from '../../../../src/engine/models/governed/governedModel.ts';
import type { GovernedParameters } from '../../../../src/engine/models/governed/governedParameters.ts';
import type { MissionStep } from '../../../../src/engine/models/governed/missionStep.ts';
import type { GovernedQuestion } from '../../../../src/engine/models/governed/step/missionLoop.ts';
import { createRun, loadSetup, openRun } from '../../../../src/engine/models/openRun.ts';
import type { Answer, Oracle } from '../../../../src/engine/oracle/oracle.ts';
import type { ComparisonBench } from '../../../../src/engine/run/modelComparison.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import type { Setup } from '../../../../src/engine/setup/config.ts';
import { filesOf, type Goals } from './own.ts';

const root = new URL('../../../../public/', import.meta.url);

export { CORPUS } from './own.ts';

type Parameters = Partial<Record<keyof GovernedParameters, number | boolean>>;

export interface Given {
  readonly goals?: Goals;
  readonly parameters?: Parameters;
  readonly setup?: Partial<Setup>;
}

type GovernedRun = Run<GovernedModelState>;

/** A run on the small corpus with own goals, or on what is bundled. */
export async function openMissions(given: Given = {}): Promise<GovernedRun> {
  const { setup, sources } = setupOf(given);
  const { run } = await openRun(setup, sources);
  return run as GovernedRun;
}

function setupOf({ goals, parameters = {}, setup = {} }: Given): { setup: Setup; sources: ModelSources } {
  const own = goals === undefined ? {} : { own: ['corpus', 'missions'] as const };
  const files = goals === undefined ? {} : filesOf(goals);
  const all = { ...createDefaultSetup(governed), ...own, ...setup, parameters: { ...parameters } } as Setup;
  return { setup: all, sources: { bundled: async path => readFileSync(new URL(path, root)), files } };
}

export const stateOf = (run: Run): GovernedModelState => run.state as GovernedModelState;

/** Everything that one agent did, as the table has it. */
export const stepsOf = (run: Run, agent = 0): readonly MissionStep[] => stateOf(run).ledger.stepsOf(agent);

export const search = (query: string, more: object = {}): string =>
  JSON.stringify({ action: 'tool', tool: 'context.fts_search', args: { query }, ...more });
export const reason = (more: object = {}): string => JSON.stringify({ action: 'reason', ...more });
export const finish = (final = 'done'): string => JSON.stringify({ action: 'finish', final });

export const said = (text: string): Answer => ({ kind: 'text', text, source: 'ollama' });

/** Says one thing after the other, and the last one for ever; keeps what it was asked. */
export class Script implements Oracle {
  readonly name = 'script';
  readonly asked: GovernedQuestion[] = [];
  readonly prompts: string[] = [];
  readonly #answers: readonly (string | Answer)[];

  constructor(...answers: readonly (string | Answer)[]) {
    this.#answers = answers;
  }

  async ask(questions: readonly object[]): Promise<readonly Answer[]> {
    return (questions as readonly GovernedQuestion[]).map(question => {
      this.asked.push(question);
      this.prompts.push(question.prompt);
      const answer = this.#answers[Math.min(question.step, this.#answers.length) - 1];
      return typeof answer === 'string' ? said(answer) : answer;
    });
  }
}

/** Plays until all missions have ended, or the number of ticks is reached. */
export async function playOut<R extends Run>(run: R, oracle: Oracle = run.policy, most = 500): Promise<R> {
  const { signal } = new AbortController();
  while (!run.state.isOver && run.tick < most) await run.step(oracle, signal);
  return run;
}

/** One mission, played out by a script. */
export async function play(answers: readonly (string | Answer)[], given: Given = {}): Promise<Played> {
  const script = new Script(...answers);
  const run = await playOut(await openMissions({ goals: ['Find it'], ...given }), script);
  return { run, script, steps: stepsOf(run) };
}

export interface Played {
  readonly run: Run;
  readonly script: Script;
  readonly steps: readonly MissionStep[];
}

/** `searching` for each step, with the rule where the chart moved by itself. */
export const path = (steps: readonly MissionStep[]): readonly string[] =>
  steps.map(({ phase, next, kind, rule }) =>
    kind === 'verdict' || kind === 'forced' ? `${phase} > ${next}: ${rule}` : `${phase} > ${next}`,
  );

/** Plays the same missions under other parameters. */
export async function benchOf(given: Given, oracle?: Oracle): Promise<ComparisonBench<GovernedModelState>> {
  const { setup, sources } = setupOf(given);
  const loaded = await loadSetup(setup, sources);
  return {
    run: parameters =>
      createRun({
        ...loaded,
        setup: { ...setup, parameters: { ...setup.parameters, ...parameters } },
      }) as GovernedRun,
    oracleOf: run => oracle ?? run.policy,
    rest: async () => {},
  };
}
