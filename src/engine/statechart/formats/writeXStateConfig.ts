import { InputError } from '../../core/errors.ts';
import {
  type ActionDefinition,
  type Block,
  type ChartDefinition,
  type Guard,
  getOwnThreshold,
  isTimedTransition,
  listTargetNames,
  type StateDefinition,
  type TransitionDefinition,
} from '../definition.ts';
import {
  buildStateTree,
  isDescendantState,
  isLeafState,
  ROOT,
  StateKind,
  type Tree,
} from '../hierarchy/stateTree.ts';
import { wrapInArray } from './implementations.ts';
import { serializeChartPart, serializeTransition } from './parseChartJson.ts';
import { AFTER_PREFIX } from './xstateNodes.ts';
import {
  convertTicksToMs,
  DONE,
  getDelayEventName,
  listTransitionCandidates,
  OF_ROOT,
  PLAIN_STATE_KEY,
  type Slot,
  XSTATE_PREFIX,
} from './xstateParts.ts';

/**
 * A chart as the configuration of an XState 5 machine. What XState cannot say (rates, thresholds, blocks, several
 * initial states) stands in `meta.statescope`, from which `readXStateChart` restores it.
 */
export function writeXStateConfig(definition: ChartDefinition): Config {
  return new Writer(definition).machine();
}

class Writer {
  readonly #definition: ChartDefinition;
  readonly #names: XStateNames;
  readonly #arrows: ArrowWriter;

  constructor(definition: ChartDefinition) {
    this.#definition = definition;
    this.#names = new XStateNames(definition);
    this.#arrows = new ArrowWriter(definition, this.#names);
  }

