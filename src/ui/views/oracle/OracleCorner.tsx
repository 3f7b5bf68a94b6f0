import { type CSSProperties, useState } from 'react';
import { formatPercent } from '../../../engine/core/formatPercent.ts';
import type { OracleComparison, OracleReport } from '../../../engine/oracle/oracleReport.ts';
import type { ModelSetup } from '../../../engine/oracle/oracleSetup.ts';
import type { PageCommands } from '../../contract/pageCommands.ts';
import { useCommands, useOneColumn, usePage, usePageStore } from '../../hooks/hooks.ts';
import { useViews } from '../../hooks/useViews.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/formatCounts.ts';
import { getCurrentAppearance, getCurrentModelWords } from '../../model/getModelAppearance.ts';
import { computeJensenShannon } from '../../run/computeJensenShannon.ts';
import { isSomebodySelected } from '../../state/selection.ts';
import { Inspector } from '../inspector/Inspector.tsx';
import { WaysOn } from './local/WaysOn.tsx';
import styles from './OracleCorner.module.css';
import oracleViewStyles from './OracleView.module.css';

/** Agents or the report of the language model that decides, side by side behind two tabs. */
export function OracleCorner() {
  const store = usePageStore();
  const { overview } = useViews();
  const corner = usePage(state => state.corner);
  const isSomebody = usePage(state => isSomebodySelected(state.selection));
  const hasSheet = useOneColumn();
  const tab = (name: typeof corner, label: string) => (
    <button
      type="button"
      aria-pressed={corner === name}
      onClick={() => store.getState().arrange({ corner: name })}
    >
      {label}
    </button>
  );
  return (
    <div className={styles.corner}>
      <nav className={styles.tabs} aria-label="Under the chart">
        {tab('agents', isSomebody && !hasSheet ? 'Inspector' : overview)}
        {tab('oracle', 'Oracle')}
      </nav>
      {corner === 'oracle' ? <OracleView /> : <Inspector />}
    </div>
  );
}

