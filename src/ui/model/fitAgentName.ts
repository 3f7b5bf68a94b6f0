import { clipTextToWidth } from '../charts/canvas.ts';

/** Other names that one is compared with: so many of all, and those around it. */
const OF_ALL = 300;
const NAME_PADDING = 20;

/**
 * An agent's name as it fits, in the current font: whole, or without the common beginning of all names and cut at the
 * least distinguishing place. O(1) in the number of names.
 * @param pin goes before it
 * @param room pixels
 */
export function fitAgentName(
  ctx: Pick<CanvasRenderingContext2D, 'measureText'>,
  names: readonly string[],
  agent: number,
  pin: string,
  room: number,
): string {
  const name = names[agent];
  if (ctx.measureText(pin + name).width <= room) return pin + name;
  const [shared, first, last] = measureNameParts(names, agent);
  const rest = name.slice(shared);
  // A number says as much without the noun before it.
  const begin = pin + (shared > 0 && !/^\d/.test(rest) ? '…' : '');
  const needed = begin.length + first - shared;
  // Half of the rest is its end, unless that loses the distinguishing part and another share does not.
  return clipTextToWidth(ctx, begin + rest, room, length => {
    const half = length >> 1;
    if (needed <= length - half || last <= half) return half;
    if (needed <= length) return length - needed;
    return last <= length ? last : half;
  });
}

/**
 * Lengths of the common beginning of all names, in whole words, and of the unique beginning and end of a name, to the
 * end of the word; UTF-16 units.
 */
function measureNameParts(
  names: readonly string[],
  agent: number,
): readonly [shared: number, first: number, last: number] {
  const name = names[agent];
  let [least, first, last] = [name.length, 0, 0];
  const compare = (other = name) => {
    if (other === name) return;
    let [begin, end] = [0, 0];
    while (name[begin] === other[begin]) begin++;
    while (name.at(-1 - end) === other.at(-1 - end)) end++;
    [least, first, last] = [Math.min(least, begin), Math.max(first, begin + 1), Math.max(last, end + 1)];
  };
  for (let i = 0; i < names.length; i += Math.ceil(names.length / OF_ALL)) compare(names[i]);
  for (let i = agent - NAME_PADDING; i <= agent + NAME_PADDING; i++) compare(names[i]);
  if (first === 0) return [0, 0, 0];
  const shared = name.slice(0, least).search(/[\p{L}\p{N}]*$/u);
  const word = name.slice(first).search(/[^\p{L}\p{N}]|$/u);
  const begin = name.slice(0, -last).search(/[\p{L}\p{N}]*$/u);
  return [shared, first + word, Math.max(last, name.length - begin)];
}
