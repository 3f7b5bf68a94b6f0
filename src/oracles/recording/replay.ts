import { cleanTextLine } from '../../engine/core/cleanTextLine.ts';
import { OracleHalt } from '../../engine/core/errors.ts';
import { formatAgentId } from '../../engine/core/indices.ts';
import type {
  Answer,
  ChoiceQuestion,
  CompletionQuestion,
  Evidence,
  Oracle,
  OracleRecord,
  Question,
  Source,
} from '../../engine/oracle/oracle.ts';
import type { RecordedDecision } from './recordedAnswers.ts';
import type { Recording } from './recording.ts';

/**
 * Repeats a run document's answers, with no model and no network. Rejects with `OracleHalt` at a question
 * that the recording lacks, or whose recorded answer is not legal now: nothing is guessed.
 */
export class ReplayOracle implements Oracle {
  readonly name = 'replay';
  readonly record: OracleRecord;
  readonly #recording: Recording;

  constructor(recording: Recording) {
    this.#recording = recording;
    const { hash, oracle, earlier } = recording;
    this.record = {
      kind: 'replay',
      of: hash,
      recorded: oracle,
      ...(earlier.length > 0 && { earlier }),
    };
  }

  async ask(questions: readonly Question[]): Promise<readonly Answer[]> {
    const format = ({ evidence, measured: { milliseconds: took } }: RecordedDecision): AnswerEvidence => ({
      source: 'replay',
      evidence: took === undefined ? evidence : { ...evidence, took },
    });
    return questions.map(question => replayRecordedAnswer(this.#recording, question, format));
  }
}

/** The source of a repeated answer, and its evidence. */
interface AnswerEvidence {
  readonly source: Source;
  readonly evidence: Evidence;
}

/** Looks up a recording's answer to a question. @throws OracleHalt if it has no legal answer. */
export function replayRecordedAnswer(
  recording: Recording,
  question: Question,
  format: (decision: RecordedDecision) => AnswerEvidence,
): Answer {
  const { tick, agent } = question;
  const { rounds } = recording;
  if (tick > rounds) throw new OracleHalt(`the recording ends after round ${rounds}`);
  const decision = recording.decision(tick, agent);
  if (decision === undefined)
    throw new OracleHalt(
      `round ${tick}: the recording has no answer for ${formatAgentId(agent)}; it belongs to another run`,
    );
  return toReplayedAnswer(question, decision, format(decision));
}

function toReplayedAnswer(question: Question, decision: RecordedDecision, report: AnswerEvidence): Answer {
  const { source, reason, said } = decision;
  const { evidence } = report;
  if (source === 'late') return { kind: 'late', evidence };
  if (source === 'fallback')
    return { kind: 'unusable', reason: reason ?? 'not recorded', ...(said && { said }), evidence };
  return question.kind === 'choice'
    ? toReplayedChoice(question, decision, report)
    : toReplayedCompletion(question, decision, report);
}

function toReplayedCompletion(
  { tick, agent }: CompletionQuestion,
  { answer }: RecordedDecision,
  report: AnswerEvidence,
): Answer {
  if (answer === undefined)
    throw new OracleHalt(
      `round ${tick}: the recording has no text for ${formatAgentId(agent)}; it belongs to another run`,
    );
  const { source, evidence } = report;
  return { kind: 'text', text: answer, source, ...(Object.keys(evidence).length > 0 && { evidence }) };
}

function toReplayedChoice(
  question: ChoiceQuestion,
  decision: RecordedDecision,
  report: AnswerEvidence,
): Answer {
  const { action, probabilities, text } = decision;
  const { evidence } = report;
  const option = question.options.findIndex(o => o.action === action);
  if (option < 0)
    throw new OracleHalt(
      `round ${question.tick}: the recording lets ${formatAgentId(question.agent)} ${action}, which is not legal now; it belongs to another run`,
    );
  const shares = question.options.map(o => probabilities?.[o.action] ?? 0);
  return {
    kind: 'chosen',
    option,
    source: report.source,
    ...(probabilities && { probabilities: shares }),
    ...(text !== undefined && { text: cleanTextLine(text) }),
    ...(Object.keys(evidence).length > 0 && { evidence }),
  };
}
