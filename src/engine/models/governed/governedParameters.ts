import type { ParameterDefinition, ParameterValue } from '../../parameters/parameterDefinition.ts';

/** Presets of the model; the first is the default. */
export const PRESETS = ['showcase', 'sensible'] as const;

type GovernedParameterRow = Pick<
  ParameterDefinition,
  'name' | 'label' | 'unit' | 'kind' | 'min' | 'max' | 'bounds' | 'meaning' | 'flag'
> & {
  readonly step?: number;
  readonly needs?: string;
  readonly value: ParameterValue;
  /** Value under the preset `sensible`, if it differs. */
  readonly sensible?: ParameterValue;
};

const defineGovernedParameter = ({
  value,
  sensible = value,
  step = 1,
  ...rest
}: GovernedParameterRow): ParameterDefinition => ({
  ...rest,
  step,
  live: false,
  defaults: { showcase: value, sensible },
});

const defineCountParameter = (
  name: string,
  label: string,
  value: number,
  meaning: string,
): ParameterDefinition =>
  defineGovernedParameter({ name, label, unit: 'times', kind: 'integer', min: 2, max: 1000, value, meaning });

const defineSecondsParameter = (
  name: string,
  label: string,
  value: number,
  meaning: string,
): ParameterDefinition =>
  defineGovernedParameter({
    name,
    label,
    unit: 's',
    kind: 'number',
    min: 0.1,
    max: 3600,
    step: 0.1,
    value,
    meaning,
  });

/** Every parameter of the model; the panel, the command line and the document's schema are made from it. */
export const GOVERNED_PARAMETERS: readonly ParameterDefinition[] = [
  defineGovernedParameter({
    name: 'governance',
    flag: true,
    label: 'Governance',
    unit: '',
    kind: 'boolean',
    min: 0,
    max: 1,
    value: true,
    meaning:
      'Refuses illegal moves, detects stuck agents, advises them and ends their missions. Off: only the step limit ends a mission.',
  }),
  defineGovernedParameter({
    name: 'active',
    label: 'Under way',
    unit: 'missions',
    kind: 'integer',
    min: 1,
    max: 100_000,
    bounds: 'agents',
    value: 12,
    meaning: 'The most missions that are under way at once; the rest wait in init.',
  }),
  defineCountParameter(
    'same_tool',
    'Same tool',
    3,
    'Advised after this many calls of one tool in a row; ended if it continues.',
  ),
  defineGovernedParameter({
    name: 'same_state',
    label: 'Same state',
    unit: 'steps',
    kind: 'integer',
    min: 2,
    max: 1000,
    value: 5,
    meaning: 'Advised after this many steps in one state; ended if it stays there.',
  }),
  defineCountParameter(
    'repeated_search',
    'Identical search',
    2,
    'Advised when the same search has been made this many times; ended if it is made again.',
  ),
  defineGovernedParameter({
    name: 'alternation',
    label: 'Alternation',
    unit: 'actions',
    kind: 'integer',
    min: 3,
    max: 1000,
    value: 4,
    meaning: 'Advised after this many actions that alternate between two, A B A B; ended if they continue.',
  }),
  defineGovernedParameter({
    name: 'failed_decisions',
    label: 'Failed decisions',
    unit: 'in a row',
    kind: 'integer',
    min: 1,
    max: 1000,
    value: 3,
    meaning:
      'Advised after this many decisions in a row that could not be read or were refused; ended after one more.',
  }),
  defineSecondsParameter(
    'timeout_searching',
    'Timeout, searching',
    60,
    'Simulated time in searching after which it is advised; ended if it stays there.',
  ),
  defineSecondsParameter(
    'timeout_analyzing',
    'Timeout, analyzing',
    30,
    'Simulated time in analyzing after which it is advised; ended if it stays there.',
  ),
  defineSecondsParameter(
    'timeout_deciding',
    'Timeout, deciding',
    45,
    'Simulated time in deciding after which it is advised; ended if it stays there.',
  ),
  defineSecondsParameter(
    'timeout_stuck',
    'Timeout, stuck',
    10,
    'The longest that the summary of a failure may take.',
  ),
  defineSecondsParameter(
    'timeout_finishing',
    'Timeout, finishing',
    5,
    'The longest that the agent’s own finish may take.',
  ),
  {
    ...defineGovernedParameter({
      name: 'second_chances',
      label: 'Second chances',
      unit: 'a mission',
      kind: 'integer',
      min: 0,
      max: 3,
      value: 0,
      needs: 'governance',
      meaning:
        'An agent that is found stuck is warned and sent back to the phase it was in, this many times in a mission; then it gives up. With 0 it gives up at once, and the chart is flat.',
    }),
    absent: 0,
    untold: true,
  },
  defineGovernedParameter({
    name: 'step_limit',
    label: 'Step limit',
    unit: 'steps',
    kind: 'integer',
    min: 1,
    max: 1000,
    value: 24,
    meaning: 'A mission is cut off after this many questions, with or without governance.',
  }),
  {
    ...defineGovernedParameter({
      name: 'measured_time',
      label: 'Measured time',
      unit: '',
      kind: 'boolean',
      min: 0,
      max: 1,
      value: false,
      meaning:
        'An answer takes as long as the language model took for it. Off, and for the policy: a time simulated from its length.',
    }),
    absent: false,
  },
  defineGovernedParameter({
    name: 'results',
    label: 'Results',
    unit: 'documents',
    kind: 'integer',
    min: 1,
    max: 50,
    value: 4,
    meaning: 'The most documents that a search shows.',
  }),
  defineGovernedParameter({
    name: 'characters',
    label: 'Characters',
    unit: '',
    kind: 'boolean',
    min: 0,
    max: 1,
    value: true,
    sensible: false,
    meaning:
      'The policy plays the characters that missions name or that are drawn at random. Off: all search sensibly.',
  }),
  defineGovernedParameter({
    name: 'trouble',
    label: 'Trouble',
    unit: 'share',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
    value: 0,
    meaning:
      'Share of the missions without a named character that are played by a character that fails on purpose.',
  }),
  defineGovernedParameter({
    name: 'obedience',
    label: 'Obedience',
    unit: 'share',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
    value: 0.3,
    sensible: 1,
    meaning: 'Share of the characters that follow advice.',
  }),
  defineGovernedParameter({
    name: 'tick_seconds',
    label: 'Step',
    unit: 's',
    kind: 'integer',
    min: 1,
    max: 3600,
    value: 3,
    meaning: 'Duration of a step on the page’s clock. Timeouts count each step’s own duration instead.',
  }),
  defineGovernedParameter({
    name: 'history_depth',
    label: 'History',
    unit: 'entries',
    kind: 'integer',
    min: 0,
    max: 1000,
    value: 50,
    meaning: 'Transitions that each agent’s own history keeps; the log of the run is complete in any case.',
  }),
];

/** The parameters by name; `resolveRunConfig` has checked names and ranges. Times in seconds. */
export type GovernedParameters = {
  readonly governance: boolean;
  readonly active: number;
  readonly same_tool: number;
  readonly same_state: number;
  readonly repeated_search: number;
  readonly alternation: number;
  readonly failed_decisions: number;
  readonly timeout_searching: number;
  readonly timeout_analyzing: number;
  readonly timeout_deciding: number;
  readonly timeout_stuck: number;
  readonly timeout_finishing: number;
  readonly second_chances: number;
  readonly step_limit: number;
  readonly measured_time: boolean;
  readonly results: number;
  readonly characters: boolean;
  readonly trouble: number;
  readonly obedience: number;
  readonly tick_seconds: number;
  readonly history_depth: number;
};
