import type { PageState, PartKey } from '../store/pageState.ts';

/** What is selected of a model's own things; its initial value where the run is another model's. */
export const pickedOf = <Part extends object>(
  { model, initial }: PartKey<Part>,
  { run, selection }: Pick<PageState, 'run' | 'selection'>,
): Part => (run?.setup.model === model && selection.own ? (selection.own as Part) : initial);
