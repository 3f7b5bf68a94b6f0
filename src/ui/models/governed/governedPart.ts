import type { ModelFrame } from '../../../engine/model/frame.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { GovernedFrame } from '../../../engine/models/governed/governedState.ts';
import type {
  CallTrace,
  MissionRow,
  PairReport,
  StepPrompt,
} from '../../../engine/models/governed/reports/governedDetail.ts';
import { getModelPart } from '../../model/getModelPart.ts';
import { getModelSelection } from '../../model/getModelSelection.ts';
import type { PageState, PartKey } from '../../state/pageState.ts';

/** The page's knowledge of a mission run. */
interface GovernedPart {
  /** The governed part of the last frame. */
  readonly frame: GovernedFrame | null;
  readonly trace: CallTrace | null;
  /** Prompt of the step that is shown. */
  readonly prompt: StepPrompt | null;
  /** Outcome and cost of the missions whose rows are on the screen. */
  readonly missions: ReadonlyMap<number, MissionRow>;
  /** The comparison; `asked` while it is being played. */
  readonly pair: PairReport | 'asked' | null;
  /** Oracle for which a comparison was requested; null for none. */
  readonly pairWanted: string | null;
  /** Number of such requests. */
  readonly pairWishes: number;
}

/** Key of the model's part of the page's state. */
export const GOVERNED: PartKey<GovernedPart> = {
  model: 'governed',
  initial: {
    frame: null,
    trace: null,
    prompt: null,
    missions: new Map(),
    pair: null,
    pairWanted: null,
    pairWishes: 0,
  },
};

/** The model's part of the state; its initial value in a run of another model. */
export const getGovernedPart = (state: Pick<PageState, 'modelParts'>): GovernedPart =>
  getModelPart(GOVERNED, state);

/** The part once a frame has come; a frame without news leaves it. */
export function applyGovernedFrame(part: object | null, model: ModelFrame): object {
  const known = { ...GOVERNED.initial, ...part };
  return { ...known, frame: selectAgentModelPart<GovernedFrame>('governed', model) ?? known.frame };
}

/** The selection within a mission's past. */
interface MissionPicked {
  /** Row of the step whose prompt is shown; null: the latest one. */
  readonly step: number | null;
}

/** Key of the model's part of the selection. */
export const MISSION_PICKED: PartKey<MissionPicked> = { model: 'governed', initial: { step: null } };

/** The selection within a mission; the initial value in a run of another model. */
export const getMissionSelection = (state: Pick<PageState, 'run' | 'selection'>): MissionPicked =>
  getModelSelection(MISSION_PICKED, state);
