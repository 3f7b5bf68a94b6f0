import { ENGINE_VERSION } from '../../../core/version.ts';
import type { GeneratorName } from '../../../network/generated/generators.ts';
import type { ParameterDefinition } from '../../../parameters/parameterDefinition.ts';
import type { RunConfig } from '../../../setup/config.ts';
import { formatChange } from '../../../setup/formatChange.ts';
import type { TransitionDefinition } from '../../../statechart/definition.ts';
import { OPTIONS } from '../asking/policy.ts';
import { compositeSocialChart } from '../compositeSocialChart.ts';
import { CREATOR, HOURLY } from '../people/archetypes.ts';
import { buildArchetypes } from '../people/archetypeTable.ts';
import { TOPICS } from '../posts/composePostText.ts';
import { COOLING, getFeedOrder, INBOX, SEEN, TRENDING } from '../posts/feed.ts';
import { PRESETS } from '../presets.ts';
import { SOCIAL_STATES, SOCIAL_WORDS, socialChart } from '../socialChart.ts';
import { FEEDS, type FeedOrder, PARENT_RULES, type ParentRule } from '../socialChoices.ts';
import { SocialDomain } from '../socialDomain.ts';
import { SOCIAL_PARAMETERS, type SocialParameters } from '../socialParameters.ts';
import { type Equation, type EquationOrigin, listRunEquations } from './socialEquations.ts';
import { SOCIAL_OUTCOMES } from './socialOutcomes.ts';

const ORIGINS: Readonly<Record<EquationOrigin, string>> = {
  fitted: 'fitted to trees of Twitter15/16',
  chosen: 'chosen',
  definition: 'definition',
};

/**
 * The model by the ODD protocol (Grimm et al. 2020), as Markdown; its tables are those of the code.
 * @param config of a run, whose values it has; null: those of all presets
 */
export function writeSocialOdd(config: RunConfig | null): string {
  return `${[
    '# Model `social` by the ODD protocol',
    config === null
      ? `Statescope ${ENGINE_VERSION}. Values are those of the presets. The protocol is that of Grimm et al. (2020), JASSS 23(2) 7.`
      : describeRun(config),
    ...describePurpose(),
    ...describeEntities(config),
    ...describeProcess(config),
    ...describeConcepts(),
    ...describeInitialization(config),
    '## 6. Input data',
    'None while a run lasts. A network is read before it; its digest stands in the document of each run.',
    ...describeSubmodels(config),
  ].join('\n\n')}\n`;
}

const describeRun = ({
  preset,
  agents,
  seed,
  warmUp,
  startTime,
  networkInfo: network,
  oracle,
  changes,
}: RunConfig): string =>
  `Statescope ${ENGINE_VERSION}, preset ${preset}, seed ${seed}: ${agents} agents${
    network === null
      ? ''
      : ` on network ${network.name} (${network.nodes} nodes, ${network.edges} edges, SHA-256 ${network.sha256})`
  }, ${warmUp} ticks of warm-up, tick 0 at ${startTime}. Decided by ${oracle.kind === 'policy' ? 'the built-in policy' : oracle.kind}. Changes: ${changes.length === 0 ? 'none' : changes.map(formatChange).join(', ')}. The protocol is that of Grimm et al. (2020), JASSS 23(2) 7.`;

const describePurpose = () => [
  '## 1. Purpose and patterns',
  'The model explains how posts spread on a follow network when each person decides for itself what to do with a post. It serves to ask why a cascade formed, whether it would form again, and what a change would do. Patterns by which it is judged: the distributions of size, depth, breadth, structural virality and time to half of real trees (docs/validation.md), shares of active people over the day, and momentum of single people (docs/social.md).',
];

function describeEntities(config: RunConfig | null) {
  return [
    '## 2. Entities, state variables, and scales',
    formatTable(
      ['entity', 'state variables'],
      [
        [
          'person',
          'state of its chart, ticks in it, archetype, rates of likes, replies, reshares and own posts, sessions per day, engagement threshold, timeout, affinity to each topic, ticks left of its session, post in view, work left; with moods its mood',
        ],
        [
          'post',
          'author, tick, kind (original, reply, reshare), topic, content, parent, root, depth, likes; of an original also quality, lifetime, attribution and pace',
        ],
        ['follow', 'from an author to a follower, with the strength of the tie'],
        [
          'feed',
          `at most ${INBOX} copies (post, tie, number of people who passed it on), and the last ${SEEN} contents seen`,
        ],
        ['trending list', `${TRENDING} contents with their heat`],
      ],
    ),
    `Time is in ticks of ${config === null ? 'tick_seconds' : config.tickSeconds} seconds. Space is the network alone. Topics: ${TOPICS.join(', ')}.`,
    'States:',
    formatTable(
      ['state', 'a person in it'],
      SOCIAL_STATES.map(state => [state, SOCIAL_WORDS.states[state]?.description ?? '']),
    ),
  ];
}

