import { useId, useState } from 'react';
import { findPresetThreshold } from '../../../../engine/models/recorded/governance/describeRuleChange.ts';
import { describeExemptCall } from '../../../../engine/models/recorded/governance/exemptCases.ts';
import { WITHOUT_RESULTS } from '../../../../engine/models/recorded/governance/missingResults.ts';
import type { RuleOutcomes } from '../../../../engine/models/recorded/governance/ruleOutcomes.ts';
import { selectSavingsInterval } from '../../../../engine/models/recorded/governance/selectSavingsInterval.ts';
import type {
  RuleReport,
  RuleRow,
  TunedReport,
} from '../../../../engine/models/recorded/reports/governanceReport.ts';
import { describeStopRule } from '../../../../engine/rules/stopRule.ts';
import { GUARD_ARMS, GUARD_LABEL } from '../../../../engine/traces/guardSteps.ts';
import { useOneTabStop } from '../../../controls/useOneTabStop.ts';
import { useCommands, usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import inspector from '../../../views/inspector/InspectorParts.module.css';
import { chooseCasesView, getCasesView } from '../casesView.ts';
import styles from '../Recorded.module.css';
import { getRecordedPart, RECORDED } from '../recordedPart.ts';
import { splitSet } from '../sets/splitSet.ts';
import { getCurrentRuleId } from './bestRule.ts';
import own from './Rules.module.css';
import { computeStoppedShares, describeRuleReport, formatRulePercent, formatRuleTitle } from './ruleWords.ts';

/**
 * The effect that governance would have had: each rule with its costs next to its savings, and the selected one in
 * full.
 */
export function Rules() {
  const rules = usePage(state => getRecordedPart(state).rules);
  return (
    <>
      {rules.some(({ lacksResults }) => lacksResults) && <p className="label">{WITHOUT_RESULTS}</p>}
      {rules.length === 0 ? <p className="label">Trying the rules…</p> : <RuleTable />}
      <RuleDetail />
    </>
  );
}

/** Sessions of a guard that acts in some of them, and the way to its effect. */
export function GuardArms() {
  const store = usePageStore();
  const commands = useCommands();
  const values = usePage(
    state => getRecordedPart(state).reading?.labels.find(({ label }) => label === GUARD_LABEL)?.values,
  );
  const count = (arm: string) => values?.find(({ value }) => value === arm)?.cases ?? 0;
  const [acted, noted] = [count(GUARD_ARMS.acted), count(GUARD_ARMS.noted)];
  if (acted === 0 || noted === 0) return null;
  return (
    <p className={styles.said}>
      The guard acted in {formatNounCount(acted, 'case')} and only noted in {formatGroupedInteger(noted)}.{' '}
      <button
        type="button"
        className={inspector.link}
        onClick={() =>
          void splitSet({ store, commands }, { label: GUARD_LABEL, a: GUARD_ARMS.noted, b: GUARD_ARMS.acted })
        }
      >
        Compare both
      </button>
    </p>
  );
}

type RuleColumn = 'stopped' | 'lost' | 'saved' | 'cut';

const RULE_COLUMNS: readonly (readonly [column: RuleColumn, title: string])[] = [
  ['stopped', 'failed cases that are stopped; in the bar ▮ failed, ▯ succeeded, of all cases'],
  ['lost', 'successful cases that are stopped'],
  ['saved', 'share of all that comes after the stops, in failed cases'],
  ['cut', 'share of all that comes after the stops, in successful cases'],
];

/** Columns of which the least is best. */
const ASCENDING_COLUMNS: ReadonlySet<RuleColumn> = new Set(['lost', 'cut']);

/** Amount by which rules are sorted, the greatest first; of what is lost or cut, the least. */
function weighRule({ outcomes, measure }: RuleRow, column: RuleColumn): number {
  if (column === 'stopped') return outcomes.stoppedFailed;
  if (column === 'lost') return -outcomes.stoppedSucceeded;
  if (column === 'saved') return outcomes.savedShares?.ofAll[measure] ?? -1;
  return -(outcomes.cutShares?.ofAll[measure] ?? 1);
}

/** All rules; the one that is looked at as its evidence has it, with its threshold. */
function useRuleRows(): readonly RuleRow[] {
  const rules = usePage(state => getRecordedPart(state).rules);
  const report = usePage(state => getRecordedPart(state).rule);
  const chosen = usePage(getCurrentRuleId);
  if (report === null || report.id !== chosen) return rules;
  const { name, rule, outcomes } = report;
  return rules.map(row =>
    row.id === chosen ? { ...row, name: `${name}${formatChangedThreshold(report)}`, rule, outcomes } : row,
  );
}

/** " (changed from 3)", by which it differs from another preset with the same threshold; empty for the preset as it is. */
function formatChangedThreshold(report: RuleReport): string {
  const before = findPresetThreshold(report);
  return before === null ? '' : ` (changed from ${before})`;
}

/** All rules on their own: those that lose no more successes than allowed, then the others. */
function RuleTable() {
  const rules = useRuleRows();
  const exempt = usePage(state => getCasesView(state).exempt);
  const [sort, setSort] = useState<RuleColumn>('saved');
  const [allowed, setAllowed] = useState(0);
  const slider = useId();
  const headRow = useOneTabStop(true);
  const list = useOneTabStop();
  const [{ measure, outcomes }] = rules;
  const { succeeded } = outcomes;
  const sorted = rules.toSorted((a, b) => weighRule(b, sort) - weighRule(a, sort));
  const isWithin = (rule: RuleRow) => rule.outcomes.stoppedSucceeded <= allowed;
  const [within, beyond] = [sorted.filter(isWithin), sorted.filter(rule => !isWithin(rule))];
  const heads: Readonly<Record<RuleColumn, string>> = {
    stopped: 'stops failed',
    lost: 'loses',
    saved: `saves, ${measure}`,
    cut: 'cuts',
  };
  return (
    <>
      {succeeded > 0 && (
        <p className={own.allowed}>
          <label htmlFor={slider}>lose at most</label>
          <input
            id={slider}
            type="range"
            min={0}
            max={Math.max(...rules.map(rule => rule.outcomes.stoppedSucceeded))}
            value={allowed}
            onChange={event => setAllowed(event.target.valueAsNumber)}
          />
          <span>
            <b>{formatGroupedInteger(allowed)}</b> of {formatNounCount(succeeded, 'success', 'successes')}
          </span>
        </p>
      )}
      {exempt.length > 0 && (
        <p className="label">
          No rule counts {exempt.map(describeExemptCall).map(escapeInvisibleText).join(', ')}.
        </p>
      )}
      <div className={`${styles.sheet} ${styles.rules}`}>
        <table>
          <thead>
            <tr ref={headRow}>
              <th scope="col" title="select a rule to see the cases that it stops">
                rule, on its own
              </th>
              {RULE_COLUMNS.map(([column, title]) => (
                <th
                  key={column}
                  scope="col"
                  title={title}
                  aria-sort={
                    column !== sort ? 'none' : ASCENDING_COLUMNS.has(column) ? 'ascending' : 'descending'
                  }
                >
                  <button
                    type="button"
                    className={`${own.sort} ${column === sort ? own.sorted : ''}`}
                    onClick={() => setSort(column)}
                  >
                    {heads[column]}
                    {column === sort && (ASCENDING_COLUMNS.has(column) ? ' ▴' : ' ▾')}
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody ref={list}>
            {within.map(rule => (
              <RuleTableRow key={rule.id} rule={rule} />
            ))}
            {beyond.length > 0 && within.length > 0 && (
              <tr className={own.beyond}>
                <th scope="rowgroup" colSpan={1 + RULE_COLUMNS.length} className={own.limit}>
                  lose more than {formatGroupedInteger(allowed)} of {formatGroupedInteger(succeeded)}
                </th>
              </tr>
            )}
            {beyond.map(rule => (
              <RuleTableRow key={rule.id} rule={rule} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

function RuleTableRow({ rule: { id, name, rule, outcomes, measure } }: { readonly rule: RuleRow }) {
  const store = usePageStore();
  const chosen = usePage(state => getCurrentRuleId(state));
  return (
    <tr aria-selected={id === chosen}>
      <th scope="row">
        <button
          type="button"
          aria-pressed={id === chosen}
          title={formatRuleTitle({ id, rule })}
          onClick={() =>
            chooseCasesView(store, { ruleId: id, ...(id !== chosen && { ruleThreshold: null }) })
          }
        >
          {name}
        </button>
      </th>
      <td>
        <StoppedBar {...computeStoppedShares(outcomes)} />
        {outcomes.failed + outcomes.succeeded === 0 ? (
          <span>{formatGroupedInteger(outcomes.stopped)} unknown</span>
        ) : (
          <b>{formatGroupedInteger(outcomes.stoppedFailed)}</b>
        )}
      </td>
      <td>{outcomes.succeeded === 0 ? '–' : formatGroupedInteger(outcomes.stoppedSucceeded)}</td>
      <td>{formatRulePercent(outcomes.savedShares?.ofAll[measure])}</td>
      <td>{formatRulePercent(outcomes.cutShares?.ofAll[measure])}</td>
    </tr>
  );
}

interface StoppedBarProps {
  readonly failed: number;
  readonly unknown: number;
  readonly succeeded: number;
}

const StoppedBar = ({ failed, unknown, succeeded }: StoppedBarProps) => (
  <span className={styles.bar} aria-hidden="true">
    <i className={styles.full} style={{ width: `${failed * 100}%` }} />
    <i className={styles.unknown} style={{ width: `${unknown * 100}%` }} />
    <i className={styles.hollow} style={{ width: `${succeeded * 100}%` }} />
  </span>
);

/** Share of successful cases that tuned rules may stop. */
const ALLOWED = 0.02;
/** Stopped cases that are listed; the table of all is in what the command line prints. */
const MAX_STOPPED_LISTED = 40;

/** The rule that is looked at: what it would have done, at other thresholds as well, and to whom. */
function RuleDetail() {
  const rule = usePage(state => getRecordedPart(state).rule);
  const rules = usePage(state => getRecordedPart(state).rules);
  const ruleId = usePage(state => getCurrentRuleId(state));
  const store = usePageStore();
  if (rule === null || rule.id !== ruleId) return null;
  const copy = async () => {
    const { notify } = store.getState();
    try {
      await navigator.clipboard.writeText(rule.setting);
      notify(
        'note',
        rule.exempt.length === 0
          ? 'The rule has been copied as JSON.'
          : 'The rule has been copied as JSON, without the calls that it does not count: a policy has them.',
      );
    } catch {
      notify('note', `The clipboard is not available. The rule is ${rule.setting}`);
    }
  };
  return (
    <section className={styles.rule} aria-label={`Rule ${rule.name}`}>
      <div className={inspector.key}>
        <h3 title={formatRuleTitle(rule)}>{rule.name}</h3>
        <button type="button" className={inspector.link} onClick={() => void copy()}>
          Copy as JSON
        </button>
      </div>
      <p className="label">It ends a case after {describeStopRule(rule.rule)}.</p>
      {describeRuleReport(rule, selectSavingsInterval(rule, rules)).map(words => (
        <p key={words} className={styles.said}>
          {words}
        </p>
      ))}
      <Stopped rule={rule} />
      <Tuned />
      <p className="label">
        An upper bound of what stopping saves: a recording cannot show what an agent would have done with
        advice.
      </p>
    </section>
  );
}

function Stopped({ rule }: { readonly rule: RuleReport }) {
  const store = usePageStore();
  const names = usePage(({ run }) => run?.info.names);
  const list = useOneTabStop();
  const { stopped, measure } = rule;
  const inAll = rule.outcomes.stopped;
  if (inAll === 0) return null;
  const show = (agent: number, step: number) => {
    const state = store.getState();
    state.select({ agents: [agent], state: null, own: { step } });
  };
  return (
    <>
      <h4 className={styles.what}>
        {formatNounCount(inAll, 'case')} would have ended; a press shows the very step
      </h4>
      <ul ref={list} className={styles.stopped}>
        {stopped.slice(0, MAX_STOPPED_LISTED).map(({ agent, outcome, step, repeats, after }) => (
          <li key={agent}>
            <button type="button" onClick={() => show(agent, step)}>
              {escapeInvisibleText(names?.[agent] ?? '')}
            </button>
            <span>
              {outcome ?? 'outcome unknown'}, after step {step}
              {repeats !== null && `, as in step ${repeats}`}
            </span>
            <span>
              {after[measure] === null
                ? ''
                : `${formatGroupedInteger(after[measure] ?? 0)} ${measure} after it`}
            </span>
          </li>
        ))}
      </ul>
      {inAll > MAX_STOPPED_LISTED && (
        <p className="label">and {formatGroupedInteger(inAll - MAX_STOPPED_LISTED)} more</p>
      )}
    </>
  );
}

/** Rules chosen on one half of the tasks, and what they do to the other. */
function Tuned() {
  const store = usePageStore();
  const tuned = usePage(state => getRecordedPart(state).tuned);
  const wishes = usePage(state => getRecordedPart(state).tunedWishes);
  const canTune = usePage(state =>
    getRecordedPart(state).rules.some(({ outcomes }) => outcomes.succeeded > 0 && outcomes.failed > 0),
  );
  if (!canTune) return null;
  return (
    <>
      <button
        type="button"
        className={styles.tune}
        disabled={tuned === 'asked'}
        onClick={() => store.getState().know(RECORDED, { tunedWishes: wishes + 1 })}
      >
        {tuned === 'asked' ? 'Tuning…' : 'Tune on one half, show on the other'}
      </button>
      {tuned !== null && tuned !== 'asked' && <TunedWords tuned={tuned} />}
    </>
  );
}

function TunedWords({ tuned }: { readonly tuned: TunedReport }) {
  const { rule, measure, chosenOn, shownOn } = tuned;
  if (rule === null || chosenOn === null || shownOn === null)
    return (
      <p className={styles.said}>
        No rule saves anything with false alarms in at most 2 % of the successful cases.
      </p>
    );
  const half = (on: RuleOutcomes) =>
    `ends ${formatGroupedInteger(on.stoppedFailed)} of ${formatNounCount(on.failed, 'failed case')} and ${formatGroupedInteger(on.stoppedSucceeded)} of ${formatNounCount(on.succeeded, 'successful one')}, saves ${formatRulePercent(on.savedShares?.ofAll[measure])} of ${measure} and cuts ${formatRulePercent(on.cutShares?.ofAll[measure])} out of successful ones`;
  return (
    <>
      <p className={styles.said}>Chosen on one half: {describeStopRule(rule)}.</p>
      <p className={styles.said}>On the tasks it was chosen on, it {half(chosenOn)}.</p>
      <p className={styles.said}>
        <b>On tasks that it has not seen</b>, it {half(shownOn)}; false alarms{' '}
        {formatRulePercent(shownOn.falseAlarms)}, where 2 % were allowed
        {(shownOn.falseAlarms ?? 0) > ALLOWED && ': more than it may, so it does not hold up'}.
      </p>
    </>
  );
}
