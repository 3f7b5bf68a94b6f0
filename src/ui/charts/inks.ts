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

/**
 * States that share a hue, by the name of the state that has a token; or a token, for one that has it in every chart.
 * Without a prototype: a state may be called "constructor".
 */
type SharedHues = Readonly<Record<string, string>>;

/** Names of the custom properties that hold the hues of the palette. */
export const PALETTE: readonly string[] = SPARE.map(name => `--state-${name}`);
/** Beyond the last hue come the same ones at another lightness; beyond those all begin again. */
const TOKENS = [...PALETTE, ...PALETTE.map(token => `${token}-2`)];

/** Colours that states have had on this page, by name, the latest last. */
const REMEMBERED = new Map<string, string>();
const ASSIGNED = new WeakMap<readonly string[], ReadonlyMap<string, string>>();

/** The custom property that the name of a state asks for; undefined for none. */
function getNamedToken(state: string, shared: SharedHues): string | undefined {
  const hue = shared[state] ?? state;
  const token = `--state-${hue.replaceAll('_', '-')}`;
  return hue.startsWith('--') ? hue : ['--state-idle', ...PALETTE].find(known => known === token);
}

/**
 * Name of the custom property that holds a state's colour. It goes by the state's name: a state that is added, moved or
 * taken away changes no other one's.
 * @param states all states of the chart
 */
export function getStateColorToken(state: string, states: readonly string[], shared: SharedHues): string {
  const tokens = ASSIGNED.get(states) ?? assignColorTokens(states, shared);
  ASSIGNED.set(states, tokens);
  return tokens.get(state) ?? TOKENS[0];
}

/** A state keeps the colour that it had, else has that of its name, else the first one that is free. */
function assignColorTokens(states: readonly string[], shared: SharedHues): ReadonlyMap<string, string> {
  const held = new Map<string, string>();
  const isFree = (token: string) => ![...held.values()].includes(token);
  const named = states.map(state => [state, getNamedToken(state, shared)] as const);
  // A token that a state has in every chart may be that of several.
  for (const [state, token] of named) if (token && shared[state] === token) held.set(state, token);
  const pool = TOKENS.filter(isFree);
  const known = [...REMEMBERED].reverse().filter(([state]) => states.includes(state));
  for (const [state, token] of [...known, ...named])
    if (token && !held.has(state) && isFree(token)) held.set(state, token);
  for (const [i, state] of states.entries()) {
    if (!held.has(state))
      held.set(state, pool.find(isFree) ?? REMEMBERED.get(state) ?? pool[i % pool.length]);
    REMEMBERED.delete(state);
    REMEMBERED.set(state, held.get(state)!);
  }
  return held;
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
    states: states.map(state => token(getStateColorToken(state, states, shared))),
    palette: PALETTE.map(token),
  };
}
