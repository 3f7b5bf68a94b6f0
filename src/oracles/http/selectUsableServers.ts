import { OracleHalt } from '../../engine/core/errors.ts';
import type { ServerReport } from '../../engine/oracle/oracleReport.ts';
import type { RemoteSetup } from '../../engine/oracle/oracleSetup.ts';
import { formatConnectionAdvice } from './advice.ts';

/** The servers that can be asked. @throws OracleHalt when there is none, with what to do about it */
export function selectUsableServers(
  setup: RemoteSetup,
  reports: readonly ServerReport[],
): readonly ServerReport[] {
  const answering = reports.filter(report => report.kind === 'answers');
  if (answering.length === 0) throw new OracleHalt(describeUnusableServers(setup, reports));
  return answering;
}

function describeUnusableServers({ kind }: RemoteSetup, reports: readonly ServerReport[]): string {
  const more = reports.length > 1 ? ` (and ${reports.length - 1} more addresses without an answer)` : '';
  return formatConnectionAdvice(reports[0], kind) + more;
}
