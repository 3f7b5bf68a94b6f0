import type { Block, ChartDefinition } from '../definition.ts';
import { Kind, ROOT } from '../hierarchy/tree.ts';
import { wrapInArray } from './implementations.ts';
import { serializeTransition } from './json.ts';
import { ArrowWriter } from './xstateArrows.ts';
import { XStateNames } from './xstateNames.ts';
import { listTransitionCandidates, OF_ROOT } from './xstateParts.ts';
import {
  addMetaNote,
  buildMetaField,
  type Config,
  extractDelayActions,
  serializeXStatePart,
  unwrapSingleItem,
} from './xstateWritten.ts';

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
    const { name, transitions, thresholds, words, semantics, machine, setUp = [] } = this.#definition;
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
      // What a machine answers may be nothing that it ever raises: it is read as one that does something, all the same.
      ...(root !== undefined && OF_ROOT.every(key => own[key] === undefined) && { on: {} }),
      ...((root === undefined || own.states !== undefined) && { states }),
      ...buildMetaField({
        ...(semantics !== 'xstate' && { semantics: 'scxml' }),
        ...(own.meta as { statescope: Config } | undefined)?.statescope,
        ...(root === undefined && this.#deepInitial(ROOT, this.#definition.initial)),
        ...(name !== this.#names.id && { name }),
        ...(setUp.length > 1 && { setUp: setUp.map(block => block.length) }),
        ...(thresholds && { thresholds }),
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
    const isHistory = kind[state] >= Kind.shallow;
    return {
      ...(kind[state] === Kind.parallel && { type: 'parallel' }),
      ...(kind[state] === Kind.final && { type: 'final' }),
      ...(isHistory && { type: 'history', history: kind[state] === Kind.deep ? 'deep' : 'shallow' }),
      ...(isHistory &&
        initial !== undefined && {
          target: unwrapSingleItem(wrapInArray(initial).map(one => this.#names.below(state, String(one)))),
        }),
      ...(description && { description }),
      ...(kind[state] === Kind.compound && this.#initial(state, initial, initialActions)),
      ...(kind[state] < Kind.final &&
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
