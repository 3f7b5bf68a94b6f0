import { isKeyedObject, type Json, wrapInArray } from './implementations.ts';

/** Slot of an XState node for transitions. */
export type Slot = 'on' | 'always' | 'onDone' | 'after';

/** A transition of an XState node, before anybody has looked into it. */
export interface TransitionCandidate {
  readonly slot: Slot;
  /** The event descriptor, the delay; empty elsewhere. */
  readonly key: string;
  readonly config: unknown;
  /** From its node: `on.GO[1]`. */
  readonly place: string;
}

/** A machine's own abilities in addition to holding states. */
export const OF_ROOT = ['on', 'always', 'onDone', 'after', 'entry', 'exit'];
/** Milliseconds of a tick, unless somebody says otherwise. */
export const TICK = 1000;
/** Names of states that can be keys of an XState machine and parts of its paths. */
export const PLAIN_STATE_KEY = /^[A-Za-z][\w-]*$/;
/** Prefix of XState's own events. */
export const XSTATE_PREFIX = 'xstate.';
/** Prefix of a done event, before the state's id. */
export const DONE = 'done.state.';

const isPatternCandidate = ({ slot, key }: TransitionCandidate) =>
  slot === 'on' && (key === '*' || key.endsWith('.*'));
/** Exact descriptors come first, then longer patterns: the order in which XState tries them. */
const compareCandidateRank = (a: TransitionCandidate, b: TransitionCandidate) =>
  Number(isPatternCandidate(a)) - Number(isPatternCandidate(b)) ||
  (isPatternCandidate(a) ? b.key.length - a.key.length : 0);

/**
 * Transitions out of an XState node, in the order in which it tries them; without those that Statescope wrote a second time for XState
 * alone.
 */
export function listTransitionCandidates(node: Json): TransitionCandidate[] {
  const all: TransitionCandidate[] = [];
  const add = (slot: Slot, key: string, configs: unknown) => {
    const place = key === '' ? slot : `${slot}.${key}`;
    for (const [i, config] of wrapInArray(configs).entries())
      if (!isRepeatedTransition(config))
        all.push({ slot, key, config, place: Array.isArray(configs) ? `${place}[${i}]` : place });
  };
  const on = isKeyedObject(node.on) ? node.on : {};
  for (const key of Object.keys(on)) add('on', key, on[key]);
  add('always', '', node.always);
  add('onDone', '', node.onDone);
  for (const [delay, configs] of Object.entries(isKeyedObject(node.after) ? node.after : {}))
    add('after', delay, configs);
  return all.sort(compareCandidateRank);
}

/** Statescope's notes in a part of an XState machine. */
export function getStatescopeMeta(part: unknown): Json {
  const meta = isKeyedObject(part) && isKeyedObject(part.meta) ? part.meta.statescope : undefined;
  return isKeyedObject(meta) ? meta : {};
}

/** Event for the end of a state's delay, by the state's id; XState's own begins with `xstate.`. */
export const getDelayEventName = (milliseconds: number, state: string): string =>
  `after.${milliseconds}.${state}`;

/** Milliseconds of so many ticks, without what a division has left. */
export const convertTicksToMs = (ticks: number): number => Math.round(ticks * TICK * 1e6) / 1e6;

/** True for a transition that Statescope wrote a second time, in a form that XState plays: it reads the first. */
export const isRepeatedTransition = (config: unknown): boolean => getStatescopeMeta(config).repeats === true;
