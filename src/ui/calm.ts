/** Time between two renderings of words while it plays fast, milliseconds. */
export const CALM = 350;
/** While it plays at a pace that can be read, words come one picture or two after the drawings. */
export const AFTER = 24;

/**
 * One clock for all words on the page: while it plays fast they change together, so that the page is laid out
 * a few times a second and not in every picture.
 */
const waiting = new Set<() => void>();
let timer = 0;

export function whenCalm(changed: () => void, delay: number): void {
  waiting.add(changed);
  if (timer === 0) timer = window.setTimeout(run, delay);
}

export const forgetCalm = (changed: () => void): boolean => waiting.delete(changed);

function run(): void {
  timer = 0;
  const now = [...waiting];
  waiting.clear();
  for (const changed of now) changed();
}
