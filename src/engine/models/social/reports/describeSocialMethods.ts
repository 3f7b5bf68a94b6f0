import type { RunConfig } from '../../../setup/config.ts';
import { filterParameterChanges } from '../../../setup/setupChanges.ts';
import { getFeedOrder } from '../posts/feed.ts';
import type { ParentRule } from '../socialChoices.ts';
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
  const { trending, parent_rule, cascade_counts, start_hour } = parameters;
  const later = filterParameterChanges(config.changes);
  const say = (name: string, value: string | number) => {
    if (swept.includes(name)) return 'varied';
    const changed = later.filter(change => change.name === name);
    const since = changed.map(change => `, ${format(change.value)} from round ${change.tick} on`);
    return format(value) + since.join('');
  };
  return `A cascade is ${describeCounts(cascade_counts, swept)}. The rule for the parent of a reply or reshare: ${say('parent_rule', parent_rule)}${describeRule(config, swept)}; depth, breadth and structural virality (Goel et al. 2016) depend on it. Order of feeds: ${say('feed', getFeedOrder(parameters))}; share of looks that also offer a trending post: ${say('trending', trending)}. Hour of the simulated day at tick 0: ${say('start_hour', start_hour)} (UTC). Equations, scheduling, constants and the construction of generated networks are in the ODD protocol (Grimm et al. 2020) of this version.${describeSeedChoice(config)}`;
}

const COPIES = 'copies that the author could have seen, by people whom it follows';
const OF_COPIES = `of the ${COPIES}; the copy that the feed showed if there is none`;
const ROOT_CHANCE =
  'the original with a probability that is drawn for each original (root_chance in the ODD protocol), whether or not the author of the reply or reshare could have seen it; else the copy that the feed showed';

/** The parent by each rule, as a paper says it. */
const RULES: Readonly<Record<ParentRule, string>> = {
  drawn: ROOT_CHANCE,
  root_or_other: `${ROOT_CHANCE} or, if that is the original, the newest other of the ${COPIES}, and the original if there is none`,
  first_seen: `the oldest ${OF_COPIES}`,
  last_seen: `the newest ${OF_COPIES}`,
  strongest_tie: `the one from the strongest tie ${OF_COPIES}`,
  weighted_draw: `one drawn in proportion to its tie ${OF_COPIES}`,
  original: 'the post that is answered or passed on, as platforms report it',
};

/** Rules that depend on the strength of ties. */
const BY_TIES: readonly ParentRule[] = ['strongest_tie', 'weighted_draw'];

/** The parent that the rule takes; empty where several are compared. */
function describeRule({ parameters, networkInfo }: RunConfig, swept: readonly string[]): string {
  if (swept.includes('parent_rule')) return '';
  const { parent_rule: rule } = parameters as unknown as SocialParameters;
  const isDrawn = BY_TIES.includes(rule) && networkInfo?.weights === undefined;
  return `, that is ${RULES[rule]}${isDrawn ? ' (the network has no weights, so the strength of its ties is drawn at random)' : ''}`;
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
