import type { ReactNode } from 'react';
import type { GovernedDetail, PairRow } from '../../../engine/models/governed/reports/detail.ts';
import { usePage } from '../../hooks/hooks.ts';
import { counted, grouped } from '../../lib/words.ts';
import inspector from '../../views/inspector/InspectorParts.module.css';
import { isGovernance } from './compared/comparable.ts';
import { pairOf, rowOf } from './compared/pairSums.ts';
import styles from './Governed.module.css';
import { ENDING_WORDS, ruleWords } from './words.ts';

/** Each rule's distance from firing, and the mission's counterpart without any. */
export function MissionRules({ governed }: { readonly governed: GovernedDetail }) {
  const row = usePage(state => rowOf(pairOf(state), governed.trace.agent));
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
            <dt>{ruleWords(rule)}</dt>
            <dd className={styles.track} aria-hidden="true">
              <i
                className={value >= limit ? styles.full : undefined}
                style={{ width: `${Math.min(100, limit > 0 ? (value / limit) * 100 : 0)}%` }}
              />
            </dd>
            <dd>
              <b>{short(value, unit)}</b> of {short(limit, unit)} {unit === 'ms' ? 's' : unit}
              {warned && ', warned'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Milliseconds as seconds. */
function short(value: number, unit: string): string {
  const shown = unit === 'ms' ? value / 1000 : value;
  return Number.isInteger(shown) ? grouped(shown) : shown.toFixed(1);
}

/** The same mission in the run's counterpart. */
function Counterpart({ row }: { readonly row: PairRow }) {
  const isOn = usePage(isGovernance);
  const other = isOn ? row.without : row.with;
  return (
    <>
      <h3 className={inspector.key}>a run of this seed {isOn ? 'without' : 'with'} governance</h3>
      <dl className={styles.rows}>
        <Fact name="ends">
          <b>{ENDING_WORDS[other.ending]}</b>
        </Fact>
        <Fact name="after">
          <b>{counted(other.steps, 'step')}</b>
          {other.ending === 'cut_off' && ', the limit'}
        </Fact>
        <Fact name="for">{counted(other.tokens, 'token')}</Fact>
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
