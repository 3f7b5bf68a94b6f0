import { requestTurn } from './paint.ts';

/** Time between two renderings of words while it plays fast, milliseconds. */
export const CALM = 350;
/** Delay of words at a readable pace, milliseconds: a frame or two after the drawings. */
export const TEXT_DELAY_MS = 24;

/** Groups of words; each group changes in a frame of its own. */
const GROUPS = ['states', 'edges', 'headline', 'measures', 'cascades', 'more cascades'] as const;
/** Group of words that change together. */
export type Group = (typeof GROUPS)[number];

const groups = Object.fromEntries(GROUPS.map(group => [group, createCalmGroup()])) as Record<
  Group,
  ThrottledTexts
>;
let timer = 0;

interface ThrottledTexts {
  readonly waiting: Set<() => void>;
  readonly render: () => void;
}

function createCalmGroup(): ThrottledTexts {
  const waiting = new Set<() => void>();
  const render = () => {
    const now = [...waiting];
    waiting.clear();
    for (const changed of now) changed();
  };
  return { waiting, render };
}

/**
 * One clock for all words on the page: while it plays fast they change a few times a second, so that the page
 * is not laid out in every frame, and never all in the same one.
 */
export function scheduleCalmUpdate(changed: () => void, group: Group, delay: number): void {
  groups[group].waiting.add(changed);
  if (timer === 0) timer = window.setTimeout(runCalmUpdates, delay);
}

/** Drops a rendering that waits, for a view that is gone. */
export function cancelCalmUpdate(changed: () => void): void {
  for (const { waiting } of Object.values(groups)) waiting.delete(changed);
}

function runCalmUpdates(): void {
  timer = 0;
  for (const { waiting, render } of Object.values(groups)) if (waiting.size > 0) requestTurn(render, 1);
}
