import type { RunConfig } from '../../../setup/config.ts';

export { writeSocialOdd } from './writeSocialOdd.ts';

const COUNTS: Readonly<Record<string, string>> = {
  reshares: 'a post and its reshares',
  reshares_and_replies: 'a post with its reshares and replies',
};

/** The decisions of the modeller on which measures of cascades rest, for a paper. */
export const describeSocialMethods = ({ parameters }: RunConfig): string =>
  `A cascade is ${COUNTS[String(parameters.cascade_counts)]}. The parent of a reply or reshare is chosen by rule ${parameters.parent_rule}; depth, breadth and structural virality (Goel et al. 2016) depend on it. Feeds are ${String(parameters.feed).replaceAll('_', ' ')}, with a share of ${parameters.trending} of looks that also offer a trending post. Equations, scheduling and constants are in the ODD protocol (Grimm et al. 2020) of this version.`;
