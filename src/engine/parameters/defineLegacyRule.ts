import type { ParameterDefinition } from './parameterDefinition.ts';

/** A rule that a version of the engine replaced. */
interface OldRule {
  readonly name: string;
  readonly label: string;
  /** The first version without it. */
  readonly until: string;
  readonly meaning: string;
}

/**
 * The parameter by which runs of earlier versions keep a rule that has been replaced. No panel offers it, and documents
 * leave it out if it holds.
 * @param presets of the model
 */
export const defineLegacyRule = (
  { until, ...rule }: OldRule,
  presets: readonly string[],
): ParameterDefinition => ({
  ...rule,
  ...{ unit: '', kind: 'boolean', min: 0, max: 1, step: 1, live: false },
  ...{ absent: true, untold: true, oldUntil: until },
  defaults: Object.fromEntries(presets.map(preset => [preset, false])),
});
