import type { Files, NamedFile } from '../../src/engine/files/namedFile.ts';
import type { AgentDetail } from '../../src/engine/model/agentDetail.ts';
import type { Frame } from '../../src/engine/model/frame.ts';
import {
  ARCHETYPE_PARAMETERS,
  ARCHETYPE_TABLE,
} from '../../src/engine/models/social/people/archetypeTable.ts';
import type { SocialDetail } from '../../src/engine/models/social/reports/socialDetail.ts';
import { SOCIAL_OUTCOMES } from '../../src/engine/models/social/reports/socialOutcomes.ts';
import type {
  CascadeSummary,
  CascadeTree,
  SocialFrame,
} from '../../src/engine/models/social/reports/socialQueries.ts';
import type { Hit } from '../../src/engine/models/textSearch.ts';
import { checkWorkflowText } from '../../src/engine/models/workflow/inputs/readWorkflow.ts';
import { listUnreadPrompts } from '../../src/engine/models/workflow/policy/listUnreadPrompts.ts';
import { renameWorkflowState } from '../../src/engine/models/workflow/reports/answerWorkflowQuery.ts';
import { buildNetwork } from '../../src/engine/network/network.ts';
import { readNetwork } from '../../src/engine/network/reading/readNetwork.ts';
import type { Prompt } from '../../src/engine/oracle/formats/prompt.ts';
import type { OracleReport, ServerReport } from '../../src/engine/oracle/oracleReport.ts';
import type { Change, Setup } from '../../src/engine/setup/config.ts';
import type { RemoteEngine } from '../../src/ui/contract/remoteEngine.ts';
import type { Connection } from '../../src/ui/life/connection.ts';
import type {
  BrowserFacts,
  ChartInfo,
  LoadedModel,
  LocalModelSpec,
  ModelChoice,
  RecordingInfo,
  RunInfo,
  SavingState,
  TellProgress,
  Tried,
} from '../../src/workers/protocol/api.ts';
import * as governed from './governedFake.ts';
import * as librarian from './librarianFake.ts';
import * as workflow from './workflowFake.ts';

/** The social lifecycle, enough of it to draw and to count. */
export const CHART: ChartInfo = {
  name: 'social',
  states: [
    'idle',
    'scrolling',
    'evaluating',
    'composing',
    'engaging_like',
    'engaging_reply',
    'engaging_reshare',
    'resting',
  ],
  initial: 'idle',
  transitions: [
    { trigger: 'feed_ready', source: 'idle', target: 'scrolling', guard: 'session has time left' },
    { trigger: 'sees_post', source: 'scrolling', target: 'evaluating', guard: null },
    { trigger: 'decides', source: 'evaluating', target: 'engaging_like', guard: 'pending action is like' },
    { trigger: 'action_done', source: 'engaging_like', target: 'resting', guard: null },
    { trigger: 'timeout', source: 'resting', target: 'idle', guard: null },
  ],
};

/** State of an agent of the fake: each goes round the five transitions, one a tick. */
const CYCLE = [0, 1, 2, 4, 7];
export const stateOf = (agent: number, tick: number): number => CYCLE[(((agent + tick) % 5) + 5) % 5]!;

export const NAMES = ['Ines Okafor', 'Wen Keller', 'Hugo Jansen', 'Maya Grant', 'Clara Birch', 'Emil Haddad'];

export const PARAMETERS: RunInfo['parameters'] = [
  {
    name: 'activity',
    label: 'Activity',
    unit: '×',
    meaning: 'Multiplies how often agents open their feed.',
    kind: 'number',
    min: 0,
    max: 20,
    step: 0.5,
    live: true,
    defaults: { showcase: 6, realistic: 3 },
  },
  {
    name: 'warm_up',
    label: 'Warm-up',
    unit: 'ticks',
    meaning: 'Ticks played before round 1.',
    kind: 'integer',
    min: 0,
    max: 200,
    step: 1,
    live: false,
    defaults: { showcase: 10, realistic: 10 },
  },
  ...ARCHETYPE_PARAMETERS,
];

