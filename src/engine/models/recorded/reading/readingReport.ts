import type { FoundRoles } from '../../../traces/traceReading.ts';
import type { LeftOutPart, SkippedPart } from '../../../traces/traces.ts';

/** Contents and omissions of a reading. */
export interface ReadingReport {
  readonly files: readonly {
    readonly name: string;
    readonly format: string;
    readonly cases: number;
    readonly steps: number;
    /** JSON values and spans of it that were read; 0 for tables and XML. */
    readonly parts: number;
  }[];
  /** Deliberate omissions. */
  readonly leftOut: readonly LeftOutPart[];
  /** Decisions on open points of the sources, a sentence each. */
  readonly decided: readonly string[];
  readonly skipped: readonly SkippedPart[];
  /** In all; `skipped` holds the first of them. */
  readonly skippedInAll: number;
  /** Of event logs: what was taken for what; null for other formats. */
  readonly roles: FoundRoles | null;
  /** Mapping of steps to states: in words, the name of a known mapping, and as JSON that can be changed and given. */
  readonly mapping: string;
  readonly mappingName: string | null;
  readonly mappingText: string;
}
