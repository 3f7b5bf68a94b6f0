import type { AgentDetail } from '../../src/engine/model/agentDetail.ts';
import type { Frame } from '../../src/engine/model/frame.ts';
import { librarianChart } from '../../src/engine/models/librarian/librarianModel.ts';
import { LIBRARIAN_PARAMETERS } from '../../src/engine/models/librarian/librarianParameters.ts';
import { LIBRARIAN_OUTCOMES } from '../../src/engine/models/librarian/librarianSpec.ts';
import type { LibrarianFrame } from '../../src/engine/models/librarian/librarianState.ts';
import {
  type Cause,
  LIBRARIAN_STATES,
  type MemoryPlace,
  STRATEGIES,
  type Strategy,
} from '../../src/engine/models/librarian/librarianTerms.ts';
import type {
  EntryLine,
  EntryPassage,
  EntryValue,
  LibrarianDetail,
  MemoryDump,
  MemoryFile,
  MemoryTrace,
  ReaderRow,
  Span,
  StepDetail,
} from '../../src/engine/models/librarian/reports/librarianDetail.ts';
import type { LibrarianStep } from '../../src/engine/models/librarian/step/librarianStep.ts';
import type { Setup } from '../../src/engine/setup/config.ts';
import { getTargetName, type TransitionDefinition } from '../../src/engine/statechart/definition.ts';
import type { RunInfo } from '../../src/workers/protocol/api.ts';

export const READERS = [
  'Hugo Lindqvist',
  'Amara Jansen',
  'Leila Keller',
  'Wen Duarte',
  'Rafael Novak',
  'Hana Larsen',
  'Ivan Marsh',
  'Maya Brandt',
  'Emil Birch',
  'Clara Haddad',
  'Nadia Grant',
  'Theo Lund',
];
const LAST = 600;
const LIMITS = { paging: 4096, hard: 8192 };

/** One agent's life: what it remembers, how that moved, and its state at the end of each cycle. */
interface Life {
  readonly spans: readonly Span[];
  readonly moves: readonly EntryPassage[];
  readonly states: readonly number[];
}

const TAGS = [
  'character_alice_personality',
  'character_alice_background',
  'story_plot_chapter1',
  'place_attic',
  'letter_text',
  'character_bob',
  'timeline_1911',
  'story_plot_chapter2',
  'place_harbour',
  'character_grandmother',
  'letter_seal',
  'story_plot_chapter3',
];
const QUESTIONS = [
  'Who wrote the letter?',
  'What colour was the seal?',
  'Which ship left in 1911?',
  'What did chapter 3 promise?',
  'Who met Alice at the harbour?',
  'Whose seal is on the letter?',
];

const lives = new Map<number, Life>();

/** Adds in turn, loads now and then, is asked to page over 4,096 tokens; the same in every run. */
export function lifeOf(agent: number): Life {
  const before = lives.get(agent);
  if (before) return before;
  const life = live(agent);
  lives.set(agent, life);
  return life;
}

type Open = { -readonly [Name in keyof Span]: Span[Name] };

