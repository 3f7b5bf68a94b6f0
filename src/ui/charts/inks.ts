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

/** Hues for states without tokens of their own, in order of appearance. */
const SPARE = [
  'scrolling',
  'evaluating',
  'composing',
  'engaging-like',
  'resting',
  'engaging-reshare',
  'engaging-reply',
];

const STATE_INK_NAMES = new Set(['idle', ...SPARE]);

/** States that share a hue, by the name of the state that has a token; or a token, for one that has it in every chart. */
type SharedHues = Readonly<Record<string, string>>;

const getStateHueName = (state: string, shared: SharedHues): string =>
  (shared[state] ?? state).replaceAll('_', '-');

/** Names of the custom properties that hold the hues of the palette. */
export const PALETTE: readonly string[] = SPARE.map(name => `--state-${name}`);
/** Beyond the last hue come the same ones at another lightness; beyond those all begin again. */
const TOKENS = [...PALETTE, ...PALETTE.map(token => `${token}-2`)];

/**
 * Name of the custom property that holds a state's colour.
 * @param states all states of the chart: unless each has a hue of its own, all go by position.
 */
export function getStateColorToken(
  state: string,
  position: number,
  states: readonly string[],
  shared: SharedHues,
): string {
  const held = getReservedColorToken(state, shared);
  if (held !== null) return held;
  if (hasDistinctHues(states, shared)) return `--state-${getStateHueName(state, shared)}`;
  const free = listFreeColorTokens(states, shared);
  const before = states
    .slice(0, position)
    .filter(other => getReservedColorToken(other, shared) !== null).length;
  return free[(position - before) % free.length];
}

/** The token that a state has in every chart; null for none. */
const getReservedColorToken = (state: string, shared: SharedHues): string | null =>
  shared[state]?.startsWith('--') ? shared[state] : null;

/** Tokens that go round among the states which hold none. */
function listFreeColorTokens(states: readonly string[], shared: SharedHues): readonly string[] {
  const held = new Set(states.map(state => getReservedColorToken(state, shared)));
  return TOKENS.filter(token => !held.has(token));
}

let lately: { readonly states: readonly string[]; readonly own: boolean } | null = null;

function hasDistinctHues(states: readonly string[], shared: SharedHues): boolean {
  if (lately?.states !== states) {
    const names = states
      .filter(state => getReservedColorToken(state, shared) === null)
      .map(state => getStateHueName(state, shared));
    const own = names.every(name => STATE_INK_NAMES.has(name)) && new Set(names).size === names.length;
    lately = { states, own };
  }
  return lately.own;
}

/** Reads the tokens once; call it again when the theme changes. */
export function readInks(element: Element, states: readonly string[], shared: SharedHues): Inks {
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
    states: states.map((state, position) => token(getStateColorToken(state, position, states, shared))),
    palette: PALETTE.map(token),
  };
}
