import type {
  CallTrace,
  MissionRow,
  PairReport,
  StepPrompt,
} from '../../../engine/models/governed/detail.ts';
import type { GovernedFrame } from '../../../engine/models/governed/frame.ts';

/** What the page knows of a run of missions. */
export interface GovernedSlice {
  /** The governed part of the last frame. */
  readonly frame: GovernedFrame | null;
  readonly trace: CallTrace | null;
  /** Prompt of the step that is shown. */
  readonly prompt: StepPrompt | null;
  /** Outcome and cost of the missions whose rows are on the screen. */
  readonly missions: ReadonlyMap<number, MissionRow>;
  /** What governance saves; `asked` while it is being played. */
  readonly pair: PairReport | 'asked' | null;
}

export const NO_MISSIONS: GovernedSlice = {
  frame: null,
  trace: null,
  prompt: null,
  missions: new Map(),
  pair: null,
};