function describeProcess(config: RunConfig | null) {
  const chart = config?.parameters.moods === true ? compositeSocialChart : socialChart;
  return [
    '## 3. Process overview and scheduling',
    [
      `1. Changes of the run that begin in this tick take effect; parameters that changed are taken over. Who is evaluating is asked (${OPTIONS.join(', ')}): by the built-in policy, or by a language model. The policy does so one tick after the person stopped, and evaluates \`interest\` again: all ages are of the tick of the choice, likes, reshares and replies those that were delivered until the tick before; \`tie\` and \`copies\` are as of the stop.`,
      '2. Ticks in state go up by one. Copies older than `expiry` leave the feeds; the heat of trending contents cools.',
      '3. Each person in the order of its number: if idle without a session, it may begin one, and who is idle with a session begins to scroll. All others use up a tick of their session and take the first transition below whose trigger fires and whose guard holds, at most one per tick.',
      '4. `round_ends`: people whose session is over become idle.',
      '5. Likes, replies, reshares and original posts of the tick are delivered together, in the order of their authors, so that nobody reacts to what happened in the same tick; posts that changes insert come last.',
    ].join('\n'),
    formatTable(
      ['from', 'trigger', 'to', 'if'],
      chart.transitions.map(one => [one.source, one.trigger, String(one.target), nameGuard(one)]),
    ),
    'A reshare takes one tick of composing, all else one or two with equal probability; an action one tick; a rest one or two. A share `stall` of compositions and actions never ends but by `timeout`. That fires in the first tick in which nothing else happens to a person and its ticks in state, 1 in the tick after it entered, are more than its threshold: its own `timeout`, for a rest 0 or 1.',
  ];
}

const nameGuard = ({ guard }: TransitionDefinition): string =>
  guard !== undefined && 'name' in guard ? (guard.name ?? '') : '';

const describeConcepts = () => [
  '## 4. Design concepts',
  [
    '- *Basic principles.* Limited attention, interest in topics and ties, social proof, and ageing of posts decide what is passed on (docs/social.md).',
    '- *Emergence.* Which posts spread and through whom, and the share of active people, emerge. Rates, thresholds and the hours of the day are imposed. Size, shape and pace of cascades are imposed in part, by draws for each original post from distributions that were fitted to trees of Twitter15/16: size and duration by `quality` and `lifetime`; shape, under `drawn` and `root_or_other`, by `attribution`, from which the chance to name the original follows (`root_chance`); pace, with `pace_spread` above 0 as in preset twitter15_paced, by `pace`.',
    '- *Adaptation and objectives.* None but the choice at a post, by the equations below or by a language model; people maximize nothing.',
    '- *Learning and prediction.* None. With moods, a reaction makes the next one likelier for a while.',
    '- *Sensing.* A person sees the copy that its feed shows first: author, text, tie, reactions and age. It does not see the state of others.',
    '- *Interaction.* By posts alone: what one passes on waits in the feeds of those who follow it; a reply also reaches the author of its parent (`notify`).',
    `- *Stochasticity.* All draws are Threefry2x32-13 of the seed, by stream (${Object.keys(SocialDomain).join(', ')}), person or post, tick and purpose, so that a change leaves all other draws as they are.`,
    '- *Collectives.* Archetypes, groups of the network’s file, and cascades.',
    '- *Observation.* Every transition, question, answer and post is logged. Outcomes:',
  ].join('\n'),
  formatTable(
    ['outcome', 'unit', 'meaning'],
    SOCIAL_OUTCOMES.map(({ name, unit, meaning }) => [name, unit, meaning]),
  ),
];

