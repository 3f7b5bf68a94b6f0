import { formatPostId, type Tick } from '../../core/indices.ts';
import { Random } from '../../core/random.ts';
import { sampleOption } from '../../core/sampling.ts';
import type { Network } from '../../network/network.ts';
import type { Answer, Question } from '../../oracle/oracle.ts';
import type { Intervention, RunConfig } from '../../setup/config.ts';
import { getSeedSchedule } from '../../setup/setupChanges.ts';
import type { ChartDefinition } from '../../statechart/definition.ts';
import type { Hierarchy } from '../../statechart/hierarchy/hierarchy.ts';
import type { Machine } from '../../statechart/machine.ts';
import { createPersonName } from '../createPersonName.ts';
import {
  addIgnoreProbability,
  computeCircumstances,
  computeProbabilities,
  type Features,
} from './asking/policy.ts';
import { computeFeatures, Questions } from './asking/questions.ts';
import { Decisions, type SavedDecisions } from './asking/socialDecisions.ts';
import {
  describeAgentSituation,
  describeGroupSituation,
  formatPromptPost,
  type SocialQuestion,
  type SocialQuestionWords,
} from './asking/socialQuestion.ts';
import type { createParentFinder } from './cascade/findParents.ts';
import { applyInterventions, restoreArchetypeChanges } from './interventions/applyInterventions.ts';
import { Lifecycle, type SavedLifecycle } from './lifecycle.ts';
import { ARCHETYPES } from './people/archetypes.ts';
import { buildArchetypes } from './people/archetypeTable.ts';
import type { Moods } from './people/moods.ts';
import { type SavedSociety, Society } from './people/society.ts';
import { Whereabouts } from './people/whereabouts.ts';
import type { Arrivals } from './posts/arrivals.ts';
import { Cascades } from './posts/cascades.ts';
import { TOPICS, type Topic } from './posts/composePostText.ts';
import { Delivery } from './posts/delivery.ts';
import { Exposures } from './posts/exposure.ts';
import { Feed, type SavedFeed } from './posts/feed.ts';
import { PostKindNumber, Posts, type SavedPosts, Word } from './posts/posts.ts';
import type { describeRemovedHubs } from './reports/describeRemovedHubs.ts';
import type { defineSocialGroupOutcomes, measureSocialGroups } from './reports/socialGroups.ts';
import { SOCIAL_STATES, socialChart } from './socialChart.ts';
import { SocialDomain } from './socialDomain.ts';
import type { SocialParameters } from './socialParameters.ts';
import { AgentState } from './transition.ts';

/** Inputs of a run. */
export interface SocialInputs {
  readonly network: Network;
  /** The chart with moods, for a run that has some. */
  readonly composite: {
    readonly chart: ChartDefinition;
    readonly hierarchy: Hierarchy;
    readonly Moods: typeof Moods;
  } | null;
  /** For parents among all copies that somebody could have seen, copies with a delay, removed hubs, and networks with groups. */
  readonly rare: {
    readonly createParentFinder: typeof createParentFinder;
    readonly Arrivals: typeof Arrivals;
    readonly describeRemovedHubs: typeof describeRemovedHubs;
    readonly defineSocialGroupOutcomes: typeof defineSocialGroupOutcomes;
    readonly measureSocialGroups: typeof measureSocialGroups;
  } | null;
}

/** Parameters and the tick from which they hold. */
interface Adopted {
  readonly from: Tick;
  readonly values: SocialParameters;
}

/** All but the population's columns, as plain data. */
interface SavedSocialState {
  readonly society: SavedSociety;
  readonly posts: SavedPosts;
  readonly decisions: SavedDecisions;
  readonly feed: SavedFeed;
  readonly lifecycle: SavedLifecycle;
  readonly series: readonly number[];
  /** Parameters since the first tick. */
  readonly adopted: readonly Adopted[];
  readonly sealed: Tick;
}

/** True if a run needs the parts that most do without. */
export const needsRareParts = ({ parent_rule, surfacing, alerts, hubs_removed }: SocialParameters): boolean =>
  parent_rule !== 'drawn' || surfacing > 0 || alerts > 0 || hubs_removed > 0;

/** The people, their posts, and what happens to both in a tick. */
export class SocialState {
  readonly society: Society;
  readonly posts: Posts;
  readonly decisions = new Decisions();
  readonly cascades: Cascades;
  readonly exposures: Exposures = new Exposures(this);
  readonly feed: Feed;
  readonly #lifecycle: Lifecycle;
  readonly #delivery: Delivery;
  /** Null in the flat chart. */
  readonly #moods: Moods | null;
  // Known once a machine plays the run.
  #where!: Whereabouts;
  #idle = 0;
  readonly #policyRandom: Random;
  readonly #questions: Questions;
  /** Parameters by the tick from which they hold, oldest first. */
  readonly #parameters: Adopted[] = [];
  /** The last tick that is over. */
  sealed: Tick;

