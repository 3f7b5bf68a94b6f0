import type { Tick } from '../../../core/indices.ts';
import type { Hand } from '../workflowTerms.ts';

/** Kinds of events in an artifact's life. */
export const EVENTS = ['made', 'works', 'broken', 'reworked', 'sold', 'returned', 'dropped'] as const;
/** Kind of an event in an artifact's life. */
export type EventKind = (typeof EVENTS)[number];

interface ArtifactEvent {
  readonly kind: EventKind;
  readonly tick: Tick;
  /** Agent that bought it or sent it back; null for the other kinds. */
  readonly buyer: number | null;
}

/** Something that an agent has made, to be sold once. */
export interface Artifact {
  /** Number in the order of making, from 0. */
  readonly id: number;
  readonly maker: number;
  /** Scrip that its buyer pays. */
  readonly price: number;
  /** The idea behind it; empty for none. */
  readonly idea: string;
  /** True if it is flawed, which only a test or a buyer can find out. */
  flawed: boolean;
  /** The first is `made`. */
  readonly events: ArtifactEvent[];
}

/** `artifact_001` */
export const formatArtifactId = (id: number): string => `artifact_${String(id + 1).padStart(3, '0')}`;

const HAND_AFTER_EVENT: Readonly<Record<EventKind, Hand>> = {
  made: 'untested',
  works: 'works',
  broken: 'broken',
  reworked: 'untested',
  sold: 'none',
  returned: 'broken',
  dropped: 'none',
};

/** Its maker's knowledge of it after a tick; `none` if the maker no longer has it, or not yet. */
export function getKnownStateAt({ events }: Artifact, tick: Tick): Hand {
  for (let i = events.length - 1; i >= 0; i--)
    if (events[i].tick <= tick) return HAND_AFTER_EVENT[events[i].kind];
  return 'none';
}

/** Tick of the last event of some kind up to a tick; null if there was none. */
export const findLastEvent = (
  { events }: Artifact,
  kind: EventKind,
  tick = Number.POSITIVE_INFINITY,
): ArtifactEvent | null => events.findLast(event => event.kind === kind && event.tick <= tick) ?? null;

/** Ticks of an artifact's events of some kinds, oldest first. */
export const listEventTicks = ({ events }: Artifact, ...kinds: readonly EventKind[]): readonly Tick[] =>
  events.filter(({ kind }) => kinds.includes(kind)).map(({ tick }) => tick);
