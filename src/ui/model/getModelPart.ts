import type { PageState, PartKey } from '../state/pageState.ts';

/** The part of the state that a model's views know. */
export const getModelPart = <Part extends object>(
  { model, initial }: PartKey<Part>,
  { modelParts }: Pick<PageState, 'modelParts'>,
): Part => (modelParts[model] as Part | undefined) ?? initial;
