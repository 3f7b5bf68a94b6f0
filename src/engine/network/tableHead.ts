import { bareName } from './columnNames.ts';

/** Positions of what is read of a table's columns, as those of Gephi or of a spreadsheet. */
export interface TableHead {
  /** Of the accounts: the one that stands first, and the other. */
  readonly source: number;
  readonly target: number;
  /** What these two are called. */
  readonly names: readonly [source: string, target: string];
  readonly weight: number | null;
  /** Says of each line whether it is directed; null for a table that does not. */
  readonly type: number | null;
  readonly columns: number;
}

/** Most columns of a line that is two accounts and perhaps a weight. */
const FEW = 3;
/** Whom a follower follows. A plural beside it would be a count. */
const FOLLOWED = /^(followee|followed|following|follows)$/;

/**
 * The columns of a table by their names, which it needs where two accounts and a weight are not all that it has:
 * `Source` and `Target` or `follower` and `followee`, and if they are there `Weight` and `Type`. Null for a line that is
 * no such head.
 */
export function tableHead(columns: readonly string[]): TableHead | null {
  if (columns.length < FEW) return null;
  const names = columns.map(column => column.trim().toLowerCase());
  const place = (name: string) => {
    const at = names.indexOf(name);
    return at < 0 ? null : at;
  };
  const ends = endsOf(names);
  if (ends === null) return null;
  const [source, target] = ends;
  if (columns.length === FEW && source === 0 && target === 1) return null;
  return {
    source,
    target,
    names: [columns[source], columns[target]],
    weight: place('weight'),
    type: place('type'),
    columns: columns.length,
  };
}

/** Positions of the columns of accounts; null where there is not one of each. */
function endsOf(names: readonly string[]): readonly [number, number] | null {
  const ends = [names.indexOf('source'), names.indexOf('target')] as const;
  if (!ends.includes(-1)) return ends;
  const bare = names.map(bareName);
  const follows = [bare.indexOf('follower'), bare.findIndex(name => FOLLOWED.test(name))] as const;
  return follows.includes(-1) ? null : [Math.min(...follows), Math.max(...follows)];
}
