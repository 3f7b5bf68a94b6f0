import { formatNounCount } from '../../core/formatNounCount.ts';
import { compareCodeUnits } from '../../files/textFile.ts';
import type { TracePlace, TraceSink } from '../traceReading.ts';
import { addTwoCosts, type Costs, hasAnyCosts, subtractCosts, UNKNOWN_COSTS } from '../usage.ts';
import { buildSpanTree, MAX_SPAN_DEPTH, type SpanNode } from './buildSpanTree.ts';
import { GuardReports } from './guardSpans.ts';
import { type AgentEvent, type HeldPiece, joinLogsWithSpans } from './logs/joinLogsWithSpans.ts';
import type { OtelSpan } from './otelSpan.ts';
import type { ModelTurn, SpanPiece } from './piece.ts';
import { buildGroupSteps, createGroupDraft, type SpanGroup, type SpanLabels } from './spanGroup.ts';

/** Collects spans by trace, and makes cases of them: a conversation each, else a trace, and of each agent that was sent. */
export class SpanCases {
  private readonly traces = new Map<string, HeldPiece[]>();
  private readonly events: { readonly event: AgentEvent; readonly place: TracePlace }[] = [];
  private readonly turns: HeldPiece[] = [];
  private truncated = 0;
  private readonly guards = new GuardReports();
  private sentBy: ReadonlyMap<string, string> = new Map();
  private readonly labels = new Map<string, SpanLabels>();
  private readonly conversations = new Map<string, string>();

  constructor(private readonly sink: TraceSink) {}

  add(piece: SpanPiece, place: TracePlace): HeldPiece {
    const trace = this.traces.get(piece.trace);
    const held: HeldPiece = { piece, place };
    if (trace === undefined) this.traces.set(piece.trace, [held]);
    else trace.push(held);
    return held;
  }

  /** Counts a span of which attributes are missing, with what they would have said. */
  countTruncatedSpan(): void {
    this.truncated++;
  }

  /** Adds an event from an agent's log, in addition to its spans or instead of them. */
  addEvent(event: AgentEvent, place: TracePlace): void {
    this.events.push({ event, place });
  }

  /** Adds the span of a guard, which stands among the steps of the session that it guards. */
  addGuardSpan(span: OtelSpan, place: TracePlace): void {
    this.guards.add(span, place);
  }

  /** Adds the words of a model's span from log records: of that with the same id; without one, they replace it. */
  addTurn(held: HeldPiece): void {
    this.turns.push(held);
  }

  /** Names facts about a trace. @param conversation that joins it with others; null: none is recorded */
  label(trace: string, labels: SpanLabels, conversation: string | null = null): void {
    this.labels.set(trace, labels);
    if (conversation !== null) this.conversations.set(trace, conversation);
  }

  /** Hands over every case. */
  end(): void {
    for (const _ of this.ending());
  }

  /**
   * Yields one case after another, by their first step. A trace without a tool, a model or an agent does not count as
   * an agent's.
   */
  *ending(): Generator<string> {
    this.joinLogs();
    const groups = new Map<string, SpanGroup>();
    let beyond: Costs = UNKNOWN_COSTS;
    let deep = 0;
    const awaited = new Set<string>();
    for (const placed of this.traces.values())
      for (const { piece } of placed) for (const id of piece.turn?.awaited ?? []) awaited.add(id);
    // Which file came first does not matter.
    for (const [id, placed] of [...this.traces].sort(([a], [b]) => compareCodeUnits(a, b))) {
      this.traces.delete(id);
      if (placed.every(({ piece }) => piece.kind === 'other')) {
        this.sink.leaveOut(
          placed[0].place.file,
          'spans of traces without an agent, a model or a tool',
          placed.length,
        );
        continue;
      }
      const nodes = buildSpanTree(placed);
      deep += nodes.filter(({ depth }) => depth > MAX_SPAN_DEPTH).length;
      beyond = addTwoCosts(beyond, assignCountedCosts(nodes));
      this.sort(id, nodes, groups);
      yield id;
    }
    this.tellBeyond(beyond);
    if (deep > 0)
      this.sink.note(
        `${formatNounCount(deep, 'span')} more than ${MAX_SPAN_DEPTH} levels deep ${deep === 1 ? 'is' : 'are'} taken as within the one at that level`,
      );
    const made: MadeCase[] = [];
    for (const [id, group] of groups) {
      // Spans take more memory than the steps that they become.
      groups.delete(id);
      const found = buildGroupSteps(group, awaited);
      const guarded = found.steps.length === 0 ? null : this.guards.join(id, found.steps);
      if (guarded !== null) group.labels = { ...group.labels, ...guarded };
      made.push({ ...found, draft: createGroupDraft(group, found.steps) });
    }
    this.tellTruncated();
    this.tellUnnamed(made);
    this.tellUnordered(made);
    const drafts = made.flatMap(({ draft }) => draft);
    for (const { place, steps, ...facts } of this.guards.rest())
      drafts.push({ draft: { ...facts, steps }, place, begins: steps[0]?.at ?? 0 });
    drafts.sort((a, b) => a.begins - b.begins || compareCodeUnits(a.draft.id, b.draft.id));
    for (const { draft, place } of drafts) {
      this.sink.add(draft, place);
      yield draft.id;
    }
  }

