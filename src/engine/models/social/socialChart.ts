import type { ChartDefinition, ChartWords, DataGuard } from '../../statechart/definition.ts';
import { AgentState as S, Transition } from './transition.ts';

/** The lifecycle of a person on a network in plain words. */
export const SOCIAL_WORDS: ChartWords = {
  states: {
    idle: { label: 'idle', description: 'is away from the network' },
    scrolling: { label: 'scrolling', description: 'looks through what others posted' },
    evaluating: { label: 'evaluating', description: 'has stopped at a post and makes up its mind' },
    composing: { label: 'composing', description: 'writes a post, a reply or a comment' },
    engaging_like: { label: 'like', description: 'is about to like the post' },
    engaging_reply: { label: 'reply', description: 'is about to send its reply' },
    engaging_reshare: { label: 'reshare', description: 'is about to pass the post on' },
    resting: { label: 'resting', description: 'pauses before it scrolls on or leaves' },
  },
  triggers: {
    feed_ready: { label: 'arrives', description: 'a session begins' },
    starts_post: { label: 'starts a post', description: 'it has something of its own to say' },
    sees_post: { label: 'stops', description: 'a post in its feed is interesting enough to stop at' },
    ignores: { label: 'moves on', description: 'it does nothing with the post' },
    decides: {
      label: 'reacts',
      description: 'it has made up its mind; without a usable answer it scrolls on',
    },
    compose_done: { label: 'has written', description: 'what it wrote is ready to go out' },
    action_done: { label: 'has done it', description: 'the like, reply or reshare is out' },
    timeout: { label: 'times out', description: 'it has been in this state for too long' },
    round_ends: { label: 'leaves', description: 'its session is over' },
  },
};

/** The same for moods. */
export const COMPOSITE_WORDS: ChartWords = {
  states: {
    ...SOCIAL_WORDS.states,
    agent: { label: 'agent', description: 'a person: what it attends to, and its mood' },
    attention: { label: 'attention', description: 'what it is doing' },
    active: { label: 'active', description: 'is on the network' },
    engaging: { label: 'engaging', description: 'is about to like, reply or reshare' },
    mood: { label: 'mood', description: 'how readily it reacts' },
    calm: { label: 'calm', description: 'reacts as it usually does' },
    engaged: { label: 'engaged', description: 'is in the swing, and reacts more readily' },
    fed_up: { label: 'fed up', description: 'has seen too little of interest, and hardly reacts' },
  },
  triggers: {
    ...SOCIAL_WORDS.triggers,
    hears_back: { label: 'hears back', description: 'somebody liked, answered or passed on its post' },
    calms_down: { label: 'calms down', description: 'the swing is over' },
    recovers: { label: 'recovers', description: 'it is no longer fed up' },
  },
};

/** An agent's pending action, as the column `pending_action` numbers it. */
export const Pending = { none: 0, original: 1, like: 2, reply: 3, reshare: 4 } as const;

/** A guard on a column of `Society` or `Moods`, with its words. */
export const createSocialGuard = (
  column: string,
  op: DataGuard['op'],
  value: DataGuard['value'],
  name: string,
): { guard: DataGuard } => ({
  guard: { kind: 'compare', column, op, value, name },
});
/** A guard on what the agent is about to do. */
export const createPendingGuard = (action: keyof typeof Pending): { guard: DataGuard } => ({
  guard: {
    kind: 'compare',
    column: 'pending_action',
    op: '==',
    value: Pending[action],
    name: `pending action is ${action}`,
    labels: Object.keys(Pending),
  },
});
/** Guards that both charts of the model have. */
export const GUARDS = {
  sessionLeft: createSocialGuard('session_left', '>', 0, 'session has time left'),
  sessionOver: createSocialGuard('session_left', '==', 0, 'session is over'),
  workDone: createSocialGuard('work_left', '==', 0, 'work is done'),
  hasPost: createSocialGuard('post_draw', '<', { column: 'post_rate' }, 'has something to post'),
  isInteresting: createSocialGuard('interest', '>=', { column: 'notice' }, 'a post is interesting'),
} as const;

/** The order of this list numbers the states everywhere: columns, colours, documents. */
export const SOCIAL_STATES = Object.values(S);

/** The lifecycle of a social agent. Columns named by guards belong to `Society`. */
export const socialChart: ChartDefinition = {
  name: 'social',
  states: SOCIAL_STATES,
  initial: S.IDLE,
  words: SOCIAL_WORDS,
  // A rest takes one tick or two, drawn on entry.
  thresholds: { [S.RESTING]: { column: 'rest_limit' } },
  transitions: [
    new Transition('feed_ready', S.IDLE, S.SCROLLING, GUARDS.sessionLeft),
    new Transition('starts_post', S.SCROLLING, S.COMPOSING, GUARDS.hasPost),
    new Transition('sees_post', S.SCROLLING, S.EVALUATING, GUARDS.isInteresting),
    new Transition('ignores', S.EVALUATING, S.SCROLLING),
    new Transition('decides', S.EVALUATING, S.ENGAGING_LIKE, createPendingGuard('like')),
    new Transition('decides', S.EVALUATING, S.COMPOSING, createPendingGuard('reply')),
    new Transition('decides', S.EVALUATING, S.COMPOSING, createPendingGuard('reshare')),
    new Transition('decides', S.EVALUATING, S.SCROLLING),
    new Transition('compose_done', S.COMPOSING, S.ENGAGING_REPLY, createPendingGuard('reply')),
    new Transition('compose_done', S.COMPOSING, S.ENGAGING_RESHARE, createPendingGuard('reshare')),
    new Transition('compose_done', S.COMPOSING, S.RESTING),
    new Transition('action_done', S.ENGAGING_LIKE, S.RESTING, GUARDS.workDone),
    new Transition('action_done', S.ENGAGING_REPLY, S.RESTING, GUARDS.workDone),
    new Transition('action_done', S.ENGAGING_RESHARE, S.RESTING, GUARDS.workDone),
    new Transition('timeout', S.SCROLLING, S.RESTING),
    new Transition('timeout', S.EVALUATING, S.SCROLLING),
    new Transition('timeout', S.COMPOSING, S.SCROLLING),
    new Transition('timeout', S.ENGAGING_LIKE, S.SCROLLING),
    new Transition('timeout', S.ENGAGING_REPLY, S.SCROLLING),
    new Transition('timeout', S.ENGAGING_RESHARE, S.SCROLLING),
    new Transition('timeout', S.RESTING, S.IDLE),
    new Transition('round_ends', S.SCROLLING, S.IDLE, GUARDS.sessionOver),
    new Transition('round_ends', S.RESTING, S.IDLE, GUARDS.sessionOver),
  ],
};
