import type { Tick } from '../../engine/core/indices.ts';
import type { Stuck } from '../../engine/explain/stuck/stuck.ts';
import type { AgentDetail } from '../../engine/model/agentDetail.ts';
import type { EventKind, EventRecord } from '../../engine/model/event.ts';
import type { Frame } from '../../engine/model/frame.ts';
import type { OutcomeValues } from '../../engine/model/outcomeDefinition.ts';
import type { WhyLink, WhyMoment } from '../../engine/model/whyLink.ts';
import type { Links } from '../../engine/network/networkLinks.ts';
import type { RegionMoves } from '../../engine/statechart/regionMoves.ts';
import type { Counting } from '../../engine/statistics/counted.ts';
import type { Statistics } from '../../engine/statistics/statistics.ts';
import type { StepReport } from '../../engine/statistics/stepReport.ts';

/** All agents' states at the end of one tick, and the transitions taken in it. */
export interface StatesAt {
  readonly tick: Tick;
  /** Length = agents. */
  readonly state: Uint16Array;
  /** Tick of each agent's last transition, −W if there was none. */
  readonly since: Int32Array;
  /** Length = the chart's transitions. */
  readonly flows: Uint32Array;
  /** The tick's moves, for animation. */
  readonly moved: { readonly agent: Uint32Array; readonly transition: Uint16Array };
  /** Of a chart with hierarchy and at most MAX_DOTS agents: their places in all regions, region after region. */
  readonly places?: {
    /** Active leaves, ASLEEP for none. */
    readonly leaf: Uint16Array;
    /** Tick in which each was entered. */
    readonly since: Int32Array;
    /** The tick's moves. */
    readonly moves: RegionMoves;
  };
}

/** The run's own values after a tick, in addition to the states of its agents. */
export interface AsOf extends Pick<Frame, 'hash' | 'totals' | 'model'> {
  readonly tick: Tick;
  /** One value per `RunInfo.outcomes`. */
  readonly outcomes: OutcomeValues;
}

/** The whole history of some agents from the complete log, agent by agent. */
export interface TimelineRows {
  readonly upTo: Tick;
  readonly agents: Uint32Array;
  /** Agent i's rows are offsets[i] … offsets[i+1]. */
  readonly offsets: Uint32Array;
  readonly tick: Int32Array;
  /** State entered. */
  readonly state: Uint16Array;
  readonly context: Uint32Array;
}

/**
 * Order of the timelines. `first-entry` is by the first tick in the named state, `time-in` by the ticks in it after the
 * warm-up; `longest-stay` by the present stay, those in the initial state last; `failures` by failed steps after the
 * warm-up.
 */
export type SortOrder =
  | { readonly by: 'id' | 'activity' | 'longest-stay' | 'failures' }
  | { readonly by: 'first-entry' | 'time-in'; readonly state: string }
  /** One of the model's own: social `archetype`, and `cascade` with its root as focus. */
  | { readonly by: 'model'; readonly order: string; readonly focus: number | null };

/** Statistics, and the stuck agents at their end; null if that was not requested. */
export interface PopulationReport extends Statistics {
  /** Null for a model without steps. */
  readonly steps: StepReport | null;
  readonly stuck: Stuck | null;
}

/** Format of an event log file. */
export type EventsForm = 'ndjson' | 'csv';

/** Which lines of the event log are wanted. */
export interface EventsAsked {
  /** The first tick; null: that of the warm-up. */
  readonly from: Tick | null;
  readonly to: Tick;
  /** Null: of all. */
  readonly agents: readonly number[] | null;
  /** Words that each has; '' for any. */
  readonly words: string;
  /** Kinds that are left out. */
  readonly off: readonly EventKind[];
}

/** Some lines of the event log, newest first, and how many there are. */
export interface EventPage {
  /** Lines by kind, of all kinds, with the words and of the agents that are wanted. */
  readonly counts: Readonly<Record<EventKind, number>>;
  /** Lines that are wanted. */
  readonly total: number;
  /** Lines of the ticks, whatever is wanted. */
  readonly all: number;
  /** Lines before the first of these. */
  readonly skipped: number;
  readonly lines: readonly EventRecord[];
}

/** Queries about the open run, at its head or looking back. */
export interface ReadCommands {
  statesAt(tick: Tick): Promise<StatesAt>;
  asOf(tick: Tick): Promise<AsOf>;
  /** Agents that are in a state after a tick, at whatever level. @param state its number in the whole chart */
  agentsIn(tick: Tick, state: number): Promise<Uint32Array>;
  /** The network of the open run; null if its agents stand on none. */
  network(): Promise<Links | null>;
  timelines(agents: readonly number[]): Promise<TimelineRows>;
  /** Agents that made a transition in the ticks first … last. */
  movedIn(first: Tick, last: Tick): Promise<Uint32Array>;
  /**
   * Stays and transitions of a range.
   * @param stuckWord for a tick, if the stuck agents at `at` are requested as well
   */
  statistics(counting: Counting, stuckWord: string | null, at?: Tick | null): Promise<PopulationReport>;
  /** At most this many lines of the event log; null if something else has been requested in the meantime. */
  events(asked: EventsAsked, skipped: number, most: number): Promise<EventPage | null>;
  /** All lines that are wanted, as the command line writes them. */
  eventFile(asked: EventsAsked, form: EventsForm): Promise<Blob>;
  /** These five are answered as of `at`, a tick that has been played; null or absent: as of the last one. */
  order(sort: SortOrder, at?: Tick | null): Promise<Uint32Array>;
  detail(agent: number, at?: Tick | null): Promise<AgentDetail>;
  /** Causes of a thing of the run, by its id, the newest link first; null if the model does not give them. */
  why(id: string, at?: Tick | null): Promise<readonly WhyLink[] | null>;
  /** Events of an agent in a played tick, and their causes. */
  whyMoment(agent: number, tick: Tick): Promise<WhyMoment>;
  /** An agent's history as a file: the fields of the specification as JSON. */
  history(agent: number, at?: Tick | null): Promise<{ readonly name: string; readonly text: string }>;
  /** Answers a query of the run's model. */
  query(name: string, argument: unknown, at?: Tick | null): Promise<unknown>;
}
