import { findGuardDecision, isGuardTool } from '../../../traces/guardSteps.ts';
import type { TraceCase, TraceStep } from '../../../traces/traces.ts';
import { getCaseEnd } from '../course.ts';
import type { RecordedState } from '../recordedState.ts';
import { CASE_END_STATES } from '../recordedTerms.ts';
import { buildStuckReport, type StuckCase } from '../reports/buildStuckReport.ts';
import { type LiveCase, listLiveCases } from '../reports/listLiveCases.ts';
import { NEVER_TICK } from '../schedule.ts';
import {
  arrangeSpanRows,
  CLOCK_FLAGS,
  CLOCK_KINDS,
  type ClockKind,
  type ClockSpan,
  listClockSpans,
  measureClockShares,
  type SpanRow,
} from './clockSpans.ts';

/**
 * The steps of all cases by the clock and the calls of the model that led to them, those without a time left out. Columns are by span unless they are said to be by case.
 * Times are milliseconds since 1970, NaN where they are unknown.
 */
export interface ClockReport {
  /** By case: its spans are `first[c]` to `first[c + 1]`, in the order of their beginnings. */
  readonly first: Uint32Array;
  readonly begin: Float64Array;
  readonly until: Float64Array;
  /** The latest moment of the case up to this span, which ascends within a case. */
  readonly reach: Float64Array;
  /** Number of the step in its case, from 1, and the tick in which it is played; of a model's call those of the step that it led to. */
  readonly step: Uint32Array;
  readonly tick: Int32Array;
  /** Position of the state in the chart. */
  readonly state: Uint16Array;
  /** Position in `tools`. */
  readonly tool: Uint32Array;
  /** Position in `CLOCK_KINDS`. */
  readonly kind: Uint8Array;
  /** Bits of `CLOCK_FLAGS`. */
  readonly flags: Uint8Array;
  /** Of steps; −1: unknown. */
  readonly tokens: Float64Array;
  /** Agent within the case, a position in its `agents`; its row among those that go on at the same time, and how many they are. */
  readonly lane: Uint8Array;
  readonly row: Uint8Array;
  readonly rows: Uint8Array;
  readonly tools: readonly string[];
  /** Names of the agents of each case that has several; '' for one without a name. */
  readonly agents: ReadonlyMap<number, readonly string[]>;
  /** By case: which one sent it, −1 for none; what ran it, a position in `runners`. */
  readonly senderOf: Int32Array;
  readonly runner: Uint32Array;
  /** Agents or models by name; the first is ''. */
  readonly runners: readonly string[];
  /** By case: the tick after its last step, or `NEVER_TICK` while it is under way. */
  readonly endOf: Int32Array;
  /** By case: how it ended, a position in `CASE_END_STATES`. */
  readonly outcome: Uint8Array;
  /** By case: all its tokens, and its steps with a time and without one. */
  readonly tokensOf: Float64Array;
  readonly timed: Uint32Array;
  readonly untimed: Uint32Array;
  readonly shares: ClockShareColumns;
  /** Cases that are under way, with what they wait for. */
  readonly live: readonly LiveCase[];
  /** Those of them in which the careful rule has held. */
  readonly stuck: readonly StuckCase[];
}

/** Shares of the time of each case, by case; NaN where its source does not say. */
interface ClockShareColumns {
  readonly wall: Float64Array;
  readonly person: Float64Array;
  readonly tool: Float64Array;
  readonly model: Float64Array;
  readonly between: Float64Array;
}

/** Agents of a case that have lanes of their own; further ones share the last. */
const MAX_LANES = 255;

/** All steps by the clock. O(steps × log steps of a case). */
export function buildClockReport(state: RecordedState): ClockReport {
  const { cases, schedule, families } = state;
  const all = cases.map(listClockSpans);
  const columns = createColumns(
    cases.length,
    all.reduce((sum, own) => sum + own.length, 0),
  );
  const [tools, runners] = [new Names(), new Names()];
  runners.numberOf('');
  const agents = new Map<number, readonly string[]>();
  // However far the run has been played: the lanes have all of it.
  const next = Uint32Array.from(cases, ({ steps }) => steps.length);
  const live = listLiveCases({ cases, schedule, next });
  const openSteps = findOpenSteps(state, live);
  let at = 0;
  for (const [c, one] of cases.entries()) {
    const spans = all[c];
    const lanes = listCaseLanes(one, spans, schedule.endOf[c] === NEVER_TICK);
    if (lanes.names.length > 1) agents.set(c, lanes.names);
    const rows = arrangeByLane(spans, lanes.of);
    let reach = Number.NEGATIVE_INFINITY;
    for (const [i, span] of spans.entries()) {
      const step = one.steps[span.place];
      reach = Math.max(reach, span.until ?? span.begin);
      columns.reach[at] = reach;
      columns.state[at] = state.course.stateOf[schedule.first[c] + span.place];
      columns.tick[at] = schedule.tickOf[schedule.first[c] + span.place];
      columns.tool[at] = tools.numberOf(step.tool);
      writeSpan(columns, at, span, step, !span.isCall && openSteps.get(c) === span.place);
      columns.lane[at] = lanes.of[i];
      columns.row[at] = rows[i].row;
      columns.rows[at] = rows[i].rows;
      at++;
    }
    columns.first[c + 1] = at;
    columns.runner[c] = runners.numberOf(one.labels.agent ?? one.labels.model ?? '');
    columns.outcome[c] = CASE_END_STATES.indexOf(getCaseEnd(one));
    columns.timed[c] = spans.reduce((sum, { isCall }) => sum + Number(!isCall), 0);
    columns.untimed[c] = one.steps.length - columns.timed[c];
    columns.tokensOf[c] = sumTokens(one.steps);
    writeShares(columns.shares, c, spans);
  }
  const { senderOf } = families;
  return {
    ...columns,
    ...{ tools: tools.all, runners: runners.all, agents, senderOf, endOf: schedule.endOf },
    ...{ live, stuck: buildStuckReport(state) },
  };
}

