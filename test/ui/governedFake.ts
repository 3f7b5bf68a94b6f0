import type { AgentDetail } from '../../src/engine/model/agentDetail.ts';
import type { Frame } from '../../src/engine/model/frame.ts';
import { GOVERNED_PARAMETERS } from '../../src/engine/models/governed/governedParameters.ts';
import type { GovernedFrame } from '../../src/engine/models/governed/governedState.ts';
import type { MissionStep } from '../../src/engine/models/governed/missionStep.ts';
import { MISSION_PHASES } from '../../src/engine/models/governed/phases.ts';
import type {
  CallTrace,
  GovernedDetail,
  MissionRow,
  PairReport,
  PairSide,
  PairSums,
  StepPrompt,
} from '../../src/engine/models/governed/reports/governedDetail.ts';
import { GOVERNED_OUTCOMES } from '../../src/engine/models/governed/reports/governedOutcomes.ts';
import { UNASKED } from '../../src/engine/models/governed/step/missionLoop.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import type { RunInfo } from '../../src/workers/protocol/api.ts';

export const MISSIONS = ['Secret password', 'Tool server port', 'Licence'];

const edge = (trigger: string, source: string, target: string) => ({ trigger, source, target, guard: null });

export const governedInfo = (setup: Setup, epoch: number): RunInfo => ({
  epoch,
  config: {
    ...setup,
    agents: MISSIONS.length,
    networkInfo: null,
    inputInfo: {
      corpus: { name: 'handbook', count: 78, sha256: 'ab'.repeat(32) },
      missions: { name: 'built-in', count: MISSIONS.length, sha256: 'cd'.repeat(32) },
    },
    warmUp: 0,
    startTime: '2026-01-30T10:00:00Z',
    tickSeconds: 3,
    parameters: {
      ...Object.fromEntries(GOVERNED_PARAMETERS.map(({ name, defaults }) => [name, defaults.showcase!])),
      ...setup.parameters,
    },
  },
  chart: {
    name: 'governed',
    states: MISSION_PHASES,
    initial: 'init',
    transitions: [
      edge('search', 'init', 'searching'),
      edge('repeated_search', 'searching', 'stuck_search'),
      edge('give_up', 'stuck_search', 'finishing'),
    ],
  },
  parameters: GOVERNED_PARAMETERS,
  table: null,
  outcomes: GOVERNED_OUTCOMES,
  series: ['searches', 'reasoning', 'finishes', 'refused', 'failed', 'verdicts'],
  groups: { label: 'character', names: ['searcher', 'repeater'], of: Uint8Array.from([1, 0, 0]) },
  names: MISSIONS,
  notes: [],
});

/** Mission 0 searches, is stuck in tick 5 and has ended in tick 6; the others wait. */
const stateAt = (tick: number): number => (tick < 1 ? 0 : tick < 5 ? 1 : tick === 5 ? 4 : 7);

const NO_ENDINGS = { right: 0, wrong: 0, abstained: 0, unjudged: 0, stuck: 0, cut_off: 0 };

export function governedFrame(
  from: number,
  to: number,
  epoch: number,
): Frame & { readonly model: GovernedFrame } {
  const ticks = Array.from({ length: to - from }, (_, row) => from + 1 + row);
  const moved = ticks.filter(tick => stateAt(tick) !== stateAt(tick - 1));
  const transitionAt = (tick: number) => [1, 5, 6].indexOf(tick);
  return {
    epoch,
    from,
    to,
    hash: to.toString(16).padStart(64, '0'),
    counts: Uint32Array.from(
      ticks.flatMap(tick =>
        MISSION_PHASES.map((_, state) => +(state === stateAt(tick)) + 2 * +(state === 0)),
      ),
    ),
    flows: Uint32Array.from(ticks.flatMap(tick => [0, 1, 2].map(row => +(transitionAt(tick) === row)))),
    series: Uint32Array.from(ticks.flatMap(() => [2, 1, 1, 1, 0, 0])),
    moves: {
      tick: Int32Array.from(moved),
      agent: new Uint32Array(moved.length),
      transition: Uint16Array.from(moved, transitionAt),
      context: new Uint32Array(moved.length),
    },
    totals: { transitions: moved.length, decisions: to, failures: 0 },
    model: {
      kind: 'governed',
      waiting: 2,
      underWay: to < 6 ? 1 : 0,
      endings: { ...NO_ENDINGS, stuck: to < 6 ? 0 : 1 },
      steps: Math.min(to, 4),
      calls: Math.min(to, 4),
      tokens: 1234,
      refused: 1,
      failed: 0,
      focus: 0,
    },
  };
}

const plain: MissionStep = {
  ...UNASKED,
  row: 0,
  agent: 0,
  tick: 1,
  number: 1,
  phase: 'init',
  next: 'searching',
  kind: 'tool',
  source: 'policy',
  said: '{"action":"tool"}',
  rule: null,
  reason: null,
  milliseconds: 900,
  tokensIn: 300,
  tokensOut: 38,
};

/** A step of a mission; what is not said is an accepted tool call in searching. */
export const stepOf = (part: Partial<MissionStep>): MissionStep => ({ ...plain, ...part });

export const searchOf = (
  query: string,
  total: number,
  before: readonly number[] = [],
): MissionStep['call'] => ({
  tool: 'context.fts_search',
  args: { query },
  hits: [],
  text: null,
  total,
  error: null,
  resultBytes: 10,
  milliseconds: 100,
  before,
});

const ADVICE = {
  rule: 'repeated_search',
  text: 'You already searched for ‘hacker.txt’. Finish now.',
} as const;

