type Load = () => Promise<unknown>;

/** Signs that somebody is at the page. */
const ACTIVITY_EVENTS = ['pointermove', 'pointerdown', 'keydown'] as const;

const waiting: Load[] = [];
let isSomebodyThere = false;

/** A part of the page that is wanted soon: loaded when somebody is at the page, so that the first click finds it there. @returns the same */
export function preloadOnActivity<Part>(load: () => Promise<Part>): () => Promise<Part> {
  if (isSomebodyThere) startPreload(load);
  else waiting.push(load);
  return load;
}

/** True if somebody is at the page. */
export const isUserPresent = (): boolean => isSomebodyThere;

/** Waits for the first sign of somebody; until then nothing is loaded but what the first picture shows. */
export function awaitUserActivity(): void {
  const come = () => {
    for (const sign of ACTIVITY_EVENTS) removeEventListener(sign, come, true);
    isSomebodyThere = true;
    for (const load of waiting.splice(0)) startPreload(load);
  };
  for (const sign of ACTIVITY_EVENTS) addEventListener(sign, come, { capture: true, passive: true });
}

/** A later use loads a missing part again, and reports the problem. */
function startPreload(load: Load): void {
  void load().catch(() => undefined);
}
