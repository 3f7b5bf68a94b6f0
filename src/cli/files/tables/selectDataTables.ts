import { InputError } from '../../../engine/core/errors.ts';
import { formatQuotedText } from '../../../engine/core/formatQuotedText.ts';
import { buildDataTables } from '../../../engine/export/tables/buildDataTables.ts';
import type { DataTable } from '../../../engine/model/dataTable.ts';
import type { Run } from '../../../engine/run/run.ts';

/**
 * The tables of a run that are wanted, in the order of `buildDataTables`.
 * @param of their names; absent for all that are written without being named
 * @throws InputError for a table that the run does not have
 */
export async function selectDataTables(run: Run, of?: readonly string[]): Promise<readonly DataTable[]> {
  const tables = await buildDataTables(run);
  if (of === undefined) return tables.filter(({ isOnDemand }) => isOnDemand !== true);
  const names = tables.map(({ name }) => name);
  const stray = of.find(name => !names.includes(name));
  if (stray !== undefined)
    throw new InputError(
      `--tables-of: "${formatQuotedText(stray)}" is not one of the tables of model ${run.model.name}: ${names.join(', ')}`,
    );
  return tables.filter(({ name }) => of.includes(name));
}
