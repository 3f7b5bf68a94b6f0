import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDefaultSetup } from '../../../../src/engine/checks/createDefaultSetup.ts';
import type { Librarian } from '../../../../src/engine/models/librarian/librarianAgent.ts';
import type { LibrarianModelState } from '../../../../src/engine/models/librarian/librarianModel.ts';
import { librarian } from '../../../../src/engine/models/librarian/librarianModel.ts';
import type { LibrarianParameters } from '../../../../src/engine/models/librarian/librarianParameters.ts';
import type { LibrarianQuestion } from '../../../../src/engine/models/librarian/librarianQuestion.ts';
import type { MemoryPlace } from '../../../../src/engine/models/librarian/librarianTerms.ts';
import type { MemoryEntry } from '../../../../src/engine/models/librarian/memory/memory.ts';
import {
  type LibrarianQueries,
  librarianQueries,
} from '../../../../src/engine/models/librarian/reports/librarianQueries.ts';
import type { LibrarianStep } from '../../../../src/engine/models/librarian/step/librarianStep.ts';
import { openRun } from '../../../../src/engine/models/openRun.ts';
import type { Answer, Oracle } from '../../../../src/engine/oracle/oracle.ts';
import type { Run } from '../../../../src/engine/run/run.ts';
import type { OwnInput, Setup } from '../../../../src/engine/setup/config.ts';
import { ATTIC, filesOf, type OwnFiles } from './own.ts';

export { filesOf };

const PUBLIC = join(import.meta.dirname, '../../../../public');

export interface Given extends OwnFiles {
  readonly parameters?: Partial<LibrarianParameters>;
  readonly setup?: Partial<Setup>;
}

/** What is noted of the attic under the usual limits. */
export const SHORT = 'the text has 38 tokens, the paging limit is 4096: nothing of it has to be moved out';

/** One agent that reads the attic, unless something else is given; with what there is to say of it. */
export async function openNoted(given: Given = {}) {
  const { source = ATTIC, parameters = {}, setup = {} } = given;
  const files = filesOf(given);
  const all: Setup = {
    ...createDefaultSetup(librarian),
    own: Object.keys(files) as OwnInput[],
    ...(source && { agents: 1 }),
    ...setup,
    parameters: { ...parameters },
  };
  return openRun(all, { bundled: async path => readFileSync(join(PUBLIC, path)), files });
}

export const openReaders = async (given: Given = {}): Promise<Run> => (await openNoted(given)).run;

export const stateOf = (run: Run): LibrarianModelState => run.state as LibrarianModelState;
export const agentOf = (run: Run, agent = 0): Librarian => stateOf(run).ledger.agents[agent];
export const stepsOf = (run: Run, agent = 0): readonly LibrarianStep[] => agentOf(run, agent).steps;

/** `{tag: value}` of a place, the oldest first. */
export const valuesIn = (run: Run, place: MemoryPlace, agent = 0): Readonly<Record<string, string>> =>
  valuesOf(agentOf(run, agent).memory[place].values());
export const valuesOf = (entries: Iterable<MemoryEntry>): Readonly<Record<string, string>> =>
  Object.fromEntries([...entries].map(({ tag, value }) => [tag, value]));

export const ask = <Name extends keyof LibrarianQueries>(
  run: Run,
  name: Name,
  argument: LibrarianQueries[Name]['argument'],
) => librarianQueries.of(run.state, name, argument, { tick: run.tick, tickSeconds: 10 });

const element = (name: string, text: string | undefined) =>
  text === undefined ? '' : `<${name}>${text}</${name}>`;
export const think = (next?: string, thought?: string): string =>
  `<agent>${element('next_state', next)}${element('thinking_log', thought)}</agent>`;
export const act = (type?: string, tags?: string, value?: string): string =>
  `<agent><action>${element('type', type)}${element('tags', tags)}${element('value', value)}</action></agent>`;
export const move = (...tags: readonly string[]): string => act('move_to_storage', tags.join(', '));

export const said = (text: string): Answer => ({ kind: 'text', text, source: 'ollama' });
export const LATE: Answer = { kind: 'late' };

/** Says one thing after the other, and the last one for ever; keeps what it was asked. */
export class Script implements Oracle {
  readonly name = 'script';
  readonly asked: LibrarianQuestion[] = [];
  readonly systems: string[] = [];
  readonly prompts: string[] = [];
  readonly #answers: readonly (string | Answer)[];

  constructor(...answers: readonly (string | Answer)[]) {
    this.#answers = answers;
  }

  async ask(questions: readonly object[]): Promise<readonly Answer[]> {
    return (questions as readonly LibrarianQuestion[]).map(question => {
      this.asked.push(question);
      this.systems.push(question.system);
      this.prompts.push(question.prompt);
      const answer = this.#answers[Math.min(question.number, this.#answers.length) - 1];
      return typeof answer === 'string' ? said(answer) : answer;
    });
  }
}

/** Plays until all have stopped, or the number of ticks is reached. */
export async function playOut(run: Run, oracle: Oracle = run.policy, most = 1_000): Promise<Run> {
  const { signal } = new AbortController();
  while (!run.state.isOver && run.tick < most) await run.step(oracle, signal);
  return run;
}

/** Plays as long as the script has something new to say. */
export async function play(answers: readonly (string | Answer)[], given: Given = {}): Promise<Played> {
  const script = new Script(...answers);
  const run = await openReaders(given);
  const { signal } = new AbortController();
  while (!run.state.isOver && script.asked.length < answers.length) await run.step(script, signal);
  return { run, script, steps: stepsOf(run) };
}

export interface Played {
  readonly run: Run;
  readonly script: Script;
  readonly steps: readonly LibrarianStep[];
}

/** `thinking > executing`, with what the chart did by itself. */
export const path = (steps: readonly LibrarianStep[]): readonly string[] =>
  steps.map(({ state, next, kind, source }) => `${state} > ${next}${source === null ? `: ${kind}` : ''}`);

/** Thinks of each action first. */
export const doing = (...actions: readonly string[]): readonly string[] =>
  actions.flatMap(action => [think('executing'), action]);
