import type { RunConfig } from '../../../setup/config.ts';
import { filterParameterChanges } from '../../../setup/setupChanges.ts';
import { getFeedOrder } from '../posts/feed.ts';
import { SOCIAL_DEFAULTS } from '../socialDefaults.ts';
import type { SocialParameters } from '../socialParameters.ts';

const COUNTS: Readonly<Record<string, string>> = {
  reshares: 'a post and its reshares',
  reshares_and_replies: 'a post with its reshares and replies',
};

/**
 * The decisions of the modeller on which measures of cascades rest, for a paper.
 * @param swept parameters with several values
 */
export function describeSocialMethods(config: RunConfig, swept: readonly string[]): string {
  const parameters = config.parameters as unknown as SocialParameters;
  const { trending, parent_rule, cascade_counts } = parameters;
  const later = filterParameterChanges(config.changes);
  const say = (name: string, value: string | number) => {
    if (swept.includes(name)) return 'varied';
    const changed = later.filter(change => change.name === name);
    const since = changed.map(change => `, ${format(change.value)} from round ${change.tick} on`);
    return format(value) + since.join('');
  };
  return `A cascade is ${describeCounts(cascade_counts, swept)}. The rule for the parent of a reply or reshare: ${say('parent_rule', parent_rule)}; depth, breadth and structural virality (Goel et al. 2016) depend on it. Order of feeds: ${say('feed', getFeedOrder(parameters))}; share of looks that also offer a trending post: ${say('trending', trending)}. Equations, scheduling and constants are in the ODD protocol (Grimm et al. 2020) of this version.${describeSeedChoice(config)}`;
}

/** Origin of the default seed; empty for another seed or network. */
const describeSeedChoice = ({ seed, networkInfo }: RunConfig): string =>
  seed === SOCIAL_DEFAULTS.seed && networkInfo?.name === SOCIAL_DEFAULTS.network
    ? ` Seed ${seed}, the default, was picked from 400 for an early, instructive cascade, so the run itself is not a random sample of its worlds.`
    : '';

/**
 * The rules by which outcomes of cascades are measured, in a sentence: the run's own, whichever one a cascade is drawn by.
 * @param swept parameters with several values
 */
export function describeSocialMeasures(config: RunConfig, swept: readonly string[]): string {
  const { parent_rule, cascade_counts } = config.parameters as unknown as SocialParameters;
  const rule = swept.includes('parent_rule') ? 'varied' : format(parent_rule);
  return `Depth and structural virality are by the run’s own rule for parents (parameter Parent: ${rule}), whichever rule a cascade is drawn by. Both are of the largest cascade of each world, so a change may change which cascade is measured as well as its shape; worlds --tables on the command line writes every cascade of every world, under each rule. A cascade is ${describeCounts(cascade_counts, swept)}.`;
}

const describeCounts = (counts: string, swept: readonly string[]): string =>
  swept.includes('cascade_counts') ? 'counted in several ways' : COUNTS[counts];

const format = (value: string | number | boolean): string => String(value).replaceAll('_', ' ');
