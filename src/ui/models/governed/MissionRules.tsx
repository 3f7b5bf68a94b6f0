import type { ReactNode } from 'react';
import type { GovernedDetail, PairRow } from '../../../engine/models/governed/reports/detail.ts';
import { usePage } from '../../hooks/hooks.ts';
import { formatGroupedInteger, formatNounCount } from '../../lib/words.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { isGovernanceOn } from './compared/getComparability.ts';
import { findPairRow, getPairReport } from './compared/pairSums.ts';
import styles from './Governed.module.css';
import { describeGovernedRule, ENDING_WORDS } from './words.ts';

/** Each rule's distance from firing, and the mission's counterpart without any. */
export function MissionRules({ governed }: { readonly governed: GovernedDetail }) {
  const row = usePage(state => findPairRow(getPairReport(state), governed.trace.agent));
  return (
    <>
      {row && <Counterpart row={row} />}
      {governed.rules.length > 0 && (
        <h3 className={inspector.key}>
          how near each rule is <span>of its limit</span>
        </h3>
      )}
      <dl className={styles.rows}>
        {governed.rules.map(({ rule, value, limit, unit, warned }) => (
          <div key={rule} className={styles.rule}>
            <dt>{describeGovernedRule(rule)}</dt>
            <dd className={styles.track} aria-hidden="true">
              <i
                className={value >= limit ? styles.full : undefined}
                style={{ width: `${Math.min(100, limit > 0 ? (value / limit) * 100 : 0)}%` }}
              />
            </dd>
            <dd>
              <b>{formatRuleLimit(value, unit)}</b> of {formatRuleLimit(limit, unit)}{' '}
              {unit === 'ms' ? 's' : unit}
              {warned && ', warned'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Milliseconds as seconds. */
function formatRuleLimit(value: number, unit: string): string {
  const shown = unit === 'ms' ? value / 1000 : value;
  return Number.isInteger(shown) ? formatGroupedInteger(shown) : shown.toFixed(1);
}

/** The same mission in the run's counterpart. */
function Counterpart({ row }: { readonly row: PairRow }) {
  const isOn = usePage(isGovernanceOn);
  const other = isOn ? row.without : row.with;
  return (
    <>
      <h3 className={inspector.key}>a run of this seed {isOn ? 'without' : 'with'} governance</h3>
      <dl className={styles.rows}>
        <Fact name="ends">
          <b>{ENDING_WORDS[other.ending]}</b>
        </Fact>
        <Fact name="after">
          <b>{formatNounCount(other.steps, 'step')}</b>
          {other.ending === 'cut_off' && ', the limit'}
        </Fact>
        <Fact name="for">{formatNounCount(other.tokens, 'token')}</Fact>
      </dl>
    </>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
