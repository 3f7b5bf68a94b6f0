/** The colours that canvases draw with, as the theme's custom properties give them. */
export interface Inks {
  readonly bg: string;
  readonly ink: string;
  readonly ink2: string;
  readonly ink3: string;
  readonly hair: string;
  readonly hairStrong: string;
  readonly hover: string;
  readonly link: string;
  readonly font: string;
  /** One per state, in the chart's order. */
  readonly states: readonly string[];
}

/** Hues of states that no token names, in the order in which they appear. */
const SPARE = [
  'scrolling',
  'evaluating',
  'composing',
  'resting',
  'engaging-reshare',
  'engaging-like',
  'engaging-reply',
];

const KNOWN = new Set(['idle', ...SPARE]);

/** States of other models that share a hue: what waits or has stopped is idle, what is stuck or in need is in the engaging family. */
const SHARED: Readonly<Record<string, string>> = {
  init: 'idle',
  searching: 'scrolling',
  analyzing: 'evaluating',
  deciding: 'composing',
  'stuck-search': 'engaging-like',
  'stuck-analyze': 'engaging-reply',
  'stuck-decide': 'engaging-reshare',
  finishing: 'resting',
  thinking: 'evaluating',
  executing: 'scrolling',
  paging: 'engaging-reshare',
  stopped: 'idle',
};

/** Name of the custom property that holds a state's colour. */
export function stateToken(state: string, position: number): string {
  const own = state.replaceAll('_', '-');
  const name = SHARED[own] ?? own;
  return `--state-${KNOWN.has(name) ? name : SPARE[position % SPARE.length]}`;
}

/** Reads the tokens once; call it again when the theme changes. */
export function readInks(element: Element, states: readonly string[]): Inks {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(name).trim() || '#888';
  return {
    bg: token('--bg'),
    ink: token('--ink'),
    ink2: token('--ink-2'),
    ink3: token('--ink-3'),
    hair: token('--hair'),
    hairStrong: token('--hair-strong'),
    hover: token('--hover'),
    link: token('--link'),
    font: token('--font-sans'),
    states: states.map((state, position) => token(stateToken(state, position))),
  };
}
