import type { VariableChange } from '../../../engine/models/workflow/reports/detail.ts';
import { escapeInvisibleText } from '../../lib/words.ts';
import styles from './Workflow.module.css';

/** What a turn changed: each variable before the turn and at the end of its tick, and what set it. */
export function TurnChanges({ changed }: { readonly changed: readonly VariableChange[] }) {
  if (changed.length === 0) return null;
  return (
    <>
      <p className={styles.ran}>changed by the end of the tick</p>
      <dl className={styles.variables}>
        {changed.map(({ name, before, after, by }) => {
          const was = before === null ? 'not set' : escapeInvisibleText(before);
          const is = escapeInvisibleText(after);
          return (
            <div key={name} title={`${name}: ${was}, then ${is}, by ${by}`}>
              <dt className="mono">{name}</dt>
              <dd className={styles.by}>{by}</dd>
              <dd className={styles.value}>
                <del>{was}</del> → {is}
              </dd>
            </div>
          );
        })}
      </dl>
    </>
  );
}
