import { defineLegacyWeightRule } from '../../network/defineLegacyWeightRule.ts';
import { defineGeneratorParameters } from '../../network/generated/defineGeneratorParameters.ts';
import type {
  ParameterDefinition,
  ParameterValue,
  ParameterValues,
} from '../../parameters/parameterDefinition.ts';
import { ARCHETYPE_PARAMETERS } from './people/archetypeTable.ts';
import { MOOD_PARAMETERS } from './people/moodParameters.ts';
import { PRESETS } from './presets.ts';
import {
  CASCADE_COUNTS,
  type CascadeCounts,
  FEEDS,
  type FeedOrder,
  PARENT_RULES,
  type ParentRule,
} from './socialChoices.ts';

type SocialParameterRow = Omit<ParameterDefinition, 'defaults' | 'step'> & {
  readonly step?: number;
  readonly showcase: ParameterValue;
  /** Default: the value of showcase. */
  readonly realistic?: ParameterValue;
};

/** The fitted values (docs/validation.md); all else is as in realistic. */
const TWITTER15: ParameterValues = {
  activity: 9,
  replying: 0.25,
  resharing: 4,
  attention: 0.85,
  expiry: 480,
  trending: 0.08,
  tick_seconds: 30,
};
/** The same for cascades of different paces. */
const TWITTER15_PACED: ParameterValues = {
  activity: 7.2,
  replying: 0.5,
  resharing: 2.5,
  attention: 0.85,
  expiry: 2000,
  trending: 0.1,
  tick_seconds: 20,
  surfacing: 7,
  alerts: 0.4,
  parent_rule: 'root_or_other',
  root_credit: 0.45,
  pace_spread: 60,
};

const defineSocialParameter = ({
  showcase,
  realistic = showcase,
  step = 1,
  ...rest
}: SocialParameterRow): ParameterDefinition => ({
  ...rest,
  step,
  defaults: {
    showcase,
    realistic,
    twitter15: TWITTER15[rest.name] ?? realistic,
    twitter15_paced: TWITTER15_PACED[rest.name] ?? realistic,
  },
});

