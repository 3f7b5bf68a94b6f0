import { clipped } from '../charts/canvas.ts';
import { shortName } from '../words/words.ts';

/** Other names that one is compared with: those around it, and so many of all. */
const AROUND = 20;
const OF_ALL = 300;

/**
 * An agent's name as it fits, in the font that is set: whole; that of a person with an initial; any other without what all
 * names begin with, cut where the least is lost of what tells it apart. O(1) in the number of names.
 * @param pin goes before it @param room pixels
 */
export function fittingName(
  ctx: Pick<CanvasRenderingContext2D, 'measureText'>,
  names: readonly string[],
  agent: number,
  pin: string,
  room: number,
): string {
  const name = names[agent];
  if (ctx.measureText(pin + name).width <= room) return pin + name;
  if (/^\p{Lu}[^\s\d_]* \p{Lu}[^\s\d_]*$/u.test(name)) return clipped(ctx, pin + shortName(name), room);
  const { shared, first, last } = apartOf(name, comparedWith(names, agent));
  const rest = name.slice(shared);
  // A number says as much without the noun before it.
  const begin = pin + (shared > 0 && !/^\d/.test(rest) ? '…' : '');
  return clipped(ctx, begin + rest, room, length => tailOf(length, begin.length + first - shared, last));
}

/** Half of so many units that are left of a name, unless that loses what tells it apart and another share does not. */
function tailOf(length: number, first: number, last: number): number {
  const half = Math.floor(length / 2);
  if (first <= length - half || last <= half) return half;
  if (first <= length) return length - first;
  return last <= length ? last : half;
}

function comparedWith(names: readonly string[], agent: number): readonly string[] {
  if (names.length <= OF_ALL) return names;
  const near = names.slice(Math.max(0, agent - AROUND), agent + AROUND + 1);
  return [
    ...near,
    ...Array.from({ length: OF_ALL }, (_, i) => names[Math.floor((i * names.length) / OF_ALL)]),
  ];
}

/** What tells a name apart, UTF-16 units. */
interface Apart {
  /** Of its beginning, that all have: whole words. */
  readonly shared: number;
  /** Of its beginning and of its end, the least that no other has, to the end of the word. */
  readonly first: number;
  readonly last: number;
}

function apartOf(name: string, names: readonly string[]): Apart {
  const others = names.filter(other => other !== name);
  if (others.length === 0) return { shared: 0, first: 0, last: 0 };
  const begins = others.map(other => alike(name, other, i => name[i] === other[i]));
  const ends = others.map(other =>
    alike(name, other, i => name[name.length - 1 - i] === other[other.length - 1 - i]),
  );
  const [first, last] = [Math.max(...begins) + 1, Math.max(...ends) + 1];
  return {
    shared: name.slice(0, Math.min(...begins)).search(/[\p{L}\p{N}]*$/u),
    first: first + (/^[\p{L}\p{N}]*/u.exec(name.slice(first))?.[0].length ?? 0),
    last: last + (/[\p{L}\p{N}]*$/u.exec(name.slice(0, Math.max(0, name.length - last)))?.[0].length ?? 0),
  };
}

/** How many units two names have in common. */
function alike(a: string, b: string, isSame: (place: number) => boolean): number {
  const most = Math.min(a.length, b.length);
  let length = 0;
  while (length < most && isSame(length)) length++;
  return length;
}
