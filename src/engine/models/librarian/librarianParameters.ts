import type { ParameterDefinition, ParameterValue } from '../../parameters/parameterDefinition.ts';

/** Presets of the model; the first is the default. */
export const PRESETS = ['thirds', 'tight', 'pairs', 'careful', 'hasty', 'sliding'] as const;
type Preset = (typeof PRESETS)[number];

/** A run's parameters: from a `config.json` if it sets them, else the set-up's. */
export type LibrarianParameters = {
  readonly paging: boolean;
  readonly paging_limit: number;
  readonly hard: boolean;
  readonly hard_limit: number;
  readonly thinking_log: boolean;
  readonly log_entries: number;
  readonly iterate: boolean;
  readonly max_iterations: number;
  readonly careful: number;
  readonly sliding: number;
  readonly delay: number;
  readonly usual_wordings: boolean;
  readonly patience: number;
  readonly json_answers: boolean;
  readonly tick_seconds: number;
  readonly history_depth: number;
};

type LibrarianParameterRow = Pick<
  ParameterDefinition,
  'name' | 'label' | 'unit' | 'kind' | 'min' | 'max' | 'meaning'
> & {
  readonly step?: number;
  readonly value: ParameterValue;
  readonly under?: Readonly<Partial<Record<Preset, ParameterValue>>>;
  readonly absent?: ParameterValue;
};

const defineLibrarianParameter = ({
  value,
  under = {},
  step = 1,
  ...rest
}: LibrarianParameterRow): ParameterDefinition => ({
  ...rest,
  step,
  live: false,
  defaults: {
    ...(Object.fromEntries(PRESETS.map(preset => [preset, value])) as Record<Preset, ParameterValue>),
    ...under,
  },
});

const defineOnOffParameter = (
  name: string,
  label: string,
  value: boolean,
  meaning: string,
): ParameterDefinition =>
  defineLibrarianParameter({ name, label, unit: '', kind: 'boolean', min: 0, max: 1, value, meaning });

const defineLibrarianInteger = (
  name: string,
  label: string,
  unit: string,
  [min, max]: readonly [number, number],
  value: number,
  meaning: string,
): ParameterDefinition =>
  defineLibrarianParameter({ name, label, unit, kind: 'integer', min, max, value, meaning });

const defineLimitParameter = (
  name: string,
  label: string,
  [value, tight]: readonly [number, number],
  meaning: string,
): ParameterDefinition =>
  defineLibrarianParameter({
    name,
    label,
    unit: 'tokens',
    kind: 'integer',
    min: 16,
    max: 10_000_000,
    value,
    under: { tight },
    meaning,
  });

/** Every parameter of the model; the panel, the command line and the document's schema are made from it. */
export const LIBRARIAN_PARAMETERS: readonly ParameterDefinition[] = [
  defineOnOffParameter(
    'paging',
    'Paging',
    true,
    'Past the paging limit an agent is asked what to move to storage.',
  ),
  defineLimitParameter(
    'paging_limit',
    'Paging limit',
    [4096, 1024],
    'Soft limit of working memory; four characters count as a token.',
  ),
  defineOnOffParameter(
    'hard',
    'Hard limit on',
    true,
    'Past the hard limit the oldest entries go to storage unasked.',
  ),
  defineLimitParameter(
    'hard_limit',
    'Hard limit',
    [8192, 2048],
    'Working memory never holds more than this when a question is put.',
  ),
  defineOnOffParameter(
    'thinking_log',
    'Thinking log',
    true,
    'The agent’s thoughts are kept and repeated in its prompts.',
  ),
  defineLibrarianInteger(
    'log_entries',
    'Log entries',
    'entries',
    [1, 999],
    10,
    'The most thoughts that are kept; the oldest goes first.',
  ),
  defineOnOffParameter('iterate', 'Iteration limit', true, 'An agent stops after this many questions.'),
  defineLibrarianInteger(
    'max_iterations',
    'Iterations',
    'questions',
    [1, 1_000_000],
    1000,
    'Most questions to one agent.',
  ),
  defineLibrarianParameter({
    name: 'careful',
    label: 'Careful agents',
    unit: '',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.01,
    value: 0.33,
    under: { pairs: 0.5, careful: 1, hasty: 0, sliding: 0 },
    meaning: 'Share of the agents, the first in the list, that the policy plays with the careful strategy.',
  }),
  defineLibrarianParameter({
    name: 'sliding',
    label: 'Sliding agents',
    unit: '',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.01,
    value: 0.33,
    under: { pairs: 0, careful: 0, hasty: 0, sliding: 1 },
    absent: 0,
    meaning: 'Share of the agents, the last in the list, with the sliding strategy; the others are hasty.',
  }),
  defineLibrarianParameter({
    name: 'delay',
    label: 'Longest delay',
    unit: 'passages',
    kind: 'integer',
    min: 0,
    max: 1000,
    value: 3,
    absent: 0,
    meaning: 'A question comes at its place in the text or up to so many passages later, drawn for each.',
  }),
  defineLibrarianParameter({
    name: 'usual_wordings',
    label: 'Usual wordings',
    unit: '',
    kind: 'boolean',
    min: 0,
    max: 1,
    value: true,
    absent: false,
    meaning: 'Answers count in their usual wordings: a piano, pianos, 41 for forty-one; off: word for word.',
  }),
  defineLibrarianParameter({
    name: 'edition',
    label: 'Bundled texts',
    unit: 'edition',
    kind: 'integer',
    min: 1,
    max: 2,
    value: 2,
    absent: 1,
    meaning: 'Edition of the bundled texts and their questions; earlier documents used the first.',
  }),
  defineLibrarianInteger(
    'patience',
    'Patience',
    'questions',
    [2, 1000],
    8,
    'A passage or a question of the task is put away after this many questions to the agent.',
  ),
  defineOnOffParameter(
    'json_answers',
    'Answers as JSON',
    false,
    'Language models are asked for the same as JSON, which the server enforces if it can.',
  ),
  defineLibrarianParameter({
    name: 'tick_seconds',
    label: 'Cycle length',
    unit: 's',
    kind: 'number',
    min: 1,
    max: 86_400,
    value: 10,
    meaning: 'Simulated time that one cycle takes.',
  }),
  defineLibrarianInteger(
    'history_depth',
    'History',
    'transitions',
    [1, 10_000],
    200,
    'Transitions that an agent’s history keeps.',
  ),
];
