import type { Block, ChartDefinition, TransitionDefinition } from '../../statechart/definition.ts';
import { HIERARCHY } from '../../statechart/hierarchy/hierarchy.ts';
import type { Mood } from './people/moodNames.ts';
import { Moods } from './people/moods.ts';
import { COMPOSITE_WORDS, createPendingGuard, createSocialGuard, GUARDS } from './socialChart.ts';
import { AgentState as S } from './transition.ts';

/** The compound state of all that is not idle, and that of the three actions. */
const ACTIVE = 'active';
const ENGAGING = 'engaging';

const reactedEnough = createSocialGuard(
  'reactions',
  '>=',
  { column: 'engaged_after' },
  'has reacted often enough',
);
const ignoredEnough = createSocialGuard(
  'ignored',
  '>=',
  { column: 'fed_up_after' },
  'has ignored too much in a row',
);
const CALM_MOOD: Mood = 'calm';
const ENGAGED: Mood = 'engaged';
const FED_UP: Mood = 'fed_up';

/** A calm agent starts counting again. */
const ANEW: Block = [
  { kind: 'set', column: 'ignored', value: 0 },
  { kind: 'set', column: 'reactions', value: 0 },
];

/** The lifecycle of the flat chart; what several of its states share is said once. */
const attention: readonly TransitionDefinition[] = [
  { trigger: 'feed_ready', source: S.IDLE, target: S.SCROLLING, ...GUARDS.sessionLeft },
  { trigger: 'starts_post', source: S.SCROLLING, target: S.COMPOSING, ...GUARDS.hasPost },
  { trigger: 'sees_post', source: S.SCROLLING, target: S.EVALUATING, ...GUARDS.isInteresting },
  { trigger: 'ignores', source: S.EVALUATING, target: S.SCROLLING },
  { trigger: 'decides', source: S.EVALUATING, target: S.ENGAGING_LIKE, ...createPendingGuard('like') },
  { trigger: 'decides', source: S.EVALUATING, target: S.COMPOSING, ...createPendingGuard('reply') },
  { trigger: 'decides', source: S.EVALUATING, target: S.COMPOSING, ...createPendingGuard('reshare') },
  { trigger: 'decides', source: S.EVALUATING, target: S.SCROLLING },
  { trigger: 'compose_done', source: S.COMPOSING, target: S.ENGAGING_REPLY, ...createPendingGuard('reply') },
  {
    trigger: 'compose_done',
    source: S.COMPOSING,
    target: S.ENGAGING_RESHARE,
    ...createPendingGuard('reshare'),
  },
  { trigger: 'compose_done', source: S.COMPOSING, target: S.RESTING },
  { trigger: 'action_done', source: ENGAGING, target: S.RESTING, ...GUARDS.workDone },
  { trigger: 'timeout', source: S.SCROLLING, target: S.RESTING },
  { trigger: 'timeout', source: S.RESTING, target: S.IDLE },
  // Of all other active states: inner ones come first.
  { trigger: 'timeout', source: ACTIVE, target: S.SCROLLING, restarts: true },
  { trigger: 'round_ends', source: S.SCROLLING, target: S.IDLE, ...GUARDS.sessionOver },
  { trigger: 'round_ends', source: S.RESTING, target: S.IDLE, ...GUARDS.sessionOver },
];

/** Things seen and done change the mood, and time brings it back. */
const mood: readonly TransitionDefinition[] = [
  { trigger: 'action_done', source: CALM_MOOD, target: ENGAGED, ...reactedEnough },
  { trigger: 'action_done', source: FED_UP, target: CALM_MOOD },
  { trigger: 'ignores', source: CALM_MOOD, target: FED_UP, ...ignoredEnough },
  { trigger: 'ignores', source: ENGAGED, target: CALM_MOOD, ...ignoredEnough },
  { trigger: 'hears_back', source: CALM_MOOD, target: ENGAGED },
  { trigger: 'hears_back', source: FED_UP, target: CALM_MOOD },
  { trigger: 'calms_down', source: ENGAGED, target: CALM_MOOD, rate: { column: 'engaged_ends' } },
  { trigger: 'recovers', source: FED_UP, target: CALM_MOOD, rate: { column: 'fed_up_ends' } },
];

/**
 * The social agent in two regions: attention, which is the flat chart's lifecycle, and the mood, which that chart does
 * not know. If the mood changes no chances, attention takes the flat chart's transitions, tick by tick.
 */
export const compositeSocialChart: ChartDefinition = {
  name: 'social with moods',
  initial: 'agent',
  words: COMPOSITE_WORDS,
  states: [
    {
      id: 'agent',
      kind: 'parallel',
      states: [
        {
          id: 'attention',
          states: [
            S.IDLE,
            {
              id: ACTIVE,
              states: [
                S.SCROLLING,
                S.EVALUATING,
                S.COMPOSING,
                { id: ENGAGING, states: [S.ENGAGING_LIKE, S.ENGAGING_REPLY, S.ENGAGING_RESHARE] },
                S.RESTING,
              ],
            },
          ],
        },
        { id: 'mood', states: [{ id: CALM_MOOD, entry: [ANEW] }, ENGAGED, FED_UP] },
      ],
    },
  ],
  thresholds: { [S.RESTING]: { column: 'rest_limit' } },
  transitions: [...attention, ...mood],
};

/** That chart with its interpreter, and what changes moods. */
export const COMPOSITE = { chart: compositeSocialChart, hierarchy: HIERARCHY, Moods };
