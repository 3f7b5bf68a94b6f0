import type { CascadeMeasures } from '../../../../engine/models/social/cascade/measureCascade.ts';
import { formatGroupedInteger, pluralizeNoun } from '../../../lib/formatCounts.ts';

/** A measure of a cascade as it is read. */
export interface MeasureWords {
  readonly key: Exclude<keyof CascadeMeasures, 'postRootR' | 'observedTicks'>;
  /** Its name next to a value, and above a column. */
  nameOf(value: number): string;
  readonly meaning: string;
  /** The value in digits. */
  digitsOf(value: number): string;
}

const createCountFormatter = (one: string, many?: string) => (value: number) =>
  pluralizeNoun(value, one, many);

/** The measures of a cascade, in the order in which they are listed. */
export const CASCADE_MEASURES: readonly MeasureWords[] = [
  {
    key: 'size',
    nameOf: createCountFormatter('person', 'people'),
    meaning: 'people who took part, its author among them',
    digitsOf: formatGroupedInteger,
  },
  {
    key: 'posts',
    nameOf: createCountFormatter('post'),
    meaning: 'the posts that count, the first among them',
    digitsOf: formatGroupedInteger,
  },
  {
    key: 'reshares',
    nameOf: createCountFormatter('reshare'),
    meaning: 'posts that pass another one on',
    digitsOf: formatGroupedInteger,
  },
  {
    key: 'replies',
    nameOf: createCountFormatter('reply', 'replies'),
    meaning: 'posts that answer another one',
    digitsOf: formatGroupedInteger,
  },
  {
    key: 'depth',
    nameOf: () => 'deep',
    meaning: 'depth: the longest chain of posts below the first',
    digitsOf: formatGroupedInteger,
  },
  {
    key: 'maxBreadth',
    nameOf: () => 'wide',
    meaning: 'breadth: most posts at the same distance from the first',
    digitsOf: formatGroupedInteger,
  },
  {
    key: 'structuralVirality',
    nameOf: () => 'virality',
    meaning: 'structural virality: mean distance between two of its posts (Goel et al. 2016)',
    digitsOf: value => value.toFixed(1),
  },
  {
    key: 'minutesToHalfSize',
    nameOf: () => 'minutes to half',
    meaning: 'simulated minutes until half of its posts were there',
    digitsOf: formatGroupedInteger,
  },
];
