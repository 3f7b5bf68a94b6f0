import { OracleHalt } from '../engine/errors.ts';
import { cleanText } from '../engine/forms/text.ts';
import { agentId } from '../engine/indices.ts';
import type { Answer, ChoiceQuestion, Oracle, OracleRecord, Question } from '../engine/oracle.ts';
import type { RecordedDecision, Recording } from './recording.ts';

/**
 * Answers as a run document says, with no model and no network. Rejects with `OracleHalt` at a question that the
 * recording lacks, or that it answered with what is not legal now: nothing is guessed.
 */
export class ReplayOracle implements Oracle {
  readonly name = 'replay';
  readonly record: OracleRecord;
  readonly #recording: Recording;

  constructor(recording: Recording) {
    this.#recording = recording;
    this.record = { kind: 'replay', of: recording.hash, recorded: recording.oracle };
  }

  async ask(questions: readonly Question[]): Promise<readonly Answer[]> {
    return questions.map(question => this.#answer(question));
  }

  #answer(question: Question): Answer {
    const { tick, agent } = question;
    const { rounds } = this.#recording;
    if (tick > rounds) throw new OracleHalt(`the recording ends after round ${rounds}`);
    const decision = this.#recording.decision(tick, agent);
    if (question.kind !== 'choice' || decision === undefined)
      throw new OracleHalt(
        `round ${tick}: the recording has no answer for ${agentId(agent)}; it belongs to another run`,
      );
    return answerOf(question, decision);
  }
}

function answerOf(question: ChoiceQuestion, decision: RecordedDecision): Answer {
  const { source, action, probabilities, text, evidence } = decision;
  if (source === 'late') return { kind: 'late', evidence };
  if (source === 'fallback') return { kind: 'unusable', reason: decision.reason ?? 'not recorded', evidence };
  const option = question.options.findIndex(o => o.action === action);
  if (option < 0)
    throw new OracleHalt(
      `round ${question.tick}: the recording lets ${agentId(question.agent)} ${action}, which is not legal now; it belongs to another run`,
    );
  const shares = question.options.map(o => probabilities?.[o.action] ?? 0);
  return {
    kind: 'chosen',
    option,
    source: 'replay',
    ...(probabilities && { probabilities: shares }),
    ...(text !== undefined && { text: cleanText(text) }),
    ...(Object.keys(evidence).length > 0 && { evidence }),
  };
}
