import type { ModelFrame } from '../../../engine/model/frame.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type {
  ExchangeRow,
  TurnDetail,
  WarningLine,
  WorkflowText,
} from '../../../engine/models/workflow/reports/workflowDetail.ts';
import { workflowQueries } from '../../../engine/models/workflow/reports/workflowQueries.ts';
import type { WorkflowFrame } from '../../../engine/models/workflow/workflowState.ts';
import type { RemoteEngine } from '../../contract/remoteEngine.ts';
import { formatNounCount } from '../../lib/formatCounts.ts';
import { getModelPart } from '../../model/getModelPart.ts';
import type { PageState, PartKey } from '../../state/pageState.ts';
import type { Reveal } from '../../views/side/sideText.ts';

/** The turn that the inspector shows. */
export interface DisplayedTurn {
  readonly agent: number;
  readonly tick: number;
  /** True if the page followed the head at the time of the request. */
  readonly isHead: boolean;
  /** The turn; null if the agent had none then. */
  readonly detail: TurnDetail | null;
}

/** The page's knowledge of a workflow run. */
export interface WorkflowPart {
  /** The workflow part of the last frame. */
  readonly frame: WorkflowFrame | null;
  /** The text that the run is made from. */
  readonly inputs: WorkflowText | null;
  /** Problems of the text in the editor, and the states that it names. */
  readonly check: (Awaited<ReturnType<typeof checkWorkflowProblems>> & { readonly text: string }) | null;
  /** The agents on the rows of the exchange. */
  readonly shown: readonly number[];
  /** Rows of the agents on the screen. */
  readonly rows: ReadonlyMap<number, ExchangeRow>;
  /** The turn of the agent in the inspector, in the tick that is shown. */
  readonly turn: DisplayedTurn | null;
  readonly warnings: readonly WarningLine[];
  readonly reveal: Reveal | null;
}

/** Key of the model's part of the page's state. */
export const WORKFLOW: PartKey<WorkflowPart> = {
  model: 'workflow',
  initial: {
    frame: null,
    inputs: null,
    check: null,
    shown: [],
    rows: new Map(),
    turn: null,
    warnings: [],
    reveal: null,
  },
};

/** The model's part of the state; its initial value in a run of another model. */
export const getWorkflowPart = (state: Pick<PageState, 'modelParts'>): WorkflowPart =>
  getModelPart(WORKFLOW, state);

/** The part once a frame has come; a frame without news leaves it. */
export function applyWorkflowFrame(part: object | null, model: ModelFrame): object {
  const known = { ...WORKFLOW.initial, ...part };
  return { ...known, frame: selectAgentModelPart<WorkflowFrame>('workflow', model) ?? known.frame };
}

/** Problems of a text, as the engine reads it. */
export async function checkWorkflowProblems(engine: RemoteEngine, text: string) {
  const check = await workflowQueries.ask(engine, 'checkWorkflow', text);
  const { states, steps } = check;
  const isWhole = states !== null && steps !== null;
  return {
    ...check,
    found: isWhole ? `${formatNounCount(states, 'state')}, ${formatNounCount(steps, 'step')}` : null,
  };
}
