import type { TransitionDefinition } from '../definition.ts';
import { isKeyedObject, type Json, wrapInArray } from './implementations.ts';
import { createNamedAction } from './parseChartJson.ts';
import type { PartReader } from './partReader.ts';
import { validateShape, writtenTransition } from './shape.ts';
import {
  findRaisedEventNames,
  formatJsonExcerpt,
  listNodeDelays,
  resolveXStateTarget,
  type XStateNode,
} from './xstateNodes.ts';
import {
  DONE,
  getDelayEventName,
  getStatescopeMeta,
  listTransitionCandidates,
  type TransitionCandidate,
  XSTATE_PREFIX,
} from './xstateParts.ts';

const TICK_UNITS = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
] as const;

/** Milliseconds without what a multiplication has left: 1.1 h are 3960000, and no more. */
export const roundMilliseconds = (milliseconds: number): number => Math.round(milliseconds * 1e6) / 1e6;

/** `90 s`, `2 min`, `700 ms`: in the largest unit of which it is a whole number. */
export function formatDuration(given: number): string {
  const milliseconds = roundMilliseconds(given);
  const [unit, size] = TICK_UNITS.find(([, one]) => milliseconds >= one && milliseconds % one === 0) ?? [
    'ms',
    1,
  ];
  return `${Math.round((milliseconds / size) * 1000) / 1000} ${unit}`;
}

/** Note on a delay that does not fall on a tick; null for one that does. */
export function describeOffTickDelay(given: number, tick: number): string | null {
  const milliseconds = roundMilliseconds(given);
  const comes = roundMilliseconds(Math.ceil(milliseconds / tick) * tick);
  if (comes === milliseconds) return null;
  return `comes after ${formatDuration(comes)} instead of ${formatDuration(milliseconds)}: a tick is ${formatDuration(tick)}`;
}

/** A transition of the chart with the number that Statescope noted for it. */
export interface Numbered {
  readonly order: number | null;
  readonly transition: TransitionDefinition;
}

/** A delayed transition's part of its state: the event that the state sends itself on entry. */
export interface Delay {
  readonly event: string;
  /** In ticks. */
  readonly after: number;
}

/** Events of a transition: its trigger alone, or a list. */
interface Answered {
  readonly trigger: string;
  readonly on?: readonly string[];
}

interface XStateReading {
  readonly nodes: readonly XStateNode[];
  readonly parts: PartReader;
  /** Milliseconds of a tick. */
  readonly tick: number;
  readonly mistakes: string[];
  readonly notes: string[];
  /** True for SCXML's semantics, in which a state is left and entered again by default. */
  readonly isScxml: boolean;
  /** Initial states of a state: ids. */
  initialOf(node: XStateNode): readonly string[];
}

const KNOWN_TRANSITION_FIELDS = new Set(['target', 'guard', 'actions', 'reenter', 'description', 'meta']);

/** Reads the transitions out of one node. */
export class TransitionReader {
  readonly delays: Delay[] = [];
  readonly #node: XStateNode;
  readonly #reading: XStateReading;

  constructor(node: XStateNode, reading: XStateReading) {
    this.#node = node;
    this.#reading = reading;
  }

  all(): Numbered[] {
    // A delay that leads nowhere is an event as well, which others may answer.
    for (const ms of listNodeDelays(this.#node)) this.#addDelay(ms);
    return listTransitionCandidates(this.#node.json).flatMap(candidate => this.#one(candidate));
  }

  #one(candidate: TransitionCandidate): Numbered[] {
    const { mistakes, notes } = this.#reading;
    const place = [this.#node.place, candidate.place].filter(Boolean).join('.');
    const { config: given } = candidate;
    const config = typeof given === 'string' ? { target: given } : given;
    if (!isKeyedObject(config)) {
      mistakes.push(`${place} is ${formatJsonExcerpt(given)}, needs a transition`);
      return [];
    }
    for (const key of Object.keys(config))
      if (key === 'cond') mistakes.push(`${place}.cond is of XState 4; XState 5 calls it guard`);
      else if (!KNOWN_TRANSITION_FIELDS.has(key)) notes.push(`${place}.${key} is left out`);
    const own = getStatescopeMeta(config);
    const order = typeof own.order === 'number' ? own.order : null;
    return this.#events(candidate, place, own.exact === true).map(event => ({
      order,
      transition: this.#transition(event, config, place),
    }));
  }

