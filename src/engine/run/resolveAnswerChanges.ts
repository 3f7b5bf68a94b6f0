import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import type { Tick } from '../core/indices.ts';
import type { Answer, Question } from '../oracle/oracle.ts';
import type { AnswerChange, Change } from '../setup/config.ts';
import { filterAnswerChanges, parseAgentNumber } from '../setup/setupChanges.ts';

/** Effects of a run's changes on the questions of a tick. */
interface ForcedAnswers {
  /** The questions that are left to the oracle. */
  readonly open: readonly Question[];
  /** Answers of agents that are not asked, which are without effect. */
  readonly unasked: readonly AnswerChange[];
  /** An answer to every question of the tick. @param said to the open ones, in their order */
  merge(said: readonly Answer[]): readonly Answer[];
}

/** The answers that the changes give in a tick. @throws InputError for an action that is not legal for its agent then */
export function resolveAnswerChanges(
  changes: readonly Change[],
  tick: Tick,
  questions: readonly Question[],
): ForcedAnswers {
  const due = filterAnswerChanges(changes).filter(change => change.tick === tick);
  if (due.length === 0) return { open: questions, unasked: [], merge: said => said };
  const answers = new Map<number, Answer>();
  const unasked: AnswerChange[] = [];
  for (const change of due) {
    const agent = parseAgentNumber(change.agent);
    const question = questions.find(one => one.agent === agent);
    if (question === undefined) unasked.push(change);
    else answers.set(agent, buildForcedAnswer(question, change));
  }
  return {
    open: questions.filter(question => !answers.has(question.agent)),
    unasked,
    merge(said) {
      let next = 0;
      return questions.map(question => answers.get(question.agent) ?? said[next++]);
    },
  };
}

function buildForcedAnswer(question: Question, { tick, agent, answer }: AnswerChange): Answer {
  if (question.kind === 'completion') return { kind: 'text', text: answer, source: 'given' };
  const option = question.options.findIndex(({ action }) => action === answer);
  if (option >= 0) return { kind: 'chosen', option, source: 'given' };
  const legal = question.options.map(({ action }) => action).join(', ');
  throw new InputError(
    `round ${tick}: the change lets ${agent} answer "${formatQuotedText(answer)}", which is not legal for it then; legal: ${legal}`,
  );
}
