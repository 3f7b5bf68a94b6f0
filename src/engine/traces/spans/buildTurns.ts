import { findFirstAtLeast } from '../../core/findFirstAtLeast.ts';
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
  const askedBy = new Map<string, AskedCalls>();
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
      if (id !== null) addAskedCall(askedBy, id, { turn, call });
  current.clear();
  const byModel = new Map(turns.map(turn => [turn.model?.node, turn]));
  for (const one of acted) {
    const { kind, call, start } = one.node.piece;
    if (kind === 'model') current.set(one.run, byModel.get(one.node) ?? begin(one, one));
    if (kind !== 'tool') continue;
    const asked = askedBy.get(call?.id ?? '')?.findLatestBefore(start);
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

/** A call of a turn, by its place. */
interface AskedCall {
  readonly turn: Turn;
  readonly call: number;
}

function addAskedCall(askedBy: Map<string, AskedCalls>, id: string, one: AskedCall): void {
  const known = askedBy.get(id);
  if (known === undefined) askedBy.set(id, new AskedCalls(one));
  else known.add(one);
}

/** Calls of one id, which some providers reuse in each turn. */
class AskedCalls {
  readonly #calls: AskedCall[];
  /** When the earliest of a call and those after it began: it never falls, so that it can be searched. */
  #earliest: Float64Array | null = null;

  constructor(first: AskedCall) {
    this.#calls = [first];
  }

  add(one: AskedCall): void {
    this.#calls.push(one);
    this.#earliest = null;
  }

  /** The last of the calls whose turn had begun by then; the first if none had. */
  findLatestBefore(start: number | null): AskedCall {
    const calls = this.#calls;
    if (start === null) return calls[calls.length - 1];
    this.#earliest ??= this.#computeEarliest();
    const earliest = this.#earliest;
    const later = findFirstAtLeast(calls.length, 1, at => (earliest[at] > start ? 1 : 0));
    return calls[Math.max(0, later - 1)];
  }

  #computeEarliest(): Float64Array {
    const earliest = new Float64Array(this.#calls.length);
    let soonest = Number.POSITIVE_INFINITY;
    for (let at = earliest.length - 1; at >= 0; at--) {
      soonest = Math.min(soonest, this.#calls[at].turn.model?.node.piece.start ?? Number.NEGATIVE_INFINITY);
      earliest[at] = soonest;
    }
    return earliest;
  }
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
  const byName = new PlaceIndex(left, place => calls[place].name);
  const byArguments = new PlaceIndex(left, place =>
    joinKey(calls[place].name, serializeStepValue(unwrapCallArguments(calls[place].args))),
  );
  for (const one of loose) {
    const { name, call } = one.tool.node.piece;
    const same =
      byArguments.first(joinKey(name, serializeStepValue(call?.args)), left) ?? byName.first(name, left);
    if (same !== undefined) give(one, same);
  }
  const rest = turn.tools.filter(({ call }) => call === Number.POSITIVE_INFINITY);
  if (rest.length === left.size && rest.length > 0) {
    const byJson = new PlaceIndex(left, place => serializeJson(calls[place].args));
    // Of the calls that are left the one with the same arguments, else the first.
    for (const one of rest)
      give(one, byJson.first(serializeJson(one.tool.node.piece.call?.args), left) ?? getFirstOf(left));
  }
  // Calls missing in the answer keep the order of their beginning.
  turn.tools.sort((a, b) => (a.call === b.call ? 0 : a.call - b.call));
}

/** Places by a key, of which the first that is left can be had. */
class PlaceIndex {
  /** The first of each key comes last. */
  readonly #places = new Map<string, number[]>();

  constructor(places: Iterable<number>, keyOf: (place: number) => string) {
    for (const place of [...places].reverse()) {
      const key = keyOf(place);
      const known = this.#places.get(key);
      if (known === undefined) this.#places.set(key, [place]);
      else known.push(place);
    }
  }

  /** @param left those that are left; others never come back */
  first(key: string, left: ReadonlySet<number>): number | undefined {
    const places = this.#places.get(key);
    while (places !== undefined && places.length > 0 && !left.has(places[places.length - 1])) places.pop();
    return places?.at(-1);
  }
}

const joinKey = (name: string, text: string | null): string => JSON.stringify([name, text]);
const serializeJson = (value: unknown): string => String(serializeStepValue(parseJsonText(value)));
const getFirstOf = (left: ReadonlySet<number>): number => left.values().next().value as number;

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
