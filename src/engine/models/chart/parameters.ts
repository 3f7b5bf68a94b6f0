import type { ParameterDefinition } from '../../config.ts';
import { generatorParameters } from '../../network/generatorParameters.ts';
import { type BundledChart, CHARTS } from './words.ts';

type Defaults = Readonly<Record<BundledChart, number>>;

const all = (value: number): Defaults => ({
  sir: value,
  sis: value,
  opinion: value,
  society: value,
  vending: value,
  watch: value,
});

function probability(
  name: string,
  label: string,
  unit: string,
  meaning: string,
  defaults: Defaults,
  live = true,
): ParameterDefinition {
  return { name, label, unit, meaning, kind: 'number', min: 0, max: 1, step: 0.005, live, defaults };
}

/** Values of the parameters. A chart reads each as the column of its name, as in `sc:rate="recovery"`. */
export interface ChartParameters {
  readonly seeded: number;
  readonly stimulus: number;
  readonly transmission: number;
  readonly recovery: number;
  readonly persuasion: number;
  readonly doubt: number;
  readonly first_rate_wins: boolean;
}

/** Every parameter of the model. */
export const CHART_PARAMETERS: readonly ParameterDefinition[] = [
  probability(
    'seeded',
    'Seeded',
    'share',
    'Share of the agents that get the event “seed” in the first tick, at least one of them. A chart that does not answer it takes no notice.',
    { ...all(0), sir: 0.01, sis: 0.01 },
    false,
  ),
  probability(
    'stimulus',
    'Stimulus',
    'a tick',
    'Chance that an agent which nothing else moved gets one of the events that it would answer, each as likely.',
    { ...all(0), vending: 0.3, watch: 0.3 },
  ),
  probability(
    'transmission',
    'Transmission',
    'a tick',
    'In SIR and SIS the chance of catching it from one neighbour who has it; any chart may name it.',
    all(0.08),
  ),
  probability(
    'recovery',
    'Recovery',
    'a tick',
    'In SIR and SIS the chance that an infected agent recovers; any chart may name it.',
    all(0.1),
  ),
  probability(
    'persuasion',
    'Persuasion',
    'a tick',
    'Of opinions: the chance of being won by one neighbour who has one; any chart may name it.',
    all(0.03),
  ),
  probability(
    'doubt',
    'Doubt',
    'a tick',
    'Of opinions: the chance of beginning to doubt because of one neighbour of the other; any chart may name it.',
    all(0.03),
  ),
  {
    ...{ name: 'first_rate_wins', label: 'First rate wins', unit: '', kind: 'boolean' },
    ...{ min: 0, max: 1, step: 1, live: false },
    ...{ absent: true, untold: true, oldUntil: '0.7.0' },
    meaning:
      'Of rates out of one state that sum to more than 1 the first ones written win, as before version 0.7, instead of each its share.',
    defaults: { sir: false, sis: false, opinion: false, society: false, vending: false, watch: false },
  },
  ...generatorParameters(CHARTS, true),
];