/** As the engine reads a network of the user's. */
const readOwn = ({ name, bytes }: NamedFile, { direction, repeats, groups }: Setup) =>
  readNetwork(name, bytes, { direction, repeats, groups });

export function infoOf(setup: Setup, epoch: number, files: Files = {}): RunInfo {
  const agents = setup.agents ?? NAMES.length;
  const own = files.network?.[0] && readOwn(files.network[0], setup);
  const groups = own?.network.groups;
  return {
    epoch,
    config: {
      ...setup,
      agents,
      inputInfo: {},
      networkInfo: {
        name: setup.network,
        nodes: agents,
        edges: 12,
        sha256: 'ab'.repeat(32),
        ...(own && { name: own.network.name, reading: own.reading }),
        ...(groups && { groups: groups.label }),
      },
      warmUp: 10,
      startTime: '2026-01-30T18:00:00Z',
      tickSeconds: 180,
      parameters: { activity: 6, warm_up: 10, ...setup.parameters },
    },
    chart: CHART,
    parameters: PARAMETERS,
    table: ARCHETYPE_TABLE,
    outcomes: SOCIAL_OUTCOMES,
    series: ['likes', 'replies', 'reshares', 'posts'],
    groups: { label: 'archetype', names: ['casual'], of: new Uint8Array(agents) },
    ...(groups && { networkGroups: groups }),
    names: Array.from({ length: agents }, (_, agent) => NAMES[agent % NAMES.length]!),
    notes: [],
  };
}

/** Everybody is followed by the two next in number, the last two by fewer. */
const followsOf = (agents: number) =>
  buildNetwork('fake', agents, {
    sources: Array.from({ length: agents }, (_, agent) => [agent, agent]).flat(),
    targets: Array.from({ length: agents }, (_, agent) => [agent + 1, agent + 2])
      .flat()
      .map(to => Math.min(to, agents - 1)),
    weights: null,
  }).network;

/** Frame of a run of `agents` for the ticks (from, to]. */
export function frameOf(
  agents: number,
  from: number,
  to: number,
  epoch: number,
): Frame & { readonly model: SocialFrame } {
  const ticks = Array.from({ length: to - from }, (_, row) => from + 1 + row);
  const everybody = Array.from({ length: agents }, (_, agent) => agent);
  const counts = ticks.flatMap(tick =>
    CHART.states.map((_, state) => everybody.filter(agent => stateOf(agent, tick) === state).length),
  );
  const moves = ticks.flatMap(tick =>
    everybody.map(agent => ({
      tick,
      agent,
      transition: CHART.transitions.findIndex(({ target }) => target === CHART.states[stateOf(agent, tick)]),
    })),
  );
  return {
    epoch,
    from,
    to,
    hash: to.toString(16).padStart(64, '0'),
    counts: Uint32Array.from(counts),
    flows: new Uint32Array(ticks.length * CHART.transitions.length).fill(1),
    series: Uint32Array.from(ticks.flatMap(() => [3, 0, 1, 2])),
    moves: {
      tick: Int32Array.from(moves, move => move.tick),
      agent: Uint32Array.from(moves, move => move.agent),
      transition: Uint16Array.from(moves, move => move.transition),
      context: new Uint32Array(moves.length),
    },
    totals: { transitions: moves.length, decisions: 1559, failures: 0 },
    model: {
      kind: 'social',
      liveliest: [CASCADE],
      largest: CASCADE,
    },
  };
}

const CASCADE: CascadeSummary = {
  root: 0,
  author: 2,
  tick: -4,
  topic: 'climate',
  text: 'The river gauge has a public page now.',
  size: 3,
  seen: 4,
  posts: 3,
  gained: 1,
  growth: [1, 2, 3],
};

