import type { ModelFrame } from '../../../model/frame.ts';
import type { Standstill } from './standstill.ts';

/** The workflow part of a frame, at its last tick; sums are those of the run so far. */
export interface WorkflowFrame extends ModelFrame {
  readonly kind: 'workflow';
  readonly made: number;
  /** Tests that found an artifact broken. */
  readonly broken: number;
  readonly sold: number;
  /** Scrip paid for artifacts. */
  readonly volume: number;
  /** Scrip that the artifacts have cost their makers. */
  readonly costs: number;
  /** The agent that made most by selling, and how much; of several, the first. */
  readonly leader: { readonly agent: number; readonly profit: number };
  /** Turns of agents still running, and language-model calls in them. */
  readonly turns: number;
  readonly asked: number;
  /** Failed steps by their consequence. */
  readonly retries: number;
  readonly skipped: number;
  readonly gaveUp: number;
  /** Agents whose workflow has ended by `fail`. */
  readonly stopped: number;
  /** Moves along a wildcard edge. */
  readonly pivots: number;
  /** Different warnings so far. */
  readonly warnings: number;
  /** Cause of missing sales; null if there are sales, or nothing failed and nobody waits. */
  readonly standstill: Standstill | null;
  /** The agent to look at while none is chosen: the leader. */
  readonly focus: number;
}
