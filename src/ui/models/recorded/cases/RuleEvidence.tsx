import { type CSSProperties, useState } from 'react';
import {
  describeExemptCall,
  type ExemptCall,
} from '../../../../engine/models/recorded/governance/exemptCases.ts';
import type { HeldOutReport } from '../../../../engine/models/recorded/governance/holdOut.ts';
import {
  describeSavingsChoice,
  type SavingsInterval,
  selectSavingsInterval,
} from '../../../../engine/models/recorded/governance/selectSavingsInterval.ts';
import type { RuleReport } from '../../../../engine/models/recorded/reports/governanceReport.ts';
import { describeStopRule } from '../../../../engine/rules/stopRule.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { useOneTabStop } from '../../../controls/useOneTabStop.ts';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { chooseCasesView, getCasesView } from '../casesView.ts';
import recorded from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';
import { GuardDialog } from './GuardDialog.tsx';
import styles from './RuleEvidence.module.css';
import { formatPercentInterval, formatRulePercent, formatUpperPercent } from './ruleWords.ts';

/** Id of the view, by which the column makes room for it. */
const VIEW_ID = 'rule-evidence';

/** Evidence for the selected rule on one screen: its figures with intervals, other thresholds, and held-out halves. */
export function RuleEvidence() {
  const rule = usePage(state => getRecordedPart(state).rule);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click only stays in here, where x is not time
    <section
      id={VIEW_ID}
      className={styles.view}
      aria-label="Evidence for the rule"
      onPointerDown={event => event.stopPropagation()}
      onClick={event => event.stopPropagation()}
    >
      {rule === null ? <p className="label">Trying the rules…</p> : <Evidence rule={rule} />}
    </section>
  );
}

function Evidence({ rule }: { readonly rule: RuleReport }) {
  const isCurrent = usePage(state => {
    const { ruleThreshold, exempt } = getCasesView(state);
    return rule.threshold === ruleThreshold && rule.exempt.length === exempt.length;
  });
  return (
    <div className={styles.evidence} aria-busy={!isCurrent}>
      <RuleTitle rule={rule} />
      <Figures rule={rule} />
      <Exemptions rule={rule} />
      {rule.curve === null ? (
        <p className={`label ${styles.none}`}>
          It ends a case after {describeStopRule(rule.rule)}. A rule of several parts has no threshold to
          choose.
        </p>
      ) : (
        <Thresholds rule={rule} curve={rule.curve} />
      )}
      <HeldOut rule={rule} />
    </div>
  );
}

/** The rule in words, with its threshold between two buttons, and the button that makes a policy of it. */
function RuleTitle({ rule: report }: { readonly rule: RuleReport }) {
  const store = usePageStore();
  const [isUsed, setUsed] = useState(false);
  const { rule, curve } = report;
  const thresholds = curve?.map(({ threshold }) => threshold) ?? [];
  const now = rule.rule === 'any' ? null : rule.threshold;
  const at = now === null ? -1 : thresholds.indexOf(now);
  const choose = (threshold: number | undefined) =>
    threshold !== undefined && chooseCasesView(store, { ruleId: report.id, ruleThreshold: threshold });
  return (
    <header className={styles.title}>
      <h2 tabIndex={-1}>{rule.rule === 'any' ? report.name : describeStopRule(rule)}</h2>
      {at >= 0 && (
        <span className={styles.steps}>
          <button
            type="button"
            aria-label="Lower threshold"
            title="lower the threshold"
            disabled={at === 0}
            onClick={() => choose(thresholds[at - 1])}
          >
            −
          </button>
          <b>{now}</b>
          <button
            type="button"
            aria-label="Higher threshold"
            title="raise the threshold"
            disabled={at === thresholds.length - 1}
            onClick={() => choose(thresholds[at + 1])}
          >
            +
          </button>
        </span>
      )}
      <button type="button" className={`${recorded.use} ${styles.use}`} onClick={() => setUsed(true)}>
        Use this rule…
      </button>
      {isUsed && <GuardDialog rule={report} onClose={() => setUsed(false)} />}
    </header>
  );
}

