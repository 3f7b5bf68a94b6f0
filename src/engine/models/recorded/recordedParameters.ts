import type {
  ParameterDefinition,
  ParameterValue,
  ParameterValues,
} from '../../parameters/parameterDefinition.ts';
import { EXAMPLE_SETS } from './recordedTerms.ts';

const repeatForRecorded = (value: ParameterValue): ParameterValues =>
  Object.fromEntries(EXAMPLE_SETS.map(set => [set, value]));

/** Values of the parameters. */
export type RecordedParameters = {
  readonly by_time: boolean;
  readonly by_clock: boolean;
  readonly tick_seconds: number;
  readonly redact: boolean;
  readonly under_way: boolean;
};

/** Every parameter of the model. */
export const RECORDED_PARAMETERS: readonly ParameterDefinition[] = [
  {
    name: 'by_time',
    label: 'Time axis',
    unit: '',
    meaning:
      'By step, a tick is one step of every case. By time, a step is at its own time stamp; of several in one tick, the later ones come in the next.',
    kind: 'boolean',
    min: 0,
    max: 1,
    step: 1,
    live: false,
    called: ['by step', 'by time'],
    defaults: repeatForRecorded(false),
  },
  {
    name: 'by_clock',
    label: 'Beginning',
    unit: '',
    meaning: 'Together, all cases begin in tick 1. By the clock, each begins when it did.',
    kind: 'boolean',
    min: 0,
    max: 1,
    step: 1,
    live: false,
    needs: 'by_time',
    called: ['together', 'by the clock'],
    defaults: repeatForRecorded(false),
  },
  {
    name: 'tick_seconds',
    label: 'Tick',
    unit: 's',
    meaning: 'Recorded time of one tick, where the axis is by time.',
    kind: 'number',
    min: 0.01,
    max: 86_400,
    step: 0.01,
    live: false,
    needs: 'by_time',
    defaults: repeatForRecorded(5),
  },
  {
    name: 'under_way',
    label: 'Unknown ends',
    unit: '',
    meaning: 'State of a case after its last step where its traces have neither outcome nor end.',
    kind: 'boolean',
    min: 0,
    max: 1,
    step: 1,
    live: false,
    called: ['has ended', 'is still under way'],
    defaults: repeatForRecorded(false),
  },
  {
    name: 'redact',
    label: 'Texts in exports',
    unit: '',
    meaning:
      'Hidden, documents and event logs hold no prompt, answer, argument, result or error; of some, eight digits of a digest.',
    kind: 'boolean',
    min: 0,
    max: 1,
    step: 1,
    live: false,
    called: ['kept', 'hidden'],
    defaults: repeatForRecorded(false),
  },
];
