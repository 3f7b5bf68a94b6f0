import { readFileSync } from 'node:fs';
import type { Files } from '../../src/engine/files/namedFile.ts';
import type { AgentDetail } from '../../src/engine/model/agentDetail.ts';
import type { Frame } from '../../src/engine/model/frame.ts';
import type { TestFates } from '../../src/engine/models/workflow/reports/testFates.ts';
import type {
  ArtifactLine,
  ExchangeRow,
  OutcomeLine,
  TurnDetail,
  VariableLine,
  WarningLine,
  WorkflowDetail,
  WorkflowText,
} from '../../src/engine/models/workflow/reports/workflowDetail.ts';
import { WORKFLOW_OUTCOMES } from '../../src/engine/models/workflow/reports/workflowOutcomes.ts';
import { WORKFLOW_PARAMETERS } from '../../src/engine/models/workflow/workflowParameters.ts';
import type { WorkflowFrame } from '../../src/engine/models/workflow/workflowState.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import type { StepReport, StepRow } from '../../src/engine/statistics/stepReport.ts';
import type { RunInfo } from '../../src/workers/protocol/api.ts';

/** The text of a bundled workflow. */
export const exampleText = (name: string): string => readFileSync(`public/workflows/${name}.yaml`, 'utf8');

export const STATES = ['observing', 'ideating', 'implementing', 'testing', 'reflecting', 'shipping'];
const AGENTS = 12;
const edge = (source: string, target: string, trigger: string, wildcard = false) => ({
  trigger,
  source,
  target,
  guard: trigger === 'always' ? null : trigger,
  ...(wildcard && { wildcard }),
});

export const workflowInfo = (setup: Setup, epoch: number): RunInfo => ({
  epoch,
  config: {
    ...setup,
    agents: AGENTS,
    networkInfo: null,
    inputInfo: {
      workflow: {
        name: setup.own?.includes('workflow') ? 'own.yaml' : `${setup.preset}.yaml`,
        count: 9,
        sha256: 'cd'.repeat(32),
      },
    },
    warmUp: 0,
    startTime: '2026-01-30T10:00:00Z',
    tickSeconds: 60,
    parameters: {
      ...Object.fromEntries(WORKFLOW_PARAMETERS.map(({ name, defaults }) => [name, defaults.completed!])),
      ...setup.parameters,
    },
  },
  chart: {
    name: 'workflow',
    states: STATES,
    initial: 'observing',
    transitions: [
      edge('observing', 'ideating', 'has_context'),
      edge('ideating', 'implementing', 'has_idea'),
      edge('implementing', 'testing', 'always'),
      edge('testing', 'reflecting', 'always'),
      edge('reflecting', 'shipping', 'ship'),
      { ...edge('shipping', 'observing', 'always'), words: { label: 'begins again' } },
      ...STATES.slice(1).map(state => edge(state, 'observing', 'should_pivot', true)),
    ],
  },
  parameters: WORKFLOW_PARAMETERS,
  table: null,
  outcomes: WORKFLOW_OUTCOMES,
  series: ['observe', 'think', 'make', 'test', 'rework', 'ship', 'wait', 'chosen', 'failed'],
  groups: null,
  names: Array.from({ length: AGENTS }, (_, agent) => `Name ${agent}`),
  notes: [],
});

/** Everybody goes round the six states, one a tick. */
const stateAt = (agent: number, tick: number): number => (((agent + tick) % 6) + 6) % 6;

export function workflowFrame(
  from: number,
  to: number,
  epoch: number,
): Frame & { readonly model: WorkflowFrame } {
  const ticks = Array.from({ length: to - from }, (_, row) => from + 1 + row);
  const everybody = Array.from({ length: AGENTS }, (_, agent) => agent);
  return {
    epoch,
    from,
    to,
    hash: to.toString(16).padStart(64, '0'),
    counts: Uint32Array.from(
      ticks.flatMap(tick =>
        STATES.map((_, state) => everybody.filter(agent => stateAt(agent, tick) === state).length),
      ),
    ),
    flows: new Uint32Array(ticks.length * 11),
    series: Uint32Array.from(ticks.flatMap(() => [1, 2, 3, 1, 0, 2, 0, 1, 0])),
    moves: null,
    totals: { transitions: 0, decisions: to * AGENTS, failures: 2 },
    model: {
      kind: 'workflow',
      made: 44,
      broken: 12,
      sold: 31,
      volume: 476,
      costs: 290,
      leader: { agent: 6, profit: 38 },
      turns: to * AGENTS,
      asked: 472,
      retries: 6,
      skipped: 2,
      gaveUp: 1,
      stopped: 0,
      pivots: 7,
      warnings: 1,
      trouble: null,
      focus: 6,
    },
  };
}

/** Input of a run: the user's file, else the example. */
export function workflowText(opened: { readonly setup: Setup; readonly files: Files } | null): WorkflowText {
  const [file] = opened?.files.workflow ?? [];
  const preset = opened?.setup.preset ?? 'completed';
  return {
    name: file?.name ?? `${preset}.yaml`,
    text: file ? new TextDecoder().decode(file.bytes) : exampleText(preset),
    words: ['states', ...STATES],
    variables: ['balance'],
  };
}

export const artifact = (part: Partial<ArtifactLine> = {}): ArtifactLine => ({
  id: 0,
  made: 2,
  price: 15,
  found: [],
  reworked: [],
  sold: null,
  buyer: null,
  dropped: null,
  ...part,
});

