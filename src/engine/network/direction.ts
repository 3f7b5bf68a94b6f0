import type { Direction, EdgeReading } from '../config.ts';
import { isWholeNumber } from './edgeLine.ts';

/** Both readings. */
export const DIRECTIONS = ['follows', 'followed'] as const satisfies readonly Direction[];

/** Names of a column whose accounts get the posts of the other column's. */
const READERS =
  /^(followers?|fans?|subscribers?|readers?|receivers?|recipients?|listeners?|followedby|target|dst|dest|destination|to)$/;
/** Names of a column whose accounts' posts go to the other column's. */
const AUTHORS =
  /^(followees?|followed|follows|following|source|src|origin|from|senders?|authors?|publishers?|influencers?|leaders?)$/;
/** Words that stand around such a name and tell nothing: `from_user_id`. */
const AROUND = /^(user|node|account)|(user|node|account|id|name)$/g;

function roleOf(column: string): 'reader' | 'author' | null {
  let name = column.toLowerCase().replace(/[^a-z]/g, '');
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replace(AROUND, '');
  }
  return READERS.test(name) ? 'reader' : AUTHORS.test(name) ? 'author' : null;
}

/** What two column names tell of the direction: `follower, followee`, `source, target`; null for nothing. */
export function directionTold(first: string, second: string): Direction | null {
  const roles = [roleOf(first), roleOf(second)];
  if (roles[0] === roles[1]) return null;
  return roles[0] === 'reader' || roles[1] === 'author' ? 'follows' : 'followed';
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
    choice: 'as you chose',
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
