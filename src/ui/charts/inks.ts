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
  /** Hues of states that have no names of their own, by position. */
  readonly palette: readonly string[];
}

/** Hues of states that no token names, in the order in which they appear. */
const SPARE = [
  'scrolling',
  'evaluating',
  'composing',
  'engaging-like',
  'resting',
  'engaging-reshare',
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

const nameOf = (state: string): string => {
  const own = state.replaceAll('_', '-');
  return SHARED[own] ?? own;
};

/** Of a hue by position; where there are more states than hues they begin again. */
const spareToken = (position: number): string => `--state-${SPARE[position % SPARE.length]}`;

/**
 * Name of the custom property that holds a state's colour.
 * @param states of the chart: where not all of them have a hue of their own, all go by position.
 */
export function stateToken(state: string, position: number, states: readonly string[] = [state]): string {
  return hasOwnHues(states) ? `--state-${nameOf(state)}` : spareToken(position);
}

let lately: { readonly states: readonly string[]; readonly own: boolean } | null = null;

function hasOwnHues(states: readonly string[]): boolean {
  if (lately?.states !== states) {
    const names = states.map(nameOf);
    const own = names.every(name => KNOWN.has(name)) && new Set(names).size === names.length;
    lately = { states, own };
  }
  return lately.own;
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
    states: states.map((state, position) => token(stateToken(state, position, states))),
    palette: SPARE.map((_, position) => token(spareToken(position))),
  };
}
