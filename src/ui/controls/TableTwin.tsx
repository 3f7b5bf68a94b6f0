import { type ReactNode, useState } from 'react';
import { usePageStore } from '../hooks/hooks.ts';
import { TABLE } from '../lib/icons.ts';
import { runWithRetry } from '../store/runWithRetry.ts';
import { createLazyView } from './createLazyView.tsx';
import { Icon } from './Icon.tsx';
import styles from './TableTwin.module.css';
import type { TableData } from './tableData.ts';

const TableDialog = createLazyView(async () => (await import('./TableDialog.tsx')).TableDialog);

interface Props {
  /** The chart's name: "State distribution". */
  readonly name: string;
  /** One sentence that says what the chart shows now. */
  readonly summary: () => string | Promise<string>;
  readonly table: () => TableData | Promise<TableData>;
  /** The button's text, if it is part of a sentence. */
  readonly children?: ReactNode;
}

/** The button that opens a chart's table twin. Nothing is computed until it is pressed. */
export function TableTwin({ name, summary, table, children }: Props) {
  const store = usePageStore();
  const [data, setData] = useState<(TableData & { summary: string }) | null>(null);
  const open = async () => {
    const [told, rows] = await Promise.all([summary(), table()]);
    setData({ ...rows, summary: told });
  };
  return (
    <>
      <button
        type="button"
        className={children ? styles.words : styles.open}
        aria-label={children ? undefined : `${name} as a table`}
        title="as a table"
        onClick={() => void runWithRetry(store, open)}
      >
        {children ?? <Icon outline={TABLE} size={14} />}
      </button>
      {data && <TableDialog name={name} data={data} onClose={() => setData(null)} />}
    </>
  );
}