  machine(): Config {
    const {
      name,
      transitions,
      thresholds,
      parameters,
      words,
      semantics,
      machine,
      setUp = [],
    } = this.#definition;
    const { tree } = this.#names;
    const root = tree.numberOf.get(machine ?? '');
    const own = root === undefined ? {} : this.#state(root);
    const states = root === undefined ? this.#states(ROOT) : ((own.states ?? {}) as Config);
    const hidden = transitions.flatMap((t, order) =>
      t.rate === undefined ? [] : [{ order, ...serializeTransition(t) }],
    );
    const order = root === undefined ? this.#ordered(states) : this.#ordered({ '': own });
    const isInOrder =
      hidden.length === 0 && order.every((config, i) => this.#arrows.written.get(config) === i);
    if (!isInOrder)
      for (const config of order) addMetaNote(config, { order: this.#arrows.written.get(config) });
    const initial = root === undefined ? this.#initial(ROOT, this.#definition.initial, setUp.flat()) : {};
    return {
      id: this.#names.id,
      ...initial,
      ...own,
      // A machine's own events may be ones that it never raises: it is read as one with behaviour all the same.
      ...(root !== undefined && OF_ROOT.every(key => own[key] === undefined) && { on: {} }),
      ...((root === undefined || own.states !== undefined) && { states }),
      ...buildMetaField({
        ...(semantics !== 'xstate' && { semantics: 'scxml' }),
        ...(own.meta as { statescope: Config } | undefined)?.statescope,
        ...(root === undefined && this.#deepInitial(ROOT, this.#definition.initial)),
        ...(name !== this.#names.id && { name }),
        ...(setUp.length > 1 && { setUp: setUp.map(block => block.length) }),
        ...(thresholds && { thresholds }),
        ...(parameters && { parameters }),
        ...(words && { words }),
        ...(hidden.length > 0 && { transitions: hidden }),
      }),
    };
  }

  /** Configurations in the order in which a reader meets them. */
  #ordered(states: Config): Config[] {
    return Object.values(states).flatMap(state => [
      ...listTransitionCandidates(state as Config).map(({ config }) => config as Config),
      ...this.#ordered((state as { states?: Config }).states ?? {}),
    ]);
  }

  #states(parent: number): Config {
    return Object.fromEntries(
      this.#names.tree.children(parent).map(state => [this.#names.keys[state], this.#state(state)]),
    );
  }

  #state(state: number): Config {
    const { kind, ids, definitions } = this.#names.tree;
    const definition = definitions[state];
    const { initial, initialActions, done } = definition ?? {};
    const id = ids[state];
    const { entry, exit, delays } = extractDelayActions(id, definition, this.#arrows.answered(id));
    const description = this.#definition.words?.states[id]?.description;
    const isHistory = kind[state] >= StateKind.shallow;
    return {
      ...(kind[state] === StateKind.parallel && { type: 'parallel' }),
      ...(kind[state] === StateKind.final && { type: 'final' }),
      ...(isHistory && { type: 'history', history: kind[state] === StateKind.deep ? 'deep' : 'shallow' }),
      ...(isHistory &&
        initial !== undefined && {
          target: unwrapSingleItem(wrapInArray(initial).map(one => this.#names.below(state, String(one)))),
        }),
      ...(description && { description }),
      ...(kind[state] === StateKind.compound && this.#initial(state, initial, initialActions)),
      ...(kind[state] < StateKind.final &&
        this.#names.tree.children(state).length > 0 && { states: this.#states(state) }),
      ...this.#arrows.of(state, delays),
      ...(entry.length > 0 && { entry: entry.flat().map(serializeXStatePart) }),
      ...(exit.length > 0 && { exit: exit.flat().map(serializeXStatePart) }),
      ...buildMetaField({
        ...(id !== this.#names.keys[state] && { id }),
        ...(initial !== undefined && !isHistory && this.#deepInitial(state, initial)),
        ...(isHistory && initialActions && { actions: initialActions.map(serializeXStatePart) }),
        ...(entry.length > 1 && { entry: entry.map(block => block.length) }),
        ...(exit.length > 1 && { exit: exit.map(block => block.length) }),
        ...(done && { done: true }),
      }),
    };
  }

  /** XState starts right below a state, and in one state. */
  #initial(state: number, initial: unknown, actions: Block = []): Config {
    const first = wrapInArray(initial)[0] ?? this.#names.tree.ids[this.#names.tree.initial(state)[0]];
    const path = this.#names.pathTo(this.#names.number(String(first)), state);
    return {
      initial: actions.length > 0 ? { target: path[0], actions: actions.map(serializeXStatePart) } : path[0],
    };
  }

  #deepInitial(state: number, initial: string | readonly string[]): Config {
    const names = wrapInArray(initial);
    const isPlain =
      names.length === 1 && this.#names.tree.parent[this.#names.number(String(names[0]))] === state;
    return isPlain ? {} : { initial: names };
  }
}

/** Writes the transitions out of a chart's states. */
class ArrowWriter {
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
    const timeout = this.#timeout(state);
    if (timeout !== undefined)
      slots.after.set(timeout.key, [...(slots.after.get(timeout.key) ?? []), ...timeout.configs]);
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

  /** A state's timeouts as a delay of XState's own, by its milliseconds; the transitions stand among the events, too, from which they are read. */
  #timeout(state: number): { readonly key: string; readonly configs: readonly Config[] } | undefined {
    const { transitions, thresholds } = this.#definition;
    const ticks = getOwnThreshold(thresholds, this.#names.tree.ids[state]);
    if (ticks === undefined) return undefined;
    const configs = transitions
      .filter(t => isTimedTransition(t) && this.#leadsOutOf(t, state))
      .map(t => {
        const config = this.#config(t, state, t.trigger, false);
        addMetaNote(config, { repeats: true });
        return config;
      });
    return configs.length === 0 ? undefined : { key: String(convertTicksToMs(ticks + 1)), configs };
  }

  #leadsOutOf({ source }: TransitionDefinition, state: number): boolean {
    return source === '*' ? isLeafState(this.#names.tree, state) : source === this.#names.tree.ids[state];
  }

  /** Place of an event, and the trigger that a reader takes it for. */
  #descriptor(event: string, isExact: boolean, state: number): readonly [Slot, string, string] {
    const name = isExact ? event : event.replace(/\.\*?$/, '');
    if (event === '') return ['always', '', 'always'];
    if (!isExact && event === '*') return ['on', '*', '*'];
    const done = name.startsWith(DONE) ? this.#names.tree.numberOf.get(name.slice(DONE.length)) : undefined;
    if (done === state) return ['onDone', '', name];
    if (done !== undefined) return ['on', `${XSTATE_PREFIX}${DONE}${this.#names.path(done)}`, name];
    const delayed = isExact ? this.#delayed(name) : undefined;
    if (delayed !== undefined) return ['on', delayed, name];
    if (isExact) return ['on', name, name];
    return ['on', `${/^done(\.state)?$/.test(name) ? XSTATE_PREFIX : ''}${name}.*`, name];
  }

  /** XState's name of the event of a delay that is written as one, which another state answers. */
  #delayed(event: string): string | undefined {
    const [, ms, id] = /^after\.([\d.]+)\.(.+)$/.exec(event) ?? [];
    const of = id === undefined ? undefined : this.#names.tree.numberOf.get(id);
    if (id === undefined || of === undefined) return undefined;
    const { delays } = extractDelayActions(id, this.#names.tree.definitions[of], this.answered(id));
    return delays.has(event) ? `${XSTATE_PREFIX}${AFTER_PREFIX}${ms}.${this.#names.path(of)}` : undefined;
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
    const isInside = t.isInternal && kind[state] === StateKind.compound && !targets.includes(state);
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

const isWildcardEvent = (event: string) =>
  event === '*' || event.endsWith('.*') || event.startsWith(XSTATE_PREFIX);

function getRequiredActionName({ trigger, action }: TransitionDefinition): string {
  if (action?.name) return action.name;
  throw new InputError(`transition "${trigger}": its action has no name by which it could be written`);
}

/** A part of an XState machine that is being written. */
type Config = Record<string, unknown>;

/** A single item without its list. */
const unwrapSingleItem = <T>(all: readonly T[]): T | readonly T[] => (all.length === 1 ? all[0] : all);
/** Statescope's notes; nothing if there are none. */
const buildMetaField = (notes: Config): Config =>
  Object.keys(notes).length > 0 ? { meta: { statescope: notes } } : {};

/** Adds to what is noted. */
function addMetaNote(config: Config, more: Config): void {
  const before = config.meta as { statescope: Config } | undefined;
  Object.assign(config, buildMetaField({ ...before?.statescope, ...more }));
}

/** `{type, params}`; a function by its name alone. */
function serializeXStatePart(part: Guard | ActionDefinition): Config {
  if (part.kind === 'function') return { type: part.name };
  const { kind, ...params } = serializeChartPart(part);
  return { type: kind, params };
}

/**
 * Blocks of a state without those that only send and cancel a delay of its own, and the delays, by their events.
 * @param answered triggers of the state's transitions
 */
function extractDelayActions(id: string, definition: StateDefinition | null, answered: ReadonlySet<string>) {
  const { entry = [], exit = [] } = definition ?? {};
  const cancelled = new Set(
    exit.flatMap(block => (block.length === 1 && block[0].kind === 'cancel' ? [block[0].id] : [])),
  );
  const delays = new Map<string, number>();
  for (const block of entry) {
    const [send] = block;
    if (block.length !== 1 || send.kind !== 'send' || send.id !== send.event) continue;
    const { event, after = 0 } = send;
    if (
      event === getDelayEventName(convertTicksToMs(after), id) &&
      cancelled.has(event) &&
      answered.has(event)
    )
      delays.set(event, after);
  }
  const isDelay = (block: Block) => {
    const [only] = block;
    if (block.length !== 1) return false;
    return only.kind === 'send'
      ? delays.has(only.event) && only.id === only.event
      : only.kind === 'cancel' && delays.has(only.id);
  };
  return {
    entry: entry.filter(block => !isDelay(block)),
    exit: exit.filter(block => !isDelay(block)),
    delays,
  };
}

/** States of a chart by the keys and paths that they have in XState. */
class XStateNames {
  readonly tree: Tree;
  readonly keys: readonly string[];
  readonly id: string;
  /** The state that stands for the machine, which has no key; ROOT for none. */
  readonly #machine: number;

  constructor(definition: ChartDefinition) {
    this.tree = buildStateTree(definition);
    const taken = new Set(this.tree.ids);
    this.keys = this.tree.ids.map((id, i) =>
      PLAIN_STATE_KEY.test(id) ? id : findFreeName(`state_${i + 1}`, taken),
    );
    this.#machine = this.tree.numberOf.get(definition.machine ?? '') ?? ROOT;
    this.id = PLAIN_STATE_KEY.test(definition.name) ? definition.name : 'chart';
  }

  /** True if XState could take a transition to a target for one that does not leave its source. */
  mayStandIn(target: number, source: number): boolean {
    const { kind, parent } = this.tree;
    const of = kind[target] >= StateKind.shallow ? parent[target] : target;
    return (
      target === source ||
      isDescendantState(this.tree, target, source) ||
      (of !== target && isDescendantState(this.tree, source, of))
    );
  }

  /** ROOT for none. */
  number(id: string): number {
    return this.tree.numberOf.get(id) ?? ROOT;
  }

  /** Keys from below one state to another. */
  pathTo(state: number, above: number): string[] {
    const path: string[] = [];
    for (let at = state; at !== above && at !== ROOT; at = this.tree.parent[at])
      if (at !== this.#machine) path.unshift(this.keys[at]);
    return path;
  }

  /** XState's id of a state. */
  path(state: number): string {
    return [this.id, ...this.pathTo(state, ROOT)].join('.');
  }

  /** From the state that a history stands in. */
  below(history: number, id: string): string {
    return this.pathTo(this.number(id), this.tree.parent[history]).join('.');
  }

  /** A target as a transition out of a state names it. */
  target(target: number, source: number): string {
    const { parent } = this.tree;
    if (target !== this.#machine && parent[target] === parent[source]) return this.keys[target];
    if (isDescendantState(this.tree, target, source)) return `.${this.pathTo(target, source).join('.')}`;
    return `#${this.path(target)}`;
  }
}

function findFreeName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? findFreeName(`${name}_`, taken) : name;
}
