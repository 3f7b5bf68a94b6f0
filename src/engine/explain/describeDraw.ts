/** The share of [0, 1) that an option has. */
interface Share {
  readonly option: number;
  readonly from: number;
  readonly to: number;
}

/** The shares of all options, in the order in which `sample` finds them there: the first option comes last. */
function listOptionShares(probabilities: readonly number[]): readonly Share[] {
  let from = 0;
  const shares = probabilities.slice(1).map((share, i) => {
    const held = { option: i + 1, from, to: from + share };
    from += share;
    return held;
  });
  return [...shares, { option: 0, from, to: 1 }];
}

/** Describes a draw for a choice: words, and the numbers that decided it. */
export function describeDraw(options: readonly string[], probabilities: readonly number[], draw: number) {
  const shares = listOptionShares(probabilities);
  const numbers = Object.fromEntries(shares.map(({ option, from }) => [`${options[option]}_from`, from]));
  const told = shares.map(
    ({ option, from, to }) => `${options[option]} is ${formatShareDigits(from)} to ${formatShareDigits(to)}`,
  );
  return { numbers: { draw, ...numbers }, said: `it drew ${formatShareDigits(draw)}; ${told.join(', ')}` };
}

/** A share of one in words: three digits after the point, or two digits of what would be none. */
export const formatShareDigits = (value: number): string => formatDrawDigits(value, 3);

const formatDrawDigits = (value: number, digits: number): string =>
  value > 0 && Number(value.toFixed(digits)) === 0
    ? String(Number(value.toPrecision(2)))
    : value.toFixed(digits);

/**
 * A draw and the limit below which something happens, in enough digits to distinguish them: at least three, at most six
 * after the point.
 */
export function formatDrawAndLimit(
  draw: number,
  limit: number,
): { readonly draw: string; readonly limit: string } {
  let digits = 3;
  const isTold = () => draw.toFixed(digits) !== limit.toFixed(digits) && Number(limit.toFixed(digits)) !== 0;
  while (digits < 6 && !isTold()) digits++;
  return { draw: draw.toFixed(digits), limit: formatDrawDigits(limit, digits) };
}
