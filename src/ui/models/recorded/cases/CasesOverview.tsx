import { WITHOUT_RESULTS } from '../../../../engine/models/recorded/governance/results.ts';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/words.ts';
import { Conformance } from '../chart/Conformance.tsx';
import { Ways } from '../chart/Ways.tsx';
import styles from '../Recorded.module.css';
import { getRecordedPart, RECORDED } from '../recordedPart.ts';
import { getCurrentRuleId } from './bestRule.ts';
import { RuleDetail } from './RuleDetail.tsx';
import { computeStoppedShares, formatRulePercent, formatRuleTitle } from './ruleWords.ts';

/** What governance would have done: each rule by itself, its costs beside its savings, and the one that is looked at in full. */
export function CasesOverview() {
  const rules = usePage(state => getRecordedPart(state).rules);
  return (
    <>
      <Conformance />
      <header className={styles.head}>
        <h2>What governance would have done</h2>
        <span className="label">press a rule to see whom it ends</span>
      </header>
      {rules.some(({ lacksResults }) => lacksResults) && <p className="label">{WITHOUT_RESULTS}</p>}
      {rules.length === 0 ? <p className="label">The rules are being tried…</p> : <RuleTable />}
      <RuleDetail />
      <Ways />
    </>
  );
}

function RuleTable() {
  const store = usePageStore();
  const rules = usePage(state => getRecordedPart(state).rules);
  const chosen = usePage(state => getCurrentRuleId(getRecordedPart(state)));
  const [{ measure }] = rules;
  return (
    <div className={styles.rules}>
      <table>
        <thead>
          <tr>
            <th scope="col">rule, on its own</th>
            <th scope="col" title="▮ a case that failed anyway, ▯ one that succeeded">
              ends failed, <i>succeeded</i>
            </th>
            <th scope="col">saves of {measure}</th>
            <th scope="col">cuts out</th>
          </tr>
        </thead>
        <tbody>
          {rules.map(({ id, name, rule, outcomes }) => (
            <tr key={id} aria-selected={id === chosen}>
              <th scope="row">
                <button
                  type="button"
                  aria-pressed={id === chosen}
                  title={formatRuleTitle({ id, rule })}
                  onClick={() => store.getState().know(RECORDED, { ruleId: id })}
                >
                  {name}
                </button>
              </th>
              <td>
                <Bar {...computeStoppedShares(outcomes)} />
                {outcomes.failed + outcomes.succeeded === 0 ? (
                  <span>{formatGroupedInteger(outcomes.stopped)} unknown</span>
                ) : (
                  <>
                    <b>{formatGroupedInteger(outcomes.stoppedFailed)}</b>{' '}
                    <span>{formatGroupedInteger(outcomes.stoppedSucceeded)}</span>
                  </>
                )}
              </td>
              <td>{formatRulePercent(outcomes.savedShares?.ofAll[measure])}</td>
              <td>{formatRulePercent(outcomes.cutShares?.ofAll[measure])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface BarProps {
  readonly failed: number;
  readonly unknown: number;
  readonly succeeded: number;
}

const Bar = ({ failed, unknown, succeeded }: BarProps) => (
  <span className={styles.bar} aria-hidden="true">
    <i className={styles.full} style={{ width: `${failed * 100}%` }} />
    <i className={styles.untold} style={{ width: `${unknown * 100}%` }} />
    <i className={styles.hollow} style={{ width: `${succeeded * 100}%` }} />
  </span>
);
