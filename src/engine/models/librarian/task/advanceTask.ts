import type { Tick } from '../../../core/indices.ts';
import type { Librarian } from '../librarianAgent.ts';
import type { LibrarianParameters } from '../librarianParameters.ts';
import type { QuestionMark } from '../librarianTerms.ts';
import { countCommonWords, type SubjectWordCache } from '../reader/subjectWords.ts';
import type { Fact } from '../reports/librarianDetail.ts';
import type { Action } from '../step/librarianStep.ts';
import { type Grading, isRightAnswer } from './isRightAnswer.ts';
import { formatAnswerTag, formatQuestionId, type Task, type TaskQuestion } from './librarianTask.ts';

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

type FactPlace = Pick<Fact, 'passage' | 'sentence'>;

/** Known sentences; the same for all agents of a task. */
const FACT_PLACES: Readonly<Record<Grading, WeakMap<TaskQuestion, FactPlace | null>>> = {
  usual: new WeakMap(),
  literal: new WeakMap(),
};

/**
 * Place of the answer to an agent's open question, if the text gave it before the question; null if no sentence has it.
 */
function locateAnswerFact(
  { task, memory, question }: Librarian,
  words: SubjectWordCache,
  grading: Grading,
): Fact | null {
  if (question === null) return null;
  let report = FACT_PLACES[grading].get(question);
  if (report === undefined) {
    report = findAnswerSentence(task, question, words, grading);
    FACT_PLACES[grading].set(question, report);
  }
  if (report === null) return null;
  for (const place of ['working', 'storage'] as const)
    for (const entry of memory[place].values())
      if (!entry.tag.startsWith('answer_') && entry.value.includes(report.sentence))
        return { ...report, place, span: entry.id };
  return { ...report, place: null, span: null };
}

/** The sentence before the question that answers it and shares most of its words. */
function findAnswerSentence(
  { items, passages, questions }: Task,
  question: TaskQuestion,
  words: SubjectWordCache,
  grading: Grading,
): FactPlace | null {
  // Documents that were graded word for word name the sentence by whole words.
  const by = grading === 'literal' ? 'words' : 'stems';
  const wanted = by === 'words' ? words.of(question.text) : words.stemsOf(question.text);
  const at = items.findIndex(({ kind, index }) => kind === 'question' && questions[index] === question);
  let best: FactPlace | null = null;
  let most = 0;
  for (const { kind, index } of items.slice(0, at)) {
    if (kind !== 'passage') continue;
    for (const sentence of words.sentences(passages[index].text)) {
      const shared = countCommonWords(wanted, sentence[by]);
      if (shared <= most || !isRightAnswer(question, sentence.text, grading)) continue;
      most = shared;
      best = { passage: index + 1, sentence: sentence.text };
    }
  }
  return best;
}
