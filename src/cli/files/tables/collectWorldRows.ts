import type { Run } from '../../../engine/run/run.ts';
import { selectDataTables } from './selectDataTables.ts';
import type { TablesOrder, WorldRows } from './tablesOrder.ts';

/** The rows of the wanted tables of a run at its sealed tick. */
export const collectWorldRows = async (
  run: Run,
  { of }: Pick<TablesOrder, 'of'>,
): Promise<readonly WorldRows[]> =>
  (await selectDataTables(run, of)).map(({ name, columns, rows }) => ({
    name,
    columns: columns.map(column => column.name),
    rows: [...rows()],
  }));
