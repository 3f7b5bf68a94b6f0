import type { ChartWords } from '../../statechart/definition.ts';

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
    resting: { label: 'resting', description: 'pauses before it goes on or leaves' },
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
    timeout: { label: 'waits no longer', description: 'it has been in this state for too long' },
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
