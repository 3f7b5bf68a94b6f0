import { formatQuotedText } from '../../../core/formatQuotedText.ts';
import type { InterventionDefinition } from '../../../setup/config.ts';
import { parseAgentNumber } from '../../../setup/setupChanges.ts';
import { ARCHETYPES } from '../people/archetypes.ts';
import { TOPICS } from '../posts/composePostText.ts';

const isAgentIdText = (id: string): boolean => !Number.isNaN(parseAgentNumber(id));
const isArchetypeName = (name: string): boolean => ARCHETYPES.some(kind => kind.name === name);
const ARCHETYPE_NAME_LIST = ARCHETYPES.map(({ name }) => name).join(', ');
/** Agents, one by one or all of an archetype. */
const isAgentSelector = (one: string): boolean => isAgentIdText(one) || isArchetypeName(one);
const WHO = `an agent’s id or one of ${ARCHETYPE_NAME_LIST}`;
const isTopicName = (name: string): boolean => TOPICS.some(topic => topic === name);
const isPostIdText = (id: string): boolean => /^post_\d{3,}$/.test(id);

const quoteTargetText = (text = 'nothing'): string => `"${formatQuotedText(text)}"`;
/** Problem of the first misfit. */
const findMisfit = (on: readonly string[], fits: (one: string) => boolean, wanted: string): string | null => {
  const wrong = on.find(one => !fits(one));
  return wrong === undefined ? null : `${quoteTargetText(wrong)} is not ${wanted}`;
};
const findAgentPairMisfit = (on: readonly string[]): string | null => {
  if (on.length !== 2 || on[0] === on[1])
    return 'needs two agents, the one that follows and the one that is followed';
  return findMisfit(on, isAgentIdText, 'an agent’s id, such as agent_005');
};

/** Interventions in a society from a round on. */
export const SOCIAL_INTERVENTIONS: readonly InterventionDefinition[] = [
  {
    name: 'remove_post',
    takes: 'post_012',
    meaning: 'the post, and what hangs on it, is shown to nobody from then on',
    mistakeIn: on => findMisfit(on, isPostIdText, 'a post’s id, such as post_012'),
  },
  {
    name: 'remove_agents',
    takes: 'agent_005,agent_007 or creator',
    meaning:
      'these agents, or all of an archetype, are idle from then on, and what they posted is shown to nobody',
    mistakeIn: on => findMisfit(on, isAgentSelector, WHO),
  },
  {
    name: 'become',
    takes: 'lurker,agent_005,agent_007 or lurker,creator',
    meaning: 'these agents, or all of an archetype, are of the archetype named first from then on',
    mistakeIn([kind, ...who]) {
      if (kind === undefined || !isArchetypeName(kind))
        return `${quoteTargetText(kind)} is not one of ${ARCHETYPE_NAME_LIST}`;
      return who.length === 0
        ? `names nobody who is to become ${kind}`
        : findMisfit(who, isAgentSelector, WHO);
    },
  },
  {
    name: 'insert_post',
    takes: 'agent_005,health',
    meaning: 'the agent posts once more in that round, about a topic',
    mistakeIn([author = '', topic = '', ...rest]) {
      if (!isAgentIdText(author) || rest.length > 0)
        return `needs an agent and a topic, not ${quoteTargetText(author)}`;
      return isTopicName(topic)
        ? null
        : `${quoteTargetText(topic)} is none of the topics ${TOPICS.join(', ')}`;
    },
  },
  {
    name: 'cut_edge',
    takes: 'agent_005,agent_007',
    meaning: 'the first no longer gets what the second posts from then on',
    mistakeIn: findAgentPairMisfit,
  },
  {
    name: 'add_edge',
    takes: 'agent_005,agent_007',
    meaning: 'the first follows the second from then on',
    mistakeIn: findAgentPairMisfit,
  },
];
