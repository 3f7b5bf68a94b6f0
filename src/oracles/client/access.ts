import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { Speaker } from './speaker.ts';

/** The way to a language model. */
export interface Access {
  /** Place of the model, in words for the user. */
  readonly place: string;
  readonly speaker: Speaker;
  /** Most requests under way at one place. */
  readonly mostUnderWay: number;
  /** Checks which servers answer. Rejects when aborted. @throws OracleHalt if there is no point in trying */
  look(signal: AbortSignal): Promise<readonly ServerReport[]>;
  /** Seconds after which it is given up to find out who answers; null for never. */
  patience(): number | null;
  /**
   * The reports on places that can be asked.
   * @throws OracleHalt when there is none, with what to do about it
   */
  usable(reports: readonly ServerReport[]): readonly ServerReport[];
  /** A place that cannot be asked, in one line. */
  tell(report: ServerReport): string;
}