/** A root with a reshare that is replied to: 0 ← 1 ← 2. */
export const TREE: CascadeTree = {
  root: 0,
  topic: 'climate',
  measures: {
    size: 3,
    posts: 3,
    replies: 1,
    reshares: 1,
    depth: 2,
    maxBreadth: 1,
    structuralVirality: 4 / 3,
    postRootR: 0.5,
    minutesToHalfSize: 6,
    observedTicks: 5,
  },
  counts: 'reshares_and_replies',
  exposure: { seen: 4, passedOn: 2, replied: 0, liked: 1, wentOn: 1, looking: 0 },
  upTo: 1,
  post: Uint32Array.of(0, 1, 2),
  author: Uint32Array.of(2, 1, 0),
  kind: Uint8Array.of(0, 2, 1),
  parent: Int32Array.of(-1, 0, 1),
  tick: Int32Array.of(-4, -2, 1),
  likes: Uint32Array.of(4, 1, 0),
  text: ['The river gauge has a public page now.', 'Same here.', 'Since when?'],
};

export function detailOf(agent: number, tick: number): AgentDetail & { readonly model: SocialDetail } {
  const post = {
    post: 1,
    id: 'post_002',
    author: 1,
    authorName: NAMES[1]!,
    kind: 'reshare' as const,
    root: 0,
    tick: -2,
    topic: 'climate',
    text: 'Same here.',
    likes: 1,
  };
  return {
    agent,
    id: `agent_00${agent + 1}`,
    label: null,
    tick,
    state: CHART.states[stateOf(agent, tick)]!,
    ticksInState: 3,
    threshold: 5,
    historyDepth: 50,
    history: [
      { tick, from: 'idle', to: 'scrolling', trigger: 'feed_ready', context: null },
      { tick: tick - 1, from: 'resting', to: 'idle', trigger: 'timeout', context: 'post_002' },
    ],
    triggers: [
      { trigger: 'sees_post', target: 'evaluating', ready: false, reason: 'interest 0.18, needs ≥ 0.21' },
      { trigger: 'timeout', target: 'resting', ready: true, reason: 'in state for 6 of 5 rounds' },
    ],
    model: {
      kind: 'social',
      name: NAMES[agent]!,
      bio: 'Argues about zoning.',
      archetype: 'debater',
      followers: 30,
      following: 12,
      interests: [{ topic: 'climate', weight: 0.9 }],
      sessionUsed: 2,
      sessionLength: 9,
      mood: null,
      questions: [
        {
          tick: tick - 1,
          post,
          options: ['ignore', 'like', 'reply', 'reshare'],
          probabilities: [0.3, 0.14, 0.48, 0.08],
          chosen: 'reply',
          source: 'policy',
          terms: {
            affinity: 0.04,
            freshness: 0.29,
            tie: 0.02,
            attention: 0.15,
            quality: 1.5,
            interest: 0.75,
            threshold: 0.21,
            fatigue: 0.9,
            depthDecay: 0.4,
            ageDecay: 1,
            momentum: 1,
          },
          mood: null,
          shared: null,
          policy: [0.3, 0.14, 0.48, 0.08],
          prompt: 'You are a debater.',
          answer: null,
        },
      ],
      questionCount: 11,
      posts: [post],
      feed: [{ post, interest: 0.5, copies: 2 }],
      feedOrder: 'by_interest',
      feedCount: 3,
    },
  };
}

const ownChoice = (spec: LocalModelSpec): ModelChoice => ({
  ...spec,
  label: spec.model,
  quantization: '',
  memory: null,
  download: null,
  licence: null,
  cached: false,
  obstacle: null,
  suggested: true,
  standard: false,
});

