import type { ParameterDefinition } from '../config.ts';

/** The rule of old for weights, for a model whose agents stand on a network. @param presets of the model */
export const weightsAsBefore = (presets: readonly string[]): ParameterDefinition => ({
  ...{ name: 'weights_as_before', label: 'Weights as before', unit: '', kind: 'boolean' },
  ...{ min: 0, max: 1, step: 1, live: false },
  ...{ absent: true, untold: true, oldUntil: '0.7.0' },
  meaning:
    'As before version 0.7 an edge of weight 0 is a link like others, and a chart’s rates count each link once, whatever its weight.',
  defaults: Object.fromEntries(presets.map(preset => [preset, false])),
});
