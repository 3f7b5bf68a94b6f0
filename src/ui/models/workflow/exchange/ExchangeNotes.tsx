import { usePage } from '../../../hooks/hooks.ts';
import { formatGroupedInteger } from '../../../lib/words.ts';
import styles from '../Workflow.module.css';
import { getWorkflowPart } from '../workflowPart.ts';
import { describeExchangeRow } from './exchangeWords.ts';
import type { ExchangeRows } from './useExchangeRows.ts';

/** A legend of the marks in a sentence, and the words at the right. */
export function Key({ gutter, rows }: { readonly gutter: number; readonly rows: ExchangeRows }) {
  const room = usePage(({ plotWidth }) => plotWidth - 176);
  const isPart = rows.all > rows.agents.length;
  return (
    <>
      <p className={`label ${styles.key}`} style={{ left: gutter, maxWidth: room }}>
        made <i className={styles.made} />, found broken <i className={styles.broken}>×</i>, sold along{' '}
        <i className={styles.sold} /> to the buyer <i className={styles.buyer} />
        {isPart &&
          `; ${formatGroupedInteger(rows.first + 1)} to ${formatGroupedInteger(rows.first + rows.agents.length)} of ${formatGroupedInteger(rows.all)}`}
      </p>
      <p className={`label ${styles.ends}`}>
        <b>made by selling</b>, balance
      </p>
    </>
  );
}

/** The row that the keyboard is on, in words. */
export function ActiveRow() {
  const words = usePage(state => {
    const { run, phase } = state;
    const { hover } = state.selection;
    if (hover?.kind !== 'agent' || phase === 'playing') return '';
    const row = getWorkflowPart(state).rows.get(hover.agent);
    return row && run ? describeExchangeRow(row, run.info.names) : '';
  });
  return <>{words}</>;
}
