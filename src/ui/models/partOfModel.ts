import type { PageState, PartKey } from '../store/pageState.ts';

/** What the views of a model know. */
export const partOfModel = <Part extends object>(
  { model, initial }: PartKey<Part>,
  { modelParts }: Pick<PageState, 'modelParts'>,
): Part => (modelParts[model] as Part | undefined) ?? initial;