/** Replies of the other models' fakes. */
const INFOS = new Map([
  ['governed', governed.governedInfo],
  ['librarian', librarian.librarianInfo],
  ['workflow', workflow.workflowInfo],
]);
const FRAMES = new Map<string, (from: number, to: number, epoch: number) => Frame>([
  ['governed', governed.governedFrame],
  ['librarian', librarian.librarianFrame],
  ['workflow', workflow.workflowFrame],
]);
const DETAILS = new Map<string, (agent: number, tick: number) => AgentDetail>([
  ['governed', governed.governedDetail],
  ['librarian', librarian.librarianDetail],
  ['workflow', workflow.workflowDetail],
]);

/** An engine without a worker: it answers at once, and notes what it was asked. */
export class FakeEngine {
  readonly calls: string[] = [];
  /** Queries to the model: */
  readonly queries: string[] = [];
  /** What a search finds. */
  hits: readonly Hit[] = [];
  /** Inputs of the last run. */
  opened: { readonly setup: Setup; readonly files: Files } | null = null;
  /** Rejects the next `open` with this message, or this error. */
  refuse: string | Error | null = null;
  /** Rejects each `open` that may not be large. */
  tooLarge: Error | null = null;
  /** Thrown by the next round, once it is sealed. */
  halt: Error | null = null;
  /** Rejects the next comparison with this message. */
  /** Bytes that documents are said to take. */
  sizes = { json: 3e6, lines: 4e6 };
  refuseComparison: string | null = null;
  /** Why runs are not kept; null: they are. */
  keepsNothing: string | null = 'the stand-in keeps nothing';
  /** The last round in which anything happens. */
  over = Number.POSITIVE_INFINITY;
  /** Facts in a run document; null for a file that is not one. */
  recording: RecordingInfo | null = null;
  servers: readonly ServerReport[] = [];
  report: OracleReport | null = null;
  /** What comes of asking once. */
  tries: (prompt: Prompt) => Promise<Tried> = async () => Promise.reject(new Error('nobody answers'));
  facts: BrowserFacts = {
    webgpu: 'ready',
    shaderF16: false,
    largestBuffer: 2 ** 30,
    keepsFiles: true,
    free: 6e9,
    used: 0,
  };
  choices: readonly ModelChoice[] = [];
  /** When the list of models is there. */
  listed: Promise<void> = Promise.resolve();
  /** How a model is loaded: at once, unless a test says otherwise. */
  loads: (tell: TellProgress) => Promise<LoadedModel> = async () => ({ runtime: 'fake 1', digest: null });
  private epoch = 0;
  private agents = NAMES.length;
  private head = 0;
  /** Ends playing, as an engine does when nothing is left to happen. */
  endPlaying: () => void = () => undefined;
  private model = 'social';
  private changes: readonly Change[] = [];
  private onFrame: (frame: Frame) => void = () => undefined;
  fail: (message: string) => void = () => undefined;

  get kept(): SavingState {
    return { tick: this.head, bytes: 0, problem: this.keepsNothing };
  }

  readonly connect = (onFrame: (frame: Frame) => void, onFailure: (message: string) => void): Connection => {
    this.onFrame = onFrame;
    this.epoch = 0;
    this.fail = onFailure;
    return { api: this.api, dispose: () => this.calls.push('dispose') };
  };

  private advance(to: number): void {
    if (to <= this.head) return;
    const from = this.head;
    this.head = to;
    const own = FRAMES.get(this.model);
    this.onFrame(own ? own(from, to, this.epoch) : frameOf(this.agents, from, to, this.epoch));
  }

