import { createPortal } from 'react-dom';
import { writeCsv } from '../../engine/core/writeCsv.ts';
import { Dialog } from './Dialog.tsx';
import { downloadFile } from './downloadFile.ts';
import styles from './TableTwin.module.css';
import type { TableData } from './tableData.ts';

/** Most rows shown; further ones are only in the CSV file. */
const MAX_TABLE_ROWS_SHOWN = 500;

interface Props {
  readonly name: string;
  readonly data: TableData & { readonly summary: string };
  onClose(): void;
}

/** A chart's data as a table, and the way to save it. */
export function TableDialog({ name, data, onClose }: Props) {
  // Outside of its button's surroundings, whose styles are not for it.
  return createPortal(
    <Dialog title={name} onClose={onClose}>
      <p>{data.summary}</p>
      <p className={styles.bar}>
        <button
          type="button"
          onClick={() => downloadFile(`${name}.csv`, [writeCsv(data.head, data.rows)], 'text/csv')}
        >
          Save as CSV
        </button>
        {data.rows.length > MAX_TABLE_ROWS_SHOWN && (
          <span className="label">
            the {data.first ?? 'newest'} {MAX_TABLE_ROWS_SHOWN} of {data.rows.length} rows; the CSV holds all
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
            {data.rows.slice(0, MAX_TABLE_ROWS_SHOWN).map((row, position) => (
              <tr key={position}>
                {row.map((cell, column) => (
                  <td key={data.head[column]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Dialog>,
    document.body,
  );
}
