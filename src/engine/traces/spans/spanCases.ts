import { byUnit } from '../../textFile.ts';
import type { CaseDraft, TracePlace, TraceSink } from '../reading.ts';
import { areTold, type Costs, sumOfCosts, UNKNOWN_COSTS } from '../usage.ts';
import { type Actor, actorsOf, isSent } from './actors.ts';
import type { AgentEvent } from './logs/agentEvent.ts';
import { type HeldPiece, joinLogs } from './logs/logPieces.ts';
import type { ModelTurn, SpanPiece } from './piece.ts';
import { countedCosts, wrapsModel } from './spanCosts.ts';
import { failedOf, isSpread, stepsOf } from './spanSteps.ts';
import { around, inTime, type SpanNode, spanTree } from './spanTree.ts';
import type { ActedNode } from './turns.ts';

/** Facts about a case that come from elsewhere than its spans. */
type SpanLabels = Readonly<Record<string, string | null>>;

/** Nodes of one case, of one trace or of several. */
interface SpanGroup {
  readonly id: string;
  readonly parent: SpanGroup | null;
  readonly acted: ActedNode[];
  /** All of its nodes, agents and plain spans among them. */
  readonly nodes: SpanNode[];
  labels: SpanLabels;
  /** Costs that an agent tells of itself where nothing below it does. */
  readonly ofAgents: Costs[];
}

/** Collects spans by trace, and makes cases of them: a conversation each, else a trace, and of each agent that was sent. */
export class SpanCases {
  private readonly traces = new Map<string, HeldPiece[]>();
  private readonly events: { readonly event: AgentEvent; readonly place: TracePlace }[] = [];
  private readonly turns: { readonly trace: string; readonly span: string; readonly turn: ModelTurn }[] = [];
  private sentBy: ReadonlyMap<string, string> = new Map();
  private readonly labels = new Map<string, SpanLabels>();
  private readonly conversations = new Map<string, string>();

  constructor(private readonly sink: TraceSink) {}

  add(piece: SpanPiece, place: TracePlace): void {
    const trace = this.traces.get(piece.trace);
    if (trace === undefined) this.traces.set(piece.trace, [{ piece, place }]);
    else trace.push({ piece, place });
  }

  /** An event that an agent logs, beside its spans or instead of them. */
  addEvent(event: AgentEvent, place: TracePlace): void {
    this.events.push({ event, place });
  }

  /** What log records tell of the words of a span. */
  addTurn(trace: string, span: string, turn: ModelTurn): void {
    this.turns.push({ trace, span, turn });
  }

  /** Names facts about a trace. @param conversation that joins it with others; null: none is told */
  label(trace: string, labels: SpanLabels, conversation: string | null = null): void {
    this.labels.set(trace, labels);
    if (conversation !== null) this.conversations.set(trace, conversation);
  }

  /** Hands over every case. */
  end(): void {
    for (const _ of this.ending());
  }

  /** Hands over one case after another, by their first step. A trace without a tool, a model or an agent is no agent's. */
  *ending(): Generator<string> {
    this.joinLogs();
    const groups = new Map<string, SpanGroup>();
    const costs = new Map<SpanNode, Costs>();
    let beyond: Costs = UNKNOWN_COSTS;
    // Which file came first does not matter.
    for (const [id, placed] of [...this.traces].sort(([a], [b]) => byUnit(a, b))) {
      this.traces.delete(id);
      if (placed.every(({ piece }) => piece.kind === 'other')) {
        this.sink.leaveOut(
          placed[0].place.file,
          'spans of traces without an agent, a model or a tool',
          placed.length,
        );
        continue;
      }
      const nodes = spanTree(placed);
      const counted = countedCosts(nodes);
      for (const [node, own] of counted.of) costs.set(node, own);
      beyond = sumOfCosts(beyond, counted.beyond);
      this.sort(id, nodes, groups, counted.of);
      yield id;
    }
    this.tellBeyond(beyond);
    const drafts = [...groups.values()].flatMap(group => draftOf(group, costs));
    drafts.sort((a, b) => a.begins - b.begins || byUnit(a.draft.id, b.draft.id));
    for (const { draft, place } of drafts) {
      this.sink.add(draft, place);
      yield draft.id;
    }
  }

  /** Tells pieces what log records know of them, and makes pieces of what only these know. */
  private joinLogs(): void {
    for (const { trace, span, turn } of this.turns) {
      const held = this.traces.get(trace)?.find(({ piece }) => piece.id === span && piece.kind === 'model');
      if (held !== undefined) held.piece = { ...held.piece, turn: filled(held.piece.turn, turn) };
    }
    if (this.events.length === 0) return;
    const { pieces, sentBy } = joinLogs([...this.traces.values()].flat(), this.events);
    for (const { piece, place } of pieces) this.add(piece, place);
    this.sentBy = sentBy;
    this.events.length = 0;
  }