/** Every parameter of the model; the panel, the command line and the document's schema are made from it. */
export const SOCIAL_PARAMETERS: readonly ParameterDefinition[] = [
  defineSocialParameter({
    name: 'activity',
    label: 'Activity',
    unit: '×',
    kind: 'number',
    min: 0,
    max: 20,
    step: 0.5,
    live: true,
    showcase: 6,
    realistic: 3,
    meaning: 'Multiplies how often agents open their feed.',
  }),
  defineSocialParameter({
    name: 'posting',
    label: 'Posting',
    unit: '×',
    kind: 'number',
    min: 0,
    max: 20,
    step: 0.5,
    live: true,
    showcase: 5,
    realistic: 1,
    meaning: 'Multiplies how often agents write posts of their own.',
  }),
  defineSocialParameter({
    name: 'liking',
    label: 'Liking',
    unit: '×',
    kind: 'number',
    min: 0,
    max: 10,
    step: 0.1,
    live: true,
    showcase: 1.5,
    realistic: 1,
    meaning: 'Multiplies the probability of a like.',
  }),
  defineSocialParameter({
    name: 'replying',
    label: 'Replying',
    unit: '×',
    kind: 'number',
    min: 0,
    max: 20,
    step: 0.1,
    live: true,
    showcase: 3,
    realistic: 1,
    meaning: 'Multiplies the probability of a reply.',
  }),
  defineSocialParameter({
    name: 'resharing',
    label: 'Resharing',
    unit: '×',
    kind: 'number',
    min: 0,
    max: 10,
    step: 0.05,
    live: true,
    showcase: 0.8,
    realistic: 1,
    meaning: 'Multiplies the probability of a reshare.',
  }),
  defineSocialParameter({
    name: 'attention',
    label: 'Notice at',
    unit: '× threshold',
    kind: 'number',
    min: 0,
    max: 2,
    step: 0.05,
    live: true,
    showcase: 0.6,
    realistic: 0.8,
    meaning: 'An agent stops at a post whose interest reaches this share of its engagement threshold.',
  }),
  defineSocialParameter({
    name: 'half_life',
    label: 'Freshness half-life',
    unit: 'ticks',
    kind: 'number',
    min: 1,
    max: 480,
    live: true,
    showcase: 40,
    meaning: 'Age at which a copy has lost half of its freshness.',
  }),
  defineSocialParameter({
    name: 'expiry',
    label: 'Expiry',
    unit: 'ticks',
    kind: 'integer',
    min: 1,
    max: 2000,
    live: true,
    showcase: 240,
    meaning: 'Older copies leave the feed unseen.',
  }),
  defineSocialParameter({
    name: 'trending',
    label: 'Trending',
    unit: 'share',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.01,
    live: true,
    showcase: 0.02,
    meaning: 'Share of looks at the feed that also offer a trending post from outside the network.',
  }),
  defineSocialParameter({
    name: 'feed',
    label: 'Feed',
    unit: '',
    kind: 'choice',
    choices: FEEDS,
    min: 0,
    max: 0,
    live: true,
    showcase: 'by_interest',
    absent: 'by_interest',
    older: { name: 'newest_first', value: 'chronological' },
    meaning:
      'First copy in a feed: that of greatest interest, the newest, that with most reactions, that nearest to the agent’s topics, or any.',
  }),
  defineSocialParameter({
    name: 'notify',
    label: 'Notify about replies',
    unit: '',
    kind: 'boolean',
    min: 0,
    max: 1,
    live: true,
    showcase: true,
    meaning: 'A reply reaches the author of the post, even one who does not follow the replier.',
  }),
  defineSocialParameter({
    name: 'cascade_counts',
    label: 'A cascade counts',
    unit: '',
    kind: 'choice',
    choices: CASCADE_COUNTS,
    min: 0,
    max: 0,
    live: false,
    measures: true,
    showcase: 'reshares',
    absent: 'reshares_and_replies',
    since: '0.8.0',
    meaning:
      'Posts that are a part of a cascade: reshares alone, as Goel et al. (2016) count, or the whole thread.',
  }),
  defineSocialParameter({
    name: 'parent_rule',
    label: 'Parent',
    unit: '',
    kind: 'choice',
    choices: PARENT_RULES,
    min: 0,
    max: 0,
    live: false,
    showcase: 'drawn',
    absent: 'drawn',
    meaning:
      'Post above a reshare or reply: the first by a drawn chance, even of somebody who was shown a copy alone (drawn, root_or_other); one that could be seen; or the original.',
  }),
  defineSocialParameter({
    name: 'surfacing',
    label: 'Surfacing',
    unit: 'ticks',
    kind: 'number',
    min: 0,
    max: 1000,
    live: false,
    showcase: 0,
    absent: 0,
    untold: true,
    meaning: 'Typical wait of a copy in a feed, at pace 1.',
  }),
  defineSocialParameter({
    name: 'alerts',
    label: 'Alerts',
    unit: '',
    kind: 'number',
    min: 0,
    max: 10,
    step: 0.05,
    live: false,
    showcase: 0,
    absent: 0,
    untold: true,
    meaning: 'Chance that a new copy starts a session: ½ at 1, less for slow posts.',
  }),
  defineSocialParameter({
    name: 'root_credit',
    label: 'Root credit',
    unit: 'share',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.05,
    live: true,
    showcase: 0,
    absent: 0,
    untold: true,
    meaning:
      'Raises the chance that a drawn parent is the first post, even of somebody who was shown a copy alone.',
  }),
  defineSocialParameter({
    name: 'hubs_removed',
    label: 'Hubs removed',
    unit: 'people',
    kind: 'integer',
    min: 0,
    max: 100_000,
    bounds: 'agents',
    live: true,
    showcase: 0,
    absent: 0,
    untold: true,
    meaning:
      'So many of the most followed, of equals the first, are idle, and what they posted is shown to nobody.',
  }),
  defineSocialParameter({
    name: 'pace_spread',
    label: 'Pace spread',
    unit: '',
    kind: 'number',
    min: 0,
    max: 1000,
    live: false,
    showcase: 0,
    absent: 0,
    untold: true,
    meaning: 'Paces of cascades: from 1 / (1 + this) to 1 + this; 0 for one.',
  }),
  defineSocialParameter({
    name: 'stall',
    label: 'Stall',
    unit: 'share',
    kind: 'number',
    min: 0,
    max: 1,
    step: 0.01,
    live: true,
    showcase: 0,
    meaning:
      'Share of compositions and actions that never finish, so that timeouts have to recover the agent.',
  }),
  ...MOOD_PARAMETERS,
  defineSocialParameter({
    name: 'warm_up',
    label: 'Warm-up',
    unit: 'ticks',
    kind: 'integer',
    min: 0,
    max: 2000,
    live: false,
    showcase: 60,
    meaning: 'Ticks played by the policy before round 1, so that a run does not start in an empty world.',
  }),
  defineSocialParameter({
    name: 'start_hour',
    label: 'Start',
    unit: 'o’clock UTC',
    kind: 'integer',
    min: 0,
    max: 23,
    live: false,
    showcase: 18,
    realistic: 10,
    meaning: 'Simulated time of day at tick 0.',
  }),
  defineSocialParameter({
    name: 'tick_seconds',
    label: 'Tick',
    unit: 's',
    kind: 'integer',
    min: 1,
    max: 3600,
    live: false,
    showcase: 180,
    meaning: 'Simulated time that one tick takes.',
  }),
  defineSocialParameter({
    name: 'history_depth',
    label: 'History',
    unit: 'entries',
    kind: 'integer',
    min: 0,
    max: 1000,
    live: false,
    showcase: 50,
    meaning: 'Transitions that each agent’s own history keeps; the log of the run is complete in any case.',
  }),
  defineSocialParameter({
    name: 'roots_by_number',
    label: 'Roots by number',
    unit: '',
    kind: 'boolean',
    min: 0,
    max: 1,
    live: false,
    showcase: false,
    absent: true,
    oldUntil: '0.6.0',
    meaning: 'Draws a post’s quality, lifetime and text by its number, as before version 0.6.',
  }),
  defineSocialParameter({
    name: 'newest_first',
    label: 'Newest first',
    unit: '',
    kind: 'boolean',
    min: 0,
    max: 1,
    live: true,
    showcase: false,
    absent: false,
    oldUntil: '0.6.0',
    meaning: 'A chronological feed, as runs said it before there were several orders.',
  }),
  defineLegacyWeightRule(PRESETS),
  ...defineGeneratorParameters(PRESETS),
  ...ARCHETYPE_PARAMETERS,
];

/** The parameters that the tick reads, by name; `resolve` in config.ts has checked names and ranges. */
export type SocialParameters = {
  readonly activity: number;
  readonly posting: number;
  readonly liking: number;
  readonly replying: number;
  readonly resharing: number;
  readonly attention: number;
  readonly half_life: number;
  readonly expiry: number;
  readonly trending: number;
  readonly feed: FeedOrder;
  readonly newest_first: boolean;
  readonly notify: boolean;
  readonly cascade_counts: CascadeCounts;
  readonly parent_rule: ParentRule;
  readonly pace_spread: number;
  readonly surfacing: number;
  readonly alerts: number;
  readonly root_credit: number;
  readonly hubs_removed: number;
  readonly stall: number;
  readonly warm_up: number;
  readonly start_hour: number;
  readonly tick_seconds: number;
  readonly history_depth: number;
  readonly roots_by_number: boolean;
  readonly moods: boolean;
  readonly engaged_factor: number;
  readonly fed_up_factor: number;
  readonly engaged_after: number;
  readonly fed_up_after: number;
  readonly engaged_ends: number;
  readonly fed_up_ends: number;
};
