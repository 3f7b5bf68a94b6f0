import { Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { toCsv } from '../words.ts';
import { Dialog } from './Dialog.tsx';
import { download } from './download.ts';
import styles from './TableTwin.module.css';

/** A chart's data as rows; the first column names the row. */
export interface TableData {
  readonly head: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
}

/** More rows than this are only in the CSV file. */
const SHOWN = 500;

interface Props {
  /** The chart's name: "State distribution". */
  readonly name: string;
  /** One sentence that says what the chart shows now. */
  readonly summary: () => string;
  readonly table: () => TableData;
  /** What the button says, where it stands in a sentence. */
  readonly children?: ReactNode;
}

/** The button that opens a chart's table twin. Nothing is computed until it is pressed. */
export function TableTwin({ name, summary, table, children }: Props) {
  const [data, setData] = useState<(TableData & { summary: string }) | null>(null);
  return (
    <>
      <button
        type="button"
        className={children ? styles.words : styles.open}
        aria-label={children ? undefined : `${name} as a table`}
        title="as a table"
        onClick={() => setData({ ...table(), summary: summary() })}
      >
        {children ?? <Table2 size={14} />}
      </button>
      {data && (
        <Dialog title={name} onClose={() => setData(null)}>
          <p>{data.summary}</p>
          <p className={styles.bar}>
            <button
              type="button"
              onClick={() => download(`${name}.csv`, [toCsv(data.head, data.rows)], 'text/csv')}
            >
              Save as CSV
            </button>
            {data.rows.length > SHOWN && (
              <span className="label">
                the newest {SHOWN} of {data.rows.length} rows; the CSV holds all
              </span>
            )}
          </p>
          <div className={styles.scroll}>
            <table>
              <thead>
                <tr>
                  {data.head.map(cell => (
                    <th key={cell} scope="col">
                      {cell}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.rows.slice(0, SHOWN).map((row, position) => (
                  <tr key={position}>
                    {row.map((cell, column) => (
                      <td key={data.head[column]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </Dialog>
      )}
    </>
  );
}
