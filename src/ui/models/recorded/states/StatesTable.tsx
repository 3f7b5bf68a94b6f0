import type { MappingReport } from '../../../../engine/models/recorded/reports/buildMappingReport.ts';
import { TableTwin } from '../../../controls/TableTwin.tsx';
import { useOneTabStop } from '../../../controls/useOneTabStop.ts';
import { usePage, usePageStore } from '../../../hooks/hooks.ts';
import { escapeInvisibleText, formatGroupedInteger, formatNounCount } from '../../../lib/formatCounts.ts';
import { MappingChoice } from '../chart/MappingChoice.tsx';
import recorded from '../Recorded.module.css';
import { getRecordedPart } from '../recordedPart.ts';
import styles from './StatesTable.module.css';

/** Rows that are shown; the table has more. */
const MAX_ROWS = 100;

/** The mapping of steps to states as a table: what became which state, how many steps, and what was left out. */
export function StatesTable() {
  const mapping = usePage(state => getRecordedPart(state).mapping);
  const words = usePage(state => getRecordedPart(state).reading?.mapping ?? '');
  return (
    <>
      <MappingChoice />
      <p className="label">{escapeInvisibleText(words)}</p>
      {mapping === null ? <p className="label">Counting the steps…</p> : <Rows mapping={mapping} />}
    </>
  );
}

/** The table of all steps, next to the title. */
export function StatesTwin() {
  const mapping = usePage(state => getRecordedPart(state).mapping);
  return mapping === null ? null : (
    <TableTwin
      name="Steps and their states"
      summary={() => describeMapping(mapping)}
      table={() => ({
        head: ['state', 'tool', 'steps', 'cases', 'example'],
        first: 'most steps',
        rows: mapping.rows.map(row => [
          ...[row.state ?? 'left out', escapeInvisibleText(row.tool), row.steps, row.cases],
          escapeInvisibleText(row.example ?? ''),
        ]),
      })}
    />
  );
}

function Rows({ mapping }: { readonly mapping: MappingReport }) {
  const store = usePageStore();
  const list = useOneTabStop();
  const { rows, rowsInAll } = mapping;
  return (
    <>
      <div className={`${recorded.sheet} ${styles.rows}`}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">state</th>
              <th scope="col">tool</th>
              <th scope="col">steps</th>
              <th scope="col">cases</th>
              <th scope="col">such as</th>
            </tr>
          </thead>
          <tbody ref={list}>
            {rows.slice(0, MAX_ROWS).map(({ state, tool, steps, cases, example, first }) => (
              <tr key={JSON.stringify([state, tool])}>
                <th scope="row">{state === null ? <i>left out</i> : escapeInvisibleText(state)}</th>
                <td>
                  {first === null ? (
                    <code>{escapeInvisibleText(tool)}</code>
                  ) : (
                    <button
                      type="button"
                      title="the first of these steps"
                      onClick={() =>
                        store
                          .getState()
                          .select({ agents: [first.agent], state: null, own: { step: first.step } })
                      }
                    >
                      <code>{escapeInvisibleText(tool)}</code>
                    </button>
                  )}
                </td>
                <td>{formatGroupedInteger(steps)}</td>
                <td>{formatGroupedInteger(cases)}</td>
                <td title={example === null ? undefined : escapeInvisibleText(example)}>
                  <code>{escapeInvisibleText(example ?? '')}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={recorded.said}>
        {describeMapping(mapping)}
        {rowsInAll > MAX_ROWS &&
          ` The ${MAX_ROWS} largest of ${formatGroupedInteger(rowsInAll)} kinds are shown.`}
      </p>
    </>
  );
}

/** "1,053 steps in 7 states; none is left out." */
const describeMapping = ({ states, steps, leftOut }: MappingReport): string =>
  `${formatNounCount(steps, 'step')} in ${formatNounCount(states.length, 'state')}; ${
    leftOut === 0 ? 'none is left out' : `${formatGroupedInteger(leftOut)} left out`
  }.`;