function live(agent: number): Life {
  let seed = agent * 7919 + 17;
  const draw = (most: number): number => {
    seed = (seed * 48271) % 2147483647;
    return seed % most;
  };
  const spans: Open[] = [];
  const moves: EntryPassage[] = [];
  const states = [0];
  const open = (place: MemoryPlace, tag: string, tokens: number, from: number, cause: Cause): Open => {
    const span = {
      id: spans.length,
      place,
      tag,
      tokens,
      from,
      cause,
      to: null,
      end: null,
      written: from,
      row: from,
    };
    spans.push(span);
    return span;
  };
  const held = (place: MemoryPlace) => spans.filter(span => span.place === place && span.to === null);
  const move = (tick: number, from: Span, to: Span, cause: EntryPassage['cause']) =>
    moves.push({ tick, from: from.id, to: to.id, cause, row: tick });
  open('storage', 'chapter3_full_text', 3600, 0, 'given');
  for (let tick = 1; tick <= LAST; tick++) {
    const full = held('working').reduce((sum, { tokens }) => sum + tokens, 0) > LIMITS.paging;
    const was = states.at(-1)!;
    if (was === 0) {
      states.push(full ? 2 : draw(3) > 0 ? 1 : 0);
      continue;
    }
    states.push(0);
    if (was === 1) act(tick);
    else page(tick);
  }
  return { spans, moves, states };

  function act(tick: number): void {
    const stored = held('storage');
    if (tick > 20 && draw(7) === 0) {
      const from = stored[draw(stored.length)]!;
      move(tick, from, open('working', from.tag, from.tokens, tick, 'load'), 'load');
      return;
    }
    if (draw(9) === 0 && tick > 12) {
      open('storage', `summary_${tick}`, 80 + draw(200), tick, 'save');
      return;
    }
    const number = Math.floor(tick / 3);
    const tag = number < 15 ? TAGS[number % TAGS.length]! : `${TAGS[draw(TAGS.length)]!}_${number}`;
    open('working', tag, 120 + draw(620), tick, 'add');
  }

  function page(tick: number): void {
    const working = held('working');
    for (const span of working.slice(0, Math.ceil(working.length * 0.7))) {
      Object.assign(span, { to: tick, end: 'paging' });
      if (held('storage').some(({ tag }) => tag === span.tag)) continue;
      move(tick, span, open('storage', span.tag, span.tokens, tick, 'paging'), 'paging');
    }
  }
}

const edge = (t: TransitionDefinition) => ({
  trigger: t.trigger,
  source: t.source,
  target: getTargetName(t),
  guard: t.guard?.name ?? null,
});

export const strategyOf = (agent: number): Strategy => (agent < READERS.length / 2 ? 'careful' : 'hasty');

export const librarianInfo = (setup: Setup, epoch: number): RunInfo => ({
  epoch,
  config: {
    ...setup,
    agents: READERS.length,
    networkInfo: null,
    inputInfo: { source: { name: 'built-in', count: 2, sha256: 'ef'.repeat(32) } },
    warmUp: 0,
    startTime: '2026-01-30T10:00:00Z',
    tickSeconds: 10,
    parameters: {
      ...Object.fromEntries(LIBRARIAN_PARAMETERS.map(({ name, defaults }) => [name, defaults.pairs!])),
      ...setup.parameters,
    },
  },
  chart: {
    name: 'librarian',
    states: LIBRARIAN_STATES,
    initial: 'thinking',
    transitions: librarianChart.transitions.map(edge),
  },
  parameters: LIBRARIAN_PARAMETERS,
  table: null,
  outcomes: LIBRARIAN_OUTCOMES,
  series: ['adds', 'removes', 'loads', 'saves', 'pagings', 'failures'],
  groups: {
    label: 'strategy',
    names: STRATEGIES,
    of: Uint8Array.from(READERS, (_, agent) => STRATEGIES.indexOf(strategyOf(agent))),
  },
  names: READERS,
  notes: [],
});

const everybody = READERS.map((_, agent) => agent);
const stateAt = (agent: number, tick: number): number => lifeOf(agent).states[Math.max(0, tick)] ?? 0;

/** Number of the first transition from one state to the other; −1 where it stays. */
const transitionOf = (from: number, to: number): number =>
  from === to
    ? -1
    : librarianChart.transitions.findIndex(
        ({ source, target }) => source === LIBRARIAN_STATES[from] && target === LIBRARIAN_STATES[to],
      );

