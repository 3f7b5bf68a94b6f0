import type { ModelFrame } from '../../engine/frame.ts';
import type { GovernedFrame } from '../../engine/models/governed/frame.ts';
import type { LibrarianFrame } from '../../engine/models/librarian/frame.ts';
import type { WorkflowFrame } from '../../engine/models/workflow/frame.ts';
import { partOf } from '../../engine/partOf.ts';
import { type GovernedSlice, NO_MISSIONS } from './governed/slice.ts';
import { type LibrarianSlice, NO_READERS } from './librarian/slice.ts';
import { NO_TRADERS, type WorkflowSlice } from './workflow/slice.ts';

/** What the page knows of a run for the views of its model alone, a slice for each model. */
export interface ModelSlices {
  readonly governed: GovernedSlice;
  readonly librarian: LibrarianSlice;
  readonly workflow: WorkflowSlice;
}

/** Of a run that has just been opened. */
export const NO_SLICES: ModelSlices = { governed: NO_MISSIONS, librarian: NO_READERS, workflow: NO_TRADERS };

/** What a frame brings. */
export function slicesAfter(
  { governed, librarian, workflow }: ModelSlices,
  frame: ModelFrame,
): Partial<ModelSlices> {
  const governedFrame = partOf<GovernedFrame>('governed', frame);
  if (governedFrame) return { governed: { ...governed, frame: governedFrame } };
  const librarianFrame = partOf<LibrarianFrame>('librarian', frame);
  if (librarianFrame) return { librarian: { ...librarian, frame: librarianFrame } };
  const workflowFrame = partOf<WorkflowFrame>('workflow', frame);
  if (workflowFrame) return { workflow: { ...workflow, frame: workflowFrame } };
  return {};
}

/** Replaces a part of one slice. */
export const sliced = <Name extends keyof ModelSlices>(
  name: Name,
  part: Partial<ModelSlices[Name]>,
): ((state: ModelSlices) => Partial<ModelSlices>) => {
  return state => ({ [name]: { ...state[name], ...part } });
};
