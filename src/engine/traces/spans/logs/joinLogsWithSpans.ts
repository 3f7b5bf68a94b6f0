import { findFirstAtLeast } from '../../../core/findFirstAtLeast.ts';
import type { ToolCall } from '../../lists/message.ts';
import type { TracePlace } from '../../traceReading.ts';
import { hasAnyCosts, UNKNOWN_COSTS, type Usage } from '../../usage.ts';
import { NOTHING_SAID } from '../modelTurn.ts';
import type { ModelTurn, SpanPiece } from '../piece.ts';

/** A piece that can still get more content. */
export interface HeldPiece {
  piece: SpanPiece;
  readonly place: TracePlace;
}

type ModelEvent = AgentEvent & { readonly kind: 'model' };

interface HeldEvent {
  readonly event: AgentEvent;
  readonly place: TracePlace;
}

/** Additions of the agents' log to their spans, or its content if there are none. */
interface LogPieces {
  /** Pieces of conversations without spans. */
  readonly pieces: readonly HeldPiece[];
  /** Conversations of sub-agents, with that of who sent them. */
  readonly sentBy: ReadonlyMap<string, string>;
  /** Places of records of answers that match no span of their conversation. */
  readonly unmatched: readonly TracePlace[];
}

/** Spans around a span that are asked for its conversation; parents may stand in a circle. */
const MAX_PARENT_SPANS = 200;
/** Milliseconds within which a log record and a span of the same counts are of one answer. */
const SAME_ANSWER = 10_000;

/**
 * Joins the events of agents with their spans: by the id of a call or an answer, by the span, else by conversation and
 * counts. Events of a conversation without spans of its own become pieces.
 */
export function joinLogsWithSpans(held: readonly HeldPiece[], events: readonly HeldEvent[]): LogPieces {
  const index = new PieceIndex(held);
  const pieces: HeldPiece[] = [];
  const unmatched: TracePlace[] = [];
  const sentBy = new Map<string, string>();
  const ordered = events.toSorted((a, b) => (a.event.at ?? 0) - (b.event.at ?? 0));
  const texts = new Map(
    ordered.flatMap(({ event }) =>
      event.kind === 'text' && event.id !== null ? [[event.id, event.text]] : [],
    ),
  );
  const prompts = new Map<string, string | null>();
  for (const { event, place } of ordered) {
    if (event.kind === 'prompt') prompts.set(event.conversation, event.text);
    if (event.kind === 'tool')
      for (const child of listChildConversations(event.result)) sentBy.set(child, event.conversation);
    const found = index.find(event);
    if (found !== undefined) found.piece = addEventToPiece(found.piece, event);
    else if (event.kind !== 'tool' && (event.kind !== 'model' || event.isUtility)) continue;
    else if (index.tells(event)) {
      // The span of a tool call already counts as its step, but an answer that matches no span would be lost.
      if (event.kind === 'model') unmatched.push(place);
    } else {
      const prompt = event.kind === 'model' ? (prompts.get(event.conversation) ?? null) : null;
      if (event.kind === 'model') prompts.delete(event.conversation);
      pieces.push({ piece: buildPieceFromEvent(event, texts, prompt), place });
    }
  }
  const known = new Set(ordered.map(({ event }) => event.conversation));
  return { pieces, sentBy: new Map([...sentBy].filter(([child]) => known.has(child))), unmatched };
}

/** Conversations of agents that a call started, by what it returned. */
function listChildConversations(result: unknown): readonly string[] {
  const id = typeof result === 'string' ? /"agent_id"\s*:\s*"([^"]+)"/.exec(result)?.[1] : undefined;
  return id === undefined ? [] : [id];
}

class PieceIndex {
  private readonly byCall = new Map<string, HeldPiece>();
  private readonly byAnswer = new Map<string, HeldPiece>();
  private readonly bySpan = new Map<string, HeldPiece>();
  /** Calls of models by conversation and input, in the order in which they ended. */
  private readonly models = new Map<string, HeldPiece[]>();
  /** Kinds of spans by conversation. */
  private readonly telling = new Set<string>();

  constructor(held: readonly HeldPiece[]) {
    for (const one of held) this.bySpan.set(`${one.piece.trace} ${one.piece.id}`, one);
    for (const one of held) {
      const { piece } = one;
      if (piece.kind === 'tool' && piece.call?.id != null) this.byCall.set(piece.call.id, one);
      if (piece.kind === 'model' && piece.answer !== null) this.byAnswer.set(piece.answer, one);
      if (piece.kind !== 'tool' && piece.kind !== 'model') continue;
      const conversation = this.conversationOf(piece);
      if (conversation === null) continue;
      this.telling.add(`${piece.kind} ${conversation}`);
      if (piece.kind !== 'model') continue;
      const key = `${conversation} ${piece.tokensIn}`;
      const models = this.models.get(key);
      if (models === undefined) this.models.set(key, [one]);
      else models.push(one);
    }
    for (const models of this.models.values()) models.sort((a, b) => getPieceEnd(a) - getPieceEnd(b));
  }

  /** The conversation of a span, or of the nearest one around it. */
  private conversationOf(piece: SpanPiece): string | null {
    let one: SpanPiece | undefined = piece;
    for (let depth = 0; one !== undefined && depth < MAX_PARENT_SPANS; depth++) {
      if (one.conversation !== null) return one.conversation;
      one = this.bySpan.get(`${one.trace} ${one.parent}`)?.piece;
    }
    return null;
  }

  /** True if spans cover this kind in a conversation. */
  tells({ kind, conversation }: AgentEvent): boolean {
    return this.telling.has(`${kind} ${conversation}`);
  }