export function librarianFrame(
  from: number,
  to: number,
  epoch: number,
): Frame & { readonly model: LibrarianFrame } {
  const ticks = Array.from({ length: to - from }, (_, row) => from + 1 + row);
  const moves = ticks.flatMap(tick =>
    everybody
      .map(agent => ({
        tick,
        agent,
        transition: transitionOf(stateAt(agent, tick - 1), stateAt(agent, tick)),
      }))
      .filter(({ transition }) => transition >= 0),
  );
  const came = (tick: number, cause: Cause, place: MemoryPlace) =>
    everybody.reduce(
      (sum, agent) =>
        sum +
        lifeOf(agent).spans.filter(s => s.from === tick && s.cause === cause && s.place === place).length,
      0,
    );
  return {
    epoch,
    from,
    to,
    hash: to.toString(16).padStart(64, '0'),
    counts: Uint32Array.from(
      ticks.flatMap(tick =>
        LIBRARIAN_STATES.map((_, state) => everybody.filter(agent => stateAt(agent, tick) === state).length),
      ),
    ),
    flows: Uint32Array.from(
      ticks.flatMap(tick =>
        librarianChart.transitions.map(
          (_, row) => moves.filter(move => move.tick === tick && move.transition === row).length,
        ),
      ),
    ),
    series: Uint32Array.from(
      ticks.flatMap(tick => [
        came(tick, 'add', 'working'),
        0,
        came(tick, 'load', 'working'),
        came(tick, 'save', 'storage'),
        everybody.filter(agent => stateAt(agent, tick - 1) === 2).length,
        tick % 9 === 0 ? 1 : 0,
      ]),
    ),
    moves: {
      tick: Int32Array.from(moves, move => move.tick),
      agent: Uint32Array.from(moves, move => move.agent),
      transition: Uint16Array.from(moves, move => move.transition),
      context: new Uint32Array(moves.length),
    },
    totals: { transitions: moves.length, decisions: to * READERS.length, failures: 2 },
    model: {
      kind: 'librarian',
      strategies: (['careful', 'hasty'] as const).map(strategy => {
        const own = everybody
          .filter(agent => strategyOf(agent) === strategy)
          .map(agent => readerRow(agent, to));
        return {
          strategy,
          agents: own.length,
          settled: own.reduce((sum, { marks }) => sum + marks.length, 0),
          questions: 11 * own.length,
          right: own.reduce((sum, { right }) => sum + right, 0),
          tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
          kinds: to === 0 ? [] : [{ kind: 'joined', settled: 4, right: strategy === 'careful' ? 3 : 1 }],
        };
      }),
      stopped: 0,
      unreadable: 2,
      refused: 1,
      paged: 31,
      loaded: 12,
      forced: 0,
      lost: 1,
      short: null,
      focus: 0,
    },
  };
}

export const readerRow = (agent: number, tick: number): ReaderRow => {
  const marks = QUESTIONS.map((_, i) => i)
    .filter(i => tick > 8 * (i + 1))
    .map(i =>
      (strategyOf(agent) === 'careful' ? i !== agent : i % 2 === 0) ? ('right' as const) : ('wrong' as const),
    );
  const dump = dumpOf(agent, tick);
  return {
    agent,
    strategy: strategyOf(agent),
    state: LIBRARIAN_STATES[stateAt(agent, tick)]!,
    marks,
    right: marks.filter(mark => mark === 'right').length,
    tokens: tick * 1480,
    working: dump.workingTokens,
    storage: dump.storageTokens,
    stopped: null,
  };
};

/** A trace as known at a tick, without anything later. */
export function memoryOf(agent: number, upTo: number): MemoryTrace {
  const { spans, moves } = lifeOf(agent);
  return {
    agent,
    name: READERS[agent]!,
    upTo,
    textTokens: 6600,
    pagingLimit: LIMITS.paging,
    hardLimit: LIMITS.hard,
    spans: spans
      .filter(({ from }) => from <= upTo)
      .map(span => (span.to !== null && span.to > upTo ? { ...span, to: null, end: null } : span)),
    moves: moves.filter(({ tick }) => tick <= upTo),
    lost: [],
  };
}

export function dumpOf(agent: number, tick: number): MemoryDump {
  const lines = (place: MemoryPlace): EntryLine[] =>
    lifeOf(agent)
      .spans.filter(s => s.place === place && s.from <= tick && (s.to === null || s.to > tick))
      .map(({ tag, tokens, id }) => ({ tag, tokens, span: id, start: `Of ${tag}: what the text says.` }))
      .reverse();
  const sum = (all: readonly EntryLine[]) => all.reduce((tokens, line) => tokens + line.tokens, 0);
  const [working, storage] = [lines('working'), lines('storage')];
  return {
    agent,
    tick,
    state: LIBRARIAN_STATES[stateAt(agent, tick)]!,
    working,
    workingTokens: sum(working),
    storage,
    storageTokens: sum(storage),
    changed: [{ place: 'working', tag: 'letter_seal', tokens: 12, isHere: true, cause: 'add' }],
    thinkingLog: [
      'The harbour comes back; keep it.',
      'Memory is over 4,096: file the old chapters.',
      'Question 6 is about the seal. Storage has letter_text.',
    ].map((text, position) => ({ key: `thinking_log_00${position + 6}`, text })),
    asked: QUESTIONS.filter((_, i) => tick > 8 * (i + 1)).map((question, i) => ({
      id: `q${i + 1}`,
      question,
      kind: i % 2 === 1 ? 'joined' : null,
      expected: 'the captain',
      given: i === agent ? 'Bob' : 'the captain',
      mark: i === agent ? 'wrong' : 'right',
      loaded: i % 2 === 1,
      tick: 8 * i + 1,
      settled: 8 * (i + 1),
      fact: {
        passage: i + 1,
        sentence: 'It was the captain.',
        place: i === agent ? null : 'working',
        span: null,
      },
    })),
    row: tick > 0 ? tick : null,
  };
}

