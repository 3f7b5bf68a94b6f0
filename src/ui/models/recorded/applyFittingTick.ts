import type { FittingTick } from '../../../engine/models/recorded/findFittingTick.ts';
import type { ParameterValue } from '../../../engine/parameters/parameters.ts';
import type { PageState } from '../../state/pageState.ts';
import { getRecordedPart } from './recordedPart.ts';

type Parameters = Readonly<Record<string, ParameterValue>>;

/** The tick that suits the traces on an axis by time; null where it is not known. */
export function getFittingTick(
  state: Pick<PageState, 'modelParts'>,
  parameters: Parameters,
): FittingTick | null {
  const { reading } = getRecordedPart(state);
  return (parameters.by_clock === true ? reading?.byClock : reading?.together) ?? null;
}

/** Parameters with the tick that suits the traces, once the user has chosen an axis by time, or where it begins. */
export function applyFittingTick(
  state: Pick<PageState, 'modelParts'>,
  parameters: Parameters,
  changed: string,
): Parameters {
  if (parameters.by_time !== true || (changed !== 'by_time' && changed !== 'by_clock')) return parameters;
  const fitting = getFittingTick(state, parameters);
  return fitting === null ? parameters : { ...parameters, tick_seconds: fitting.seconds };
}
