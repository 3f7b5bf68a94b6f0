import { cleanTextLine } from '../../../core/cleanTextLine.ts';
import type { Tick } from '../../../core/indices.ts';
import { isGuardTool } from '../../../traces/guardSteps.ts';
import type { TraceStep } from '../../../traces/traces.ts';
import type { RecordedState } from '../recordedState.ts';
import { type ClockKind, classifyClockStep, listClockSpans } from './clockSpans.ts';

/** Kinds of rows of a call tree: those of steps, what a person asked for, a sub-agent's case, like calls in a row. */
type CallRowKind = ClockKind | 'turn' | 'agent' | 'calls';

/** A row of a call tree. Rows are listed with those below them right after them. */
export interface CallRow {
  readonly kind: CallRowKind;
  readonly depth: number;
  /** Number of the rows below it, at any depth. */
  readonly below: number;
  readonly agent: number;
  /** Number of the step in its case, from 1; of any other row the first of those below it, null for none. */
  readonly step: number | null;
  readonly tick: Tick;
  /** A tool, or the beginning of a text; '' for a message. */
  readonly name: string;
  /** Arguments or words, cut. */
  readonly detail: string;
  /** Position of the state in the chart; −1 for a row without a step of its own. */
  readonly state: number;
  /** Milliseconds since 1970; null if it is unknown. */
  readonly at: number | null;
  readonly until: number | null;
  readonly tokens: number | null;
  readonly isFailed: boolean;
}

/** The steps of a case and of those that it sent, as a tree. */
export interface CallTree {
  readonly agent: number;
  readonly rows: readonly CallRow[];
  /** Steps of the case that come after the rows. */
  readonly left: number;
}

/** Steps of one case that are listed. */
const MAX_STEPS = 20_000;
/** Like calls in a row from which they are one row. */
const MIN_LIKE_CALLS = 4;
/** UTF-16 units. */
const [MAX_NAME, MAX_DETAIL] = [80, 120];

/** A row while the tree is built. */
type Node = Omit<CallRow, 'depth' | 'below' | 'until'> & {
  until: number | null;
  readonly children: Node[];
};

/** The calls of a case up to a tick: what was asked for, its steps, and in the calls that sent sub-agents those of them. */
export function buildCallTree(state: RecordedState, agent: number, tick: Tick): CallTree {
  const { nodes, left } = listCaseNodes(state, agent, tick);
  const rows: CallRow[] = [];
  for (const node of nodes) writeRows(rows, node, 0);
  return { agent, rows, left };
}

function writeRows(rows: CallRow[], { children, ...facts }: Node, depth: number): number {
  const at = rows.push({ ...facts, depth, below: 0 }) - 1;
  const below = children.reduce((sum, child) => sum + writeRows(rows, child, depth + 1), children.length);
  rows[at] = { ...rows[at], below };
  return below;
}

/** The steps of a case in turns; without a text that a person gave they stand alone. */
function listCaseNodes(state: RecordedState, agent: number, tick: Tick): { nodes: Node[]; left: number } {
  const { steps } = state.cases[agent];
  const first = state.schedule.first[agent];
  const top: Node[] = [];
  const own: Node[] = [];
  const results = new Set<string>();
  const waits = new Map(
    listClockSpans(state.cases[agent]).flatMap(({ kind, place, until }) =>
      kind === 'person' ? [[place, until] as const] : [],
    ),
  );
  let turn: Node[] = top;
  let asked: string | null = null;
  let played = 0;
  for (const [place, step] of steps.entries()) {
    if (state.schedule.tickOf[first + place] > tick || place >= MAX_STEPS) break;
    played++;
    const { prompt, result, error } = step;
    if (prompt !== null && prompt !== asked && !results.has(prompt)) {
      asked = prompt;
      const head = createTurnNode(state, agent, place, prompt);
      top.push(head);
      turn = head.children;
    }
    for (const text of [result, error]) if (text !== null) results.add(text);
    const node = createStepNode(state, agent, place);
    // A wait may last beyond the step that asked.
    if (node.kind === 'person') node.until = waits.get(place) ?? node.until;
    turn.push(node);
    own.push(node);
  }
  placeSubAgents(state, { agent, tick, own, top });
  const nodes = top.map(node => (node.kind === 'turn' ? sumNode(node) : node));
  return { nodes: foldLikeCalls(nodes), left: steps.length - played };
}

const createTurnNode = (state: RecordedState, agent: number, place: number, prompt: string): Node => ({
  ...{ kind: 'turn', agent, step: place + 1, name: cleanTextLine(prompt, MAX_NAME), detail: '' },
  ...{ tick: state.schedule.tickOf[state.schedule.first[agent] + place], state: -1, at: null, until: null },
  ...{ tokens: null, isFailed: false, children: [] },
});

