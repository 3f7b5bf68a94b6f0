import type { Tick } from '../../engine/core/indices.ts';
import type { Answer, Oracle, OracleRecord, Question } from '../../engine/oracle/oracle.ts';
import type { Recording } from './recording.ts';
import { replayRecordedAnswer } from './replay.ts';

/**
 * Brings a run back to its saved tick: unlike a replay it gives the answers with their original sources and evidence,
 * so that the run's document is the same again and another oracle can continue.
 */
export class ResumedOracle implements Oracle {
  readonly name = 'resumed';
  /** The round being brought back. */
  tick: Tick = 0;
  readonly #recording: Recording;

  constructor(recording: Recording) {
    this.#recording = recording;
  }

  /** The oracle that decided in that round. */
  get record(): OracleRecord {
    const { earlier, oracle } = this.#recording;
    return earlier.find(({ until }) => this.tick <= until)?.oracle ?? oracle;
  }

  async ask(questions: readonly Question[]): Promise<readonly Answer[]> {
    return questions.map(question =>
      replayRecordedAnswer(this.#recording, question, ({ source, evidence, measured }) => ({
        source,
        evidence: { ...evidence, ...measured },
      })),
    );
  }
}
