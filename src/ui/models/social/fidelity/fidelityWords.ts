import type { FidelityMeasure, FidelityRow } from './report.ts';

/** What each measure is called. */
export const MEASURE_WORDS: Readonly<Record<FidelityMeasure, string>> = {
  size: 'size in posts',
  depth: 'depth',
  breadth: 'max breadth',
  virality: 'structural virality',
  half: 'minutes to half size',
};

/** `.14`: a distance of 0 to 1. */
export const formatDistance = (value: number): string => value.toFixed(2).replace(/^0\./, '.');

/** A value of a measure, to three places at most. */
export const formatMeasureValue = (value: number): string =>
  value < 10 ? String(Number(value.toFixed(2))) : String(Math.round(value));

/** A row's name on the page. */
export const getFidelityRowName = (name: string): string => name.replace('the others: ', '');

/** Name of the row that is real itself. */
const OTHERS = 'Twitter15 itself';

/** Who is nearest in each measure, of what is simulated: "depth: preset a (.12)". */
export function describeNearestRows(
  rows: readonly FidelityRow[],
  measures: readonly FidelityMeasure[],
): string {
  const simulated = rows.filter(({ name }) => getFidelityRowName(name) !== OTHERS);
  const nearest = measures.map(measure => {
    const distanceOf = ({ ks }: FidelityRow) => ks[measure]?.ks ?? Number.POSITIVE_INFINITY;
    const [first] = [...simulated].sort((a, b) => distanceOf(a) - distanceOf(b));
    const found = first?.ks[measure];
    const who = found ? `${getFidelityRowName(first.name)} (${formatDistance(found.ks)})` : 'nobody';
    return `${MEASURE_WORDS[measure]}: ${who}`;
  });
  return nearest.join('; ');
}