  /** The first piece of each span. */
  private indexPieces(): Map<string, HeldPiece> {
    const byId = new Map<string, HeldPiece>();
    for (const held of this.traces.values())
      for (const one of held) {
        const key = getPieceKey(one.piece);
        if (!byId.has(key)) byId.set(key, one);
      }
    return byId;
  }

  /** Adds the content of log records to their pieces, and makes pieces for the other records. */
  private joinLogs(): void {
    // An agent that logs its own events records its turns there, too.
    const ofAgents = new Set<string | null>(this.events.map(({ event }) => event.conversation));
    const filesOfAgents = new Set(this.events.map(({ place }) => place.file));
    const byId = this.turns.length === 0 ? null : this.indexPieces();
    for (const { piece: said, place } of this.turns) {
      const held = byId?.get(getPieceKey(said));
      const isOfAgent =
        said.conversation === null ? filesOfAgents.has(place.file) : ofAgents.has(said.conversation);
      if (held === undefined && isOfAgent) continue;
      if (held === undefined) {
        const added = this.add(said, place);
        byId?.set(getPieceKey(said), added);
      } else if (held.piece.kind !== 'model' || said.turn === null)
        this.sink.leaveOut(place.file, 'messages in log records of a span that is not a model’s');
      else held.piece = { ...held.piece, turn: mergeModelTurns(held.piece.turn, said.turn) };
    }
    this.turns.length = 0;
    if (this.events.length === 0) return;
    const { pieces, sentBy, unmatched } = joinLogsWithSpans([...this.traces.values()].flat(), this.events);
    for (const { piece, place } of pieces) this.add(piece, place);
    for (const { file } of unmatched)
      this.sink.leaveOut(file, 'log records of answers that are none of their conversation’s spans');
    this.sentBy = sentBy;
    this.events.length = 0;
  }

  /** Puts the nodes of a trace into the groups that they belong to. */
  private sort(trace: string, nodes: readonly SpanNode[], groups: Map<string, SpanGroup>): void {
    const actors = assignActors(nodes);
    const sole = this.conversations.get(trace) ?? findSoleConversation(nodes);
    const sentGroups = new Map<Actor, SpanGroup>();
    const siblings = new Map<string, number>();
    const labels = this.labels.get(trace);
    const groupAt = (id: string, parent: SpanGroup | null): SpanGroup => {
      let found = groups.get(id);
      if (found === undefined) {
        found = { id, parent, acted: [], nodes: [], labels: {}, ofAgents: [] };
        groups.set(id, found);
      }
      if (labels !== undefined) found.labels = { ...found.labels, ...labels };
      return found;
    };
    /** With the conversations that sent it, whichever of them is met first. */
    const conversationAt = (id: string, below: readonly string[] = []): SpanGroup => {
      const sender = this.sentBy.get(id);
      const isSent = sender !== undefined && sender !== id && !below.includes(sender);
      return groupAt(id, isSent ? conversationAt(sender, [...below, id]) : null);
    };
    const groupOf = (actor: Actor, node: SpanNode): SpanGroup => {
      if (!isSeparateAgentCase(actor)) {
        if (actor.parent !== null) return groupOf(actor.parent, node);
        return conversationAt(getNodeConversation(node) ?? sole ?? trace);
      }
      const known = sentGroups.get(actor);
      if (known !== undefined) return known;
      const parent = groupOf(actor.parent as Actor, actor.sentBy ?? actor.node?.parent ?? node);
      const own = actor.node?.piece.conversation ?? null;
      const name = `${parent.id}/${actor.name ?? 'agent'}`;
      const number = (siblings.get(name) ?? 0) + 1;
      siblings.set(name, number);
      const id =
        own !== null && own !== parent.id && !groups.has(own)
          ? own
          : number === 1
            ? name
            : `${name} ${number}`;
      const group = groupAt(id, parent);
      group.labels = { ...group.labels, agent: actor.name };
      sentGroups.set(actor, group);
      return group;
    };
    for (const node of nodes) {
      const actor = actors.get(node);
      if (actor === undefined) continue;
      const group = groupOf(actor, node);
      group.nodes.push(node);
      const { kind } = node.piece;
      const acts = kind === 'tool' ? !isToolWrapper(node) : kind === 'model' && !isModelCallWrapper(node);
      if (acts) {
        const run = actor.node?.piece.id ?? actor.name ?? node.piece.trace;
        group.acted.push({ node, agent: getActorName(actor), run });
      } else if (node.costs !== null) group.ofAgents.push(node.costs);
    }
  }

