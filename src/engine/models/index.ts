import { InputError } from '../core/errors.ts';
import { formatQuotedText } from '../core/formatQuotedText.ts';
import { chart } from './chart/index.ts';
import { governed } from './governed/index.ts';
import { librarian } from './librarian/index.ts';
import type { ModelEntry } from './modelEntry.ts';
import { recorded } from './recorded/index.ts';
import { social } from './social/index.ts';
import { workflow } from './workflow/index.ts';

/** Every model that a set-up can name; the first is the default. */
export const MODELS: readonly ModelEntry[] = [social, governed, librarian, workflow, chart, recorded];

/** @throws InputError for an unknown name. */
export function getAgentModelEntry(name: string): ModelEntry {
  const model = MODELS.find(m => m.name === name);
  if (model === undefined)
    throw new InputError(
      `model "${formatQuotedText(name)}" is unknown; available: ${MODELS.map(m => m.name).join(', ')}`,
    );
  return model;
}
