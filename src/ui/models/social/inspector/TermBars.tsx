import type { QuestionLine } from '../../../../engine/models/social/reports/detail.ts';
import styles from '../../../views/inspector/InspectorParts.module.css';
import { describeMood, formatMoodFactor } from '../describeMood.ts';

const TERMS = ['affinity', 'freshness', 'tie', 'attention'] as const;

/** How the policy adds up an agent's interest: each term begins where the one before it ends. */
export function TermBars({ terms, mood }: Pick<QuestionLine, 'terms' | 'mood'>) {
  const sum = TERMS.reduce((total, name) => total + terms[name], 0);
  const most = Math.max(0.8, sum, terms.interest, terms.threshold);
  const part = (value: number) => `${Math.max(0.3, (value * 100) / most)}%`;
  let before = 0;
  return (
    <>
      <h3 className={styles.key}>interest, as the policy adds it up</h3>
      <div className={styles.terms}>
        {TERMS.map(name => {
          const left = before;
          before += terms[name];
          return (
            <p key={name}>
              <span>{name}</span>
              <span className={styles.track}>
                <i style={{ left: `${(left * 100) / most}%`, width: part(terms[name]) }} />
              </span>
              <span className={styles.value}>{terms[name].toFixed(2)}</span>
            </p>
          );
        })}
        <p className={styles.ready}>
          <span>× quality {terms.quality.toFixed(2)}</span>
          <span className={styles.track}>
            <i className={styles.total} style={{ left: 0, width: part(terms.interest) }} />
          </span>
          <span className={styles.value}>
            <b>{terms.interest.toFixed(2)}</b>
          </span>
        </p>
        <span className={styles.threshold}>
          <i style={{ left: part(terms.threshold) }} />
        </span>
      </div>
      <p className="label">
        It stops at posts above {terms.threshold.toFixed(2)}. What interest is left above that sets the
        chances, less for its fatigue (× {terms.fatigue.toFixed(2)}), and to reply or reshare also for the
        post’s depth (× {terms.depthDecay.toFixed(2)}) and age (× {terms.ageDecay.toFixed(2)}).
        {mood !== null && ` It was ${describeMood(mood)}: all three × ${formatMoodFactor(terms.momentum)}.`}
      </p>
    </>
  );
}