/** The language model's record in this run: work, delays, failures, and how it differs from the policy. */
function OracleView() {
  const report = usePage(state => state.oracleReport);
  const oracle = usePage(state => state.run?.setup.oracle) as ModelSetup;
  const { tick } = usePage(getCurrentModelWords);
  if (!report || report.decisions === 0)
    return (
      <section className={oracleViewStyles.view} aria-label="Oracle">
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
    <section className={oracleViewStyles.view} aria-label="Oracle">
      {report.lost !== null && <Lost reason={report.lost} />}
      <Numbers report={report} />
      {report.missing.map(line => (
        <p key={line} className={oracleViewStyles.missing}>
          {line}
        </p>
      ))}
      <div className={oracleViewStyles.pair}>
        <LatencyChart report={report} />
        <NotOwn report={report} />
      </div>
      <ComparisonSection report={report} archetypes={oracle.archetypes} />
      <div className={oracleViewStyles.pair}>
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
    [formatGroupedInteger(cacheHits), `calls saved, ${formatPercent(cacheHits / Math.max(1, decisions))}`],
  ];
  return (
    <>
      <dl className={oracleViewStyles.numbers}>
        {numbers.map(([number, label]) => (
          <div key={label}>
            <dd>{number}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
      <p className={`label ${oracleViewStyles.now}`} role="note">
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

function NotOwn({ report }: { report: OracleReport }) {
  const total = report.notOwn.reduce((sum, { count }) => sum + count, 0);
  return (
    <div>
      <h3 className={oracleViewStyles.key}>
        not the model’s own
        <span>
          {formatGroupedInteger(total)} of {formatGroupedInteger(report.decisions)}
        </span>
      </h3>
      {total === 0 && <p className="label">Every decision so far is.</p>}
      <ul className={oracleViewStyles.reasons}>
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
    <div className={oracleViewStyles.budget}>
      <p className={oracleViewStyles.key}>
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

const LATENCY_WIDTH = 230;
const LATENCY_HEIGHT = 58;

/** Latencies of the answers, from dispatch to the last byte, with the median and the 95th percentile. */
function LatencyChart({ report }: { report: OracleReport }) {
  const { bins, width, p50, p95 } = report.latency;
  const most = Math.max(1, ...bins);
  const step = LATENCY_WIDTH / Math.max(1, bins.length);
  const x = (ms: number) => Math.min(LATENCY_WIDTH - 1, (ms / width) * step);
  const answered = bins.reduce((sum, count) => sum + count, 0);
  return (
    <div>
      <h3 className={oracleViewStyles.key}>
        latency, {formatGroupedInteger(answered)} calls
        {report.retries > 0 && <span>{formatGroupedInteger(report.retries)} tried again</span>}
      </h3>
      <svg
        className={oracleViewStyles.latency}
        viewBox={`0 0 ${LATENCY_WIDTH} ${LATENCY_HEIGHT}`}
        role="img"
        aria-label={`half of the answers within ${formatLatency(p50)}, 95 of 100 within ${formatLatency(p95)}`}
      >
        {bins.map((count, bin) => (
          <rect
            key={bin}
            x={bin * step}
            width={Math.max(1, step - 1)}
            y={LATENCY_HEIGHT - (count / most) * (LATENCY_HEIGHT - 14)}
            height={(count / most) * (LATENCY_HEIGHT - 14)}
          />
        ))}
        {answered > 0 && <LatencyMark at={x(p50)} y={9} label="p50" value={formatLatency(p50)} />}
        {answered > 0 && <LatencyMark at={x(p95)} y={25} label="p95" value={formatLatency(p95)} />}
        <line x1={0} x2={LATENCY_WIDTH} y1={LATENCY_HEIGHT - 0.5} y2={LATENCY_HEIGHT - 0.5} />
      </svg>
      <p className={oracleViewStyles.key}>
        0<span>{formatLatency(width * (bins.length - 1))} and more</span>
      </p>
    </div>
  );
}

/** A line, labelled on the side with more room. */
function LatencyMark({ at, y, label, value }: { at: number; y: number; label: string; value: string }) {
  const left = at > LATENCY_WIDTH - 80;
  return (
    <g className={oracleViewStyles.mark}>
      <line x1={at} x2={at} y1={2} y2={LATENCY_HEIGHT} />
      <text x={left ? at - 4 : at + 4} y={y} textAnchor={left ? 'end' : 'start'}>
        {label} <tspan className={oracleViewStyles.strong}>{value}</tspan>
      </text>
    </g>
  );
}

const formatLatency = (ms: number): string =>
  ms < 10 ? `${ms.toFixed(1)} ms` : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;

/** Colour of an option of the model's questions. */
const useHue = (): ((option: string) => string) => {
  const { optionHue } = usePage(getCurrentAppearance);
  return option => optionHue?.(option) ?? 'var(--state-evaluating)';
};

/**
 * Distance of the model's distribution from the policy's on the same questions: a difference, not a quality.
 */
function ComparisonSection({ report, archetypes }: { report: OracleReport; archetypes: boolean }) {
  const { comparison } = report;
  const hueOf = useHue();
  const order = usePage(state => state.orderSensitivity);
  const kin = usePage(state => state.kinError);
  if (!comparison) return null;
  return (
    <div className={oracleViewStyles.pair}>
      <div>
        <h3 className={oracleViewStyles.key}>
          same {formatNounCount(comparison.questions, 'question')}, per cent
        </h3>
        <Shares label="model" comparison={comparison} of={comparison.model} />
        <Shares label="policy" comparison={comparison} of={comparison.policy} />
        <ul className={oracleViewStyles.options}>
          {comparison.options.map((option, i) => (
            <li key={option}>
              <span className={oracleViewStyles.dot} style={{ '--hue': hueOf(option) } as CSSProperties} />
              {option} {formatPercent(comparison.model[i])}, {formatPercent(comparison.policy[i])}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <h3 className={oracleViewStyles.key}>
          divergence from the policy<span>Jensen–Shannon</span>
        </h3>
        <p className={oracleViewStyles.divergence}>
          {computeJensenShannon(comparison.model, comparison.policy).toFixed(3)} bit
        </p>
        <p className="label">
          How far it differs, <b>not how good it is</b>: the policy is not the truth.
          {archetypes &&
            ' Answers for archetypes are adapted by the policy’s formula, which brings the two closer together.'}
          {report.letterMass !== null &&
            ` ${formatPercent(report.letterMass)} of its probability was on letters; the rest is left out.`}
        </p>
        <Measurement
          label="Ask 60 again in another order"
          result={
            order && `In another order of the options ${order.changed} of ${order.questions} answers changed.`
          }
          measure={commands => commands.measureOrder()}
        />
        {archetypes && (
          <Measurement
            label="Ask 60 people individually"
            result={
              kin &&
              `${kin.questions} people asked individually: ${formatPercent(kin.difference)} of the probability lies elsewhere.`
            }
            measure={commands => commands.measureArchetypes()}
          />
        )}
      </div>
    </div>
  );
}

function Shares({
  label,
  comparison,
  of,
}: {
  label: string;
  comparison: OracleComparison;
  of: readonly number[];
}) {
  const hueOf = useHue();
  return (
    <p className={oracleViewStyles.shares}>
      <span>{label}</span>
      <span className={oracleViewStyles.bar} aria-hidden="true">
        {comparison.options.map((option, i) => (
          <i key={option} style={{ '--hue': hueOf(option), flexGrow: of[i] } as CSSProperties} />
        ))}
      </span>
    </p>
  );
}

/** A measurement that costs calls: its last result, and the button that starts it. */
function Measurement({
  label,
  result,
  measure,
}: {
  readonly label: string;
  readonly result: string | null;
  readonly measure: (commands: PageCommands) => Promise<void>;
}) {
  const commands = useCommands();
  const [asking, setAsking] = useState(false);
  const start = async () => {
    setAsking(true);
    await measure(commands);
    setAsking(false);
  };
  return (
    <p className="label">
      {result !== null && `${result} `}
      <button
        type="button"
        className={oracleViewStyles.measure}
        disabled={asking}
        onClick={() => void start()}
      >
        {asking ? 'asking…' : result === null ? label : 'Again'}
      </button>
    </p>
  );
}
