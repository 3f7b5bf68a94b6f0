import type { ReactNode } from 'react';
import type { GovernedDetail, PairRow } from '../../../engine/models/governed/detail.ts';
import { usePage } from '../../hooks.ts';
import inspector from '../../views/Inspector.module.css';
import { counted, grouped } from '../../words.ts';
import styles from './Governed.module.css';
import { pairOf, rowOf } from './pairSums.ts';
import { OUTCOME_WORDS, ruleWords } from './words.ts';

/** How near each rule is, and what the same answers would have cost without any. */
export function MissionRules({ governed }: { readonly governed: GovernedDetail }) {
  const row = usePage(state => rowOf(pairOf(state), governed.trace.agent));
  return (
    <>
      {row && <Ungoverned row={row} governed={governed} />}
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
              <b>{short(value)}</b> of {short(limit)} {unit}
              {warned && ', warned'}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const short = (value: number): string => (Number.isInteger(value) ? grouped(value) : value.toFixed(1));

/** From the comparison: the same answers, and nobody who watches. */
function Ungoverned({ row, governed }: { readonly row: PairRow; readonly governed: GovernedDetail }) {
  const { without, with: played } = row;
  const hasEnded = governed.wouldSay === null;
  const steps = hasEnded ? played.steps : Math.max(0, ...governed.trace.steps.map(({ number }) => number));
  return (
    <>
      <h3 className={inspector.key}>same answers without governance</h3>
      <dl className={styles.rows}>
        <Fact name="calls">
          <b>{grouped(without.steps)}</b>
          {without.outcome === 'cut_off' && ', the cap'}
        </Fact>
        <Fact name={hasEnded ? 'saved' : 'saved if it ended now'}>
          <b>{counted(Math.max(0, without.steps - steps), 'call')}</b>
        </Fact>
        <Fact name="would it succeed?">
          {without.outcome === 'finished' ? 'yes' : `no, ${OUTCOME_WORDS[without.outcome]}`}
        </Fact>
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
