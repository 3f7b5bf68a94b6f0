import { DEFAULT_AGENTS } from '../../checks/createDefaultSetup.ts';
import type { Groups, Regrouped } from '../../core/agentGroups.ts';
import { createLoadErrorHandler } from '../../core/errors.ts';
import type { Tick } from '../../core/indices.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import { getGroupsAtTick } from '../../model/getGroupsAtTick.ts';
import type { Material, Model, ModelReports, ModelSources, ModelState } from '../../model/model.ts';
import type { Moment, OutcomeDefinition, OutcomeValues } from '../../model/outcomeDefinition.ts';
import { isGeneratorName } from '../../network/generated/generators.ts';
import { loadNetwork } from '../../network/loadNetwork.ts';
import { buildNetworkInfo } from '../../network/networkInfo.ts';
import type { PromptWords } from '../../oracle/formats/buildPromptTemplate.ts';
import type { Change, Setup } from '../../setup/config.ts';
import { getInterventionsAtTick, parseAgentNumber } from '../../setup/setupChanges.ts';
import {
  KINDS_RULES,
  KINDS_SITUATION,
  MOOD_SITUATION,
  SITUATION,
  SOCIAL_INSTRUCTIONS,
} from './asking/socialInstructions.ts';
import { CHOICES, type SocialQuestion } from './asking/socialQuestion.ts';
import { ARCHETYPES } from './people/archetypes.ts';
import { Word } from './posts/posts.ts';
import {
  findPostNumber,
  measurePostSubject,
  measureSocialOutcomes,
} from './reports/measureSocialOutcomes.ts';
import type { SocialFrame } from './reports/socialQueries.ts';
import { socialChart } from './socialChart.ts';
import type { SocialParameters } from './socialParameters.ts';
import { SOCIAL } from './socialSpec.ts';
import { needsRareParts, type SocialInputs, SocialState } from './socialState.ts';

const SOCIAL_SERIES = ['likes', 'replies', 'reshares', 'posts'] as const;

const PROMPT: PromptWords = {
  options: CHOICES,
  own: { rules: SOCIAL_INSTRUCTIONS, situation: SITUATION },
  kin: { rules: KINDS_RULES, situation: KINDS_SITUATION },
};
const MOOD_PROMPT: PromptWords = {
  ...PROMPT,
  own: { rules: SOCIAL_INSTRUCTIONS, situation: MOOD_SITUATION },
};

const isInterventionChange = ({ kind }: Change): boolean => kind === 'intervention';

/** The social model: people who scroll, evaluate posts and pass them on over a network. */
export const social: Model<SocialInputs, SocialParameters> = {
  ...SOCIAL,
  chart: socialChart,
  series: SOCIAL_SERIES,
  prompt: PROMPT,
  contextColumn: 'post',
  load: loadSocialInputs,
  loadsBy: ({ network, direction, repeats, groups, agents, seed, parameters, preset, changes }) =>
    isGeneratorName(network)
      ? [network, agents, seed, parameters, isRare({ parameters, preset, changes })]
      : [
          ...[network, direction, repeats, groups, agents, agents !== null && seed],
          ...[parameters.moods, parameters.weights_as_before, isRare({ parameters, preset, changes })],
        ],
  create: (config, inputs) => new SocialModelState(config, inputs),
};

/** True if a set-up needs what most do without; a network with groups needs it as well. */
function isRare({ parameters, preset, changes }: Pick<Setup, 'parameters' | 'preset' | 'changes'>): boolean {
  const values = SOCIAL.parameters.map(({ name, defaults }) => [name, parameters[name] ?? defaults[preset]]);
  return (
    needsRareParts(Object.fromEntries(values)) ||
    changes.some(change => change.kind === undefined && change.name === 'hubs_removed')
  );
}

/** With it comes all that plays charts with hierarchy, which the usual chart does without. */
const loadCompositeChart = () =>
  import('./compositeSocialChart.ts').catch(createLoadErrorHandler('the chart with moods'));

/** Reports; with them come the parts that most runs do without. */
const loadReporter = () =>
  import('./reports/createSocialReporter.ts').catch(createLoadErrorHandler('the reports'));

async function loadSocialInputs(setup: Setup, sources: ModelSources): Promise<Material<SocialInputs>> {
  const loaded = await loadNetwork(setup, sources, DEFAULT_AGENTS);
  const { network, notes, reading } = loaded;
  const composite = setup.parameters.moods === true ? (await loadCompositeChart()).COMPOSITE : null;
  const rare = network.groups || isRare(setup) ? await loadReporter() : null;
  return {
    inputs: { network, composite, rare },
    agents: network.nodes,
    network,
    networkInfo: buildNetworkInfo(loaded, 'ties'),
    inputInfo: {},
    // If nothing is left out, a run is the same as before there were two rules.
    ...(reading?.zeros === undefined && { parameters: { weights_as_before: true } }),
    notes,
  };
}

/** The model at work, with its answers to queries and its document. */
export class SocialModelState extends SocialState implements ModelState {
  async loadReports(): Promise<ModelReports> {
    return (await loadReporter()).createSocialReporter(this);
  }

