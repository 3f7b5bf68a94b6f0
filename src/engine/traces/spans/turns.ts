import { type StepDraft, sayOf, stepOf } from '../steps.ts';
import { type Costs, sumOfCosts, UNKNOWN_COSTS } from '../usage.ts';
import type { SpanPiece } from './piece.ts';

/** A span with its agent, in the order of time. */
interface Placed {
  readonly piece: SpanPiece;
  readonly agent: string | null;
  readonly state: string | null;
}

/** A call of a model, and the calls of tools that followed it. */
interface Turn {
  readonly model: Placed | null;
  readonly tools: Placed[];
}

/**
 * The steps of one case from its spans. A turn is a call of a model and the tools that the same agent then ran: its
 * steps are these, else the calls that its answer asks for, else a message to the user. Its tokens are with its first
 * step; those of a turn without any go to the next one.
 */
export function stepsOfPieces(pieces: readonly SpanPiece[]): StepDraft[] {
  const placed = placedIn(pieces);
  const results = new Map(placed.flatMap(({ piece }) => [...(piece.turn?.results ?? [])]));
  const steps: StepDraft[] = [];
  let owed: Costs = UNKNOWN_COSTS;
  for (const turn of turnsOf(placed)) {
    const found = stepsOfTurn(turn, results);
    const costs = sumOfCosts(owed, turn.model?.piece ?? UNKNOWN_COSTS);
    if (found.length > 0) Object.assign(found[0], sumOfCosts(costs, found[0]));
    owed = found.length > 0 ? UNKNOWN_COSTS : costs;
    steps.push(...found);
  }
  const last = steps[steps.length - 1];
  if (last !== undefined) Object.assign(last, sumOfCosts(owed, last));
  if (!steps.some(step => step.tokensIn !== null || step.tokensOut !== null)) payByAgents(placed, steps);
  return byTime(steps, step => step.at);
}

/** In the order in which they began; what has no time stays behind what it followed. */
function byTime<T>(list: readonly T[], timeOf: (one: T) => number | null): T[] {
  let latest = Number.NEGATIVE_INFINITY;
  const keyed = list.map(one => {
    latest = timeOf(one) ?? latest;
    return { one, time: latest };
  });
  return keyed.sort((a, b) => (a.time === b.time ? 0 : a.time - b.time)).map(({ one }) => one);
}

/** Spans that count, once each and by time: those that only wrap another of their kind are left out. */
function placedIn(pieces: readonly SpanPiece[]): Placed[] {
  const byId = new Map<string, SpanPiece>();
  const unique = pieces.filter(piece => {
    if (piece.id !== '' && byId.has(piece.id)) return false;
    byId.set(piece.id, piece);
    return true;
  });
  const wrappers = new Set<SpanPiece>();
  for (const piece of unique) {
    const parent = byId.get(piece.parent);
    if (parent === undefined || parent === piece || parent.kind !== piece.kind) continue;
    if (piece.kind === 'model' || (piece.kind === 'tool' && piece.name === parent.name)) wrappers.add(parent);
  }
  return byTime(unique, piece => piece.start)
    .filter(piece => !wrappers.has(piece))
    .map(piece => ({ piece, ...surroundings(piece, byId) }));
}

/** Agent and state of the nearest span around; parents in a circle end the search. */
function surroundings(piece: SpanPiece, byId: ReadonlyMap<string, SpanPiece>): Omit<Placed, 'piece'> {
  const seen = new Set<SpanPiece>();
  let [agent, state]: [string | null, string | null] = [null, null];
  for (
    let one: SpanPiece | undefined = piece;
    one !== undefined && !seen.has(one);
    one = byId.get(one.parent)
  ) {
    seen.add(one);
    state ??= one.state;
    if (agent === null && one.kind === 'agent') agent = one.name;
    if (agent !== null && state !== null) break;
  }
  return { agent, state };
}

/** Turns in the order in which they began, each agent's apart. */
function turnsOf(placed: readonly Placed[]): Turn[] {
  const turns: Turn[] = [];
  const current = new Map<string | null, Turn>();
  const begin = (agent: string | null, model: Placed | null): Turn => {
    const turn = { model, tools: [] };
    turns.push(turn);
    current.set(agent, turn);
    return turn;
  };
  for (const one of placed)
    if (one.piece.kind === 'model') begin(one.agent, one);
    else if (one.piece.kind === 'tool') (current.get(one.agent) ?? begin(one.agent, null)).tools.push(one);
  return turns;
}

function stepsOfTurn({ model, tools }: Turn, results: ReadonlyMap<string, unknown>): StepDraft[] {
  const words = { prompt: model?.piece.turn?.prompt ?? null, answer: model?.piece.turn?.text ?? null };
  if (tools.length > 0)
    return tools.map((tool, index) => toolStep(tool, results, index === 0 ? words : null));
  if (model === null) return [];
  const { piece, agent, state } = model;
  const facts = { agent, state, at: piece.start, until: piece.end, prompt: words.prompt };
  const calls = piece.turn?.calls ?? [];
  if (calls.length > 0)
    return calls.map(({ id, name, args }, index) =>
      stepOf({
        ...{ ...facts, until: null, tool: name, args, answer: index === 0 ? words.answer : null },
        result: id === null ? null : (results.get(id) ?? null),
      }),
    );
  if (piece.turn?.wantsTools === true) return [];
  return [sayOf(words.answer, { ...facts, failed: piece.failed, error: piece.failed ? piece.error : null })];
}

function toolStep(
  { piece, agent, state }: Placed,
  results: ReadonlyMap<string, unknown>,
  words: { readonly prompt: string | null; readonly answer: string | null } | null,
): StepDraft {
  const id = piece.call?.id ?? null;
  return stepOf({
    tool: piece.name,
    agent,
    state,
    at: piece.start,
    until: piece.end,
    args: piece.call?.args,
    result: piece.result ?? (id === null ? null : (results.get(id) ?? null)),
    failed: piece.failed,
    error: piece.failed ? piece.error : null,
    prompt: words?.prompt ?? null,
    answer: words?.answer ?? null,
    tokensIn: piece.tokensIn,
    tokensOut: piece.tokensOut,
    usd: piece.usd,
  });
}

/** Totals of the outermost agents, where no call of a model has any. */
function payByAgents(placed: readonly Placed[], steps: readonly StepDraft[]): void {
  const agents = placed.filter(({ piece }) => piece.kind === 'agent' && piece.tokensIn !== null);
  const ids = new Set(agents.map(({ piece }) => piece.id));
  for (const { piece } of agents) {
    const first = steps.find(step => step.agent === piece.name) ?? steps[0];
    if (first !== undefined && !ids.has(piece.parent)) Object.assign(first, sumOfCosts(first, piece));
  }
}