function describeInitialization(config: RunConfig | null) {
  const kinds = buildArchetypes(config?.parameters ?? {});
  const creator = kinds[CREATOR].name;
  return [
    '## 5. Initialization',
    `All people are idle, all feeds empty; \`warm_up\` ticks are played by the policy before round 1. Of n people the floor of n × share of ${creator} (at least one, or nobody if the share is 0) are of archetype ${creator}: those with most followers, of equals the lower number. Everybody else draws an archetype with a probability proportional to the shares of the other archetypes: where one has share 0, the others keep their proportions.`,
    formatTable(
      [
        ...['archetype', 'share', 'sessions per day', 'ticks', 'threshold'],
        ...['like', 'reply', 'reshare', 'own posts per tick', 'timeout'],
      ],
      kinds.map(kind => [
        ...[kind.name, String(kind.share), String(kind.sessionsPerDay), kind.session.join('–')],
        ...[kind.engagementThreshold, kind.like, kind.reply, kind.reshare, kind.post, kind.timeout].map(
          String,
        ),
      ]),
    ),
    'Generated networks; a link is undirected, that is two follows:',
    formatTable(['network', 'built by'], Object.entries(GENERATED)),
    'Of a larger network from a file `agents` nodes are taken: a random one, then again and again the unchosen end of an edge, of either direction, drawn from all that lead from chosen nodes to others; where there is none, another random one. Edges among them stay.',
    'Weight of each hour of the day, from 0 to 23 o’clock UTC (mean 1):',
    HOURLY.map(weight => weight.toFixed(3)).join(' '),
    'Parameters:',
    config === null ? formatPresetTable() : formatValueTable(config),
  ];
}

/** Parameters that panels offer. */
const OFFERED = SOCIAL_PARAMETERS.filter(
  ({ cell, oldUntil }) => cell === undefined && oldUntil === undefined,
);

const formatPresetTable = (): string =>
  formatTable(
    ['parameter', ...PRESETS, 'range', 'unit', 'meaning'],
    OFFERED.map(one => [
      `\`${one.name}\``,
      ...PRESETS.map(preset => String(one.defaults[preset])),
      formatRange(one),
      one.unit,
      one.meaning,
    ]),
  );

const formatValueTable = ({ parameters, preset }: RunConfig): string =>
  formatTable(
    ['parameter', 'value', 'preset', 'range', 'unit', 'meaning'],
    OFFERED.map(one => [
      `\`${one.name}\``,
      String(parameters[one.name]),
      String(one.defaults[preset]),
      formatRange(one),
      one.unit,
      one.meaning,
    ]),
  );

const formatRange = ({ kind, choices, min, max }: ParameterDefinition): string =>
  choices?.join(', ') ?? (kind === 'boolean' ? 'true, false' : `${min} to ${max}`);

function describeSubmodels(config: RunConfig | null) {
  const order =
    config === null
      ? ''
      : ` Here it is \`${getFeedOrder(config.parameters as unknown as SocialParameters)}\`.`;
  return [
    '## 7. Submodels',
    `Names are parameters, other quantities, or explained. Constants that were fitted were fitted in a prototype to trees of Twitter15 and Twitter16 (Ma et al. 2017), so agreement with these does not validate them (docs/validation.md).`,
    ...listRunEquations(config?.parameters ?? null).flatMap(({ title, equations }) => [
      `### ${title}`,
      formatTable(
        ['quantity', 'formula', 'unit', 'meaning', 'constants'],
        equations.map(one => [
          `\`${one.symbol}\``,
          `\`${one.formula}\``,
          one.unit,
          one.meaning + formatNames(one),
          ORIGINS[one.origin],
        ]),
      ),
    ]),
    '### Feed',
    ...describeFeed(order),
    '### Parents and cascades',
    'Copies that the author could have seen are those of the content that it replies to or passes on, the content itself included: by people whom it follows, posted before it looked, no older than `expiry` then. `parent_rule` names the parent:',
    formatTable(
      ['`parent_rule`', 'parent of a reply or reshare'],
      PARENT_RULES.map(rule => [`\`${rule}\``, PARENTS[rule]]),
    ),
    '`drawn` and `root_or_other` may name the original for a person to whom the feed showed a copy of it alone, and whether or not that person follows its author: such trees are flatter than trees of exposure, and `root_credit` flattens them further. The other rules but `original` name a copy that the author could have seen.',
    'Under `first_seen`, `last_seen`, `strongest_tie` and `weighted_draw` it is the copy that the feed showed if the author could have seen none, since the content was trending or came by `notify`.',
    'Cascades are counted as `cascade_counts` says; structural virality is the mean distance between two posts (Goel et al. 2016).',
  ];
}

