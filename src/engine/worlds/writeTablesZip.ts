import { buildDataTables } from '../export/tables/buildDataTables.ts';
import { DICTIONARY_COLUMNS, listDictionaryRows } from '../export/tables/dictionary.ts';
import { formatTableCsv } from '../export/tables/formatTableCsv.ts';
import { writeZip } from '../export/writeZip.ts';
import type { DataColumn, DataRows, DataValue } from '../model/dataTable.ts';
import type { Loaded } from '../models/openRun.ts';
import type { Run } from '../run/run.ts';
import type { Setup } from '../setup/config.ts';
import { buildTablePrefix } from './buildTablePrefix.ts';
import { createRunPlan } from './createRunPlan.ts';
import { createWorldKeys, listWorldKeys } from './worldKeys.ts';

/** The set-up with what became otherwise since the run began: its changes, and by what it is measured. */
function updateSetup({ model, config }: Run, setup: Setup): Setup {
  let { parameters } = setup;
  for (const { name, measures, defaults } of model.parameters) {
    const [value, usual] = [config.parameters[name], defaults[setup.preset]];
    if (!measures || value === (parameters[name] ?? usual)) continue;
    const { [name]: _, ...others } = parameters;
    parameters = value === usual ? others : { ...others, [name]: value };
  }
  return { ...setup, parameters, changes: config.changes };
}

/**
 * The tables of a run at its sealed tick, with their dictionary, as CSV in a ZIP archive: the files that `run --tables`
 * writes of the same run and number of rounds.
 */
export async function writeTablesZip(
  run: Run,
  { setup, files }: Pick<Loaded, 'setup' | 'files'>,
): Promise<Uint8Array<ArrayBuffer>> {
  const plan = createRunPlan(updateSetup(run, setup), files, run.rounds);
  const prefix = buildTablePrefix(run, plan);
  const keyColumns = listWorldKeys(plan);
  const keys = createWorldKeys(plan)({ arm: 0, world: 0 });
  const encoder = new TextEncoder();
  const csv: Record<string, Uint8Array> = {};
  const addFile = (name: string, columns: readonly DataColumn[], rows: DataRows) => {
    csv[`${prefix}-${name}.csv`] = encoder.encode(formatTableCsv([columns.map(one => one.name), ...rows]));
  };
  const tables = (await buildDataTables(run)).filter(({ isOnDemand }) => isOnDemand !== true);
  for (const { name, columns, rows } of tables) {
    const cells = Array.from(rows(), (row): readonly DataValue[] => [...keys, ...row]);
    addFile(name, [...keyColumns, ...columns], cells);
  }
  addFile(
    'dictionary',
    DICTIONARY_COLUMNS,
    tables.flatMap(table => listDictionaryRows(table, keyColumns)),
  );
  return writeZip(csv);
}
