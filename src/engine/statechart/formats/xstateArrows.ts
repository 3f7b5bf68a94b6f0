import { InputError } from '../../core/errors.ts';
import { type ChartDefinition, listTargetNames, type TransitionDefinition } from '../definition.ts';
import { isLeafState, Kind } from '../hierarchy/tree.ts';
import { AFTER } from './xstateEvents.ts';
import type { XStateNames } from './xstateNames.ts';
import { convertTicksToMs, DONE, OWN, type Slot } from './xstateParts.ts';
import {
  buildMetaField,
  type Config,
  extractDelayActions,
  serializeXStatePart,
  unwrapSingleItem,
} from './xstateWritten.ts';

/** Writes the transitions out of a chart's states. */
export class ArrowWriter {
  readonly #definition: ChartDefinition;
  readonly #names: XStateNames;
  /** Number of the transition that each configuration stands for. */
  readonly written = new Map<unknown, number>();

  constructor(definition: ChartDefinition, names: XStateNames) {
    this.#definition = definition;
    this.#names = names;
  }

  /** @param delays of the state, in ticks, by their events */
  of(state: number, delays: ReadonlyMap<string, number>): Config {
    const slots: Record<Slot, Map<string, Config[]>> = {
      on: new Map(),
      always: new Map(),
      onDone: new Map(),
      after: new Map(),
    };
    for (const [i, t] of this.#definition.transitions.entries()) {
      if (t.rate !== undefined || !this.#leadsOutOf(t, state)) continue;
      const delay = t.on === undefined ? delays.get(t.trigger) : undefined;
      const events =
        delay !== undefined
          ? [String(convertTicksToMs(delay))]
          : t.on?.length === 0
            ? ['']
            : (t.on ?? [t.trigger]);
      for (const event of events) {
        const [slot, key, trigger] =
          delay !== undefined
            ? (['after', event, t.trigger] as const)
            : this.#descriptor(event, t.on === undefined, state);
        const config = this.#config(
          t,
          state,
          trigger,
          slot === 'on' && t.on === undefined && isWildcardEvent(event),
        );
        this.written.set(config, i);
        slots[slot].set(key, [...(slots[slot].get(key) ?? []), config]);
      }
    }
    const { on, always, onDone, after } = slots;
    const all = (map: Map<string, Config[]>) =>
      Object.fromEntries([...map].map(([key, configs]) => [key, unwrapSingleItem(configs)]));
    return {
      ...(on.size > 0 && { on: all(on) }),
      ...(always.size > 0 && { always: all(always)[''] }),
      ...(onDone.size > 0 && { onDone: all(onDone)[''] }),
      ...(after.size > 0 && { after: all(after) }),
    };
  }

  #leadsOutOf({ source }: TransitionDefinition, state: number): boolean {
    return source === '*' ? isLeafState(this.#names.tree, state) : source === this.#names.tree.ids[state];
  }

  /** Where an event stands, and the trigger that a reader takes it for. */
  #descriptor(event: string, isExact: boolean, state: number): readonly [Slot, string, string] {
    const name = isExact ? event : event.replace(/\.\*?$/, '');
    if (event === '') return ['always', '', 'always'];
    if (!isExact && event === '*') return ['on', '*', '*'];
    const done = name.startsWith(DONE) ? this.#names.tree.numberOf.get(name.slice(DONE.length)) : undefined;
    if (done === state) return ['onDone', '', name];
    if (done !== undefined) return ['on', `${OWN}${DONE}${this.#names.path(done)}`, name];
    const delayed = isExact ? this.#delayed(name) : undefined;
    if (delayed !== undefined) return ['on', delayed, name];
    if (isExact) return ['on', name, name];
    return ['on', `${/^done(\.state)?$/.test(name) ? OWN : ''}${name}.*`, name];
  }

  /** XState's name of the event of a delay that is written as one, which another state answers. */
  #delayed(event: string): string | undefined {
    const [, ms, id] = /^after\.([\d.]+)\.(.+)$/.exec(event) ?? [];
    const of = id === undefined ? undefined : this.#names.tree.numberOf.get(id);
    if (id === undefined || of === undefined) return undefined;
    const { delays } = extractDelayActions(id, this.#names.tree.definitions[of], this.answered(id));
    return delays.has(event) ? `${OWN}${AFTER}${ms}.${this.#names.path(of)}` : undefined;
  }

  /** Triggers of the transitions out of a state. */
  answered(id: string): ReadonlySet<string> {
    const own = this.#definition.transitions.filter(({ source, on }) => source === id && on === undefined);
    return new Set(own.map(({ trigger }) => trigger));
  }

  #config(t: TransitionDefinition, state: number, trigger: string, isExact: boolean): Config {
    const targets = listTargetNames(t).map(id => this.#names.number(id));
    const { kind } = this.#names.tree;
    const mayStay = targets.every(target => this.#names.mayStandIn(target, state));
    const isInside = t.isInternal && kind[state] === Kind.compound && !targets.includes(state);
    const reenters = this.#definition.semantics === 'xstate' ? t.reenter : mayStay && !isInside;
    const description = t.words?.description ?? this.#definition.words?.triggers[t.trigger]?.description;
    const actions = [
      ...(t.action ? [{ type: getRequiredActionName(t) }] : []),
      ...(t.actions ?? []).map(action => serializeXStatePart(action)),
    ];
    return {
      ...(targets.length > 0 && {
        target: unwrapSingleItem(targets.map(target => this.#names.target(target, state))),
      }),
      ...(targets.length > 0 && reenters && { reenter: true }),
      ...(t.guard && { guard: serializeXStatePart(t.guard) }),
      ...(actions.length > 0 && { actions }),
      ...(description && { description }),
      ...buildMetaField({
        ...(trigger !== t.trigger && { trigger: t.trigger }),
        ...(t.source === '*' && { source: '*' }),
        ...(isExact && { exact: true }),
        ...(t.action && { bare: true }),
        ...(t.restarts && { restarts: true }),
        ...(t.wildcard && { wildcard: true }),
        ...(t.words && { words: t.words }),
      }),
    };
  }
}

const isWildcardEvent = (event: string) => event === '*' || event.endsWith('.*') || event.startsWith(OWN);

function getRequiredActionName({ trigger, action }: TransitionDefinition): string {
  if (action?.name) return action.name;
  throw new InputError(`transition "${trigger}": its action has no name by which it could be written`);
}