  /** Replies to the models' own queries. */
  private answers(now: number): Readonly<Record<string, (argument: never) => unknown>> {
    return {
      trace: (agent: number) => governed.traceOf(agent, now),
      stepPrompt: governed.promptOf,
      missionRows: (agents: readonly number[]) => agents.map(agent => governed.missionRow(agent, now)),
      memory: (agent: number) => librarian.memoryOf(agent, now),
      memoryAt: ({ agent, tick }: { agent: number; tick: number }) => librarian.dumpOf(agent, tick),
      entry: librarian.entryOf,
      readerStep: librarian.stepDetailOf,
      readerRows: (agents: readonly number[]) => agents.map(agent => librarian.readerRow(agent, now)),
      memoryFile: librarian.memoryFileOf,
      workflow: () => workflow.workflowText(this.opened),
      checkWorkflow: checkWorkflowText,
      tests: () => workflow.TESTS,
      unreadPrompts: ({ before, after }: { before: string; after: string }) =>
        listUnreadPrompts(before, after),
      renameState: ({ text, from, to }: { text: string; from: string; to: string }) =>
        renameWorkflowState(text, from, to),
      exchange: ({ agents }: { agents: readonly number[] }) =>
        agents.map(agent => workflow.exchangeRow(agent)),
      turn: workflow.turnOf,
      warnings: () => workflow.WARNINGS,
      cascade: () => ({ ...TREE, upTo: now }),
      cascades: () => [],
      viewers: () => ({
        agent: Uint32Array.of(0, 1, 3, 4),
        tick: Int32Array.of(-3, -2, -2, 0),
        post: Uint32Array.of(0, 0, 0, 0),
        // Two posted in it, one liked it, one went on.
        reaction: Uint8Array.of(4, 4, 2, 1),
      }),
      placeOf: () => ({ root: 0, rootTick: -3, tick: -3 }),
    };
  }

