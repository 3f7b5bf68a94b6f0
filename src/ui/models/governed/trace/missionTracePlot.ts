import type { MissionStep } from '../../../../engine/models/governed/missionStep.ts';
import type { Inks } from '../../../charts/inks.ts';
import { convertTickToX } from '../../../charts/timeScale.ts';
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

/** The call trace as plain data; sizes in CSS pixels. */
export interface TracePlot extends TraceFrame {
  /** Last tick that is known. */
  readonly head: number;
  /** Width of the plot, without the gutter. */
  readonly width: number;
  readonly gutter: number;
  /** Names of the chart's states. */
  readonly states: readonly string[];
  /** Rows of the chosen step and of the one that the keyboard is on; null for none. */
  readonly selected: number | null;
  readonly active: number | null;
  /** Left edge of the words about the latest step, pixels from the plot's left edge. */
  readonly wordsAt: number;
  readonly words: LaneWords;
  readonly inks: Inks;
}

/** The step that a mark belongs to; the mark must be of this trace. */
export const getMarkStep = ({ steps }: TraceFrame, { row }: Pick<TraceMark, 'row'>): MissionStep =>
  steps.find(step => step.row === row)!;

/** Colour of a state; grey for one that the chart does not have. */
export const getMissionStateInk = ({ states, inks }: TracePlot, state: string): string =>
  inks.states[states.indexOf(state)] ?? inks.ink3;

/** Right end of the drawing in pixels: the end of the past, left of the labels. */
export const getMissionTraceEnd = ({ scale, head, wordsAt }: TracePlot): number =>
  Math.min(wordsAt - 12, convertTickToX(scale, head) + scale.pixels / 2);

/** True if a step was refused or its call failed. */
export const isRefusedStep = ({ refused, call }: MissionStep): boolean =>
  refused !== null || call?.error != null;
