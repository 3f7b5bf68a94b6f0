import { defineLegacyWeightRule } from '../../network/defineLegacyWeightRule.ts';
import { defineGeneratorParameters } from '../../network/generated/defineGeneratorParameters.ts';
import { defineLegacyRule } from '../../parameters/defineLegacyRule.ts';
import type { ParameterDefinition } from '../../parameters/parameterDefinition.ts';
import { type BundledChart, CHARTS } from './bundledCharts.ts';

type Defaults = Readonly<Record<BundledChart, number>>;

const repeatForCharts = <T>(value: T): Readonly<Record<BundledChart, T>> => ({
  sir: value,
  sis: value,
  vaccination: value,
  opinion: value,
  society: value,
  vending: value,
  watch: value,
});
const repeatNumberForCharts = (value: number): Defaults => repeatForCharts(value);

function defineProbability(
  name: string,
  label: string,
  unit: string,
  meaning: string,
  defaults: Defaults,
  live = true,
): ParameterDefinition {
  return { name, label, unit, meaning, kind: 'number', min: 0, max: 1, step: 0.005, live, defaults };
}

/** Seconds of a tick, unless somebody says otherwise or the chart has delays. */
const USUAL_TICK = 180;

/** Values of the parameters. A chart reads each as the column of its name, as in `sc:rate="recovery"`. */
export type ChartParameters = {
  readonly seeded: number;
  readonly stimulus: number;
  readonly transmission: number;
  readonly recovery: number;
  readonly persuasion: number;
  readonly doubt: number;
  readonly first_rate_wins: boolean;
  readonly tick_seconds: number;
  readonly as_noted: boolean;
  readonly delays_in_ticks: boolean;
  readonly own_events_by_chance: boolean;
  readonly weights_as_before: boolean;
};

/** Every parameter of the model. */
export const CHART_PARAMETERS: readonly ParameterDefinition[] = [
  defineProbability(
    'seeded',
    'Seeded',
    'share',
    'Chance of each agent to get the event “seed” in the first tick; if chance chooses none, one gets it. A chart that does not answer it takes no notice.',
    { ...repeatNumberForCharts(0), sir: 0.01, sis: 0.01, vaccination: 0.01 },
    false,
  ),
  defineProbability(
    'stimulus',
    'Stimulus',
    'a tick',
    'Chance that an agent which nothing else moved gets one of the events that it would answer, each as likely.',
    { ...repeatNumberForCharts(0), vending: 0.3, watch: 0.3 },
  ),
  defineProbability(
    'transmission',
    'Transmission',
    'a tick',
    'In infections the chance of catching it from one neighbour who has it; any chart may name it.',
    repeatNumberForCharts(0.08),
  ),
  defineProbability(
    'recovery',
    'Recovery',
    'a tick',
    'In infections the chance that an infected agent recovers; any chart may name it.',
    repeatNumberForCharts(0.1),
  ),
  defineProbability(
    'persuasion',
    'Persuasion',
    'a tick',
    'Of opinions: the chance of being won by one neighbour who has one; any chart may name it.',
    repeatNumberForCharts(0.03),
  ),
  defineProbability(
    'doubt',
    'Doubt',
    'a tick',
    'Of opinions: the chance of beginning to doubt because of one neighbour of the other; any chart may name it.',
    repeatNumberForCharts(0.03),
  ),
  defineLegacyRule(
    {
      ...{ name: 'first_rate_wins', label: 'First rate wins', until: '0.7.0' },
      meaning:
        'Of rates out of one state that sum to more than 1 the first ones written win, as before version 0.7, instead of each its share.',
    },
    CHARTS,
  ),
  defineLegacyRule(
    {
      ...{ name: 'delays_in_ticks', label: 'Delays in ticks', until: '0.7.0' },
      meaning: 'A delay of a second is a tick, as before version 0.7, instead of so much of the run’s clock.',
    },
    CHARTS,
  ),
  defineLegacyRule(
    {
      ...{ name: 'own_events_by_chance', label: 'Own events by chance', until: '0.7.0' },
      meaning:
        'Events that a chart sends itself come by chance and are asked for as well, as before version 0.7, instead of by that alone.',
    },
    CHARTS,
  ),
  {
    name: 'tick_seconds',
    label: 'Tick',
    unit: 's',
    meaning:
      'Simulated time of a tick. A delay of the chart’s is so much of the run’s clock, and comes in the first tick that is not before. Unless it is given, a tick of a chart with delays is 1 s.',
    kind: 'integer',
    min: 1,
    max: 86_400,
    step: 1,
    live: false,
    defaults: repeatNumberForCharts(USUAL_TICK),
    absent: USUAL_TICK,
    untold: true,
  },
  {
    name: 'as_noted',
    label: 'Unknown functions',
    unit: '',
    meaning:
      'Guards and actions that a chart names and that are code of its own: refused, or played as noted, guards as true and actions as nothing.',
    kind: 'boolean',
    min: 0,
    max: 1,
    step: 1,
    live: false,
    flag: true,
    called: ['refused', 'as noted'],
    defaults: repeatForCharts(false),
    absent: false,
    untold: true,
  },
  defineLegacyWeightRule(CHARTS),
  ...defineGeneratorParameters(CHARTS, true),
];
