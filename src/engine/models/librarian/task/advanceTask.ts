import type { Tick } from '../../../core/indices.ts';
import type { Librarian } from '../librarianAgent.ts';
import type { LibrarianParameters } from '../librarianParameters.ts';
import type { QuestionMark } from '../librarianTerms.ts';
import type { SubjectWordCache } from '../reader/subjectWords.ts';
import type { Fact } from '../reports/librarianDetail.ts';
import type { Action } from '../step/librarianStep.ts';
import { type Grading, isRightAnswer } from './isRightAnswer.ts';
import { formatAnswerTag, formatQuestionId } from './librarianTask.ts';
import { locateAnswerFact } from './locateAnswerFact.ts';

/**
 * Opens the question that has just come in front of an agent, if it is one.
 * @param tick in which it is asked
 */
export function openNextQuestion(agent: Librarian, tick: Tick): void {
  const { question } = agent;
  if (question === null) return;
  agent.asked.push({
    id: formatQuestionId(question),
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

/** Rules for judging an answer. */
interface Rules {
  readonly parameters: Pick<LibrarianParameters, 'patience' | 'usual_wordings'>;
  readonly words: SubjectWordCache;
}

/** Comparison of the answers of a run. */
const getGradingMode = ({ usual_wordings }: Pick<LibrarianParameters, 'usual_wordings'>): Grading =>
  usual_wordings ? 'usual' : 'literal';

/**
 * Applies an answer in thinking or executing to the task: a passage is put away once something has been added
 * or saved, a question once its answer has been added, and either after `patience` answers.
 * @param action action that was executed, or null
 */
export function advanceTask(
  agent: Librarian,
  action: Action | null,
  tick: Tick,
  { parameters, words }: Rules,
): void {
  const { patience } = parameters;
  const grading = getGradingMode(parameters);
  const { item, question } = agent;
  if (item === null) return;
  agent.spent++;
  if (action?.type === 'storage_load') agent.loads++;
  if (question === null) {
    const isKept = action?.type === 'working_memory_add' || action?.type === 'storage_save';
    if (isKept || agent.spent >= patience) moveToNextItem(agent, tick);
    return;
  }
  const place = () => locateAnswerFact(agent, words, grading);
  const given =
    action?.type === 'working_memory_add' && action.tags[0] === formatAnswerTag(question)
      ? action.value
      : null;
  if (given !== null)
    settleQuestion(agent, given, isRightAnswer(question, given, grading) ? 'right' : 'wrong', tick, place);
  else if (agent.spent >= patience) settleQuestion(agent, null, 'missed', tick, place);
}

function settleQuestion(
  agent: Librarian,
  given: string | null,
  mark: QuestionMark,
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
  moveToNextItem(agent, tick);
}

function moveToNextItem(agent: Librarian, tick: Tick): void {
  agent.at++;
  agent.spent = 0;
  agent.loads = 0;
  openNextQuestion(agent, tick + 1);
}
