import { formatGroupedInteger, formatNounCount } from '../../core/formatNounCount.ts';
import { formatPercent } from '../../core/formatPercent.ts';
import { describeWeightRange } from '../computeWeightRange.ts';
import type { StatedDirection } from '../formats/networkFormat.ts';
import { isWholeNumberText } from '../formats/networkNumbers.ts';
import type { Direction, EdgeReading, RepeatRule } from './edgeReading.ts';
import { DIRECTIONS } from './readingChoices.ts';

/** Names of a column whose accounts follow the other column's. */
const READERS = /^(followers?|fans?|subscribers?|readers?|receivers?|recipients?|listeners?|followedby)$/;
/** Names of a column whose accounts are followed by the other column's. */
const AUTHORS =
  /^(followees?|followed|follows|following|senders?|authors?|publishers?|influencers?|leaders?)$/;
/**
 * Names of a line's end and beginning. In some usages they lead from follower to followed, in others the way of the
 * posts.
 */
const LINE_END_NAME = /^(target|dst|dest|destination|to|end|head)$/;
const BEGINNINGS = /^(source|src|origin|from|start|tail)$/;

/** Direction implied by two column names; null for none. */
export function inferDirectionFromNames(first: string, second: string): StatedDirection | null {
  const names = [stripColumnName(first), stripColumnName(second)];
  const by = (readers: RegExp, authors: RegExp): StatedDirection['direction'] | null => {
    const roles = names.map(name => (readers.test(name) ? 'reader' : authors.test(name) ? 'author' : null));
    if (roles[0] === roles[1]) return null;
    return roles[0] === 'reader' || roles[1] === 'author' ? 'follows' : 'followed';
  };
  const sure = by(READERS, AUTHORS);
  const direction = sure ?? by(LINE_END_NAME, BEGINNINGS);
  return direction === null ? null : { direction, isSure: sure !== null };
}

/** An account in a sentence: a number alone would be taken for a count. */
const formatAccountName = (account: string): string =>
  isWholeNumberText(account) ? `account ${account}` : account;

/** Meaning of a direction for an edge: "ben follows anna". */
function describeEdgeDirection([first, second]: EdgeReading['first'], direction: Direction): string {
  const [a, b] = [formatAccountName(first), formatAccountName(second)];
  if (direction === 'both') return `${a} and ${b} follow each other`;
  return direction === 'follows' ? `${a} follows ${b}` : `${b} follows ${a}`;
}

/** Effect of a direction on the whole network: "4 links, anna is followed most, by 3; 50 % mutual". */
export function describeDirectionOption({ ways }: EdgeReading, direction: Direction): string {
  const { links, most, mutual } = ways[direction];
  return `${formatNounCount(links, 'link')}, most followed ${formatAccountName(most.name)} by ${formatGroupedInteger(most.followers)}, ${formatPercent(mutual)} mutual`;
}

/** Effect of a rule for repeated edges on their weights: "2 links, weights from 1 to 4"; '' without repeated edges. */
export function describeRepeatRule({ ways, direction, repeatWays }: EdgeReading, rule: RepeatRule): string {
  if (repeatWays === undefined) return '';
  const { links } = ways[direction];
  return `${formatNounCount(links, 'link')}, ${describeWeightRange(repeatWays[rule])}`;
}

/** A share that is not quite none or all is not shown as such. */
/** Why an edge was read so. */
function describeReadingReason({ by, columns, format, direction, declared }: EdgeReading): string {
  const heads = columns?.join(' and ');
  return {
    choice: `as was chosen${declared === 'undirected' && direction !== 'both' ? `, though the file (${format}) says that it is undirected` : ''}`,
    file: `as the file (${format}) says that it is undirected`,
    columns: `as the columns ${heads} say`,
    mutual: 'and so does every other link: it is there both ways, and no direction changes anything',
    usual: heads
      ? `though the columns ${heads} do not say`
      : declared === 'directed'
        ? 'though the file only says that links have a direction'
        : 'though nothing in the file says so',
  }[by];
}

/** True if a person should choose the direction. */
export const needsDirectionChoice = ({ by }: EdgeReading): boolean => by === 'usual';

/** Reading of an edge: "ben follows anna, though nothing in the file says so". */
export function describeEdgeReading(reading: EdgeReading): string {
  const direction = reading.by === 'mutual' ? 'both' : reading.direction;
  return `${describeEdgeDirection(reading.first, direction)}, ${describeReadingReason(reading)}`;
}

/**
 * Reading of a file, in lines: the question if the direction was only assumed, the effect of the other directions, and
 * the notice of all else.
 */
export function describeReadingLines(file: string, reading: EdgeReading): readonly string[] {
  const { direction, first, place, notice } = reading;
  const where = `${file}, ${place}`;
  if (!needsDirectionChoice(reading))
    return [
      `${where}: ${describeEdgeReading(reading)}.`,
      `Now ${describeDirectionOption(reading, direction)}.`,
      notice,
    ];
  const [a, b] = first.map(formatAccountName);
  const others = DIRECTIONS.filter(other => other !== direction);
  return [
    `${where}: does ${a} follow ${b}, ${b} follow ${a}, or each the other?`,
    `Read as: ${describeEdgeReading(reading)}: ${describeDirectionOption(reading, direction)}.`,
    ...others.map(
      other => `If ${describeEdgeDirection(first, other)}: ${describeDirectionOption(reading, other)}.`,
    ),
    notice,
  ];
}

/** Meaningless parts of a column's name: `from_user_id`. */
const COLUMN_NAME_AFFIX = /^(user|node|account)|(user|node|account|id|name)$/g;

/** Types that Neo4j writes behind the name of a column, one value or a list of them. */
const TYPE =
  /(?<=.):(?:int|integer|long|float|double|boolean|byte|short|char|string|date|time|localtime|datetime|localdatetime|zoneddatetime|duration|point|vector)(?:\{[^{}]*\})?(?:\[\])?$/i;

/** A column's name without its type: `weight:float` is `weight`. */
export const stripColumnType = (column: string): string => column.trim().replace(TYPE, '');

/** A column's name in small letters, without its type and affixes: `Follower-ID` is `follower`. */
export function stripColumnName(column: string): string {
  let name = stripColumnType(column)
    .toLowerCase()
    .replace(/[^a-z]/g, '');
  for (let before = ''; before !== name; ) {
    before = name;
    name = name.replace(COLUMN_NAME_AFFIX, '');
  }
  return name;
}