function createStepNode({ cases, course, schedule }: RecordedState, agent: number, place: number): Node {
  const step = cases[agent].steps[place];
  const number = schedule.first[agent] + place;
  const kind = classifyClockStep(step);
  return {
    ...{ kind, agent, step: place + 1, tick: schedule.tickOf[number], state: course.stateOf[number] },
    name: kind === 'model' ? '' : step.tool,
    detail: cleanTextLine(describeStep(step), MAX_DETAIL),
    ...{ at: step.at, until: step.until, tokens: sumStepTokens(step), isFailed: step.failed === true },
    children: [],
  };
}

const sumStepTokens = ({ tokensIn, tokensOut }: TraceStep): number | null =>
  tokensIn === null && tokensOut === null ? null : (tokensIn ?? 0) + (tokensOut ?? 0);

/** Words of a message; short arguments by their values, others as they are. */
export function describeStep({ tool, args, answer, result }: TraceStep): string {
  if (isGuardTool(tool)) return [args, result].filter(Boolean).join(': ');
  if (args === null) return answer ?? '';
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return args;
    const plain = Object.values(value).filter(one => ['string', 'number', 'boolean'].includes(typeof one));
    return plain.length === 0 ? args : plain.join(' ');
  } catch {
    return args;
  }
}

interface Sent {
  readonly agent: number;
  readonly tick: Tick;
  readonly own: readonly Node[];
  readonly top: Node[];
}

/** Puts each sub-agent into the latest call that was under way when it began; without one it stands at the end. */
function placeSubAgents(state: RecordedState, { agent, tick, own, top }: Sent): void {
  for (const other of state.families.sentBy.get(agent) ?? []) {
    const { nodes } = listCaseNodes(state, other, tick);
    if (nodes.length === 0) continue;
    const node = sumNode({ ...createAgentNode(state, other), children: nodes });
    const call =
      node.at === null
        ? undefined
        : own.findLast(
            ({ kind, at, until }) =>
              kind === 'tool' &&
              at !== null &&
              at <= Number(node.at) &&
              (until === null || until >= Number(node.at)),
          );
    (call?.children ?? top).push(node);
  }
}

const createAgentNode = ({ cases }: RecordedState, agent: number): Node => ({
  ...{
    kind: 'agent',
    agent,
    step: null,
    tick: 0,
    state: -1,
    name: cases[agent].labels.agent ?? '',
    detail: '',
  },
  ...{ at: null, until: null, tokens: null, isFailed: false, children: [] },
});

/** A row with the time and the tokens of those below it. Tokens of sub-agents are their own. */
function sumNode(node: Node): Node {
  const steps = node.children.filter(({ kind }) => kind !== 'agent');
  return {
    ...node,
    ...sumTimes(steps),
    step: node.step ?? steps[0]?.step ?? null,
    tick: steps[0]?.tick ?? node.tick,
    children: foldLikeCalls(node.children),
  };
}

/** Time and tokens of rows, summed; null for an amount that all of them lack. */
function sumTimes(nodes: readonly Node[]): Pick<Node, 'at' | 'until' | 'tokens'> {
  const join = (values: readonly (number | null)[], two: (a: number, b: number) => number) =>
    values.reduce((all, one) => (all === null || one === null ? (all ?? one) : two(all, one)), null);
  return {
    at: join(
      nodes.map(({ at }) => at),
      (a, b) => Math.min(a, b),
    ),
    until: join(
      nodes.map(({ at, until }) => until ?? at),
      (a, b) => Math.max(a, b),
    ),
    tokens: join(
      nodes.map(({ tokens }) => tokens),
      (a, b) => a + b,
    ),
  };
}

/** Calls in a row that lead to one state and did not fail become one row; those that sent sub-agents stand alone. */
function foldLikeCalls(nodes: readonly Node[]): Node[] {
  const folded: Node[] = [];
  for (let i = 0; i < nodes.length; ) {
    let end = i;
    while (end < nodes.length && isLikeCall(nodes[end]) && nodes[end].state === nodes[i].state) end++;
    if (end - i >= MIN_LIKE_CALLS) folded.push(createCallsNode(nodes.slice(i, end)));
    else folded.push(...nodes.slice(i, Math.max(end, i + 1)));
    i = Math.max(end, i + 1);
  }
  return folded;
}

const isLikeCall = ({ kind, isFailed, children }: Node): boolean =>
  kind === 'tool' && !isFailed && children.length === 0;

function createCallsNode(calls: readonly Node[]): Node {
  const names = [...new Set(calls.map(({ name }) => name))].join(', ');
  const about = { kind: 'calls', name: cleanTextLine(names, MAX_NAME), detail: '' } as const;
  return { ...calls[0], ...about, ...sumTimes(calls), children: [...calls] };
}
