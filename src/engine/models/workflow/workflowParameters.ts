import type { ParameterDefinition, ParameterValue } from '../../parameters/parameterDefinition.ts';
import { EXAMPLES } from './workflowTerms.ts';

/** A run's parameters; the presets are the bundled workflows, and differ in nothing else. */
export type WorkflowParameters = {
  readonly ticks: number;
  readonly arrival: number;
  readonly endowment: number;
  readonly income: number;
  readonly material: number;
  readonly rework: number;
  readonly return_fee: number;
  readonly price_low: number;
  readonly price_high: number;
  readonly flaw: number;
  readonly flaw_spread: number;
  readonly detection: number;
  readonly mending: number;
  readonly recent: number;
  readonly offers: number;
  readonly tick_seconds: number;
  readonly history_depth: number;
};

type WorkflowParameterRow = Pick<
  ParameterDefinition,
  'name' | 'label' | 'unit' | 'kind' | 'min' | 'max' | 'step' | 'meaning'
>;

const defineWorkflowParameter = (
  definition: WorkflowParameterRow,
  value: ParameterValue,
): ParameterDefinition => ({
  ...definition,
  live: false,
  defaults: Object.fromEntries(EXAMPLES.map(example => [example, value])),
});

const defineWorkflowInteger = (
  name: string,
  label: string,
  unit: string,
  [min, max]: readonly [number, number],
  value: number,
  meaning: string,
) => defineWorkflowParameter({ name, label, unit, kind: 'integer', min, max, step: 1, meaning }, value);

const defineChanceParameter = (name: string, label: string, value: number, meaning: string) =>
  defineWorkflowParameter(
    { name, label, unit: '', kind: 'number', min: 0, max: 1, step: 0.05, meaning },
    value,
  );

const MAX_SCRIP = 1_000_000;

/** Every parameter of the model; the panel, the command line and the document's schema are made from it. */
export const WORKFLOW_PARAMETERS: readonly ParameterDefinition[] = [
  defineWorkflowInteger(
    'ticks',
    'Length of the run',
    'ticks',
    [1, 1_000_000],
    200,
    'every agent takes one turn in each tick; then the run is over',
  ),
  defineWorkflowInteger(
    'arrival',
    'Arrival',
    'ticks',
    [1, 100_000],
    6,
    'each agent takes its first turn in a random one of this many ticks',
  ),
  defineWorkflowInteger(
    'endowment',
    'Initial scrip',
    'scrip',
    [0, MAX_SCRIP],
    100,
    'what every agent begins with',
  ),
  defineWorkflowInteger(
    'income',
    'Income',
    'scrip per tick',
    [0, 1000],
    1,
    'what every agent gets each tick, so that there are buyers',
  ),
  defineWorkflowInteger(
    'material',
    'Cost of making',
    'scrip',
    [0, MAX_SCRIP],
    6,
    'what making an artifact costs',
  ),
  defineWorkflowInteger(
    'rework',
    'Cost of reworking',
    'scrip',
    [0, MAX_SCRIP],
    2,
    'what reworking an artifact costs',
  ),
  {
    ...defineWorkflowInteger(
      'return_fee',
      'Cost of a return',
      'scrip',
      [0, MAX_SCRIP],
      4,
      'what a seller pays when a broken artifact is sent back, or all it has where that is less',
    ),
    absent: 0,
  },
  defineWorkflowInteger(
    'price_low',
    'Lowest price',
    'scrip',
    [0, MAX_SCRIP],
    9,
    'the least that an artifact sells for',
  ),
  defineWorkflowInteger(
    'price_high',
    'Highest price',
    'scrip',
    [0, MAX_SCRIP],
    24,
    'the most that an artifact sells for',
  ),
  defineChanceParameter('flaw', 'Flawed artifacts', 0.45, 'chance that an artifact is made with a flaw'),
  defineChanceParameter(
    'flaw_spread',
    'Difference of agents',
    0.25,
    'how far an agent’s own chance may lie from that, up or down',
  ),
  defineChanceParameter(
    'detection',
    'Tests that find the flaw',
    0.9,
    'chance that a test finds what is flawed',
  ),
  defineChanceParameter(
    'mending',
    'Reworks that mend',
    0.5,
    'chance that reworking a flawed artifact mends it',
  ),
  defineWorkflowInteger(
    'recent',
    'Recent actions',
    'actions',
    [1, 1000],
    4,
    'how many actions successes, total and success_rate cover',
  ),
  {
    ...defineWorkflowInteger(
      'offers',
      'Offers shown',
      'offers',
      [0, 1000],
      5,
      'how many of the latest offers {artifacts} shows an agent',
    ),
    absent: 0,
  },
  defineWorkflowInteger(
    'tick_seconds',
    'Length of a tick',
    'seconds',
    [1, 86_400],
    60,
    'simulated time between two turns',
  ),
  defineWorkflowInteger(
    'history_depth',
    'History',
    'transitions',
    [1, 1000],
    50,
    'transitions that each agent remembers',
  ),
];
