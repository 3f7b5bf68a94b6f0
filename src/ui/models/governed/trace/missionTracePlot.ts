import type { MissionStep } from '../../../../engine/models/governed/missionStep.ts';
import type { TraceSheet } from '../../../charts/traceSheet.ts';
import type { Lane, TraceFrame, TraceMark } from './missionTraceLayout.ts';

/** A sentence with a strong beginning and a strong end; `state` gives the beginning that state's colour. */
export interface LaneSentence {
  readonly strong?: string;
  readonly rest?: string;
  readonly end?: string;
  readonly state?: string;
}
/** Words to the right of the head, for each lane. */
export type LaneWords = Readonly<Partial<Record<Lane, LaneSentence>>>;

/** A mission's call trace as plain data; its steps are known by their rows. */
export interface TracePlot extends TraceFrame, TraceSheet {
  readonly gutter: number;
  readonly words: LaneWords;
}

/** The step that a mark belongs to; the mark must be of this trace. */
export const getMarkStep = ({ steps }: TraceFrame, { row }: Pick<TraceMark, 'row'>): MissionStep =>
  steps.find(step => step.row === row)!;

/** True if a step was refused or its call failed. */
export const isRefusedStep = ({ refused, call }: MissionStep): boolean =>
  refused !== null || call?.error != null;
