import type { OracleReport } from '../../../engine/oracle/oracleReport.ts';
import type { ModelSetup } from '../../../engine/oracle/oracleSetup.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/words.ts';
import { getCurrentModelWords } from '../../model/looks.ts';
import { ComparisonSection } from './ComparisonSection.tsx';
import { LatencyChart } from './LatencyChart.tsx';
import { WaysOn } from './local/WaysOn.tsx';
import styles from './OracleView.module.css';

/** The language model's record in this run: work, delays, failures, and how it differs from the policy. */
export function OracleView() {
  const report = usePage(state => state.oracleReport);
  const oracle = usePage(state => state.run?.setup.oracle) as ModelSetup;
  const { tick } = usePage(getCurrentModelWords);
  if (!report || report.decisions === 0)
    return (
      <section className={styles.view} aria-label="Oracle">
        {report && report.lost !== null && <Lost reason={report.lost} />}
        <p>
          <b>{oracle.model || 'No model chosen'}</b> has not been asked anything yet. Play or Step asks it;{' '}
          {report?.loading
            ? describeLoading(report.loading)
            : report && report.asked > 0
              ? `${report.waiting} of ${report.asked} answers of this ${tick} are still awaited.`
              : '“Who decides” estimates what a run costs.'}
        </p>
      </section>
    );
  return (
    <section className={styles.view} aria-label="Oracle">
      {report.lost !== null && <Lost reason={report.lost} />}
      <Numbers report={report} />
      {report.missing.map(line => (
        <p key={line} className={styles.missing}>
          {line}
        </p>
      ))}
      <div className={styles.pair}>
        <LatencyChart report={report} />
        <NotOwn report={report} />
      </div>
      <ComparisonSection report={report} archetypes={oracle.archetypes} />
      <div className={styles.pair}>
        <Budget label="calls" spent={report.spent.calls} limit={oracle.limits.callsPerRun} />
        <Budget label="tokens" spent={report.spent.tokens} limit={oracle.limits.tokensPerRun} />
      </div>
    </section>
  );
}

function Lost({ reason }: { reason: string }) {
  const head = usePage(state => state.head);
  const { Tick } = usePage(getCurrentModelWords);
  return (
    <WaysOn
      title={reason}
      text={`The run is sealed at ${Tick} ${Math.max(0, head)} and loses nothing. Play tries again; these can go on with it:`}
    />
  );
}

const describeLoading = ({ phase, part }: NonNullable<OracleReport['loading']>): string =>
  `The model is being loaded: ${phase}, ${Math.floor(part * 100)} %.`;

function Numbers({ report }: { report: OracleReport }) {
  const { calls, tokensIn, tokensOut, perSecond, cacheHits, decisions, waiting, asked } = report;
  const { tick, Tick } = usePage(getCurrentModelWords);
  const numbers: readonly (readonly [string, string])[] = [
    [formatGroupedInteger(calls), 'calls'],
    [formatGroupedInteger(tokensIn), 'tokens in'],
    [formatGroupedInteger(tokensOut), 'tokens out'],
    [perSecond.toFixed(1), 'answers/s'],
    [formatGroupedInteger(cacheHits), `calls saved, ${formatPartPercent(cacheHits, decisions)} %`],
  ];
  return (
    <>
      <dl className={styles.numbers}>
        {numbers.map(([number, label]) => (
          <div key={label}>
            <dd>{number}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
      <p className={`label ${styles.now}`} role="note">
        {report.loading
          ? describeLoading(report.loading)
          : waiting > 0
            ? `${asked - waiting} of ${formatNounCount(asked, 'answer')} of this ${tick} have come`
            : `${formatNounCount(decisions, 'decision')} since ${Tick} 1`}
        {report.servers.length > 1 && `; ${report.servers.map(describePendingRequests).join(', ')}`}
      </p>
    </>
  );
}

const describePendingRequests = ({ url, underWay, window }: OracleReport['servers'][number]): string =>
  `${url.replace(/^https?:\/\//, '')} ${underWay} of ${window} under way`;

const formatPartPercent = (part: number, whole: number): string =>
  ((part * 100) / Math.max(1, whole)).toFixed(0);

function NotOwn({ report }: { report: OracleReport }) {
  const total = report.notOwn.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <h3 className={styles.key}>
        not the model’s own
        <span>
          {formatGroupedInteger(total)} of {formatGroupedInteger(report.decisions)}
        </span>
      </h3>
      {total === 0 && <p className="label">Every decision so far is.</p>}
      <ul className={styles.reasons}>
        {report.notOwn.slice(0, 6).map(({ source, reason, count }) => (
          <li key={`${source} ${reason}`}>
            <span title={`${source}: ${reason}`}>
              {source}: {reason}
            </span>
            <b>{formatGroupedInteger(count)}</b>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Budget({ label, spent, limit }: { label: string; spent: number; limit: number | null }) {
  return (
    <div className={styles.budget}>
      <p className={styles.key}>
        budget
        <span>
          <b>{formatGroupedInteger(spent)}</b>{' '}
          {limit === null ? `${label}, no limit` : `of ${formatGroupedInteger(limit)} ${label}`}
        </span>
      </p>
      {limit !== null && <meter aria-label={`${label} spent`} max={limit} value={Math.min(spent, limit)} />}
    </div>
  );
}