  readonly api: RemoteEngine = {
    why: async id => [
      { tick: 1, agent: 1, kind: 'posted', about: id, said: 'Ines passed on the post of Hugo', numbers: {} },
      { tick: -4, agent: 2, kind: 'wrote', about: 'post_001', said: 'Hugo wrote about climate', numbers: {} },
    ],
    whyMoment: async (agent, tick) => ({
      tick,
      links: [
        {
          tick,
          agent,
          kind: 'moved',
          about: '',
          said: 'it moved from idle to scrolling by feed_ready',
          numbers: {},
        },
        {
          tick: 0,
          agent,
          kind: 'came',
          about: '',
          said: 'it had come to idle from resting by round_ends',
          numbers: {},
        },
      ],
      refused: [{ trigger: 'timeout', target: 'resting', ready: false, reason: '1 before; fires after 4' }],
    }),
    connect: async () => undefined,
    ping: async () => undefined,
    pauseWhen: async () => undefined,
    pausedBy: async () => [],
    lastMet: async () => null,
    meetings: async () => [],
    agentValues: async () => ['ticks_in_state', 'interest'],
    open: async (setup, files, progress, isLarge) => {
      this.calls.push(`open seed ${setup.seed} ${setup.network}`);
      if (this.tooLarge && !isLarge) throw this.tooLarge;
      progress?.(0.5, 'Warming up');
      if (this.refuse) {
        const reason = this.refuse;
        this.refuse = null;
        throw typeof reason === 'string' ? new Error(reason) : reason;
      }
      this.model = setup.model;
      this.opened = { setup, files };
      const own = INFOS.get(setup.model);
      const info = own ? own(setup, ++this.epoch) : infoOf(setup, ++this.epoch, files);
      this.agents = info.config.agents;
      this.head = own ? 0 : -10;
      this.changes = [];
      this.advance(0);
      return info;
    },
    resume: async (setup, file, saved, progress) => {
      this.calls.push(`resume ${saved.document.name} ${saved.spent.calls}`);
      const info = await this.api.open(setup, file, progress);
      this.advance(3);
      return info;
    },
    branch: async (setup, from, progress) => {
      const files = this.opened?.files ?? {};
      const info = await this.api.open(setup, files, progress);
      this.calls.push(`branch after ${from}`);
      this.advance(from);
      return info;
    },
    verify: async () => ({
      verdict: 'verified',
      hash: '',
      difference: null,
      reason: null,
      uncheckedPaths: [],
      unchecked: 'who answered',
    }),
    readRecording: async file => {
      this.calls.push(`readRecording ${file.name}`);
      if (this.recording === null) throw new Error(`${file.name} is not a run document`);
      return this.recording;
    },
    openOther: async ({ kind }) => {
      this.calls.push(`openOther ${kind}`);
      throw new Error('the stand-in plays no other run');
    },
    playOther: async () => null,
    differences: async () => Promise.reject(new Error('the stand-in plays no other run')),
    readOther: async () => null,
    otherDocument: async () => Promise.reject(new Error('the stand-in plays no other run')),
    closeOther: async () => undefined,
    askedSoFar: async () => ({ rounds: 2, questions: 9, calls: 8, tokens: 3_000, perSecond: 4 }),
    askWorlds: async () => Promise.reject(new Error('the stand-in plays no worlds')),
    stopAsking: async () => undefined,
    playFirst: async () => Promise.reject(new Error('the stand-in plays no worlds')),
    stopFirst: async () => undefined,
    openAsked: async () => Promise.reject(new Error('the stand-in plays no worlds')),
    keep: async (_id, tell) => tell(this.kept),
    keptNow: async () => this.kept,
    keptFacts: async () => Promise.reject(new Error('the stand-in keeps nothing')),
    bringBack: async () => Promise.reject(new Error('the stand-in keeps nothing')),
    keptFile: async () => Promise.reject(new Error('the stand-in keeps nothing')),
    takeKept: async () => Promise.reject(new Error('the stand-in keeps nothing')),
    forgetKept: async () => undefined,
    sweepKept: async () => [],
    setKey: async key => {
      this.calls.push(`setKey of ${key.length}`);
    },
    setLimits: async limits => {
      this.calls.push(`setLimits ${limits.callsPerRun}${limits.unusable === null ? ', never pausing' : ''}`);
    },
    testConnection: async oracle => {
      this.calls.push(`testConnection ${oracle.kind} ${oracle.urls.join()}`);
      return this.servers;
    },
    estimate: async (_setup, rounds) => ({
      rounds,
      questions: 5030,
      calls: 3060,
      tokensIn: 655_123,
      tokensOut: 3060,
    }),
    trialPrompt: async ({ agent, tick }) => ({
      system: 'You decide.',
      user: `Agent ${agent} in ${tick}`,
    }),
    dryRun: async ({ agent, tick }) => {
      this.calls.push(`dryRun ${agent} ${tick}`);
      return this.tries({ system: '', user: '' });
    },
    askOnce: async ({ agent, tick }, prompt) => {
      this.calls.push(`askOnce ${agent} ${tick} ${prompt.user}`);
      return this.tries(prompt);
    },
    oracleReport: async () => this.report,
    browserFacts: async () => this.facts,
    modelChoices: async (kind, own) => {
      await this.listed;
      return [...own.map(ownChoice), ...this.choices.filter(choice => choice.kind === kind)];
    },
    loadModel: async (spec, file, tell) => {
      this.calls.push(`loadModel ${spec.model}${file ? ' from a file' : ''}`);
      return this.loads(tell);
    },
    cancelModel: async () => {
      this.calls.push('cancelModel');
    },
    removeAllModels: async () => {
      this.calls.push('removeAllModels');
    },
    removeModel: async spec => {
      this.calls.push(`removeModel ${spec.model}`);
      this.choices = this.choices.map(c => (c.model === spec.model ? { ...c, cached: false } : c));
    },
    measureOrder: async questions => ({ questions, changed: 4, difference: 0.05 }),
    measureArchetypes: async questions => ({
      questions,
      difference: 0.08,
      options: ['ignore', 'like', 'reply', 'reshare'],
      own: [0.8, 0.1, 0.05, 0.05],
      adapted: [0.82, 0.1, 0.04, 0.04],
    }),
    step: async () => {
      this.calls.push('step');
      this.advance(this.head + 1);
      const { halt } = this;
      this.halt = null;
      if (halt) throw halt;
    },
    play: speed => {
      this.calls.push(`play ${speed}`);
      return new Promise(ended => {
        this.endPlaying = ended;
      });
    },
    goOn: async oracle => {
      this.calls.push(`goOn ${oracle.kind}`);
    },
    pause: async () => {
      this.calls.push('pause');
      this.endPlaying();
    },
    runTo: async tick => {
      this.calls.push(`runTo ${tick}`);
      this.advance(Math.min(tick, this.over));
    },
    change: async (name, value) => {
      this.calls.push(`change ${name} ${value}`);
      this.changes = [...this.changes, { tick: Math.max(1, this.head + 1), name, value }];
      return this.changes;
    },
    showRegion: async region => {
      this.calls.push(`showRegion ${region}`);
      return infoOf(this.opened!.setup, ++this.epoch, {});
    },
    measureBy: async (name, value) => {
      this.calls.push(`measureBy ${name} ${value}`);
      return infoOf(this.opened!.setup, ++this.epoch, {});
    },
    agentsIn: async () => new Uint32Array(),
    movedIn: async () => Uint32Array.of(1, 2),
    asOf: async tick => {
      const own = FRAMES.get(this.model);
      const frame = own ? own(tick - 1, tick, this.epoch) : frameOf(this.agents, tick - 1, tick, this.epoch);
      const { hash, totals, model } = frame;
      return { tick, hash, totals, model, outcomes: [tick, 0, tick, 0.5, 1, null] };
    },
    events: async () => null,
    eventFile: async () => new Blob([]),
    statistics: async ({ from = 1, to = this.head }) => ({
      ...{
        from,
        to,
        agents: this.agents,
        region: null,
        dwell: [],
        flow: [],
        stuck: { tick: to, agents: [], unlimited: [] },
      },
      steps: this.model === 'workflow' ? workflow.STEPS : null,
    }),
    statesAt: async tick => ({
      tick,
      state: Uint16Array.from({ length: this.agents }, (_, agent) => stateOf(agent, tick)),
      since: new Int32Array(this.agents).fill(tick),
      flows: new Uint32Array(CHART.transitions.length),
      moved: { agent: new Uint32Array(), transition: new Uint16Array() },
    }),
    network: async () => followsOf(this.agents),
    timelines: async agents => ({
      upTo: this.head,
      agents: Uint32Array.from(agents),
      offsets: Uint32Array.from({ length: agents.length + 1 }, (_, row) => row),
      tick: new Int32Array(agents.length).fill(-9),
      state: new Uint16Array(agents.length).fill(1),
      context: new Uint32Array(agents.length),
    }),
    order: async () => Uint32Array.from({ length: this.agents }, (_, agent) => agent),
    history: async agent => ({ name: `agent_${agent}-history.json`, text: '{}\n' }),
    detail: async (agent, at) => (DETAILS.get(this.model) ?? detailOf)(agent, at ?? this.head),
    query: async (name, argument, at) => {
      if (name === 'search') return this.hits as never;
      this.queries.push(
        `${name} ${typeof argument === 'object' && !Array.isArray(argument) ? JSON.stringify(argument) : argument}`,
      );
      return this.answers(at ?? this.head)[name]!(argument as never) as never;
    },
    compare: async () => {
      this.calls.push('compare');
      if (this.model !== 'governed') throw new Error(`model ${this.model} knows no governance to compare`);
      if (this.refuseComparison) {
        const message = this.refuseComparison;
        this.refuseComparison = null;
        throw new Error(message);
      }
      return governed.PAIR;
    },
    exportDocument: async () => ({ round: this.head, parts: [new TextEncoder().encode('{}')] }),
    exportTo: async (form, write) => {
      this.calls.push(`exportTo ${form}`);
      for (const piece of ['{', '}']) await write(new TextEncoder().encode(piece));
      return this.head;
    },
    exportSizes: async () => this.sizes,
    cancelExport: async () => undefined,
  };
}