export const librarianDetail = (
  agent: number,
  tick: number,
): AgentDetail & { readonly model: LibrarianDetail } => {
  const { right, marks } = readerRow(agent, tick);
  const other = (agent + READERS.length / 2) % READERS.length;
  const row = readerRow(other, tick);
  return {
    agent,
    id: `agent_${String(agent + 1).padStart(3, '0')}`,
    label: null,
    tick,
    state: LIBRARIAN_STATES[stateAt(agent, tick)]!,
    ticksInState: 1,
    threshold: null,
    historyDepth: 200,
    history: [
      { tick, from: 'executing', to: 'thinking', trigger: 'acted', context: null },
      { tick: tick - 1, from: 'thinking', to: 'executing', trigger: 'execute', context: null },
    ],
    triggers: [
      {
        trigger: 'over_limit',
        target: 'paging',
        ready: false,
        reason: 'working tokens 1,770, needs > 4,096',
      },
    ],
    model: {
      kind: 'librarian',
      name: READERS[agent]!,
      strategy: strategyOf(agent),
      task: 'The letter in the attic',
      dump: dumpOf(agent, tick),
      pagingLimit: LIMITS.paging,
      hardLimit: LIMITS.hard,
      logEntries: 10,
      iterations: tick,
      mostIterations: 1000,
      stopped: null,
      tokens: tick * 1480,
      right,
      settled: marks.length,
      counterparts: [
        {
          agent: other,
          name: READERS[other]!,
          strategy: row.strategy,
          right: row.right,
          settled: row.marks.length,
        },
      ],
    },
  };
};

export function entryOf({ agent, span: id }: { agent: number; span: number }): EntryValue | null {
  const span = lifeOf(agent).spans[id];
  if (!span) return null;
  const value = `Alice reads the letter aloud at the harbour, says ${span.tag}.`;
  const said = `<agent><action>\n <type>working_memory_add</type>\n <tags>${span.tag.replaceAll('_', ' ')}</tags>\n <value>${value}</value>\n</action></agent>`;
  const given = span.cause === 'given';
  return { agent, span, value, said: given ? null : said, source: given ? null : 'policy' };
}

const plain: LibrarianStep = {
  row: 0,
  agent: 0,
  tick: 1,
  number: 1,
  state: 'executing',
  next: 'thinking',
  kind: 'action',
  source: 'policy',
  said: '<agent><action><type>working_memory_add</type></action></agent>',
  mended: [],
  claims: null,
  thought: null,
  action: { type: 'working_memory_add', tags: ['alice'], value: '25 years old' },
  result: 'alice added, 12 tokens',
  error: null,
  item: null,
  working: 1770,
  storage: 9860,
  tokensIn: 1412,
  tokensOut: 38,
};

/** A step of a librarian; what is not said is an entry that was added. */
export const readerStepOf = (part: Partial<LibrarianStep>): LibrarianStep => ({ ...plain, ...part });

export const stepDetailOf = (row: number): StepDetail => ({
  step: readerStepOf({ row, tick: row, agent: 0 }),
  prompt: { system: 'You are the ultimate librarian.', user: '<working_memory></working_memory>' },
});

export const memoryFileOf = ({ agent }: { agent: number; tick: number | null }): MemoryFile => ({
  name: `agent_${String(agent + 1).padStart(3, '0')}.memory.json`,
  text: '{"working_memory":{},"storage":{},"state":"thinking"}',
  sha256: '5b20c9ae'.repeat(8),
});
