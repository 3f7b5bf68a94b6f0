import { stateToken } from '../charts/inks.ts';
import { pageModels } from './registered.ts';

/** States of any model that share a hue with one that a token names. */
export const sharedHues = (): Readonly<Record<string, string>> =>
  Object.assign({}, ...pageModels().map(({ hues }) => hues));

/** Name of the custom property that holds a state's colour. @param states of the chart */
export const hueToken = (state: string, position = 0, states: readonly string[] = [state]): string =>
  stateToken(state, position, states, sharedHues());
