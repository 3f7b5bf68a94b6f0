import type { ParameterDefinition, ParameterValue } from '../../../parameters/parameterDefinition.ts';
import { repeatForPresets } from '../presets.ts';

type MoodParameterRow = Omit<ParameterDefinition, 'defaults' | 'live' | 'needs'> & {
  readonly usual: ParameterValue;
};

/** Parameters of the chart with moods, with an effect in it alone. */
const defineMoodParameter = ({ usual, ...rest }: MoodParameterRow): ParameterDefinition => ({
  ...rest,
  live: true,
  needs: 'moods',
  defaults: repeatForPresets(usual),
});

const defineFactorParameter = (
  name: string,
  label: string,
  usual: number,
  meaning: string,
): ParameterDefinition =>
  defineMoodParameter({ name, label, unit: '×', kind: 'number', min: 0, max: 10, step: 0.1, usual, meaning });

const defineStreakParameter = (name: string, label: string, unit: string, usual: number, meaning: string) =>
  defineMoodParameter({ name, label, unit, kind: 'integer', min: 1, max: 100, step: 1, usual, meaning });

const defineRateParameter = (
  name: string,
  label: string,
  usual: number,
  meaning: string,
): ParameterDefinition =>
  defineMoodParameter({
    name,
    label,
    unit: 'a tick',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.01,
    usual,
    meaning,
  });

/** Which of the two charts is played, and what moods do in the second. */
export const MOOD_PARAMETERS: readonly ParameterDefinition[] = [
  {
    name: 'moods',
    label: 'Chart',
    unit: '',
    kind: 'boolean',
    min: 0,
    max: 1,
    step: 1,
    live: false,
    flag: true,
    called: ['flat', 'with moods'],
    defaults: repeatForPresets(false),
    meaning:
      'Flat: what an agent does depends on the post alone. With moods, it has sprees in which it reacts more, and spells in which it only looks on.',
  },
  defineFactorParameter(
    'engaged_factor',
    'Engaged reacts',
    1.8,
    'Multiplies the chances of a like, a reply and a reshare while an agent is engaged.',
  ),
  defineFactorParameter(
    'fed_up_factor',
    'Fed up reacts',
    0.3,
    'Multiplies the same chances while an agent is fed up.',
  ),
  defineStreakParameter(
    'engaged_after',
    'Engaged after',
    'reactions',
    1,
    'Reactions with nothing ignored in between after which an agent is engaged.',
  ),
  defineStreakParameter(
    'fed_up_after',
    'Fed up after',
    'ignored',
    6,
    'Posts ignored in a row after which an agent is fed up.',
  ),
  defineRateParameter(
    'engaged_ends',
    'Engaged ends',
    0.08,
    'Chance that an engaged agent calms down by itself.',
  ),
  defineRateParameter('fed_up_ends', 'Fed up ends', 0.02, 'Chance that an agent stops being fed up.'),
];
