import { getStateColorToken } from '../charts/inks.ts';
import { getSharedHues } from './registered.ts';

/** Name of the custom property that holds a state's colour. @param states of the chart */
export const getStateHueToken = (state: string, states: readonly string[]): string =>
  getStateColorToken(state, states, getSharedHues());
