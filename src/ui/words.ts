/** `1 reply`, `2 replies`: the count with its noun. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${grouped(count)} ${count === 1 ? one : many}`;

/** The noun alone, in the number that the count asks for. */
export const noun = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);

/** `1,559`: digits grouped by thousands, whatever the browser's locale. */
export const grouped = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** `like` for `engaging_like`: what fits beside a mark. */
export const shortState = (state: string): string => state.replace(/^engaging_/, '');

/** First letter dropped to an initial: `M. Grant`; a single word stays. */
export function shortName(name: string): string {
  const space = name.indexOf(' ');
  return space > 0 ? `${name[0]}. ${name.slice(space + 1)}` : name;
}

/** Rows as comma-separated values; fields with a comma, quote or line break are quoted. */
export function toCsv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const field = (value: string | number) => {
    const text = String(value);
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [head, ...rows]
    .map(row => row.map(field).join(','))
    .join('\n')
    .concat('\n');
}
