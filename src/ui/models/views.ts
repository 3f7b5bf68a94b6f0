import type { ComponentType } from 'react';
import { DEFAULT_SETUP } from '../../engine/setup.ts';
import type { Placement } from '../charts/placement.ts';
import { usePage } from '../hooks.ts';
import { GOVERNED_VIEWS } from './governed/views.tsx';
import { LIBRARIAN_VIEWS } from './librarian/views.tsx';
import { SOCIAL_VIEWS } from './social/views.ts';
import { WORKFLOW_VIEWS } from './workflow/views.tsx';

/** A model's own parts of the page. All of them read the store. */
export interface ModelViews {
  /** Between the actions and the timelines, on the shared time axis. */
  readonly Place: ComponentType;
  /** Under the chart while nothing is selected, and what it is called. */
  readonly Overview: ComponentType;
  readonly overview: string;
  /** Under the chart: the agent in the store's `detail`. */
  readonly Agent: ComponentType;
  /** Left of the chart: what the run is made from, to edit. It can be folded. */
  readonly Side?: ComponentType;
  /** What is going on, in one sentence, and at its right what must not be mistaken. */
  readonly Sentence: ComponentType;
  readonly Chip: ComponentType;
  /** What the run is made from, to choose in the bar; facts about it, in the panel. */
  readonly Choices: ComponentType;
  readonly Facts: ComponentType;
  /** Words on the chart's sheet. */
  readonly ChartNotes: ComponentType<{ readonly placement: Placement }> | null;
}

const VIEWS: Readonly<Record<string, ModelViews>> = {
  social: SOCIAL_VIEWS,
  governed: GOVERNED_VIEWS,
  librarian: LIBRARIAN_VIEWS,
  workflow: WORKFLOW_VIEWS,
};

/** The views of the run's model. */
export const useViews = (): ModelViews =>
  usePage(({ run }) => VIEWS[run?.setup.model ?? DEFAULT_SETUP.model] ?? SOCIAL_VIEWS);