export const exchangeRow = (agent: number, part: Partial<ExchangeRow> = {}): ExchangeRow => ({
  agent,
  balance: 132 - agent * 5,
  given: 146,
  earned: 45,
  spent: 24 + agent * 4,
  paid: 35 + agent,
  made: 4,
  sold: 3,
  bought: 1,
  artifacts: [
    artifact({ id: agent, made: 2, found: [4], reworked: [5], sold: 7, buyer: (agent + 1) % AGENTS }),
  ],
  purchases: [],
  pivots: agent === 2 ? [3] : [],
  ...part,
});

const VARIABLES: readonly VariableLine[] = [
  { name: 'success_rate', value: '0.57', step: 'compute_metrics', tick: 12 },
  { name: 'idea', value: "'a lamp'", step: 'expect_idea', tick: 9 },
  { name: 'balance', value: '132', step: null, tick: null },
  { name: 'economic_context', value: "'…'", step: null, tick: null },
];

export const outcome = (part: Partial<OutcomeLine> = {}): OutcomeLine => ({
  row: 0,
  tick: 12,
  state: 'reflecting',
  step: 'strategic_reflect',
  type: 'transition',
  outcome: 'done',
  failure: null,
  attempt: 1,
  tries: 4,
  source: 'policy',
  answer: 'Let us ship it.',
  action: null,
  key: 'ship',
  match: 'mentioned',
  target: 'shipping',
  isThere: false,
  result: 'first key mentioned: ship → shipping',
  tokensIn: 120,
  tokensOut: 4,
  ...part,
});

export const turnOf = ({ agent, tick }: { agent: number; tick: number }): TurnDetail => ({
  agent,
  tick,
  state: 'reflecting',
  outcomes: [outcome({ tick })],
  question: {
    step: 'strategic_reflect',
    type: 'transition',
    components: [{ name: 'patience', isInjected: true, condition: null, reads: '' }],
    system: 'Answer with one key.',
    prompt: 'You are {agent_name}. continue, pivot or ship?',
    unknown: ['agent_name'],
  },
  variables: VARIABLES.map(line => (line.name === 'balance' ? { ...line, value: `${tick}` } : line)),
  changed: [{ name: 'hand', before: "'none'", after: "'untested'", by: 'make' }],
  code: ['compute_metrics'],
  asked: [],
  cut: null,
});

export const WARNINGS: readonly WarningLine[] = [
  { kind: 'luck', message: 'name “luck” is not defined', line: 30, column: 9, tick: 4, agent: 2, times: 12 },
];

export const workflowDetail = (
  agent: number,
  tick: number,
): AgentDetail & { readonly model: WorkflowDetail } => ({
  agent,
  id: `agent_${String(agent + 1).padStart(3, '0')}`,
  label: null,
  tick,
  state: 'observing',
  ticksInState: 1,
  threshold: null,
  historyDepth: 50,
  history: [{ tick, from: 'shipping', to: 'observing', trigger: 'always', context: null }],
  triggers: [],
  model: {
    kind: 'workflow',
    name: `Name ${agent}`,
    balance: 132,
    given: 112,
    earned: 60,
    spent: 40,
    paid: 0,
    made: 4,
    sold: 4,
    bought: 0,
    hand: { artifact: 'artifact_031', is: 'untested' },
    variables: VARIABLES,
    outcomes: [outcome()],
    asked: 40,
    tokens: 4800,
    stopped: agent === 3 ? { tick: 9, step: 'risky_step', reason: 'no answer came' } : null,
  },
});

const step = (name: string, type: string, line: number, figures: Partial<StepRow> = {}): StepRow => ({
  ...{ name, type, at: { line, column: 7 }, states: ['reflecting'] },
  ...{ asked: 0, answered: 0, failed: 0, failedWho: [], triedAgain: 0, givenUp: 0, skipped: 0, stopped: 0 },
  ...{ tokensIn: 0, tokensOut: 0, tokensForNothing: 0, milliseconds: null, measured: 0 },
  ...{ stalled: 0, stalledAgents: 0, stalledNow: 0, stalledWho: [] },
  ...figures,
});

/** What came of two steps of `completed`, and of a transition that was never open. */
export const STEPS: StepReport = {
  noun: 'step',
  rows: [
    step('compute_metrics', 'code', 38),
    step('strategic_reflect', 'transition', 101, {
      ...{ asked: 196, answered: 196, failed: 70, triedAgain: 60, givenUp: 10 },
      ...{ tokensIn: 24_982, tokensOut: 667, tokensForNothing: 9_120 },
      ...{
        stalled: 60,
        stalledAgents: 11,
        stalledNow: 2,
        stalledWho: [{ agent: 1, turns: 19, isNow: true }],
      },
    }),
  ],
  edges: [
    {
      ...{ from: 'reflecting', to: 'shipping', condition: "hand == 'works'", at: { line: 26, column: 9 } },
      ...{ taken: 0, refused: 70 },
    },
    { from: null, to: 'observing', condition: null, at: { line: 30, column: 9 }, taken: 127, refused: 0 },
  ],
};

/** Tests of artifacts, some of which failed and were dropped. */
export const TESTS: TestFates = {
  ...{ made: 40, sold: 25, tests: 40, failed: 12, mostIn: { state: 'testing', failed: 12 } },
  ...{ worked: 5, brokenAgain: 3, untested: 1, dropped: 2, offered: 0, kept: 1 },
  ...{ rework: { cost: 2, mending: 0.6 }, wayBack: { to: 'implementing', isDeclared: false } },
};
