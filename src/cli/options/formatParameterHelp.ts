import { listTableCells } from '../../engine/checks/parameterTable.ts';
import type { ModelSpec } from '../../engine/model/model.ts';
import type { ParameterDefinition } from '../../engine/parameters/parameterDefinition.ts';
import { SPECS } from './specs.ts';

/** Parameters, tables and changes of a model, for the help. @param name of it; absent: of all models */
export function formatParameterHelp(name?: string): string {
  const lines = SPECS.filter(spec => name === undefined || spec.name === name).flatMap(model => [
    `\nParameters of model ${model.name} (${model.presets.join(', ')}; * can be changed in mid-run):`,
    ...model.parameters
      .filter(({ cell, oldUntil }) => cell === undefined && oldUntil === undefined)
      .map(p => {
        const values = model.presets.map(preset => p.defaults[preset]).join(', ');
        return formatParameterLine(`${p.live ? '*' : ' '} ${p.name}`, values, p);
      }),
    ...Object.entries(model.presetParameters ?? {}).flatMap(([preset, declared]) => [
      `\nParameters of --preset ${preset} in addition:`,
      ...declared.map(formatDeclaredLine),
    ]),
    ...formatTableHelp(model),
    ...formatInterventionHelp(model),
  ]);
  return `${lines.join('\n')}\n`;
}

/** The parameters that a chart declares, a line each; empty for none. */
export const formatChartParameters = (declared: readonly ParameterDefinition[]): string =>
  declared.length === 0
    ? ''
    : [
        'Parameters of the chart (--set NAME=value; * can be changed in mid-run):',
        ...declared.map(formatDeclaredLine),
      ].join('\n');

const formatDeclaredLine = (p: ParameterDefinition): string =>
  formatParameterLine(`* ${p.name}`, String(Object.values(p.defaults)[0]), p);

/** The columns of a model's table; the values of its rows are in its CSV. */
function formatTableHelp({ name, table, parameters }: ModelSpec): readonly string[] {
  if (table === undefined) return [];
  const cells = listTableCells(parameters);
  const rows = [...new Set(cells.map(({ cell }) => cell.row))];
  const columns = cells.filter(({ cell }) => cell.row === rows[0]);
  return [
    `\nTable --${table.name} of model ${name}: a row for each ${table.row} (${rows.join(', ')}), as --set ${cells[0].name}=…:`,
    ...columns.map(p => formatParameterLine(`  ${p.cell.column}`, String(Object.values(p.defaults)[0]), p)),
  ];
}

/** Interventions of `--change-at` in a model's world. */
function formatInterventionHelp({ name, interventions = [] }: ModelSpec): readonly string[] {
  if (interventions.length === 0) return [];
  const lines = interventions.map(one => `  --change-at 12:${one.name}:${one.takes}\n      ${one.meaning}`);
  return [`\nChanges of model ${name}, from round 12, say:`, ...lines];
}

const formatParameterLine = (
  name: string,
  values: string,
  { kind, min, max, choices, unit, meaning }: ParameterDefinition,
) => {
  const range = choices?.join(', ') ?? (kind === 'boolean' ? 'true, false' : `${min} to ${max}`);
  return `  ${name.padEnd(21)} ${values.padEnd(12)} ${`${range} ${unit}`.trim().padEnd(24)} ${meaning}`;
};
