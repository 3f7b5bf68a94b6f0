import type { ToolCall } from '../lists/message.ts';
import { serializeStepValue } from '../traceSteps.ts';
import { unwrapCallArguments } from '../unwrapValues.ts';
import { parseJsonText } from '../values.ts';
import { iterateAncestors, type SpanNode } from './buildSpanTree.ts';
import type { ModelTurn } from './piece.ts';

/** A node with whose it is. */
export interface ActedNode {
  readonly node: SpanNode;
  readonly agent: string | null;
  /** Equal for what one run of an agent did. */
  readonly run: string;
}

/** A call of a model, and the calls of tools that it asked for. */
export interface Turn {
  readonly model: ActedNode | null;
  /** Calls of the answer: from the answer itself, else from the next input. */
  calls: readonly ToolCall[];
  /** Tools that ran, by the place of their call in the answer; those missing in the answer come last. */
  readonly tools: { readonly tool: ActedNode; readonly call: number }[];
}

/** Turns in the order in which they began, each agent's apart. */
export function buildTurns(acted: readonly ActedNode[], rows: readonly SpanNode[]): Turn[] {
  const turns: Turn[] = [];
  const current = new Map<string, Turn>();
  const askedBy = new Map<string, { readonly turn: Turn; readonly call: number }[]>();
  const begin = ({ run }: ActedNode, model: ActedNode | null): Turn => {
    const turn: Turn = { model, calls: model?.node.piece.turn?.calls ?? [], tools: [] };
    turns.push(turn);
    current.set(run, turn);
    return turn;
  };
  for (const one of acted) {
    if (one.node.piece.kind !== 'model') continue;
    begin(one, one);
  }
  assignAskedCalls(turns, rows);
  for (const turn of turns)
    for (const [call, { id }] of turn.calls.entries())
      if (id !== null) askedBy.set(id, [...(askedBy.get(id) ?? []), { turn, call }]);
  current.clear();
  const byModel = new Map(turns.map(turn => [turn.model?.node, turn]));
  for (const one of acted) {
    const { kind, call, start } = one.node.piece;
    if (kind === 'model') current.set(one.run, byModel.get(one.node) ?? begin(one, one));
    if (kind !== 'tool') continue;
    const asked = findLatestBefore(askedBy.get(call?.id ?? '') ?? [], start);
    const turn =
      asked?.turn ?? findEnclosingTurn(one.node, byModel) ?? current.get(one.run) ?? begin(one, null);
    turn.tools.push({ tool: one, call: asked?.call ?? Number.POSITIVE_INFINITY });
  }
  for (const turn of turns) pairCallsByName(turn);
  return sortByTime(turns, getTurnBegin);
}

/** Gives turns without calls in their answers the calls from the next input. */
function assignAskedCalls(turns: readonly Turn[], rows: readonly SpanNode[]): void {
  const silent = new Map(
    turns.flatMap(turn => (turn.model !== null && turn.calls.length === 0 ? [[turn.model.node, turn]] : [])),
  );
  if (silent.size === 0 || !rows.some(({ piece }) => (piece.turn?.asked.length ?? 0) > 0)) return;
  const known = new Set(turns.flatMap(({ calls }) => calls.flatMap(({ id }) => id ?? [])));
  const found: { readonly turn: Turn; readonly asked: readonly ToolCall[] }[] = [];
  let next: ModelTurn | null = null;
  for (const node of rows.toReversed()) {
    const turn = silent.get(node);
    if (turn !== undefined && next !== null) found.push({ turn, asked: next.asked });
    next = node.piece.turn ?? next;
  }
  for (const { turn, asked } of found.reverse()) {
    if (asked.length === 0 || asked.some(({ id }) => id === null || known.has(id))) continue;
    for (const { id } of asked) if (id !== null) known.add(id);
    turn.calls = asked;
  }
}

const getTurnBegin = ({ model, tools }: Turn): number | null =>
  (model ?? tools[0]?.tool)?.node.piece.start ?? null;

/** The last of several turns with a call of one id that had begun by then. */
function findLatestBefore<T extends { readonly turn: Turn }>(
  asked: readonly T[],
  start: number | null,
): T | undefined {
  if (asked.length === 0) return undefined;
  const began = ({ turn }: T) => turn.model?.node.piece.start ?? Number.NEGATIVE_INFINITY;
  return asked.findLast(one => start === null || began(one) <= start) ?? asked[0];
}

/** The turn whose call a tool ran within. */
function findEnclosingTurn(
  node: SpanNode,
  byModel: ReadonlyMap<SpanNode | undefined, Turn>,
): Turn | undefined {
  for (const one of iterateAncestors(node)) {
    const turn = byModel.get(one);
    if (turn !== undefined) return turn;
  }
  return undefined;
}

/** Gives tools without an id the remaining calls of the same name, or all remaining ones if the numbers match. */
function pairCallsByName(turn: Turn): void {
  const { calls } = turn;
  if (turn.tools.length === 0 || calls.length === 0) return;
  const left = new Set(calls.keys());
  for (const { call } of turn.tools) left.delete(call);
  const loose = turn.tools.filter(({ call }) => call === Number.POSITIVE_INFINITY);
  const give = (one: (typeof loose)[number], call: number) => {
    left.delete(call);
    Object.assign(one, { call });
  };
  for (const one of loose) {
    const { name, call } = one.tool.node.piece;
    const named = [...left].filter(place => calls[place].name === name);
    const same =
      named.find(
        place =>
          serializeStepValue(unwrapCallArguments(calls[place].args)) === serializeStepValue(call?.args),
      ) ?? named[0];
    if (same !== undefined) give(one, same);
  }
  const rest = turn.tools.filter(({ call }) => call === Number.POSITIVE_INFINITY);
  if (rest.length === left.size) for (const one of rest) give(one, findBestCall(one.tool, [...left], calls));
  // Calls missing in the answer keep the order of their beginning.
  turn.tools.sort((a, b) => (a.call === b.call ? 0 : a.call - b.call));
}

/** Of the calls that are left the one with the same arguments, else the first. */
const findBestCall = ({ node }: ActedNode, left: readonly number[], calls: readonly ToolCall[]): number =>
  left.find(place => isSameJson(calls[place].args, node.piece.call?.args)) ?? left[0];

const isSameJson = (a: unknown, b: unknown): boolean =>
  serializeStepValue(parseJsonText(a)) === serializeStepValue(parseJsonText(b));

/**
 * In the order of their times, in their own order if these are equal; one without a time stays behind its predecessor,
 * in its trace if there are several.
 */
export function sortByTime<T>(
  list: readonly T[],
  timeOf: (one: T) => number | null,
  traceOf: (one: T) => string = () => '',
): T[] {
  if (isSortedByTime(list, timeOf)) return list.slice();
  let [latest, trace] = [Number.NEGATIVE_INFINITY, ''];
  const keyed = list.map(one => {
    if (traceOf(one) !== trace) [latest, trace] = [Number.NEGATIVE_INFINITY, traceOf(one)];
    latest = timeOf(one) ?? latest;
    return { one, time: latest };
  });
  return keyed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ one }) => one);
}

/** True if each has a time, none before that of its predecessor. */
function isSortedByTime<T>(list: readonly T[], timeOf: (one: T) => number | null): boolean {
  let latest = Number.NEGATIVE_INFINITY;
  for (const one of list) {
    const time = timeOf(one);
    if (time === null || time < latest) return false;
    latest = time;
  }
  return true;
}
