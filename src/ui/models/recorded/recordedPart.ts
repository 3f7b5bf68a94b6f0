import type { ModelFrame } from '../../../engine/model/frame.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type { CallTree } from '../../../engine/models/recorded/clock/buildCallTree.ts';
import type { ClockReport } from '../../../engine/models/recorded/clock/buildClockReport.ts';
import type { CostsReport } from '../../../engine/models/recorded/costs/buildCostsReport.ts';
import type { FlowReport } from '../../../engine/models/recorded/reports/buildFlowReport.ts';
import type { MappingReport } from '../../../engine/models/recorded/reports/buildMappingReport.ts';
import type { WaysReport } from '../../../engine/models/recorded/reports/buildPathsReport.ts';
import type {
  RuleReport,
  RuleRow,
  TunedReport,
} from '../../../engine/models/recorded/reports/governanceReport.ts';
import type { LiveReport } from '../../../engine/models/recorded/reports/listLiveCases.ts';
import type {
  CaseTrace,
  ReadingSummary,
  RecordedFrame,
} from '../../../engine/models/recorded/reports/recordedQueries.ts';
import { getModelPart } from '../../model/getModelPart.ts';
import { getModelSelection } from '../../model/getModelSelection.ts';
import type { PageState, PartKey } from '../../state/pageState.ts';
import { type CasesQuestion, getCasesView } from './casesView.ts';

/** The page's knowledge of recorded cases. */
export interface RecordedPart {
  /** The recorded part of the last frame. */
  readonly frame: RecordedFrame | null;
  readonly trace: CaseTrace | null;
  readonly reading: ReadingSummary | null;
  readonly ways: WaysReport | null;
  readonly flow: FlowReport | null;
  /** True if a receiver has sent the traces of the run on the screen; their file's name is anybody's. */
  readonly isStreamed: boolean;
  /** Bytes reported by a receiver so far; 0 if none is followed. */
  readonly received: number;
  /** The silence of the receiver, if it is long; null while it sends. */
  readonly silence: Silence | null;
  /** Cases that are under way in a run that is followed; null until the engine has answered. */
  readonly live: LiveReport | null;
  /** True if the page that follows a receiver has paused at a condition, and shows nothing new until somebody follows on. */
  readonly isHeld: boolean;
  /** Bytes that have come since, and of which no run could be made; 0 if the run on the screen has all. */
  readonly unread: number;
  /** Bytes that have come since, while an earlier step is on the screen. */
  readonly waiting: number;
  /** True until the present is shown to somebody who has asked for it. */
  readonly isCatchingUp: boolean;
  /** The effect that each rule would have had. */
  readonly rules: readonly RuleRow[];
  /** Effect that the selected one would have had. */
  readonly rule: RuleReport | null;
  /** Null until somebody asks for it. */
  readonly tuned: TunedReport | 'asked' | null;
  readonly tunedWishes: number;
  /** Null until the engine has added them up. */
  readonly costs: CostsReport | null;
  readonly mapping: MappingReport | null;
  /** The steps of all cases by the clock, and the calls of the case on the screen; null until somebody looks at them. */
  readonly clock: ClockReport | null;
  readonly calls: CallTree | null;
}

/** A receiver that has sent nothing new for a while. Times are milliseconds since 1970 by the page's clock. */
export interface Silence {
  /** When something came last. */
  readonly since: number;
  readonly isReachable: boolean;
  /** When the receiver answered last. */
  readonly answeredAt: number;
  /** When it was looked at: cases are judged by then. */
  readonly asOf: number;
}

/** Name of the file that received traces are opened as. */
export const OBSERVED_FILE = 'observed.jsonl';

/** Key of the model's part of the page's state. */
export const RECORDED: PartKey<RecordedPart> = {
  model: 'recorded',
  initial: {
    ...{ frame: null, trace: null, reading: null, ways: null, flow: null, received: 0, isHeld: false },
    ...{ isStreamed: false, unread: 0, waiting: 0, isCatchingUp: false },
    ...{ rules: [], rule: null, tuned: null, tunedWishes: 0 },
    ...{ costs: null, mapping: null, clock: null, calls: null },
    ...{ silence: null, live: null },
  },
};

/** The model's part of the state; its initial value in a run of another model. */
export const getRecordedPart = (state: Pick<PageState, 'modelParts'>): RecordedPart =>
  getModelPart(RECORDED, state);

/** True if the run on the screen is made of traces that a receiver sends. */
export const isFollowing = (state: Pick<PageState, 'modelParts'>): boolean =>
  getRecordedPart(state).received > 0 && isObserved(state);

/** True if such a run shows the present: all that has come is played, and no earlier step is looked at. */
export const isAtPresent = (state: Pick<PageState, 'modelParts' | 'selection'>): boolean =>
  isFollowing(state) && state.selection.cursor === null && getRecordedPart(state).frame?.isOver === true;

/** The same while the run is still being opened. */
export const isObserved = (state: Pick<PageState, 'modelParts'>): boolean =>
  getRecordedPart(state).isStreamed;

/** Equal for runs of the same traces under the same set-up, and for those of a live source, whatever has come meanwhile; '' for no run. */
export function getTracesKey(state: Pick<PageState, 'run' | 'modelParts'>): string {
  if (state.run === null) return '';
  const { info, setup } = state.run;
  return isObserved(state)
    ? OBSERVED_FILE
    : JSON.stringify([setup.preset, info.config.inputInfo, setup.parameters]);
}

/** The question that is answered: the user's choice, else what happens now in a live source, and what was wasted in a recording. */
export const getCasesQuestion = (state: Pick<PageState, 'modelParts' | 'view'>): CasesQuestion =>
  getCasesView(state).question ?? (isObserved(state) ? 'clock' : 'cost');

/** The part once a frame has come; a frame without news leaves it. */
export function applyRecordedFrame(part: object | null, model: ModelFrame): object {
  const known = { ...RECORDED.initial, ...part };
  return { ...known, frame: selectAgentModelPart<RecordedFrame>('recorded', model) ?? known.frame };
}

/** The selection within a case. */
interface CasePicked {
  /** Number of the step that is shown, from 1; null: the latest one. */
  readonly step: number | null;
}

/** Key of the model's part of the selection. */
export const CASE_PICKED: PartKey<CasePicked> = { model: 'recorded', initial: { step: null } };

/** The selection within a case; the initial value in a run of another model. */
export const getCaseSelection = (state: Pick<PageState, 'run' | 'selection'>): CasePicked =>
  getModelSelection(CASE_PICKED, state);
