import { defineLegacyRule } from '../parameters/defineLegacyRule.ts';
import type { ParameterDefinition } from '../parameters/parameterDefinition.ts';

/** The rule of old for weights, for a model whose agents stand on a network. @param presets of the model */
export const defineLegacyWeightRule = (presets: readonly string[]): ParameterDefinition =>
  defineLegacyRule(
    {
      ...{ name: 'weights_as_before', label: 'Weights as before', until: '0.7.0' },
      meaning:
        'As before version 0.7, an edge of weight 0 is a link, and a chart’s rates count each link once.',
    },
    presets,
  );
