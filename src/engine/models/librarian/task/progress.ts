import type { Tick } from '../../../core/indices.ts';
import type { Librarian } from '../agent.ts';
import type { LibrarianParameters } from '../parameters.ts';
import type { Words } from '../reader/words.ts';
import type { Fact } from '../reports/detail.ts';
import type { Action } from '../step/step.ts';
import type { Mark } from '../words.ts';
import { factOf } from './fact.ts';
import { type Grading, isRight } from './grade.ts';
import { answerTag, questionId } from './task.ts';

/**
 * Opens the question that has just come in front of an agent, if it is one. @param tick in which it is asked
 */
export function lay(agent: Librarian, tick: Tick): void {
  const { question } = agent;
  if (question === null) return;
  agent.asked.push({
    id: questionId(question),
    question: question.text,
    kind: question.kind,
    expected: question.accepted[0],
    given: null,
    mark: null,
    loaded: false,
    tick,
    settled: null,
    fact: null,
  });
}

/** What an answer is judged by. */
interface Rules {
  readonly parameters: Pick<LibrarianParameters, 'patience' | 'usual_wordings'>;
  readonly words: Words;
}

/** How the answers of a run are compared. */
const gradingOf = ({ usual_wordings }: Pick<LibrarianParameters, 'usual_wordings'>): Grading =>
  usual_wordings ? 'usual' : 'literal';

/**
 * Applies an answer in thinking or executing to the task: a passage is put away once something has been added
 * or saved, a question once its answer has been added, and either after `patience` answers.
 * @param action action that was executed, or null
 */
export function proceed(
  agent: Librarian,
  action: Action | null,
  tick: Tick,
  { parameters, words }: Rules,
): void {
  const { patience } = parameters;
  const grading = gradingOf(parameters);
  const { item, question } = agent;
  if (item === null) return;
  agent.spent++;
  if (action?.type === 'storage_load') agent.loads++;
  if (question === null) {
    const isKept = action?.type === 'working_memory_add' || action?.type === 'storage_save';
    if (isKept || agent.spent >= patience) next(agent, tick);
    return;
  }
  const place = () => factOf(agent, words, grading);
  const given =
    action?.type === 'working_memory_add' && action.tags[0] === answerTag(question) ? action.value : null;
  if (given !== null)
    settle(agent, given, isRight(question, given, grading) ? 'right' : 'wrong', tick, place);
  else if (agent.spent >= patience) settle(agent, null, 'missed', tick, place);
}

function settle(
  agent: Librarian,
  given: string | null,
  mark: Mark,
  tick: Tick,
  place: () => Fact | null,
): void {
  const line = agent.asked.at(-1)!;
  line.given = given;
  line.mark = mark;
  line.loaded = agent.loads > 0;
  line.settled = tick;
  line.fact = place();
  agent.settled++;
  if (mark === 'right') agent.right++;
  next(agent, tick);
}

function next(agent: Librarian, tick: Tick): void {
  agent.at++;
  agent.spent = 0;
  agent.loads = 0;
  lay(agent, tick + 1);
}