/** Searches, reasons where it may not, searches the same twice, is advised, goes on, is stopped. */
export const STEPS: readonly MissionStep[] = [
  stepOf({ row: 10, call: searchOf('secret password', 4) }),
  stepOf({ row: 11, tick: 2, number: 2, phase: 'searching', call: searchOf('hacker.txt', 0) }),
  stepOf({
    row: 12,
    tick: 3,
    number: 3,
    phase: 'searching',
    kind: 'finish',
    refused: 'deciding is not next',
    mended: ['taken out of a fence'],
  }),
  stepOf({
    row: 13,
    tick: 4,
    number: 4,
    phase: 'searching',
    call: searchOf('hacker.txt', 0, [2]),
    advice: ADVICE,
    obeyed: false,
    said: '{"a":"\u202Eb"} <b>x</b>',
  }),
  stepOf({
    row: 14,
    tick: 5,
    number: 4,
    phase: 'searching',
    next: 'stuck_search',
    kind: 'verdict',
    source: null,
    said: null,
    rule: 'repeated_search',
    reason: 'searched for “hacker.txt” 2 times, limit 2',
  }),
  stepOf({
    row: 15,
    tick: 6,
    number: 4,
    phase: 'stuck_search',
    next: 'finishing',
    kind: 'forced',
    source: null,
    said: null,
    rule: 'repeated_search',
  }),
];

export const traceOf = (agent: number, upTo: number): CallTrace => ({
  agent,
  id: `mission_0${agent + 1}`,
  title: MISSIONS[agent]!,
  goal: `Find out: ${MISSIONS[agent]}`,
  upTo,
  started: agent === 0 ? 1 : null,
  steps: agent === 0 ? STEPS.filter(({ tick }) => tick <= upTo) : [],
  outcome: agent > 0 ? 'waiting' : upTo < 6 ? 'under_way' : 'finished_stuck',
  ending: agent === 0 && upTo >= 6 ? 'stuck' : null,
  rule: agent > 0 || upTo < 5 ? null : 'repeated_search',
  chances: 0,
});

export const governedDetail = (
  agent: number,
  tick: number,
): AgentDetail & { readonly model: GovernedDetail } => ({
  agent,
  id: `agent_00${agent + 1}`,
  label: null,
  tick,
  state: MISSION_PHASES[agent === 0 ? stateAt(tick) : 0]!,
  ticksInState: 1,
  threshold: null,
  historyDepth: 50,
  history: [
    {
      tick: 5,
      from: 'searching',
      to: 'stuck_search',
      trigger: 'timeout',
      context: 'too much time in SEARCHING: 61.2 s of 60 s',
    },
    { tick: 1, from: 'init', to: 'searching', trigger: 'search', context: 'search' },
  ],
  triggers: [],
  model: {
    kind: 'governed',
    trace: traceOf(agent, tick),
    character: 'ping_pong',
    expected: { answers: ['7421'], sources: ['ports.md'] },
    phase: MISSION_PHASES[agent === 0 ? stateAt(tick) : 0]!,
    phaseMilliseconds: 11_340,
    timeout: 60_000,
    elapsed: 20_000,
    calls: 3,
    tokens: 1234,
    final: null,
    summary: null,
    wouldSay: 'I spent 51 s and found no such file.',
    rules: [
      { rule: 'repeated_search', value: 2, limit: 2, unit: 'times', warned: true },
      { rule: 'timeout', value: 11.34, limit: 60, unit: 's', warned: false },
    ],
  },
});

export const promptOf = (row: number): StepPrompt => ({
  row,
  system: 'You carry out a mission.',
  user: '## Mission\nFind it.\n\n## Agent State\nCurrent Phase: SEARCHING\nStatus: STUCK\nAdvice: Finish now.',
  tokens: 1412,
});

export const missionRow = (agent: number, tick: number): MissionRow => ({
  agent,
  outcome: agent > 0 ? 'waiting' : tick < 6 ? 'under_way' : 'finished_stuck',
  phase: MISSION_PHASES[agent > 0 ? 0 : stateAt(tick)]!,
  rule: agent > 0 || tick < 5 ? null : 'repeated_search',
  steps: agent > 0 ? 0 : Math.min(tick, 4),
  resumed: 0,
  calls: 3,
  tokens: 1234,
  started: agent === 0 ? 1 : null,
  ended: agent === 0 && tick >= 6 ? 6 : null,
  ending: agent === 0 && tick >= 6 ? 'stuck' : null,
  isUnanswerable: agent === 0,
  stuck: agent === 0 && tick === 3,
});

const side = (steps: number, ending: PairSide['ending']): PairSide => ({
  ending,
  rule: null,
  steps,
  calls: steps,
  tokens: steps * 1000,
});
/** Cost of the given number of steps, with endings. */
export const sums = (steps: number, endings: Partial<PairSums['endings']>): PairSums => ({
  endings: { ...NO_ENDINGS, ...endings },
  steps,
  calls: steps,
  tokens: steps * 1000,
});

export const PAIR: PairReport = {
  rows: [
    { agent: 0, without: side(24, 'cut_off'), with: side(4, 'stuck') },
    { agent: 1, without: side(5, 'right'), with: side(5, 'right') },
    { agent: 2, without: side(6, 'wrong'), with: side(6, 'wrong') },
  ],
  limit: 24,
  points: [
    {
      limit: 12,
      without: sums(23, { right: 1, wrong: 1, cut_off: 1 }),
      with: sums(15, { right: 1, wrong: 1, stuck: 1 }),
    },
    {
      limit: 24,
      without: sums(35, { right: 1, wrong: 1, cut_off: 1 }),
      with: sums(15, { right: 1, wrong: 1, stuck: 1 }),
    },
  ],
};