  #transition(event: Answered, config: Json, place: string): TransitionDefinition {
    const { parts } = this.#reading;
    const own = getStatescopeMeta(config);
    const trigger = typeof own.trigger === 'string' ? own.trigger : event.trigger;
    // A trigger answers its own name; an event of another name must be listed.
    const on = event.on ?? (trigger === event.trigger ? undefined : [event.trigger]);
    const guard = parts.guard(`${place}.guard`, config.guard);
    const actions = parts.block(`${place}.actions`, config.actions);
    const [first] = actions;
    const bare = own.bare === true && first?.kind === 'function' ? first : undefined;
    const others = bare === undefined ? actions : actions.slice(1);
    const words = this.#words(own.words, config.description, place);
    return {
      trigger,
      ...(on && { on }),
      source: own.source === '*' ? '*' : this.#node.id,
      ...this.#targets(config, place),
      ...(guard && { guard }),
      ...(bare && { action: createNamedAction(bare.name, bare.run) }),
      ...(others.length > 0 && { actions: others }),
      ...(own.restarts === true && { restarts: true }),
      ...(own.wildcard === true && { wildcard: true }),
      ...(words && { words }),
    };
  }

  /** Words of its own; those of a chart that has words for its triggers are not repeated. */
  #words(own: unknown, description: unknown, place: string): TransitionDefinition['words'] {
    const { mistakes, nodes } = this.#reading;
    if (own !== undefined)
      return validateShape(writtenTransition.shape.words, own, `${place}.meta.statescope.words`, mistakes) as
        | TransitionDefinition['words']
        | undefined;
    const hasWords = getStatescopeMeta(nodes[0].json).words !== undefined;
    return typeof description === 'string' && !hasWords ? { description } : undefined;
  }

  /** Events of a transition: a trigger alone, or a list; of XState's own events one for each. */
  #events({ slot, key }: TransitionCandidate, place: string, isExact: boolean): readonly Answered[] {
    if (slot === 'always') return [{ trigger: 'always', on: [] }];
    if (slot === 'onDone') return [{ trigger: `${DONE}${this.#node.id}` }];
    if (slot === 'after') return this.#delay(key, place);
    if (isExact) return [{ trigger: key }];
    if (key === '*') return [{ trigger: '*', on: ['*'] }];
    const isPrefix = key.endsWith('.*');
    const name = isPrefix ? key.slice(0, -2) : key;
    // In a chart of Statescope's it represents all events of that name, from any source.
    if (
      this.#reading.isScxml &&
      (key === `${XSTATE_PREFIX}done.*` || key === `${XSTATE_PREFIX}done.state.*`)
    ) {
      const trigger = name.slice(XSTATE_PREFIX.length);
      return [{ trigger, on: [trigger] }];
    }
    if (name.startsWith(XSTATE_PREFIX) || name === XSTATE_PREFIX.slice(0, -1)) return this.#own(key, place);
    if (name === '') {
      this.#reading.mistakes.push(`${place} answers "${key}", which no chart has`);
      return [];
    }
    return [isPrefix ? { trigger: name, on: [name] } : { trigger: name }];
  }

  /** Events that XState raises itself. */
  #own(key: string, place: string): readonly Answered[] {
    const { mistakes, notes, nodes } = this.#reading;
    const raised = findRaisedEventNames(key, nodes);
    const isOwnEnd = key === `${XSTATE_PREFIX}${DONE}${this.#node.xstateId}`;
    if (isOwnEnd && this.#node.json.onDone !== undefined) {
      notes.push(`${place} is left out: onDone stands in its place, as in XState`);
      return [];
    }
    if (raised.length > 0) return raised.map(trigger => ({ trigger }));
    const ended = key.endsWith('.*') ? '' : key.slice(`${XSTATE_PREFIX}${DONE}`.length);
    if (
      key.startsWith(`${XSTATE_PREFIX}${DONE}`) &&
      ended !== '' &&
      !nodes.some(({ xstateId }) => xstateId === ended)
    )
      mistakes.push(`${place} waits for the end of a state that there is not`);
    else notes.push(`${place} is left out: “${key}” is an event that this machine never raises`);
    return [];
  }

  #delay(key: string, place: string): readonly Answered[] {
    const { tick, mistakes, notes } = this.#reading;
    const ms = Number(key);
    if (!(ms >= 0 && ms < Number.MAX_SAFE_INTEGER)) {
      mistakes.push(`${place}: delay "${key}" is not a number of milliseconds`);
      return [];
    }
    const note = describeOffTickDelay(ms, tick);
    if (note !== null) notes.push(`${place} ${note}`);
    return [{ trigger: getDelayEventName(ms, this.#node.id) }];
  }

  #addDelay(ms: number): void {
    const event = getDelayEventName(ms, this.#node.id);
    if (!this.delays.some(delay => delay.event === event))
      this.delays.push({ event, after: roundMilliseconds(ms) / this.#reading.tick });
  }

  #targets(config: Json, place: string): Pick<TransitionDefinition, 'target' | 'isInternal' | 'reenter'> {
    const { mistakes, nodes } = this.#reading;
    const given = config.target === '' || config.target === null ? [] : wrapInArray(config.target);
    const targets: XStateNode[] = [];
    for (const target of given) {
      const found = typeof target === 'string' ? resolveXStateTarget(target, this.#node, nodes) : null;
      if (found === null) mistakes.push(`${place}.target: there is no state ${formatJsonExcerpt(target)}`);
      else targets.push(found);
    }
    if (targets.length === 0) return { target: null };
    const ids = targets.map(({ id }) => id);
    const target = ids.length === 1 ? ids[0] : ids;
    if (!this.#reading.isScxml) {
      if (config.reenter === true) return { target, reenter: true };
      // Nothing happens in a state without states of its own that leads to itself.
      return targets.length === 1 && targets[0] === this.#node && this.#node.children.length === 0
        ? { target: null }
        : { target };
    }
    const stays = config.reenter !== true && targets.every(one => canTargetBeWithin(one, this.#node));
    return stays ? this.#staying(targets, target, place) : { target };
  }

  /** XState leaves and enters a state again only if requested. */
  #staying(
    targets: readonly XStateNode[],
    target: string | readonly string[],
    place: string,
  ): Pick<TransitionDefinition, 'target' | 'isInternal'> {
    const node = this.#node;
    const isSelf = targets.includes(node);
    if (node.children.length === 0) return isSelf ? { target: null } : { target };
    if (node.json.type === 'parallel' || (isSelf && targets.length > 1)) {
      this.#reading.notes.push(`${place} leaves "${node.id}" as well, and enters it again`);
      return { target };
    }
    if (!isSelf) return { target, isInternal: true };
    const initial = this.#reading.initialOf(node);
    return { target: initial.length === 1 ? initial[0] : initial, isInternal: true };
  }
}

/** True if a target is a state itself, is in it, or may lead there through a history. */
function canTargetBeWithin(target: XStateNode, node: XStateNode): boolean {
  const isBelow = (one: XStateNode | null, above: XStateNode): boolean =>
    one !== null && (one === above || isBelow(one.parent, above));
  if (isBelow(target, node)) return true;
  const isHistory = target.json.type === 'history' || target.json.history !== undefined;
  return isHistory && target.parent !== null && isBelow(node, target.parent);
}