  constructor(
    readonly config: RunConfig<SocialParameters>,
    readonly inputs: SocialInputs,
  ) {
    const { network } = inputs;
    const parameters = config.parameters;
    if (inputs.rare === null && needsRareParts(parameters)) throw new Error('not loaded');
    this.sealed = 0 - config.warmUp;
    this.#parameters.push({ from: Number.NEGATIVE_INFINITY, values: parameters });
    this.society = new Society(network, config.seed, parameters, buildArchetypes(config.parameters));
    const chance = getSeedSchedule(config);
    this.posts = new Posts(chance, parameters.roots_by_number, parameters.pace_spread);
    this.cascades = new Cascades(this.posts, this.exposures, parameters.cascade_counts);
    this.feed = new Feed(
      network,
      this.posts,
      this.society,
      chance,
      inputs.rare && new inputs.rare.Arrivals(this.posts, this.society, chance),
    );
    const { society, posts, decisions, cascades, feed } = this;
    const moods =
      parameters.moods && inputs.composite
        ? new inputs.composite.Moods(society.population, chance, parameters)
        : null;
    this.#moods = moods;
    const findParent =
      parameters.parent_rule === 'drawn' ? null : (inputs.rare?.createParentFinder(this) ?? null);
    this.#delivery = new Delivery(posts, cascades, feed, chance, moods, findParent);
    const delivery = this.#delivery;
    this.#lifecycle = new Lifecycle(config, chance, { society, posts, feed, decisions, delivery, moods });
    this.#policyRandom = new Random(chance, SocialDomain.policy);
    this.#questions = new Questions({ society, posts, decisions }, this.#wordsOf());
  }