  /** Puts the nodes of a trace into the groups that they belong to. */
  private sort(
    trace: string,
    nodes: readonly SpanNode[],
    groups: Map<string, SpanGroup>,
    counted: ReadonlyMap<SpanNode, Costs>,
  ): void {
    const actors = actorsOf(nodes);
    const conversationOf = conversationsIn(nodes);
    const sole = this.conversations.get(trace) ?? soleIn(nodes);
    const sentGroups = new Map<Actor, SpanGroup>();
    const siblings = new Map<string, number>();
    const groupAt = (id: string, parent: SpanGroup | null): SpanGroup => {
      const found = groups.get(id) ?? { id, parent, acted: [], nodes: [], labels: {}, ofAgents: [] };
      groups.set(id, found);
      found.labels = { ...found.labels, ...this.labels.get(trace) };
      return found;
    };
    const groupOf = (actor: Actor, node: SpanNode): SpanGroup => {
      if (!isSent(actor)) {
        if (actor.parent !== null) return groupOf(actor.parent, node);
        const id = conversationOf(node) ?? sole ?? trace;
        const sender = this.sentBy.get(id);
        return groupAt(id, sender === undefined ? null : groupAt(sender, null));
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
      const acts = kind === 'tool' ? !wrapsTool(node) : kind === 'model' && !wrapsModel(node);
      if (acts) {
        const run = actor.node?.piece.id ?? actor.name ?? node.piece.trace;
        group.acted.push({ node, agent: nameOf(actor), run });
      } else if (counted.has(node)) group.ofAgents.push(counted.get(node) ?? UNKNOWN_COSTS);
    }
  }

  private tellBeyond({ tokensIn, tokensOut }: Costs): void {
    const [more, out] = [tokensIn ?? 0, tokensOut ?? 0];
    if (more + out === 0) return;
    this.sink.note(
      `agents and chains tell ${more} tokens in and ${out} out beyond those of the model calls below them; they are not counted`,
    );
  }
}

/** Name of the nearest agent; a group has none of its own, but where nobody else is named. */
function nameOf(actor: Actor): string | null {
  for (let one: Actor | null = actor; one !== null; one = one.parent) if (one.name !== null) return one.name;
  return null;
}

/** A turn with what another one tells beside it. */
const filled = (turn: ModelTurn | null, more: ModelTurn): ModelTurn =>
  turn === null
    ? more
    : {
        prompt: turn.prompt ?? more.prompt,
        text: turn.text ?? more.text,
        calls: turn.calls.length > 0 ? turn.calls : more.calls,
        asked: turn.asked.length > 0 ? turn.asked : more.asked,
        results: new Map([...more.results, ...turn.results]),
        wantsTools: turn.wantsTools ?? more.wantsTools,
      };

/** The conversation of a node, or of the nearest one around it. */
function conversationsIn(nodes: readonly SpanNode[]): (node: SpanNode) => string | null {
  const known = new Map<SpanNode, string | null>();
  const find = (node: SpanNode): string | null => {
    if (node.piece.conversation !== null) return node.piece.conversation;
    for (const one of around(node)) if (one.piece.conversation !== null) return one.piece.conversation;
    return null;
  };
  for (const node of nodes) known.set(node, find(node));
  return node => known.get(node) ?? null;
}

/** The one conversation of a trace; null where it has none, or several. */
function soleIn(nodes: readonly SpanNode[]): string | null {
  const found = new Set(nodes.flatMap(({ piece }) => piece.conversation ?? []));
  return found.size === 1 ? [...found][0] : null;
}

/** Whether a tool's span only stands around another one of the same call. */
const wrapsTool = ({ piece, children }: SpanNode): boolean =>
  children.some(child => child.piece.kind === 'tool' && child.piece.name === piece.name);

interface PlacedDraft {
  readonly draft: CaseDraft;
  readonly place: TracePlace;
  readonly begins: number;
}

function draftOf(group: SpanGroup, costs: ReadonlyMap<SpanNode, Costs>): PlacedDraft[] {
  const acted = inTime(
    group.acted,
    ({ node }) => node.piece.start,
    ({ node }) => node.piece.trace,
  );
  const told = inTime(
    group.nodes,
    ({ piece }) => piece.start,
    ({ piece }) => piece.trace,
  );
  const steps = stepsOf(acted, costs, told);
  const [first] = steps;
  if (first === undefined) return [];
  // What is told of whole agents alone is with the first step.
  for (const own of group.ofAgents) Object.assign(first, sumOfCosts(own, first));
  const pieces = group.nodes.map(({ piece }) => piece);
  const verdict = pieces.find(piece => piece.verdict !== null)?.verdict;
  const models = new Set(
    pieces.flatMap(piece => (piece.kind === 'model' && piece.model !== null ? [piece.model] : [])),
  );
  const task = pieces.find(piece => piece.task !== null)?.task ?? null;
  return [
    {
      draft: {
        ...{
          id: group.id,
          parent: parentOf(group),
          outcome: verdict?.outcome ?? null,
          reward: verdict?.reward ?? null,
        },
        end: endOf(group),
        labels: { task, model: models.size === 0 ? null : [...models].join(', '), ...group.labels },
        tellsFailures: true,
        tokens: areTold(first) || steps.some(step => areTold(step)) ? 'exact' : 'none',
        steps,
      },
      place: group.nodes[0].place,
      begins: first.at ?? 0,
    },
  ];
}

/** The nearest case that has steps of its own. */
function parentOf({ parent }: SpanGroup): string | null {
  for (let one = parent; one !== null; one = one.parent) if (one.acted.length > 0) return one.id;
  return null;
}

/** Why the outermost agent of a case failed; null where it did not, or only told of another's failure. */
function endOf({ nodes, acted }: SpanGroup): string | null {
  const thrown = new Set(
    acted.flatMap(({ node }) => (node.piece.failedBy === 'exception' ? [String(node.piece.error)] : [])),
  );
  const own = new Set(nodes);
  const failed = nodes.find(
    node =>
      (node.piece.kind === 'agent' || node.piece.kind === 'group') &&
      ![...around(node)].some(one => one.piece.kind === 'agent' && own.has(one)) &&
      failedOf(node, { thrown }) === true &&
      !isSpread(node, thrown),
  );
  return failed === undefined ? null : (failed.piece.error ?? 'error');
}
