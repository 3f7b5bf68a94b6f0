import type { ReactNode } from 'react';
import type { GovernedDetail, PairRow } from '../../../engine/models/governed/detail.ts';
import { usePage } from '../../hooks.ts';
import inspector from '../../views/InspectorParts.module.css';
import { counted, grouped } from '../../words/words.ts';
import { isGovernance } from './comparable.ts';
import styles from './Governed.module.css';
import { isLost, pairOf, rowOf, succeeds } from './pairSums.ts';
import { OUTCOME_WORDS, ruleWords } from './words.ts';

/** Each rule's distance from firing, and the cost of the same answers without any. */
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

/** The comparison's figures for the same answers, governed the other way. */
function Ungoverned({ row, governed }: { readonly row: PairRow; readonly governed: GovernedDetail }) {
  const isOn = usePage(isGovernance);
  const other = isOn ? row.without : row.with;
  return (
    <>
      <h3 className={inspector.key}>same answers {isOn ? 'without' : 'with'} governance</h3>
      <dl className={styles.rows}>
        <Fact name="steps">
          <b>{grouped(other.steps)}</b>
          {other.outcome === 'cut_off' && ', the cap'}
        </Fact>
        {!succeeds(row) && <SavedSteps row={row} governed={governed} />}
        <Fact name="would it be finished?">
          {other.outcome === 'finished' ? 'yes' : `no, ${OUTCOME_WORDS[other.outcome]}`}
        </Fact>
      </dl>
      {succeeds(row) && <p className={styles.facts}>{unsaved(row, isOn)}</p>}
    </>
  );
}

/** Words for a mission that is finished anyway, on which nothing can be saved. */
const unsaved = (row: PairRow, isOn: boolean): string =>
  isLost(row)
    ? 'It is finished without governance, and stopped with it.'
    : `It is finished ${isOn ? 'without' : 'with'} governance too.`;

function SavedSteps({ row, governed }: { readonly row: PairRow; readonly governed: GovernedDetail }) {
  const isOn = usePage(isGovernance);
  const hasEnded = governed.wouldSay === null || !isOn;
  const now = Math.max(0, ...governed.trace.steps.map(({ number }) => number));
  const saved = Math.max(0, row.without.steps - (hasEnded ? row.with.steps : now));
  return (
    <Fact name={!isOn ? 'would be saved' : hasEnded ? 'saved' : 'saved if it ended now'}>
      <b>{counted(saved, 'step')}</b>
    </Fact>
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
