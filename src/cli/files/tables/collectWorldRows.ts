import { buildDataTables } from '../../../engine/export/tables/buildDataTables.ts';
import type { Run } from '../../../engine/run/run.ts';
import type { WorldRows } from './tablesOrder.ts';

/** The rows of all tables of a run at its sealed tick. */
export const collectWorldRows = async (run: Run): Promise<readonly WorldRows[]> =>
  (await buildDataTables(run)).map(({ name, columns, rows }) => ({
    name,
    columns: columns.map(column => column.name),
    rows: [...rows()],
  }));
