import type { ServerReport } from '../engine/oracleReport.ts';
import type { Speaker } from './speaker.ts';

/** The way to a language model. */
export interface Access {
  /** Where it is, for the user. */
  readonly place: string;
  readonly speaker: Speaker;
  /** Requests under way at one place. */
  readonly mostUnderWay: number;
  /** Finds out who answers. Rejects when aborted. @throws OracleHalt where finding out is no use */
  look(signal: AbortSignal): Promise<readonly ServerReport[]>;
  /** Those of the reports that can be asked. @throws OracleHalt when there is none, with what to do about it */
  usable(reports: readonly ServerReport[]): readonly ServerReport[];
  /** One that cannot be asked, in one line. */
  tell(report: ServerReport): string;
}
