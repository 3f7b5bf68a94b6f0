import { DEFAULT_AGENTS } from '../../checks/createDefaultSetup.ts';
import type { Groups } from '../../core/agentGroups.ts';
import { createLoadErrorHandler } from '../../core/errors.ts';
import type { Tick } from '../../core/indices.ts';
import type { QueryTime } from '../../model/createAgentModelQueries.ts';
import type { Material, Model, ModelReports, ModelSources, ModelState } from '../../model/model.ts';
import type { Moment, OutcomeDefinition, OutcomeValues } from '../../model/outcomeDefinition.ts';
import { isGeneratorName } from '../../network/generated/generators.ts';
import { loadNetwork } from '../../network/loadNetwork.ts';
import { buildNetworkInfo } from '../../network/networkInfo.ts';
import type { PromptWords } from '../../oracle/formats/promptWords.ts';
import type { Change, Setup } from '../../setup/config.ts';
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
import { answerSocialQuery, computeInvolvement } from './reports/answerSocialQuery.ts';
import { applyGroupChanges } from './reports/applyGroupChanges.ts';
import { defineSocialGroupOutcomes, measureSocialGroups } from './reports/groupOutcomes.ts';
import {
  findPostNumber,
  measurePostSubject,
  measureSocialOutcomes,
} from './reports/measureSocialOutcomes.ts';
import type { SocialFrame } from './reports/socialFrame.ts';
import { socialChart } from './socialChart.ts';
import { SOCIAL } from './socialSpec.ts';
import { type SocialInputs, SocialState } from './socialState.ts';

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
export const social: Model<SocialInputs> = {
  ...SOCIAL,
  chart: socialChart,
  series: SOCIAL_SERIES,
  prompt: PROMPT,
  contextColumn: 'post',
  load: loadSocialInputs,
  loadsBy: ({ network, direction, repeats, groups, agents, seed, parameters }) =>
    isGeneratorName(network)
      ? [network, agents, seed, parameters]
      : [
          ...[network, direction, repeats, groups, agents, agents !== null && seed],
          ...[parameters.moods, parameters.weights_as_before],
        ],
  create: (config, inputs) => new SocialModelState(config, inputs),
};

/** With it comes all that plays charts with hierarchy, which the usual chart does without. */
const loadCompositeChart = () =>
  import('./compositeSocialChart.ts').catch(createLoadErrorHandler('the chart with moods'));

async function loadSocialInputs(setup: Setup, sources: ModelSources): Promise<Material<SocialInputs>> {
  const { network, notes, reading } = await loadNetwork(setup, sources, DEFAULT_AGENTS);
  const composite = setup.parameters.moods === true ? (await loadCompositeChart()).COMPOSITE : null;
  return {
    inputs: { network, composite },
    agents: network.nodes,
    network,
    networkInfo: buildNetworkInfo(network, reading, 'ties'),
    inputInfo: {},
    // If nothing is left out, a run is the same as before there were two rules.
    ...(reading?.zeros === undefined && { parameters: { weights_as_before: true } }),
    notes,
  };
}

/** The model at work, with its answers to queries and its document. */
export class SocialModelState extends SocialState implements ModelState {
  async loadReports(): Promise<ModelReports> {
    const { createSocialReporter } = await import('./reports/createSocialReporter.ts');
    return createSocialReporter(this);
  }

  get prompt(): PromptWords {
    return this.hasMoods ? MOOD_PROMPT : PROMPT;
  }

  outcomesAt({ tick, counts }: Moment, wanted?: ReadonlySet<number>): OutcomeValues {
    const people = { idle: counts[this.idle], agents: this.population.size };
    const values = measureSocialOutcomes(this.posts, this.cascades, tick, people, wanted);
    const { groups } = this.inputs.network;
    return groups ? [...values, ...measureSocialGroups(groups, this.posts.answers(tick))] : values;
  }

  get ownOutcomes(): readonly OutcomeDefinition[] {
    const { groups } = this.inputs.network;
    return groups ? defineSocialGroupOutcomes(groups) : [];
  }

  subjectAt(id: string, { tick }: Moment): OutcomeValues {
    return measurePostSubject(this.posts, id, tick);
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
