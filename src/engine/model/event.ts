import type { Tick } from '../core/indices.ts';

/** Kinds of events, in the order in which they are offered as filters. */
export const EVENT_KINDS = [
  'state_transition',
  'question',
  'answer',
  'fallback',
  'refused',
  'tool_call',
  'memory_move',
  'stuck_detection',
  'post',
  'warning',
  'intervention',
] as const;
/** Kind of an event. */
export type EventKind = (typeof EVENT_KINDS)[number];

/** Fields of an event in addition to the common ones, with their names in JSON. */
export type EventFields = Readonly<Record<string, unknown>>;

/** Something that happened to an agent in a tick, by what its model keeps of it. */
export interface ModelEvent {
  readonly kind: EventKind;
  readonly agent: number;
  /** Made when they are read. @param withPrompts whether a question has its prompt, which is long */
  fields(withPrompts: boolean): EventFields;
}

/** A line of the event log. */
export interface EventRecord {
  readonly tick: Tick;
  /** Simulated UTC. */
  readonly time: string;
  readonly kind: EventKind;
  /** Absent if it does not concern a single agent. */
  readonly agent_id?: string;
  readonly [field: string]: unknown;
}
