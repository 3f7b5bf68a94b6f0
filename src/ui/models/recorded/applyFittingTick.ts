import type { FittingTick } from '../../../engine/models/recorded/findFittingTick.ts';
import type { ParameterValues } from '../../../engine/parameters/parameterDefinition.ts';
import type { PageState } from '../../state/pageState.ts';
import { getRecordedPart } from './recordedPart.ts';

type Parameters = ParameterValues;

/** The tick that fits the traces on an axis by time; null if it is not known. */
export function getFittingTick(
  state: Pick<PageState, 'modelParts'>,
  parameters: Parameters,
): FittingTick | null {
  const { reading } = getRecordedPart(state);
  return (parameters.by_clock === true ? reading?.byClock : reading?.together) ?? null;
}

/** Parameters with the fitting tick, once the user has chosen an axis by time, or if the run begins with one. */
export function applyFittingTick(
  state: Pick<PageState, 'modelParts'>,
  parameters: Parameters,
  changed: string,
): Parameters {
  if (parameters.by_time !== true || (changed !== 'by_time' && changed !== 'by_clock')) return parameters;
  const fitting = getFittingTick(state, parameters);
  return fitting === null ? parameters : { ...parameters, tick_seconds: fitting.seconds };
}