/** The effect of the rule at a kind of call, in a sentence. @param isExempt true if it has none now */
const describeExemption = (
  { words, stoppedFailed, stoppedSucceeded, stoppedUnknown, saved }: RuleReport['exemptions'][number],
  measure: string,
  isExempt: boolean,
): string =>
  [
    `${words}: ${isExempt ? 'without the exemption the rule would stop' : 'the rule stops'} ${formatNounCount(stoppedFailed, 'failed case')} there`,
    stoppedUnknown > 0 && `${formatNounCount(stoppedUnknown, 'case')} whose outcome is unknown`,
    `${isExempt ? 'lose' : 'loses'} ${formatNounCount(stoppedSucceeded, 'success', 'successes')}`,
    saved !== null && `${isExempt ? 'save' : 'saves'} ${formatRulePercent(saved)} of all ${measure}`,
  ]
    .filter(part => part !== false)
    .join(', ');

/** Kinds of calls at which the rule stops cases: one that is exempt does not count, and all figures follow. */
function Exemptions({ rule: { id, exemptions, measure } }: { readonly rule: RuleReport }) {
  const store = usePageStore();
  const { exempt } = usePage(getCasesView);
  const list = useOneTabStop();
  const isSame = (a: ExemptCall, b: ExemptCall) => a.tool === b.tool && a.args === b.args;
  // Those that were chosen with another rule hold for this one, too.
  const others = exempt.filter(one => !exemptions.some(own => isSame(one, own)));
  if (exemptions.length + others.length === 0) return null;
  const toggle = ({ tool, args }: ExemptCall) => {
    const without = exempt.filter(other => !isSame(other, { tool, args }));
    const next = without.length < exempt.length ? without : [...exempt, { tool, args }];
    chooseCasesView(store, { ruleId: id, exempt: next });
  };
  return (
    <fieldset ref={list} className={styles.exempt}>
      <legend title="Calls that the rule does not count. Next to each is what the rule does there: the figures above follow.">
        Exempt
      </legend>
      {exemptions.map(one => {
        const isExempt = exempt.some(other => isSame(other, one));
        return (
          <label key={one.words} title={describeExemption(one, measure, isExempt)}>
            <input type="checkbox" checked={isExempt} onChange={() => toggle(one)} />
            <code>{escapeInvisibleText(one.words)}</code>
            <span>
              {one.saved === null
                ? `${isExempt ? 'would stop' : 'stops'} ${formatNounCount(one.stoppedFailed + one.stoppedSucceeded + one.stoppedUnknown, 'case')}${isExempt ? ' if it counted' : ''}`
                : `gives up ${formatRulePercent(one.saved)}`}
            </span>
          </label>
        );
      })}
      {others.map(one => (
        <label key={describeExemptCall(one)}>
          <input type="checkbox" checked onChange={() => toggle(one)} />
          <code>{escapeInvisibleText(describeExemptCall(one))}</code>
        </label>
      ))}
    </fieldset>
  );
}

/** "as the best of 19 rules"; of a changed rule it is its interval that is too narrow. */
const describeFigureChoice = (savings: SavingsInterval): string =>
  `${savings.isTuned && savings.bestOf === null ? 'interval ' : ''}${describeSavingsChoice(savings)}`;

