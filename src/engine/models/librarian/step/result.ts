import type { ParsedAnswer } from '../../../oracle/formats/parsedAnswer.ts';
import type { Librarian } from '../agent.ts';
import type { ReadAnswer } from '../answer/read.ts';
import type { AgentConfig } from '../inputs/agentConfig.ts';
import type { Writing } from '../memory/memory.ts';
import type { Words } from '../reader/words.ts';
import type { LibrarianStateName } from '../words.ts';
import { checkRequestedAction } from './allowed.ts';
import { type Executed, executeMemoryAction } from './executeMemoryAction.ts';
import type { Action, Step } from './step.ts';

/** Result of a step. */
export interface Result
  extends Pick<Step, 'kind' | 'next' | 'claims' | 'thought' | 'action' | 'result' | 'error'> {
  /** Trigger to fire when `next` is another state. */
  readonly trigger: 'execute' | 'acted' | 'moved' | 'failed';
  /** The action that was carried out. */
  readonly executed: Action | null;
}

const NOTHING = {
  claims: null,
  thought: null,
  action: null,
  result: null,
  error: null,
  executed: null,
} as const;

/** Result of a failed step: the agent goes back to thinking. */
const createFailedStepResult = (
  kind: 'refused' | 'unreadable',
  error: string,
  more: Partial<Result> = {},
): Result => ({
  ...NOTHING,
  ...more,
  kind,
  next: 'thinking',
  trigger: 'failed',
  error,
});

/** Carries out an answer as far as the agent's state allows. */
export function applyLibrarianAnswer(
  parsed: Exclude<ParsedAnswer<ReadAnswer>, { kind: 'unanswered' }>,
  state: LibrarianStateName,
  agent: Librarian,
  by: Writing,
  { config, words }: { readonly config: AgentConfig; readonly words: Words },
): Result {
  if (parsed.kind === 'unreadable') return createFailedStepResult('unreadable', parsed.reason);
  const { read } = parsed;
  if (state === 'thinking') return createThoughtResult(read, agent);
  const checked = checkRequestedAction(read.action, state, config);
  const { next: claims, thought: said } = read;
  if ('reason' in checked)
    return createFailedStepResult('refused', checked.reason, { claims, thought: said });
  const { value } = checked.action;
  const action = { ...checked.action, value: value && words.shared(value) };
  const executed = executeMemoryAction(agent, action, by, words);
  if (state === 'paging' && !executed.found)
    return createFailedStepResult('refused', 'nothing moved: none of these tags is in working memory', {
      claims,
      action,
    });
  return createActionResult(action, executed, claims, state);
}

const createActionResult = (
  action: Action,
  { result }: Executed,
  claims: string | null,
  state: LibrarianStateName,
): Result => ({
  ...NOTHING,
  kind: 'action',
  next: 'thinking',
  trigger: state === 'paging' ? 'moved' : 'acted',
  claims,
  action,
  result,
  executed: action,
});

const NOT_DONE = 'the action was not carried out: name executing as next_state first';

/** Result of an answer in thinking; without a valid next state the agent goes on thinking. */
function createThoughtResult({ next, thought, action }: ReadAnswer, agent: Librarian): Result {
  if (thought !== null) agent.log.add(thought);
  const goesOn = next === null || next === 'thinking' || next === 'executing';
  return {
    ...NOTHING,
    kind: 'thought',
    next: next === 'executing' ? 'executing' : 'thinking',
    trigger: 'execute',
    claims: next,
    thought,
    result: action !== null && next !== 'executing' ? NOT_DONE : null,
    error: goesOn ? null : `invalid state "${next}", reset to thinking`,
  };
}