  get chart(): ChartDefinition {
    if (this.#moods === null) return socialChart;
    if (this.inputs.composite === null) throw new Error('the chart with moods was not loaded');
    return this.inputs.composite.chart;
  }

  get hierarchy(): Hierarchy | null {
    return this.inputs.composite?.hierarchy ?? null;
  }

  playedOn(machine: Machine): void {
    this.#where = new Whereabouts(machine);
    this.#lifecycle.playedOn(machine, this.#where);
    this.exposures.playedOn(this.#where);
    this.#idle = machine.chart.stateNumber.get(AgentState.IDLE)!;
  }

  /** Number of the state `idle` in the run's chart. */
  get idle(): number {
    return this.#idle;
  }

  get hasMoods(): boolean {
    return this.#moods !== null;
  }

  /** An agent's mood, an index into MOODS; null in the flat chart. */
  moodOf(agent: number): number | null {
    return this.#moods && this.#where.mood(this.population.state[agent]);
  }

  placeOf(agent: number): AgentState {
    return SOCIAL_STATES[this.#where.place(this.population.state[agent])];
  }

  /** Counts cascades by other parameters, of which only measures depend. */
  remeasure({ cascade_counts }: SocialParameters): void {
    this.cascades.countBy(cascade_counts);
  }

  get population() {
    return this.society.population;
  }

  get failureCount(): number {
    return this.#lifecycle.failureCount;
  }

  get decisionCount(): number {
    return this.decisions.count;
  }

  get parameters(): SocialParameters {
    return this.#parameters[this.#parameters.length - 1].values;
  }

  /** The parameters that held in a tick. */
  parametersAt(tick: Tick): SocialParameters {
    const last = this.#parameters[this.#parameters.length - 1];
    return last.from <= tick ? last.values : this.#parameters.findLast(p => p.from <= tick)!.values;
  }

  adopt(parameters: SocialParameters, tick: Tick): void {
    const values = parameters;
    this.#parameters.push({ from: tick, values });
    this.society.adopt(values);
    this.#moods?.adopt(values);
  }

  intervene(changes: readonly Intervention[]): readonly Intervention[] {
    const { posts, society, parameters } = this;
    const { follows } = this.feed;
    return applyInterventions({ posts, society, parameters, follows, delivery: this.#delivery }, changes);
  }

  resolveContext(context: number): unknown {
    return context === 0 ? null : { post_id: formatPostId(context - 1) };
  }

  questions(tick: Tick): readonly SocialQuestion[] {
    return this.#questions.at(tick, this.#where);
  }

  #wordsOf(): SocialQuestionWords {
    const { posts, society } = this;
    return {
      situation: question => describeAgentSituation(this, question),
      kindSituation: (archetype, post) => describeGroupSituation(this, archetype, post),
      archetype: (agent, tick) => society.archetypeAt(agent, tick),
      shown: post => formatPromptPost(this, post),
      reshareable: post => posts.word(posts.word(post, Word.content), Word.kind) !== PostKindNumber.reply,
      adapt: (q, shared) => adaptGroupProbabilities(shared, this.features(q), this.parametersAt(q.tick)),
    };
  }

  /** The policy's inputs for a question. */
  features(q: SocialQuestion): Features {
    return computeFeatures(this, q, this.parametersAt(q.tick));
  }

  policy(question: Question): Answer {
    const q = question as SocialQuestion;
    const probabilities = computeProbabilities(this.features(q), this.parametersAt(q.tick));
    const option = sampleOption(probabilities, this.#policyRandom.unit(q.agent, q.tick, 0));
    const offered = q.mayReshare ? probabilities : probabilities.slice(0, -1);
    return { kind: 'chosen', option, probabilities: offered, source: 'policy' };
  }

  apply(tick: Tick, questions: readonly Question[], answers: readonly Answer[], machine: Machine): void {
    this.#lifecycle.apply(tick, this.parameters, questions, answers, machine);
  }

  deliver(tick: Tick, machine: Machine): void {
    this.sealed = tick;
    this.#delivery.deliver(tick, machine, this.parameters);
  }

  series(): readonly number[] {
    return this.#delivery.series;
  }

  save(): SavedSocialState {
    return {
      society: this.society.save(),
      posts: this.posts.save(),
      decisions: this.decisions.save(),
      feed: this.feed.save(),
      lifecycle: this.#lifecycle.save(),
      series: [...this.#delivery.series],
      adopted: this.#parameters.slice(1),
      sealed: this.sealed,
    };
  }

  restore(saved: SavedSocialState): void {
    this.society.restore(saved.society);
    if (saved.society.became) restoreArchetypeChanges(this.society, saved.society.became);
    this.posts.restore(saved.posts);
    for (let post = 0; post < this.posts.count; post++) this.cascades.add(post);
    this.decisions.restore(saved.decisions);
    this.feed.restore(saved.feed);
    this.#lifecycle.restore(saved.lifecycle);
    this.#delivery.series = [...saved.series];
    this.#parameters.push(...saved.adopted);
    this.society.removeHubs(this.parameters);
    this.sealed = saved.sealed;
  }

  /** The decision of a row as a question again, for recomputing its terms and its prompt. */
  questionOf(row: number): SocialQuestion {
    return this.#questions.of(row);
  }

  /** Never: somebody always wakes up. */
  readonly isOver = false;

  nameOf(agent: number): string {
    return this.inputs.network.labels?.[agent] ?? createPersonName(this.config.seed, agent);
  }

  /** The name of the archetype that an agent has in a tick that was played, or in the next one. */
  archetypeOf(agent: number, tick: Tick): string {
    return ARCHETYPES[this.society.archetypeAt(agent, tick)].name;
  }

  /** The agent's two favourite topics. */
  topTopics(agent: number): Topic[] {
    const weights = TOPICS.map((topic, t) => ({ topic, weight: this.society.affinity(agent, t) }));
    return weights
      .sort((a, b) => b.weight - a.weight)
      .slice(0, 2)
      .map(w => w.topic);
  }

  /** Number of accounts that an agent follows. */
  following(agent: number): number {
    return this.inputs.network.targets.reduce((count, target) => count + (target === agent ? 1 : 0), 0);
  }
}

/** Minimum gain from which proportions are known. */
const MIN_GAIN = 0.05;
const MAX_FACTOR = 4;

/**
 * An agent's own probabilities from those of its kind: like, reply and reshare are scaled as the policy scales them
 * from a typical question to this one; the rest goes to ignore.
 * @param shared ignore, like, reply and, if anybody may, reshare.
 */
export function adaptGroupProbabilities(
  shared: readonly number[],
  f: Features,
  p: SocialParameters,
): readonly number[] {
  const own = computeCircumstances(f, p);
  const typical = computeCircumstances(createTypicalFeatures(f, p), p);
  const act = (ofOwn: number, ofTypical: number) => Math.min(MAX_FACTOR, ofOwn / ofTypical) * own.momentum;
  const like = act((0.4 + 0.6 * own.gain) * own.fatigue, (0.4 + 0.6 * typical.gain) * typical.fatigue);
  const write = act(
    own.gain * own.fatigue * own.depthDecay * own.ageDecay,
    Math.max(MIN_GAIN, typical.gain) * typical.fatigue,
  );
  const adapted = addIgnoreProbability(
    shared[1] * like,
    shared[2] * write,
    f.mayReshare ? (shared[3] ?? 0) * write : 0,
  );
  return f.mayReshare ? adapted : adapted.slice(0, -1);
}

/**
 * The typical case: the same post, new and at its root, before an average member of the kind, half fresh,
 * half tired.
 */
export const createTypicalFeatures = (f: Features, p: SocialParameters): Features => ({
  ...f,
  affinity: 0.5,
  age: p.half_life * f.pace,
  tie: 0.5,
  social2: 2,
  rootAge: 0,
  depth: 0,
  sessionUsed: 1,
  sessionLength: 2,
  momentum: 1,
});