/** Stopped failures, lost successes, savings and saved calls, each with its interval. */
function Figures({ rule }: { readonly rule: RuleReport }) {
  const rules = usePage(state => getRecordedPart(state).rules);
  const { outcomes, measure } = rule;
  const { failed, succeeded, stoppedFailed, stoppedSucceeded, stopped, cases, savedShares, intervals } =
    outcomes;
  const isKnown = failed + succeeded > 0;
  const saved = savedShares?.ofAll[measure];
  const savings = selectSavingsInterval(rule, rules);
  const formatPart = (part: number, all: number) =>
    `${formatGroupedInteger(part)} of ${formatGroupedInteger(all)}`;
  const rows = isKnown
    ? ([
        [formatPart(stoppedFailed, failed), intervals.recall, 'failed cases stopped'],
        [formatPart(stoppedSucceeded, succeeded), intervals.falseAlarms, 'successes lost'],
        [
          formatRulePercent(saved),
          savings.interval,
          [`of all ${measure} saved`, savings.interval && describeFigureChoice(savings)]
            .filter(Boolean)
            .join(', '),
        ],
        [formatGroupedInteger(outcomes.saved?.calls ?? 0), null, 'calls saved'],
      ] as const)
    : ([[formatPart(stopped, cases), null, 'cases stopped; whether they succeed is unknown']] as const);
  return (
    <dl className={styles.figures}>
      {rows.map(([figure, range, what]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd>
            <b>{figure}</b> {range && <span>{formatPercentInterval(range)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

interface ThresholdsProps {
  readonly rule: RuleReport;
  readonly curve: NonNullable<RuleReport['curve']>;
}

/** Savings at each threshold with their intervals, and the successes that each loses; a press chooses one. */
function Thresholds({ rule, curve }: ThresholdsProps) {
  const store = usePageStore();
  const list = useOneTabStop(true);
  const { measure, best } = rule;
  const own = rule.rule.rule === 'any' ? null : rule.rule.threshold;
  const saved = curve.map(({ outcomes: { savedShares } }) => ({
    share: savedShares?.ofAll[measure] ?? null,
    interval: savedShares?.intervals.ofAll[measure] ?? null,
  }));
  const top = Math.max(0.01, ...saved.map(({ share, interval }) => interval?.[1] ?? share ?? 0));
  const place = (share: number) => `${(share / top) * 100}%`;
  const choose = (threshold: number) => chooseCasesView(store, { ruleId: rule.id, ruleThreshold: threshold });
  return (
    <section className={styles.thresholds} aria-label="Thresholds">
      <h3>
        Threshold{' '}
        <span className={`label ${styles.what}`}>
          saved of all {measure}, 95 % of each alone; scale 0 to {formatUpperPercent(top)}
        </span>{' '}
        <TableTwin
          name="Thresholds of the rule"
          summary={() => describeBest(rule)}
          table={() => ({
            head: ['threshold', 'saved', 'low', 'high', 'stopped failed', 'lost successes', 'successes'],
            first: 'lowest',
            rows: curve.map(({ threshold, outcomes }, i) => [
              threshold,
              saved[i].share ?? '',
              saved[i].interval?.[0] ?? '',
              saved[i].interval?.[1] ?? '',
              ...[outcomes.stoppedFailed, outcomes.stoppedSucceeded, outcomes.succeeded],
            ]),
          })}
        />
      </h3>
      <ol ref={list}>
        {curve.map(({ threshold, outcomes }, i) => {
          const { share, interval } = saved[i];
          const lost = outcomes.stoppedSucceeded;
          const range = interval === null ? '' : ` (95 %: ${formatPercentInterval(interval)})`;
          return (
            <li key={threshold}>
              <button
                type="button"
                aria-pressed={threshold === own}
                aria-label={`Threshold ${threshold}: saves ${formatRulePercent(share)}${range}, stops ${outcomes.stoppedFailed} failed cases, loses ${lost} of ${outcomes.succeeded} successes`}
                title={`${threshold}: saves ${formatRulePercent(share)}${range}, stops ${outcomes.stoppedFailed} failed, loses ${lost} of ${outcomes.succeeded} successes`}
                onClick={() => choose(threshold)}
              >
                <span className={styles.plot}>
                  {interval && (
                    <i
                      className={styles.interval}
                      style={{ bottom: place(interval[0]), height: place(interval[1] - interval[0]) }}
                    />
                  )}
                  {share !== null && <i className={styles.point} style={{ bottom: place(share) }} />}
                </span>
                <b>{threshold}</b>
                <span className={lost > 0 ? styles.lost : undefined}>
                  {outcomes.succeeded === 0 ? '–' : formatGroupedInteger(lost)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="label">
        {describeBest(rule)}
        {best !== null && best.threshold !== own && (
          <>
            {' '}
            <button type="button" className={styles.offer} onClick={() => choose(best.threshold)}>
              Use {best.threshold}
            </button>
          </>
        )}
      </p>
    </section>
  );
}

/** The threshold that is offered, with the interval that allows for its choice. */
function describeBest({ best, measure, curve, outcomes }: RuleReport): string {
  const lower = 'The lower figures are lost successes.';
  if (outcomes.failed + outcomes.succeeded === 0) return 'No case says how it ended.';
  if (best === null)
    return `${lower} Every threshold loses one of them or stops fewer than five failed cases.`;
  const saved =
    best.saved === null
      ? ''
      : ` (95 %: ${formatPercentInterval(best.saved)}, as the best of ${formatNounCount(curve?.length ?? 0, 'threshold')})`;
  return `${lower} ${best.threshold} saves most ${measure} without losing one${saved}.`;
}

/** Random halves of the tasks: what was chosen on one half, seen on the other. */
function HeldOut({ rule: { heldOut, rule } }: { readonly rule: RuleReport }) {
  if (heldOut === null) return null;
  return (
    <section className={styles.held} aria-label="Held out">
      <h3>
        Held out{' '}
        <span className={`label ${styles.what}`}>
          {rule.rule === 'any' ? 'on one half' : 'chosen on one half of the tasks, seen on the other'},{' '}
          {formatGroupedInteger(heldOut.splits.length)} splits
        </span>
      </h3>
      <HeldOutBars heldOut={heldOut} />
      {describeHeldOut(heldOut).map(words => (
        <p key={words} className="label">
          {words}
        </p>
      ))}
    </section>
  );
}

/** Bins of the saved share. */
const BINS = 20;

function HeldOutBars({ heldOut: { splits, range } }: { readonly heldOut: HeldOutReport }) {
  const top = Math.max(0.05, ...splits.map(({ saved }) => saved));
  const bins = Array.from({ length: BINS }, () => ({ safe: 0, lossy: 0 }));
  for (const { saved, lost } of splits) {
    const bin = bins[Math.min(BINS - 1, Math.floor((saved / top) * BINS))];
    if (lost > 0) bin.lossy++;
    else bin.safe++;
  }
  const most = Math.max(1, ...bins.map(({ safe, lossy }) => safe + lossy));
  const label = `Saved on the other half: median ${formatRulePercent(range[1])}, nine in ten splits ${formatPercentInterval([range[0], range[2]])}`;
  return (
    <div className={styles.bars} role="img" aria-label={label}>
      {bins.map(({ safe, lossy }, i) => (
        <span key={i} style={{ '--safe': safe / most, '--lossy': lossy / most } as CSSProperties}>
          <i className={styles.lossy} />
          <i className={styles.safe} />
        </span>
      ))}
      <em style={{ left: `${Math.min(1, range[1] / top) * 100}%` }} />
      <small>0</small>
      <small>{formatUpperPercent(top)}</small>
    </div>
  );
}

/** "50 % saved in the middle of the splits …", and how often each threshold was chosen. */
function describeHeldOut({ splits, range, measure }: HeldOutReport): readonly string[] {
  const lossy = splits.filter(({ lost }) => lost > 0).length;
  const none = splits.filter(({ isChosen }) => !isChosen).length;
  const counts = new Map<number, number>();
  for (const { threshold } of splits)
    if (threshold !== null) counts.set(threshold, (counts.get(threshold) ?? 0) + 1);
  const chosen = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 3);
  return [
    `Median ${formatRulePercent(range[1])} of ${measure}, nine in ten ${formatPercentInterval([range[0], range[2]])}; ${formatGroupedInteger(lossy)} of ${formatGroupedInteger(splits.length)} lost a success there (hollow).`,
    ...(chosen.length === 0
      ? none === 0
        ? []
        : [
            `In ${formatNounCount(none, 'split')} it lost a success on the first half or saved nothing there, and was not used on the other.`,
          ]
      : [
          `Chosen most often: ${chosen.map(([threshold, count]) => `${threshold} (${formatNounCount(count, 'split')})`).join(', ')}${none > 0 ? `; none in ${formatNounCount(none, 'split')}` : ''}.`,
        ]),
  ];
}