/** Construction of each generated network, by its name. */
const GENERATED: Readonly<Record<GeneratorName, string>> = {
  'scale-free':
    'Barabási and Albert (1999): min(m + 1, n) people, all linked; each later one in turn links to m = `edges_per_newcomer` different earlier ones. Each is a random end of a random link from before the newcomer, drawn again if it is linked already',
  'small-world':
    'Watts and Strogatz (1998): on a ring of n people each is linked to the min(k / 2, ⌊(n − 1) / 2⌋) that come next, k = `neighbours`. In turn, from all links of distance 1 to those of the greatest, each link moves with probability `rewiring`: this person stays, and the other end is drawn uniformly from all to whom the person is not and never was linked; if there are none, the link stays',
  random:
    'Erdős and Rényi (1959): `edges_per_agent` × n links, rounded, at most all pairs; each is a uniform draw of two people, drawn again if they are the same or linked already',
};

/** Quantity by which each order of a feed ranks, the greatest first. */
const RANKS: Readonly<Record<FeedOrder, string>> = {
  by_interest: '`interest`',
  chronological: 'number of the post; posts are numbered as they are delivered',
  by_engagement: '`reactions` of the content',
  by_similarity: '`affinity` to the topic',
  random: 'uniform draw for each person, content and tick',
};

/** @param order words about that of a run */
const describeFeed = (order: string): readonly string[] => [
  `A new post is pushed to all who follow its author and do not have its content among the last ${SEEN} that they saw; authors have seen what they write and pass on. Of a content that waits already only \`copies\` goes up by 1, to 255 at most: it stays the copy that came first. Any other takes the next of ${INBOX} places in turn, so what came ${INBOX} contents earlier gives way. A reply is pushed to the author of its parent as well, unless that is the replier or follows it (\`notify\`). Each push to a follower who has not seen the content and has no session draws by \`alert_chance\` whether a session begins in the next tick, also if the content waits already; a notification does not.`,
  `A person that scrolls without starting a post looks at its feed once per tick. \`feed\` ranks all copies that wait, of an age of at most \`expiry\`, and have come up (age at least \`up_after\`); the person can stop only at the first.${order}`,
  formatTable(
    ['`feed`', 'first is the greatest'],
    FEEDS.map(name => [`\`${name}\``, RANKS[name]]),
  ),
  `Of equals it is the post with the greatest number; under \`by_interest\` the copy in the lower of the ${INBOX} places. With probability \`trending\` a look offers one more copy: one of ${TRENDING} places of trending contents is drawn uniformly, and nothing is offered if it is empty or if its content is older than \`expiry\` or was seen. It has a tie of 0, one copy and no wait, and is ranked with the others, as the last; of two copies of the same post that are equal it is first, but not under \`by_interest\`. A person that stops has seen the content: it leaves the feed. One that does not stop leaves all as it was.`,
  `A like adds 1 to the heat of a content, a reply to it 1, a reshare 3; each tick multiplies it by ${COOLING}. A content without a place takes that of the least heat, of equals the first, if it adds more than that.`,
];

/** The parent by each rule. */
const PARENTS: Readonly<Record<ParentRule, string>> = {
  drawn: 'the original with probability `root_chance`, else the copy that the feed showed',
  root_or_other:
    'the original with probability `root_chance`; else the copy that the feed showed or, if that is the original, the newest other that the author could have seen, and the original if there is none',
  first_seen: 'the oldest copy that the author could have seen',
  last_seen: 'the newest of them, as Goel et al. (2016) infer it',
  strongest_tie: 'the one of the strongest tie, of equals the oldest',
  weighted_draw: 'one of them, drawn with probabilities in proportion to 65,535 × `tie` + 1',
  original: 'the content that was answered or passed on',
};

const formatNames = ({ where = {} }: Equation): string =>
  Object.entries(where)
    .map(([name, meaning]) => `; \`${name}\`: ${meaning}`)
    .join('');

const formatTable = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, heads.map(() => '---'), ...rows]
    .map(row => `| ${row.map(cell => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
