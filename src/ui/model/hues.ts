import { getStateColorToken } from '../charts/inks.ts';
import { getSharedHues } from './registered.ts';

/** Name of the custom property that holds a state's colour. @param states of the chart */
export const getStateHueToken = (state: string, position = 0, states: readonly string[] = [state]): string =>
  getStateColorToken(state, position, states, getSharedHues());
