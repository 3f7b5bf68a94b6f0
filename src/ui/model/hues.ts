import { getStateColorToken } from '../charts/inks.ts';
import { listPageModels } from './registered.ts';

/** States of any model that share a hue with one that a token names. */
export const getSharedHues = (): Readonly<Record<string, string>> =>
  Object.assign({}, ...listPageModels().map(({ hues }) => hues));

/** Name of the custom property that holds a state's colour. @param states of the chart */
export const getStateHueToken = (state: string, position = 0, states: readonly string[] = [state]): string =>
  getStateColorToken(state, position, states, getSharedHues());
