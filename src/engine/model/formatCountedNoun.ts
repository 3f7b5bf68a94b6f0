/** `1 case`, `100,000 cases`. */
export const formatCountedNoun = (count: number, noun: string): string =>
  `${formatGroupedNumber(count)} ${noun}${count === 1 ? '' : 's'}`;

/** `100,000`. */
export function formatGroupedNumber(count: number): string {
  let digits = String(count);
  let groups = '';
  for (; digits.length > 3; digits = digits.slice(0, -3)) groups = `,${digits.slice(-3)}${groups}`;
  return digits + groups;
}