  private tellTruncated(): void {
    if (this.truncated > 0)
      this.sink.note(
        `${formatNounCount(this.truncated, 'span')} lost attributes where ${this.truncated === 1 ? 'it was' : 'they were'} recorded, to a limit of the tracer's (OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT, 128 by default): answers, results and tokens that were the last to be written may be missing, and are unknown, not 0`,
      );
  }

  private tellUnnamed(made: readonly { readonly unnamed: number; readonly unpaid: Costs }[]): void {
    const count = made.reduce((sum, { unnamed }) => sum + unnamed, 0);
    if (count === 0) return;
    const lost = made.reduce((sum, { unpaid }) => addTwoCosts(sum, unpaid), UNKNOWN_COSTS);
    const uncounted = hasAnyCosts(lost)
      ? `; ${lost.tokensIn ?? 0} tokens in and ${lost.tokensOut ?? 0} out of traces with nothing else are not counted`
      : '';
    this.sink.note(
      `${count} ${count === 1 ? 'answer asks' : 'answers ask'} for tools that nothing names, and ${count === 1 ? 'has' : 'have'} no step: log records or recorded contents would name them${uncounted}`,
    );
  }

  private tellUnordered(made: readonly { readonly unordered: number }[]): void {
    const count = made.reduce((sum, { unordered }) => sum + unordered, 0);
    if (count > 0)
      this.sink.note(
        `several tools ran at once in ${formatNounCount(count, 'turn')}, and the traces do not show in which order they were called: these steps are in the order in which they began`,
      );
  }

  private tellBeyond({ tokensIn, tokensOut }: Costs): void {
    const [more, out] = [tokensIn ?? 0, tokensOut ?? 0];
    if (more + out === 0) return;
    this.sink.note(
      `agents and chains have ${more} tokens in and ${out} out beyond those of the model calls below them; they are not counted`,
    );
  }
}

const getPieceKey = ({ trace, id }: SpanPiece): string => JSON.stringify([trace, id]);

/** The steps of a group, and the case that they are. */
type MadeCase = ReturnType<typeof buildGroupSteps> & { readonly draft: ReturnType<typeof createGroupDraft> };

/** Name of the nearest agent; a group has none of its own, unless nobody else is named. */
function getActorName(actor: Actor): string | null {
  for (let one: Actor | null = actor; one !== null; one = one.parent) if (one.name !== null) return one.name;
  return null;
}

/** A turn with the additional content of another one. */
const mergeModelTurns = (turn: ModelTurn | null, more: ModelTurn): ModelTurn =>
  turn === null
    ? more
    : {
        prompt: turn.prompt ?? more.prompt,
        text: turn.text ?? more.text,
        calls: turn.calls.length > 0 ? turn.calls : more.calls,
        asked: turn.asked.length > 0 ? turn.asked : more.asked,
        results: new Map([...more.results, ...turn.results]),
        ownResults: new Map([...more.ownResults, ...turn.ownResults]),
        awaited: [...turn.awaited, ...more.awaited],
        wantsTools: turn.wantsTools ?? more.wantsTools,
      };

/** The conversation of a node, or of the nearest one around it. */
function getNodeConversation(node: SpanNode): string | null {
  for (let one: SpanNode | null = node; one !== null; one = one.parent)
    if (one.piece.conversation !== null) return one.piece.conversation;
  return null;
}

/** The only conversation of a trace; null if it has none, or several. */
function findSoleConversation(nodes: readonly SpanNode[]): string | null {
  let found: string | null = null;
  for (const { piece } of nodes) {
    if (piece.conversation === null || piece.conversation === found) continue;
    if (found !== null) return null;
    found = piece.conversation;
  }
  return found;
}

/** True if a tool's span only wraps another one of the same call. */
const isToolWrapper = ({ piece, children }: SpanNode): boolean =>
  children.some(child => child.piece.kind === 'tool' && child.piece.name === piece.name);

/**
 * Decides for each node which of its costs are counted, those of the lowest level that has them: a span's total for
 * everything below it counts if nothing below has its own, and else only its surplus.
 * @param nodes parents before their children
 * @returns costs of a higher level that no lower one accounts for; they are counted nowhere
 */
