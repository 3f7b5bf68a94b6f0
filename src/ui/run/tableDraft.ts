import { checkParameter } from '../../engine/checks/checkParameter.ts';
import { listTableCells, readParameterTable } from '../../engine/checks/parameterTable.ts';
import { InputError } from '../../engine/core/errors.ts';
import { formatQuotedText } from '../../engine/core/formatQuotedText.ts';
import type { NamedFile } from '../../engine/files/namedFile.ts';
import { getAgentModelEntry } from '../../engine/models/index.ts';
import type {
  ParameterDefinition,
  ParameterTable,
  ParameterValue,
} from '../../engine/parameters/parameterDefinition.ts';
import type { Setup } from '../../engine/setup/config.ts';

/** Typed values of the cells of a table of parameters, by the parameters' names; the other cells are unchanged. */
export type TableDraft = Readonly<Record<string, string>>;

/** The draft with the values of a user's file. Rejects with an InputError naming the place and the value. */
export async function readTableDraftFile(
  draft: TableDraft,
  file: File,
  model: string,
  table: ParameterTable,
): Promise<TableDraft> {
  const spec = await getAgentModelEntry(model).spec();
  const named: NamedFile = { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  const read = readParameterTable(named, { ...spec, table });
  return {
    ...draft,
    ...Object.fromEntries(Object.entries(read).map(([name, value]) => [name, String(value)])),
  };
}

/** A draft in which every cell has the preset's value. */
export const createPresetDraft = (parameters: readonly ParameterDefinition[], preset: string): TableDraft =>
  Object.fromEntries(
    listTableCells(parameters).map(({ name, defaults }) => [name, String(defaults[preset])]),
  );

/**
 * The parameters of a set-up with those of a draft, as far as they differ from the preset.
 * Rejects with an InputError for a value that is out of range or does not agree with another.
 */
export async function mergeTableDraft(
  { model, parameters, preset }: Pick<Setup, 'model' | 'parameters' | 'preset'>,
  draft: TableDraft,
): Promise<Setup['parameters']> {
  const spec = await getAgentModelEntry(model).spec();
  const all: Record<string, ParameterValue> = { ...parameters };
  for (const [name, text] of Object.entries(draft)) {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    if (Number.isNaN(value))
      throw new InputError(`${name} must be a number, not "${formatQuotedText(text)}"`);
    const { defaults } = checkParameter(spec, name, value);
    if (defaults[preset] === value) delete all[name];
    else all[name] = value;
  }
  spec.agree?.(all);
  return all;
}
