/** States of a chart and of agents that were held against it, none of which are the same; each in their order. */
export interface NothingShared {
  readonly chart: readonly string[];
  readonly cases: readonly string[];
}

/** States of each that are named. */
const MAX_NAMED_STATES = 4;

/** "none of its states (on, off) is one of the cases’ (TALK, LOOKUP, ACT, IDENTIFY and 2 more)" */
export const describeNothingShared = ({ chart, cases }: NothingShared): string =>
  `none of its states (${formatSomeNames(chart)}) is one of the cases’ (${formatSomeNames(cases)})`;

function formatSomeNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED_STATES;
  return `${names.slice(0, MAX_NAMED_STATES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
