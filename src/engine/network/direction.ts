import type { Direction, EdgeReading } from '../config.ts';
import { bareName } from './columnNames.ts';
import { isWholeNumber } from './edgeLine.ts';

/** Both readings. */
export const DIRECTIONS = ['follows', 'followed'] as const satisfies readonly Direction[];

/** Names of a column whose accounts follow the other column's. */
const READERS = /^(followers?|fans?|subscribers?|readers?|receivers?|recipients?|listeners?|followedby)$/;
/** Names of a column whose accounts are followed by the other column's. */
const AUTHORS =
  /^(followees?|followed|follows|following|senders?|authors?|publishers?|influencers?|leaders?)$/;
/** Names of where a line ends and begins. For some it leads from follower to followed, for others the way of the posts. */
const ENDS = /^(target|dst|dest|destination|to)$/;
const BEGINNINGS = /^(source|src|origin|from)$/;
/** What two column names tell of the direction. */
interface Told {
  readonly direction: Direction;
  /** False where people use the names both ways, as `source, target`: then it is taken for the way of the posts. */
  readonly isSure: boolean;
}

/** What two column names tell of the direction; null for nothing. */
export function directionTold(first: string, second: string): Told | null {
  const names = [bareName(first), bareName(second)];
  const by = (readers: RegExp, authors: RegExp): Direction | null => {
    const roles = names.map(name => (readers.test(name) ? 'reader' : authors.test(name) ? 'author' : null));
    if (roles[0] === roles[1]) return null;
    return roles[0] === 'reader' || roles[1] === 'author' ? 'follows' : 'followed';
  };
  const sure = by(READERS, AUTHORS);
  const direction = sure ?? by(ENDS, BEGINNINGS);
  return direction === null ? null : { direction, isSure: sure !== null };
}

/** The other reading. */
export const swapped = (direction: Direction): Direction =>
  direction === 'follows' ? 'followed' : 'follows';

/** An account in a sentence: a number alone would be taken for a count. */
const named = (account: string): string => (isWholeNumber(account) ? `account ${account}` : account);

const sentence = ([first, second]: EdgeReading['first'], direction: Direction): string =>
  direction === 'follows'
    ? `${named(first)} follows ${named(second)}`
    : `${named(second)} follows ${named(first)}`;

/** A reading in plain words. */
interface ReadingWords {
  /** "ben follows anna, though nothing in the file tells" */
  readonly taken: string;
  /** "Most followed: anna, by 12. Swapped: zoe, by 3." */
  readonly most: string;
}

/** What shows a person how lines were read, and whether that is meant. */
export function readingWords({ direction, by, columns, first, mostFollowed }: EdgeReading): ReadingWords {
  const most = (way: Direction) => `${named(mostFollowed[way].name)}, by ${mostFollowed[way].followers}`;
  const heads = columns?.join(' and ');
  const because = {
    choice: 'as was chosen',
    columns: `as the columns ${heads} say`,
    usual: heads ? `though the columns ${heads} do not tell` : 'though nothing in the file tells',
  }[by];
  return {
    taken: `${sentence(first, direction)}, ${because}`,
    most: `Most followed: ${most(direction)}. Swapped: ${most(swapped(direction))}.`,
  };
}

/** The same in two lines, of which the first asks where the direction is only taken so. */
export function readingLines(file: string, reading: EdgeReading): readonly [string, string] {
  const { taken, most } = readingWords(reading);
  const where = `${file}, line ${reading.line}`;
  if (reading.by !== 'usual') return [`${where}: ${taken}.`, most];
  const [a, b] = reading.first.map(named);
  return [`${where}: does ${a} follow ${b}, or does ${b} follow ${a}?`, `Read as: ${taken}. ${most}`];
}
