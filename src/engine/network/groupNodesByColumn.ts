import type { Groups } from '../core/agentGroups.ts';
import type { Network, NodeColumn } from './network.ts';

/** Usual names for a division of nodes, including those of community detection programs. */
const GROUP_COLUMN_NAME =
  /communit|group|class|cluster|modul|faction|party|club|team|block|department|partition/i;
const MAX_GROUPS = 20;

/** A column that divides nodes, with its values in order. */
interface Division extends NodeColumn {
  readonly groups: readonly string[];
}

/** True if a column has a usual name for a division of nodes. */
export const isDivisionName = (name: string): boolean => GROUP_COLUMN_NAME.test(name);

/**
 * The columns by which nodes can be divided, the usual one first: that whose name says that it divides them, else the first. A
 * column can that has 2 to 20 values, one of them more than once.
 */
export function findGroupingColumns(columns: readonly NodeColumn[]): readonly Division[] {
  const possible = columns.flatMap(column => {
    const given = column.values.filter(isGroupValue);
    const groups = [...new Set(given)].sort(compareGroupValues);
    return groups.length < 2 || groups.length > MAX_GROUPS || groups.length === given.length
      ? []
      : [{ ...column, groups }];
  });
  const usual = possible.find(({ name }) => isDivisionName(name)) ?? possible[0];
  return usual === undefined ? [] : [usual, ...possible.filter(one => one !== usual)];
}

/** Nodes as a column divides them; those of which it says nothing are a group as well. */
export function groupNodesByColumn({ name, values, groups }: Division): Groups {
  const numberOf = new Map<string | null, number>(groups.map((group, number) => [group, number]));
  const hasNone = !values.every(isGroupValue);
  return {
    label: name,
    names: hasNone ? [...groups, nameMissingGroup(name, groups)] : groups,
    ...(hasNone && { none: groups.length }),
    of: Uint8Array.from(values, value => numberOf.get(value) ?? groups.length),
  };
}

/** True for a value that is not empty. */
const isGroupValue = (value: string | null): value is string => value !== null && value.trim() !== '';

/** "no club", unless that is one of the values itself. */
function nameMissingGroup(name: string, groups: readonly string[]): string {
  let own = `no ${name}`;
  for (let number = 1; groups.includes(own); number++)
    own = `no value of ${name}${number === 1 ? '' : ` ${number}`}`;
  return own;
}

/** Whole numbers by their size, else by code unit. */
function compareGroupValues(a: string, b: string): number {
  if (/^\d+$/.test(a) && /^\d+$/.test(b) && a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Attributes of a node in its network's file, except its name, for its agent's record; empty if it has none. */
export function getNodeAttributes(
  { attributes = [] }: Network,
  node: number,
): { readonly attributes?: Readonly<Record<string, string>> } {
  const given = attributes.flatMap(({ name, values }) => {
    const value = values[node];
    return value === null ? [] : [[name, value] as const];
  });
  return given.length === 0 ? {} : { attributes: Object.fromEntries(given) };
}