  get prompt(): PromptWords {
    return this.hasMoods ? MOOD_PROMPT : PROMPT;
  }

  openingLines(): readonly string[] {
    return this.inputs.rare?.describeRemovedHubs(this.config, this.inputs.network) ?? [];
  }

  outcomesAt({ tick, counts, since = 1 }: Moment, wanted?: ReadonlySet<number>): OutcomeValues {
    const people = { idle: counts[this.idle], agents: this.population.size };
    const values = measureSocialOutcomes(this.posts, this.cascades, { tick, since, ...people }, wanted);
    const { rare, network } = this.inputs;
    if (!rare || !network.groups) return values;
    const own = rare.measureSocialGroups(network.groups, this.posts.answers(tick, this.cascades));
    return [...values, ...own];
  }

  get ownOutcomes(): readonly OutcomeDefinition[] {
    const { rare, network } = this.inputs;
    return rare && network.groups ? rare.defineSocialGroupOutcomes(network.groups) : [];
  }

  subjectAt(id: string, { tick }: Moment): OutcomeValues {
    return measurePostSubject(this.posts, this.cascades, id, tick);
  }

  subjectSince(id: string): Tick {
    return this.posts.word(findPostNumber(this.posts, id), Word.tick);
  }

  frame(tick: Tick): SocialFrame {
    return {
      kind: 'social',
      liveliest: this.cascades.liveliest(tick, 8),
      largest: this.cascades.largest(),
    };
  }

  answered(limit: number): readonly SocialQuestion[] {
    const rows = [...this.decisions.said].filter(([, { evidence }]) => evidence.model !== undefined);
    return rows
      .slice(-limit)
      .reverse()
      .map(([row]) => this.questionOf(row));
  }

  get groups(): Groups {
    const groups = {
      label: 'archetype',
      names: ARCHETYPES.map(a => a.name),
      of: this.society.drawnArchetype.slice(),
    };
    const { changes } = this.config;
    return changes.some(isInterventionChange) ? applyGroupChanges(groups, changes) : groups;
  }

  get networkGroups(): Groups | undefined {
    return this.inputs.network.groups;
  }

  order(name: string, focus: number | null): ArrayLike<number> | null {
    if (name === 'archetype') return this.society.archetype;
    if (name === 'group') return this.networkGroups?.of ?? null;
    return name === 'cascade' && focus !== null ? computeInvolvement(this, focus) : null;
  }

  query(name: string, argument: unknown, now: QueryTime): unknown {
    return answerSocialQuery(this, name, argument, now);
  }

  labelOf(agent: number): string | null {
    return this.inputs.network.labels?.[agent] ?? null;
  }
}

/** Archetypes as groups, with who becomes what later by the changes of a run. */
function applyGroupChanges(groups: Groups, changes: readonly Change[]): Groups {
  const later: Regrouped[] = [];
  for (const tick of [...new Set(changes.map(change => change.tick))].sort((a, b) => a - b)) {
    const before = getGroupsAtTick({ ...groups, later }, tick - 1);
    for (const { name, on } of getInterventionsAtTick(changes, tick)) {
      const [kind, ...who] = on.map(one => groups.names.indexOf(one));
      if (name !== 'become') continue;
      const agents = who.flatMap((of, i) =>
        of < 0 ? [parseAgentNumber(on[i + 1])] : selectAgentsOfKind(before, of),
      );
      later.push(...agents.map(agent => ({ tick, agent, group: kind })));
    }
  }
  return later.length > 0 ? { ...groups, later } : groups;
}

const selectAgentsOfKind = (kinds: Uint8Array, kind: number): readonly number[] =>
  [...kinds.keys()].filter(agent => kinds[agent] === kind);

/** @throws InputError for another model's query. */
function answerSocialQuery(state: SocialState, name: string, argument: unknown, now: QueryTime): unknown {
  const { cascades, exposures } = state;
  if (typeof argument === 'number') {
    const isThere = cascades.size(argument) > 0;
    if (name === 'cascade') return isThere ? cascades.tree(argument, now.tickSeconds, now.tick) : null;
    if (name === 'viewers') return isThere ? exposures.viewers(argument) : null;
  }
  return loadReporter().then(({ answerRareQuery }) => answerRareQuery(state, name, argument, now));
}

/**
 * Sort keys: number of posts in the cascade and everything below them, the most first; the root's author
 * before all.
 */
function computeInvolvement({ cascades, posts, population }: SocialState, root: number): Float64Array {
  const keys = new Float64Array(population.size);
  if (cascades.size(root) === 0) return keys;
  const under = cascades.members(root);
  const below = new Map<number, number>(under.map(post => [post, 1]));
  for (const post of [...under].reverse()) {
    const parent = posts.parent.data[post];
    if (parent >= 0) below.set(parent, below.get(parent)! + below.get(post)!);
    keys[posts.word(post, Word.author)] -= below.get(post)!;
  }
  keys[posts.word(root, Word.author)] = Number.NEGATIVE_INFINITY;
  return keys;
}