/** Names in the order of their first mention. */
class Names {
  readonly all: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.all.length);
    return this.all.push(name) - 1;
  }
}

type Columns = ReturnType<typeof createColumns>;

const createColumns = (cases: number, spans: number) => ({
  first: new Uint32Array(cases + 1),
  begin: new Float64Array(spans),
  until: new Float64Array(spans),
  reach: new Float64Array(spans),
  step: new Uint32Array(spans),
  tick: new Int32Array(spans),
  state: new Uint16Array(spans),
  tool: new Uint32Array(spans),
  kind: new Uint8Array(spans),
  flags: new Uint8Array(spans),
  tokens: new Float64Array(spans),
  lane: new Uint8Array(spans),
  row: new Uint8Array(spans),
  rows: new Uint8Array(spans),
  runner: new Uint32Array(cases),
  outcome: new Uint8Array(cases),
  untimed: new Uint32Array(cases),
  tokensOf: new Float64Array(cases),
  timed: new Uint32Array(cases),
  shares: {
    wall: new Float64Array(cases),
    person: new Float64Array(cases),
    tool: new Float64Array(cases),
    model: new Float64Array(cases),
    between: new Float64Array(cases),
  } satisfies ClockShareColumns,
});

const KIND_CODES = new Map<ClockKind, number>(CLOCK_KINDS.map((kind, code) => [kind, code]));

function writeSpan(
  columns: Columns,
  at: number,
  { place, kind, isCall, begin, until }: ClockSpan,
  step: TraceStep,
  isOpen: boolean,
): void {
  const { tool, failed, tokensIn, tokensOut } = step;
  const isLater = isCall && step.at !== null && begin > step.at;
  columns.begin[at] = begin;
  columns.until[at] = isOpen ? Number.NaN : (until ?? Number.NaN);
  columns.step[at] = place + 1;
  columns.kind[at] = KIND_CODES.get(kind) ?? 0;
  columns.flags[at] =
    (failed === true && !isCall ? CLOCK_FLAGS.failed : 0) |
    (findGuardDecision(tool)?.acts === false ? CLOCK_FLAGS.noted : 0) |
    (isOpen ? CLOCK_FLAGS.open : 0) |
    (isCall ? CLOCK_FLAGS.call : 0) |
    (isLater ? CLOCK_FLAGS.later : 0);
  // They are those of the step, however many calls led to it.
  columns.tokens[at] =
    isCall || (tokensIn === null && tokensOut === null) ? -1 : (tokensIn ?? 0) + (tokensOut ?? 0);
}

function writeShares(columns: ClockShareColumns, c: number, spans: readonly ClockSpan[]): void {
  const shares = spans.length === 0 ? null : measureClockShares(spans);
  columns.wall[c] = shares?.wall ?? Number.NaN;
  columns.person[c] = shares?.person ?? Number.NaN;
  columns.tool[c] = shares?.tool ?? Number.NaN;
  columns.model[c] = shares?.model ?? Number.NaN;
  columns.between[c] = shares?.between ?? Number.NaN;
}

/** Known tokens of some steps; NaN if none are. */
function sumTokens(steps: readonly TraceStep[]): number {
  let sum = Number.NaN;
  for (const { tokensIn, tokensOut } of steps)
    if (tokensIn !== null || tokensOut !== null)
      sum = (Number.isNaN(sum) ? 0 : sum) + (tokensIn ?? 0) + (tokensOut ?? 0);
  return sum;
}

/** Lanes of a case: its agents, the one that began first; and the lane of each span. */
function listCaseLanes({ steps }: TraceCase, spans: readonly ClockSpan[], isUnderWay: boolean) {
  const names = new Names();
  const own = spans.filter(({ place }) => !isGuardTool(steps[place].tool));
  const named = new Set(own.flatMap(({ place }) => steps[place].agent ?? []));
  // Of a turn of a case under way the agent's name may still be to come.
  const [sole = ''] = isUnderWay && named.size === 1 ? named : [];
  for (const { place } of own) names.numberOf(steps[place].agent ?? sole);
  // A guard's decision has no agent of its own.
  const of = spans.map(({ place }) =>
    isGuardTool(steps[place].tool) ? 0 : Math.min(MAX_LANES - 1, names.numberOf(steps[place].agent ?? sole)),
  );
  return { names: names.all.slice(0, MAX_LANES), of };
}

/** Rows of the spans of each lane. */
function arrangeByLane(spans: readonly ClockSpan[], laneOf: readonly number[]): readonly SpanRow[] {
  const rows: SpanRow[] = [];
  for (const lane of new Set(laneOf)) {
    const own = [...spans.keys()].filter(i => laneOf[i] === lane);
    for (const [k, row] of arrangeSpanRows(own.map(i => spans[i])).entries()) rows[own[k]] = row;
  }
  return rows;
}

/** By case under way that waits: the position of the step that has not ended. */
function findOpenSteps(
  { cases, schedule }: RecordedState,
  live: readonly LiveCase[],
): ReadonlyMap<number, number> {
  return new Map(
    live
      .filter(
        ({ agent, waitsFor, tool }) =>
          waitsFor !== null &&
          // A guard that asks holds a call that has not begun; who waits for an agent may have no open call.
          !((waitsFor === 'person' || waitsFor === 'agent') && tool === null) &&
          schedule.endOf[agent] === NEVER_TICK,
      )
      .map(({ agent }) => [agent, cases[agent].steps.findLastIndex(({ tool }) => !isGuardTool(tool))]),
  );
}
