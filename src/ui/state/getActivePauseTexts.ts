import type { Pause } from './pausesState.ts';

/** The texts of those that are on, and that the run can meet. */
export const getActivePauseTexts = (all: readonly Pause[]): readonly string[] =>
  all.filter(({ isOn, fits }) => isOn && fits).map(({ text }) => text);
