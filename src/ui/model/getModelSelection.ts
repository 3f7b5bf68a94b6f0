import type { PageState, PartKey } from '../state/pageState.ts';

/** The selection among a model's own things; its initial value in a run of another model. */
export const getModelSelection = <Part extends object>(
  { model, initial }: PartKey<Part>,
  { run, selection }: Pick<PageState, 'run' | 'selection'>,
): Part => (run?.setup.model === model && selection.own ? (selection.own as Part) : initial);
