import type { ParameterDefinition, ParameterValue } from '../../engine/parameters/parameterDefinition.ts';
import { filterParameterChanges } from '../../engine/setup/setupChanges.ts';
import type { PageState } from '../state/pageState.ts';

/** A parameter that differs from the preset, with its value at the head. */
interface Changed {
  readonly parameter: ParameterDefinition;
  readonly value: ParameterValue;
}

/** Parameters that differ from the preset, from the start or since; those of another network have no effect. */
export function collectChangedParameters({ run }: Pick<PageState, 'run'>): readonly Changed[] {
  if (!run) return [];
  const { setup, info } = run;
  const since = new Map(filterParameterChanges(setup.changes).map(({ name, value }) => [name, value]));
  return info.parameters.flatMap(parameter => {
    const { name, defaults, network = setup.network, needs } = parameter;
    if (needs !== undefined && !info.config.parameters[needs]) return [];
    const usual = defaults[setup.preset];
    const value = since.get(name) ?? setup.parameters[name] ?? usual;
    return network === setup.network && value !== usual ? [{ parameter, value }] : [];
  });
}

/** A parameter's value for display: "on", "with moods", "0.5". */
export function formatParameterValue(
  { called = ['off', 'on'] }: ParameterDefinition,
  value: ParameterValue,
): string {
  return typeof value === 'boolean' ? called[value ? 1 : 0] : formatChoice(value);
}

/** A number, or the value of a choice in words: "first seen". */
const formatChoice = (value: number | string): string => String(value).replaceAll('_', ' ');

/** Maximum number of changes that are listed one by one. */
const MAX_CHANGES_LISTED = 4;

/** The changes that a run has taken over from the one before, in a sentence; empty for none. */
export function describeInheritedChanges(state: Pick<PageState, 'run'>): string {
  const changed = collectChangedParameters(state).map(({ parameter, value }) =>
    `${parameter.label} ${formatParameterValue(parameter, value)} ${parameter.unit}`.trim(),
  );
  if (changed.length === 0) return '';
  const rest = changed.length - MAX_CHANGES_LISTED;
  const listed = changed.slice(0, MAX_CHANGES_LISTED).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
  return `Your changes still hold: ${listed}.`;
}
