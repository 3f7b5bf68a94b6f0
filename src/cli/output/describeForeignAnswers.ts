import { formatGroupedInteger } from '../../engine/core/formatNounCount.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import type { OracleReport } from '../../engine/oracle/oracleReport.ts';

type ForeignAnswers = OracleReport['notOwn'][number];

const MAX_REASONS = 3;
const INSTEAD: Readonly<Record<ForeignAnswers['source'], string>> = {
  late: 'late',
  fallback: 'unusable',
  budget: 'by the policy',
};

/** "611 of 801 answers are not the model's own: 611 by the policy (calls in this run spent)"; null if all are. */
export function describeForeignAnswers({
  notOwn,
  decisions,
}: Pick<OracleReport, 'notOwn' | 'decisions'>): string | null {
  if (notOwn.length === 0) return null;
  const count = notOwn.reduce((sum, part) => sum + part.count, 0);
  const reasons = notOwn.slice(0, MAX_REASONS).map(formatAnswerSource);
  if (notOwn.length > MAX_REASONS) reasons.push('…');
  const verb = count === 1 ? 'is' : 'are';
  return `${formatGroupedInteger(count)} of ${formatGroupedInteger(decisions)} answers ${verb} not the model's own: ${reasons.join(', ')}`;
}

const formatAnswerSource = ({ source, reason, count }: ForeignAnswers): string =>
  `${formatGroupedInteger(count)} ${INSTEAD[source]} (${formatQuotedText(reason)})`;

/** Closing report of a run that a language model has decided: missing servers, and answers that are not its own. */
export function formatClosingLines(report: OracleReport): readonly string[] {
  const notOwn = describeForeignAnswers(report);
  return notOwn === null ? report.missing : [...report.missing, notOwn];
}