  find(event: AgentEvent): HeldPiece | undefined {
    const span = this.bySpan.get(`${event.trace} ${event.span}`);
    if (event.kind === 'tool')
      return this.byCall.get(event.id ?? '') ?? (span?.piece.kind === 'tool' ? span : undefined);
    if (event.kind === 'text') return this.byAnswer.get(event.id ?? '');
    if (event.kind !== 'model') return undefined;
    const counted = (one: HeldPiece | undefined): boolean =>
      one?.piece.kind === 'model' &&
      (one.piece.tokensIn === null || one.piece.tokensIn === event.usage.tokensIn);
    return this.byAnswer.get(event.id ?? '') ?? (counted(span) ? span : this.nearest(event));
  }

  /** The call of a model in the same conversation with the same input, that ended about when the record was written. */
  private nearest({ conversation, usage, until }: ModelEvent): HeldPiece | undefined {
    const models = this.models.get(`${conversation} ${usage.tokensIn}`) ?? [];
    const time = until ?? 0;
    const next = findFirstAtLeast(models.length, time, at => getPieceEnd(models[at]));
    // The one before stands first: of two that are as near it is the one that had ended.
    const [nearest] = models
      .slice(Math.max(0, next - 1), next + 1)
      .filter(one => Math.abs(getPieceEnd(one) - time) < SAME_ANSWER)
      .sort((a, b) => Math.abs(getPieceEnd(a) - time) - Math.abs(getPieceEnd(b) - time));
    return nearest;
  }
}

const getPieceEnd = ({ piece }: HeldPiece): number => piece.end ?? piece.start ?? 0;

/** A piece with what an event adds to it. */
function addEventToPiece(piece: SpanPiece, event: AgentEvent): SpanPiece {
  if (event.kind === 'tool') {
    const failed = event.failed === true && piece.failedBy === null ? ('status' as const) : piece.failedBy;
    const call = { id: event.id, name: piece.name, args: event.args ?? piece.call?.args };
    return {
      ...piece,
      call,
      result: piece.result ?? event.result,
      failedBy: failed,
      error: event.error ?? piece.error,
    };
  }
  if (event.kind === 'text') return { ...piece, turn: addTextToTurn(piece.turn, event.text) };
  if (event.kind !== 'model') return piece;
  if (event.isUtility) return { ...piece, kind: 'other', ...UNKNOWN_COSTS };
  const usage = hasAnyCosts({ ...event.usage, usd: null }) ? event.usage : {};
  return { ...piece, ...usage, usd: piece.usd ?? event.usd, turn: addTextToTurn(piece.turn, event.text) };
}

const addTextToTurn = (turn: ModelTurn | null, text: string | null): ModelTurn => ({
  ...(turn ?? NOTHING_SAID),
  text: turn?.text ?? text,
});

function buildPieceFromEvent(
  event: AgentEvent & { readonly kind: 'model' | 'tool' },
  texts: ReadonlyMap<string, string | null>,
  prompt: string | null,
): SpanPiece {
  const { conversation, run, at, until } = event;
  const facts = {
    ...{
      trace: `log of ${conversation}`,
      id: '',
      parent: '',
      conversation,
      run,
      start: at,
      end: until,
      state: null,
    },
    ...{ waits: false, rollsUp: false, task: null, verdict: null, answer: null },
  };
  if (event.kind === 'tool')
    return {
      ...{
        ...facts,
        ...UNKNOWN_COSTS,
        kind: 'tool',
        name: event.name,
        model: null,
        turn: null,
        gave: event.result !== null,
      },
      ...{ failedBy: event.failed === true ? 'status' : null, error: event.error, result: event.result },
      call: { id: event.id, name: event.name, args: event.args },
    };
  const text = event.text ?? texts.get(event.id ?? '') ?? null;
  return {
    ...{
      ...facts,
      ...event.usage,
      usd: event.usd,
      kind: 'model',
      name: '',
      model: event.model,
      call: null,
      result: null,
    },
    ...{ failedBy: event.error === null ? null : 'status', error: event.error, gave: text !== null },
    turn: { ...NOTHING_SAID, prompt, text, calls: event.calls },
  };
}

/** Common facts of all events of agents: owner and time. */
interface EventFacts {
  readonly conversation: string;
  /** The sub-agent whose it is; null for the agent itself. */
  readonly run: { readonly id: string; readonly name: string | null } | null;
  /** Span that it belongs to; empty for none. */
  readonly trace: string;
  readonly span: string;
  readonly at: number | null;
  readonly until: number | null;
}

/** An event that a coding agent logs, whatever it calls it. */
export type AgentEvent = EventFacts &
  (
    | {
        readonly kind: 'model';
        /** Id of the answer, if it is recorded. */
        readonly id: string | null;
        readonly model: string | null;
        readonly usage: Usage;
        readonly usd: number | null;
        readonly text: string | null;
        /** Calls of the answer, if they are recorded. */
        readonly calls: readonly ToolCall[];
        readonly error: string | null;
        /** True if it served the agent and not its task: to choose a model, to make a title. */
        readonly isUtility: boolean;
      }
    | {
        readonly kind: 'tool';
        readonly id: string | null;
        readonly name: string;
        readonly args: unknown;
        readonly result: unknown;
        readonly failed: boolean | null;
        readonly error: string | null;
      }
    /** The words of an answer, separate from it. */
    | { readonly kind: 'text'; readonly id: string | null; readonly text: string | null }
    /** The user's prompt. */
    | { readonly kind: 'prompt'; readonly text: string | null }
    /** Marks the conversation of a sub-agent. */
    | { readonly kind: 'sent'; readonly child: string }
  );
