import type { ModelFrame } from '../../../engine/model/frame.ts';
import { selectAgentModelPart } from '../../../engine/model/selectAgentModelPart.ts';
import type {
  ChartCheck,
  ChartModelFrame,
  ChartText,
} from '../../../engine/models/chart/reports/chartQueries.ts';
import { getModelPart } from '../../model/getModelPart.ts';
import type { PageState, PartKey } from '../../state/pageState.ts';
import type { Reveal, TextCheck } from '../../views/side/sideText.ts';

/** The page's knowledge of a run of a chart. */
interface ChartPart {
  readonly frame: ChartModelFrame | null;
  /** The text that the run is made from. */
  readonly inputs: ChartText | null;
  /** Problems of the text in the editor. */
  readonly check: (ChartCheck & TextCheck & { readonly text: string }) | null;
  readonly reveal: Reveal | null;
}

/** Key of the model's part of the page's state. */
export const CHART: PartKey<ChartPart> = {
  model: 'chart',
  initial: { frame: null, inputs: null, check: null, reveal: null },
};

/** The model's part of the state; its initial value in a run of another model. */
export const getChartPart = (state: Pick<PageState, 'modelParts'>): ChartPart => getModelPart(CHART, state);

/** The part once a frame has come. */
export const applyChartFrame = (part: object | null, frame: ModelFrame): object => ({
  ...CHART.initial,
  ...part,
  frame: selectAgentModelPart<ChartModelFrame>('chart', frame),
});