function assignCountedCosts(nodes: readonly SpanNode[]): Costs {
  const below = new Map<SpanNode, Costs>();
  let beyond: Costs = UNKNOWN_COSTS;
  for (const node of listChildrenFirst(nodes)) {
    const { piece } = node;
    const inner = node.children.reduce(
      (sum, child) => addTwoCosts(sum, below.get(child) ?? UNKNOWN_COSTS),
      UNKNOWN_COSTS,
    );
    const hasInner = hasAnyCosts(inner);
    if (!hasAnyCosts(piece)) below.set(node, inner);
    else if (!hasInner) {
      node.costs = addTwoCosts(piece, UNKNOWN_COSTS);
      below.set(node, node.costs);
    } else if (!piece.rollsUp && !isModelCallWrapper(node)) {
      // A call of a model with the calls of its tools in turn.
      node.costs = addTwoCosts(piece, UNKNOWN_COSTS);
      below.set(node, addTwoCosts(piece, inner));
    } else {
      const own = subtractCosts(piece, inner);
      // A turn holds its own call and what was run in it; an agent or a tool has no call of its own.
      if (own !== null && piece.kind === 'model' && !isModelCallWrapper(node)) node.costs = own;
      else if (own !== null) beyond = addTwoCosts(beyond, own);
      below.set(node, own !== null && node.costs !== null ? addTwoCosts(inner, own) : inner);
    }
  }
  return beyond;
}

/** True if a model's call is repeated by another one within it, with no tool and no agent between. */
function isModelCallWrapper(node: SpanNode): boolean {
  const waiting = [...node.children];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.piece.kind === 'model') return true;
    if (next.piece.kind === 'other') for (const child of next.children) waiting.push(child);
  }
  return false;
}

function listChildrenFirst(nodes: readonly SpanNode[]): SpanNode[] {
  const order: SpanNode[] = [];
  const waiting = nodes.filter(({ parent }) => parent === null);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    for (const child of next.children) waiting.push(child);
  }
  return order.reverse();
}

/** Actor of a trace: an agent, a group of agents, or the trace itself if no span names one. */
interface Actor {
  readonly name: string | null;
  /** Its span; null for the trace itself, and for an agent that only its spans name. */
  readonly node: SpanNode | null;
  readonly parent: Actor | null;
  readonly isGroup: boolean;
  /** The call that sent it; null if it belongs to its parent as a part. */
  readonly sentBy: SpanNode | null;
  /** Calls of models and tools of its own. */
  acts: boolean;
}

/** Actor of each node of a trace. @param nodes of one trace, parents before children */
function assignActors(nodes: readonly SpanNode[]): ReadonlyMap<SpanNode, Actor> {
  const root: Actor = { name: null, node: null, parent: null, isGroup: true, sentBy: null, acts: false };
  const actors = new Map<SpanNode, Actor>();
  const runs = new Map<string, Actor>();
  for (const node of listParentsFirst(nodes)) {
    const above = node.parent === null ? root : (actors.get(node.parent) ?? root);
    const actor = resolveNodeActor(node, above, runs);
    actors.set(node, actor);
    if (node.piece.kind === 'tool' || node.piece.kind === 'model') actor.acts = true;
  }
  return actors;
}

function resolveNodeActor(node: SpanNode, above: Actor, runs: Map<string, Actor>): Actor {
  const { kind, name, run } = node.piece;
  if (run !== null) {
    const known = runs.get(run.id);
    if (known !== undefined) return known;
    const sentBy = findCallAboveNode(node, above) ?? node;
    const actor = { name: run.name, node: null, parent: above, isGroup: false, sentBy, acts: false };
    runs.set(run.id, actor);
    return actor;
  }
  if (kind !== 'agent' && kind !== 'group') return above;
  return {
    name: name === '' ? null : name,
    node,
    parent: above,
    isGroup: kind === 'group',
    sentBy: findCallAboveNode(node, above),
    acts: false,
  };
}

/** The call between a node and the span of who acts around it. */
function findCallAboveNode(node: SpanNode, above: Actor): SpanNode | null {
  for (let one = node.parent; one !== null && one !== above.node; one = one.parent)
    if (one.piece.kind === 'tool') return one;
  return null;
}

/**
 * True if an actor's steps are a case of its own: it was sent by a call, or is within an agent of another name that
 * acts itself. A group holds its agents, and a span of the same name wraps.
 */
function isSeparateAgentCase({ name, parent, sentBy }: Actor): boolean {
  if (parent === null) return false;
  if (sentBy !== null) return true;
  return !parent.isGroup && parent.acts && parent.name !== name;
}

function listParentsFirst(nodes: readonly SpanNode[]): SpanNode[] {
  const order: SpanNode[] = [];
  const waiting = nodes.filter(({ parent }) => parent === null).toReversed();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    order.push(next);
    for (const child of next.children.toReversed()) waiting.push(child);
  }
  return order;
}
