import type { LogStore } from '../../src/engine/log/logStore.ts';
import type { TransitionDefinition } from '../../src/engine/statechart/definition.ts';

/** Full blocks leave memory, so that the bytes of agents and histories show without those of the log. */
export class AwayStore implements LogStore {
  append(): void {}
  read(): void {
    throw new Error('the benchmark does not look back');
  }
}

/** One chart and one stream of triggers for every engine; all of them must end in the same states. */
export const STATES = [
  'idle',
  'scrolling',
  'evaluating',
  'composing',
  'engaging_like',
  'engaging_reshare',
  'engaging_reply',
  'resting',
] as const;

/** The trigger that is fired in each state. */
export const DRIVE: Readonly<Record<string, string>> = {
  idle: 'start',
  scrolling: 'see',
  evaluating: 'decide',
  composing: 'done',
  engaging_like: 'done',
  engaging_reshare: 'done',
  engaging_reply: 'done',
  resting: 'rest',
};

export interface Edge {
  readonly trigger: string;
  readonly source: string;
  readonly target: string;
  /** The guard: the draw must be above this. */
  readonly above?: number;
}

const edge = (trigger: string, source: string, target: string, above?: number): Edge =>
  above === undefined ? { trigger, source, target } : { trigger, source, target, above };

export const EDGES: readonly Edge[] = [
  edge('start', 'idle', 'scrolling'),
  edge('see', 'scrolling', 'evaluating'),
  edge('decide', 'evaluating', 'composing', 0.8),
  edge('decide', 'evaluating', 'engaging_like', 0.6),
  edge('decide', 'evaluating', 'engaging_reshare', 0.5),
  edge('decide', 'evaluating', 'scrolling'),
  edge('done', 'composing', 'engaging_reply'),
  edge('done', 'engaging_like', 'resting'),
  edge('done', 'engaging_reshare', 'resting'),
  edge('done', 'engaging_reply', 'resting'),
  edge('rest', 'resting', 'idle', 0.2),
  ...STATES.map(state => edge('logout', state, 'idle')),
];

/** An edge as a transition of ours. */
export const transitionOf = ({ trigger, source, target, above }: Edge): TransitionDefinition => ({
  trigger,
  source,
  target,
  ...(above !== undefined && { guard: { kind: 'compare', column: 'draw', op: '>', value: above } }),
});

const draws = new Float32Array(65_536);
for (let i = 0, x = 12_345; i < draws.length; i++) {
  x = (Math.imul(x, 1_664_525) + 1_013_904_223) >>> 0;
  draws[i] = x / 0x1_0000_0000;
}

/** The draw of an agent in a tick, [0, 1); a table read, so that it costs every engine the same. */
export const draw = (agent: number, tick: number): number =>
  draws[(Math.imul(agent, 2_654_435_761) + Math.imul(tick, 40_503)) >>> 16];

/** An engine at work on `size` agents. */
export interface Contender {
  /** Plays the ticks [from, to): one trigger an agent and tick. */
  play(from: number, to: number): void;
  stateOf(agent: number): string;
}
