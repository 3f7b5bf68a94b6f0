import type { Groups } from '../../engine/core/agentGroups.ts';
import { type Inks, PALETTE } from '../charts/inks.ts';
import type { PageState } from '../state/pageState.ts';

/** A group, or what is left of them, as a legend has it. */
interface HueRow {
  readonly name: string;
  readonly count: number;
  /** Place of its hue in the palette; −1: grey. */
  readonly hue: number;
}

/** The groups of a network in colours. */
export interface GroupHues {
  /** Noun for a group: "club". */
  readonly label: string;
  readonly names: readonly string[];
  /** Per agent a group, and its hue. */
  readonly of: Uint8Array;
  readonly hueOf: Int8Array;
  readonly rows: readonly HueRow[];
}

const GREY = -1;

/**
 * Gives the groups of a network their hues, in the order of their names. If there are more groups than hues the largest
 * have them; all others, and the nodes without a group in the file, are grey.
 */
export function assignGroupHues({ label, names, none, of }: Groups): GroupHues {
  const counts = new Uint32Array(names.length);
  for (const group of of) counts[group]++;
  const large = [...names.keys()]
    .filter(group => group !== none)
    .sort((a, b) => counts[b] - counts[a] || a - b);
  const entries = large.slice(0, PALETTE.length).sort((a, b) => a - b);
  const hues = names.map((_, group) => entries.indexOf(group));
  const rest = [...names.keys()].filter(group => hues[group] === GREY);
  const row = (group: number): HueRow => ({ name: names[group], count: counts[group], hue: hues[group] });
  return {
    ...{ label, names, of },
    hueOf: Int8Array.from(of, group => hues[group]),
    rows: [...entries.map(row), ...(rest.length > 1 ? [mergeRemainingGroups(rest, counts)] : rest.map(row))],
  };
}

/** "6 others" */
const mergeRemainingGroups = (rest: readonly number[], counts: Uint32Array): HueRow => ({
  name: `${rest.length} others`,
  count: rest.reduce((sum, group) => sum + counts[group], 0),
  hue: GREY,
});

const KNOWN_GROUP_HUES = new WeakMap<Groups, GroupHues>();

/** The colours of groups on the screen, the same ones for a run; null if colours show states. */
export function getCurrentGroupHues({ run, colour }: Pick<PageState, 'run' | 'colour'>): GroupHues | null {
  const groups = run?.info.networkGroups;
  if (groups === undefined || colour === 'state') return null;
  const hues = KNOWN_GROUP_HUES.get(groups) ?? assignGroupHues(groups);
  KNOWN_GROUP_HUES.set(groups, hues);
  return hues;
}

/** The colour of an agent's group. */
export const getGroupInk = ({ hueOf }: Pick<GroupHues, 'hueOf'>, agent: number, inks: Inks): string =>
  inks.palette[hueOf[agent]] ?? inks.ink3;

/** Height of their legend above the timelines, pixels: one line, on a phone two for many. */
export const computeLegendHeight = (hues: GroupHues | null, isPhone: boolean): number =>
  hues === null ? 0 : isPhone && hues.rows.length > 4 ? 36 : 20;

/** "coloured by club: Mr. Hi (17), Officer (17)" */
export const describeGroupHues = ({ label, rows }: GroupHues): string =>
  `coloured by ${label}: ${rows.map(({ name, count }) => `${legendName(label, name)} (${count})`).join(', ')}`;

/** The group of an agent, "club Mr. Hi"; '' in a network without groups. */
export function describeAgentGroup({ run }: Pick<PageState, 'run'>, agent: number): string {
  const groups = run?.info.networkGroups;
  const group = groups?.of[agent];
  if (groups === undefined || group === undefined) return '';
  return group === groups.none ? groups.names[group] : `${groups.label} ${groups.names[group]}`;
}

/** A group's name in a legend, with its noun if a bare number would read as a count: "community 3", but "Officer". */
export const legendName = (label: string, name: string): string =>
  /^[\d.\s-]+$/.test(name) ? `${label} ${name}` : name;

/** Head of a table's column of groups: the file's name for them, different from the table's own. */
export const getGroupColumnHead = ({ label }: Pick<Groups, 'label'>, others: readonly string[]): string =>
  others.includes(label) ? `${label} of the network` : label;
