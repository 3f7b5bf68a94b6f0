import { cleanTextLine } from '../../core/cleanTextLine.ts';
import { findNearestWord } from '../../core/findNearestWord.ts';
import { isSecretName } from '../../core/secrets.ts';
import type { ParameterDefinition } from '../../parameters/parameterDefinition.ts';
import type { ChartDefinition, ChartParameter } from '../../statechart/definition.ts';
import { getParameterRange, isWholeParameter } from '../../statechart/findParameterMistakes.ts';
import { NUMBERS_OF_ALL } from '../../statechart/population.ts';
import { CHART_DECLARATIONS, CHARTS } from './bundledCharts.ts';
import { CHART_PARAMETERS } from './chartParameters.ts';
import { CHART_OUTCOMES } from './reports/chartOutcomes.ts';

/** Parameters of every chart that are columns and no more: a chart may declare its own in their place. */
const REPLACEABLE = ['transmission', 'recovery', 'persuasion', 'doubt'];

/** Names with another meaning in addresses of the page, options of the command line, tables of worlds, and texts that ask. */
const TAKEN: readonly string[] = [
  ...['model', 'network', 'preset', 'seed', 'agents', 'rounds', 'change', 'branch', 'own', 'file'],
  ...['direction', 'repeats', 'groups'],
  ...['at', 'who', 'hash', 'pause', 'rare', 'view', 'show', 'colour'],
  ...['oracle', 'oracle_url', 'oracle_model', 'oracle_library', 'oracle_revision', 'form', 'archetypes'],
  ...['texts', 'temperature', 'calls', 'tokens', 'round_calls', 'round_tokens', 'deadline', 'unusable'],
  ...['chart', 'corpus', 'missions', 'source', 'memory', 'config', 'workflow'],
  ...['traces', 'mapping', 'reading', 'given'],
  ...['plan', 'arm', 'label', 'is_baseline', 'world', 'growing'],
  ...['name', 'state', 'ticks', 'tick', 'followers', 'answer', 'chance'],
  ...NUMBERS_OF_ALL,
  ...CHART_OUTCOMES.map(({ name }) => name),
];
/** Beginnings of the names of outcomes of states. */
const OUTCOME_OF_STATE = /^(?:share|peak|peak_tick|emptied_tick)_in_/;

/** Names of declared parameters that cannot be, a line each. */
export const findTakenParameterNames = ({ parameters = [] }: ChartDefinition): readonly string[] =>
  parameters.flatMap(({ name }) => {
    if (REPLACEABLE.includes(name)) return [];
    if (CHART_PARAMETERS.some(known => known.name === name))
      return [`“${name}” cannot be declared: it is a parameter of every chart`];
    if (TAKEN.includes(name) || OUTCOME_OF_STATE.test(name) || isSecretName(name))
      return [
        `“${name}” cannot name a parameter: it has another meaning in addresses, options, tables or questions`,
      ];
    return [];
  });

/** Names of declared parameters that the chart does not use. @param read the columns that it reads */
export const findIdleParameters = (
  { parameters = [] }: ChartDefinition,
  read: readonly string[],
): readonly string[] => parameters.flatMap(({ name }) => (read.includes(name) ? [] : [name]));

/** `; did you mean “push”?` for a column that is nearly a declared parameter; empty for none. */
export function suggestParameter({ parameters = [] }: ChartDefinition, column: string): string {
  const near = findNearestWord(
    column,
    parameters.map(({ name }) => name),
  );
  return near === null ? '' : `; did you mean “${near}”?`;
}

/** The parameters that a chart declares, as those of the model are defined. */
export const defineOwnParameters = ({ parameters = [] }: ChartDefinition): readonly ParameterDefinition[] =>
  parameters.map(parameter => defineOwnParameter(parameter, CHARTS));

/** Steps of a slider, unless its chart says otherwise. */
const STEPS = 200;
/** Characters of the words for a parameter. */
const MAX_LABEL_LENGTH = 60;
const MAX_DESCRIPTION_LENGTH = 300;

/** @param presets under which it has its value */
function defineOwnParameter(parameter: ChartParameter, presets: readonly string[]): ParameterDefinition {
  const { name, value } = parameter;
  const label = cleanTextLine(parameter.label ?? '', MAX_LABEL_LENGTH) || name.replaceAll('_', ' ');
  const meaning =
    cleanTextLine(parameter.description ?? '', MAX_DESCRIPTION_LENGTH) || 'A parameter of this chart.';
  const [min, max] = getParameterRange(parameter);
  return {
    ...{ name, label: label[0].toUpperCase() + label.slice(1), unit: '', meaning },
    kind: isWholeParameter(parameter) ? 'integer' : 'number',
    ...{ min, max, step: parameter.step ?? Number(((max - min) / STEPS).toPrecision(6)) },
    ...{ live: true, declared: true },
    defaults: Object.fromEntries(presets.map(preset => [preset, value])),
  };
}

/** The parameters that bundled charts declare, by preset; most declare none. */
export const PRESET_PARAMETERS: Readonly<Record<string, readonly ParameterDefinition[]>> = Object.fromEntries(
  Object.entries(CHART_DECLARATIONS).map(([preset, parameters]) => [
    preset,
    parameters.map(parameter => defineOwnParameter(parameter, [preset])),
  ]),
);

/** The parameters that the chart of a preset declares; none for a preset that does not exist. */
export const listPresetParameters = (preset: string): readonly ParameterDefinition[] =>
  Object.hasOwn(PRESET_PARAMETERS, preset) ? PRESET_PARAMETERS[preset] : [];
